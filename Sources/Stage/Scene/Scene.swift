public import Feel
package import FeelTrace

/// A page of the window: parts, their layout, and what is drawn behind them.
///
/// A scene is a value. Between two events its state is a function of time, so it can be drawn at
/// any time, in any order, and copied to look ahead or back.
public protocol Scene: Sendable {
  /// Its name in commands and files.
  static var id: String { get }
  /// Its name on screen.
  static var title: String { get }
  /// Instructions in one line.
  static var hint: String { get }
  /// Its parameters.
  static var parameters: [Parameter] { get }

  /// Whether its motion is under test, rather than a picture of motion elsewhere.
  static var isUnderTest: Bool { get }
  /// The Swift code that sets up its controls with the `Feel` library, for copying parameters as
  /// code.
  static var code: [CodeLine] { get }

  /// Whether it shows another program's motion, which cannot be rerun; a preset's motion for the
  /// same gesture is then carried beside it.
  static var isObserved: Bool { get }
  /// Whether its releases can be explained.
  static var explainsReleases: Bool { get }
  /// Whether a release chooses from several places, so that a scale of velocities shows them.
  static var choosesPlaces: Bool { get }
  /// Whether it has items with a lifetime, which the timeline shows in a lane of their own.
  static var hasItems: Bool { get }
  /// For an observed program, the parameters of the stage carried beside one with these parameters.
  static func beside(_ parameters: ParameterSet) -> ParameterSet
  /// The name of such a stage when both are visible.
  static func nameBeside(_ stage: Stage) -> String
  /// Draws on a take's tile what lies where a control came to rest, in the control's unit; returns
  /// whether it did, so that no curve is drawn.
  static func drawTile(
    of control: String, restingAt position: Double, _ parameters: ParameterSet, in tile: Rect,
    into canvas: inout Canvas
  ) -> Bool

  /// Creates the scene in its initial state.
  init(_ stage: Stage)
  /// Its parts by name, in the order of Tab and of drawing.
  var parts: PartList { get set }
  /// The part that has the keyboard.
  var focus: Focus { get set }
  /// Lays out the parts, at the start and whenever the stage changes.
  mutating func place(on stage: Stage, at now: Instant)
  /// Draws the background behind the parts.
  func drawBehind(into canvas: inout Canvas, at now: Instant)
  /// The instructions at the moment, if they differ from the usual hint.
  func hint(at now: Instant) -> String?
  /// The keys of the parameters that currently have no effect on what is shown.
  var idleParameters: Set<String> { get }
}

extension Scene {
  /// Nothing.
  public func drawBehind(into canvas: inout Canvas, at now: Instant) {}
  /// The usual hint.
  public func hint(at now: Instant) -> String? { nil }
  /// Not drawn: a tile shows the curve of the motion.
  public static func drawTile(
    of control: String, restingAt position: Double, _ parameters: ParameterSet, in tile: Rect,
    into canvas: inout Canvas
  ) -> Bool {
    false
  }
  /// Under test.
  public static var isUnderTest: Bool { true }
  /// None: every parameter has an effect where its condition holds.
  public var idleParameters: Set<String> { [] }
  /// No code to copy.
  public static var code: [CodeLine] { [] }
  /// Not observed.
  public static var isObserved: Bool { false }
  /// Only for our own controls under test.
  public static var explainsReleases: Bool { isUnderTest && !isObserved }
  /// Several places, such as cards or pages.
  public static var choosesPlaces: Bool { true }
  /// No items.
  public static var hasItems: Bool { false }
  /// The same parameters.
  public static func beside(_ parameters: ParameterSet) -> ParameterSet { parameters }
  /// The usual name of set B.
  public static func nameBeside(_ stage: Stage) -> String { Words.setB }

  /// Hands an event to the parts it is for; events arrive in order of time.
  ///
  /// Every part gets every pointer sample and cancel, and decides which are its own. A key goes to
  /// the focused part, the wheel to the topmost part under the pointer; a part that claims the
  /// wheel gets it only while focused.
  package mutating func handle(_ event: InputEvent) -> [Effect] { broadcast(apply(event)) }

  private mutating func apply(_ event: InputEvent) -> [Effect] {
    switch event {
    case .pointer(let sample):
      let missed = sample.phase == .down ? partsMissed(by: sample) : []
      if sample.phase == .down, !isHeld {
        let pressed = parts.indices.last { index in
          parts[index].keyboard.isStop && !missed.contains(index)
            && parts[index].isHit(at: sample.location, by: sample.device)
        }
        focus.press(pressed.map { parts.names[$0] })
      }
      return feedAll(event, except: missed)
    case .cancel:
      return feedAll(event)
    case .key:
      return focusedIndex.map { feed(event, to: $0) } ?? []
    case .wheel(let sample):
      let target = parts.indices.last { index in
        parts[index].isHit(at: sample.location, by: .mouse)
          && (!parts[index].keyboard.claimsWheel || focusedIndex == index)
      }
      return target.map { feed(event, to: $0) } ?? []
    }
  }

  /// The names of the parts that take the keyboard, in Tab order.
  package var stops: [String] {
    zip(parts.names, parts).filter { $1.isPresent && $1.keyboard.isStop }.map { $0.0 }
  }

  /// The index of the focused part.
  package var focusedIndex: Int? {
    focus.part.flatMap { parts.names.firstIndex(of: $0) }.flatMap {
      parts[$0].isPresent ? $0 : nil
    }
  }

  /// The parts that a finger only comes near, while it is meant for another: the part under it, or
  /// the nearest.
  private func partsMissed(by press: PointerSample) -> [Int] {
    guard press.device == .touch else { return [] }
    let parts = parts
    func isHit(_ index: Int, by device: PointerSample.Device) -> Bool {
      parts[index].isHit(at: press.location, by: device)
    }
    func distance(_ index: Int) -> Double {
      ContainerShape.rectangle.distance(to: press.location, in: parts[index].hitBox)
    }
    let near = parts.indices.filter { isHit($0, by: .touch) && !isHit($0, by: .mouse) }
    guard !near.isEmpty else { return [] }
    if parts.indices.contains(where: { isHit($0, by: .mouse) }) { return near }
    let meant = near.min { distance($0) < distance($1) }
    return near.filter { $0 != meant }
  }

  /// Hands an event to every part except some; a command from one reaches all parts before the next
  /// part sees the event.
  private mutating func feedAll(_ event: InputEvent, except skipped: [Int] = []) -> [Effect] {
    let count = parts.count
    var (effects, next) = ([Effect](), 0)
    while next < count {
      let (command, following) = parts.handle(event, from: next, except: skipped, &effects)
      if let command { effects += order(command, at: event.time) }
      next = following
    }
    return effects
  }

  /// Hands an event to one part, and its command to all parts.
  private mutating func feed(_ event: InputEvent, to index: Int) -> [Effect] {
    let response = parts[index].handle(event)
    guard let command = response.command else { return response.effects }
    return response.effects + order(command, at: event.time)
  }

  /// Performs a command on every part; the first effect names the command.
  package mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    broadcast(order(command, at: now))
  }

  private mutating func order(_ command: Command, at now: Instant) -> [Effect] {
    let report = Effect(
      time: now, control: command.name, name: Effect.order, value: command.number)
    return [report] + parts.indices.flatMap { parts[$0].perform(command, at: now) }
  }

  /// Hands every part an event of another program.
  package mutating func observe(_ content: ObservedLine.Content, at now: Instant) {
    for index in parts.indices { parts[index].observe(content, at: now) }
  }

  package mutating func advance(to now: Instant) -> [Effect] {
    broadcast(parts.indices.flatMap { parts[$0].advance(to: now) })
  }

  private mutating func broadcast(_ effects: [Effect]) -> [Effect] {
    guard !effects.isEmpty else { return [] }
    for index in parts.indices { parts[index].hear(effects) }
    return effects
  }

  /// When `advance(to:)` must be called next.
  package var deadline: Instant? { parts.deadline }

  /// Whether a pointer drags a part: the stage's clock then runs at real speed.
  package var isTracking: Bool { parts.isTracking }

  /// Whether a hand holds a part, so that there is a press to abandon.
  package var isHeld: Bool { parts.isHeld }

  /// Whether time alone changes the picture after `now`.
  package func isMoving(at now: Instant) -> Bool { parts.contains { $0.isMoving(at: now) } }

  package func draw(into canvas: inout Canvas, at now: Instant) {
    drawBehind(into: &canvas, at: now)
    for (name, part) in zip(parts.names, parts) where part.isPresent {
      part.draw(into: &canvas, at: now, focus: focus.look(of: name))
    }
    canvas.drawWaiting()
  }

  package func cursor(at location: Vector) -> Cursor {
    parts.reversed().lazy.compactMap { $0.cursor(at: location) }.first ?? .arrow
  }

  /// The fields that describe the scene's state.
  package func state(at now: Instant) -> [StateField] { parts.flatMap { $0.state(at: now) } }

  /// The focused text field, if any.
  package var textField: TextField? {
    focusedIndex.flatMap { parts[$0].textField }
  }

  /// Takes the focus and typed text from the same scene at another moment: both belong to the
  /// window and are not affected by time travel.
  package mutating func takeKeyboard(of other: any Scene) {
    focus = other.focus
    for (index, part) in other.parts.enumerated() {
      guard let field = part.textField else { continue }
      parts[index].textField?.takeText(of: field)
    }
  }
}
