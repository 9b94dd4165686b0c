public import Feel
package import FeelTrace

/// What one page of the window shows and does: parts, their places, and what is drawn behind them.
///
/// A scene is a value. Its state at any time between two events is a function of the time, so that
/// it can be drawn at any time, in any order, and be copied to look ahead or back.
public protocol Scene: Sendable {
  /// Its name in commands and files.
  static var id: String { get }
  /// Its name on screen.
  static var title: String { get }
  /// What to do in it, in one line.
  static var hint: String { get }
  /// Its parameters.
  static var parameters: [Parameter] { get }

  /// Whether what moves in it is under test, rather than a picture of what moved elsewhere.
  static var isUnderTest: Bool { get }
  /// The Swift that sets up its controls with the `Feel` library: what is copied when parameters
  /// are copied as code.
  static var code: [CodeLine] { get }

  /// Whether it shows what another program did, which cannot be run again: beside it what a preset
  /// makes of the same hand is carried along.
  static var isObserved: Bool { get }
  /// Whether it can be said why what is let go in it rests where it does.
  static var explainsReleases: Bool { get }
  /// Whether that is one of several places, so that a scale of velocities shows them.
  static var choosesPlaces: Bool { get }
  /// Whether something in it comes to life and goes again, which the timeline shows in a lane of
  /// its own.
  static var hasItems: Bool { get }
  /// Where another program is shown, the parameters of the stage that is carried along beside one
  /// with the given ones.
  static func beside(_ parameters: ParameterSet) -> ParameterSet
  /// What such a stage is called where both are seen.
  static func nameBeside(_ stage: Stage) -> String
  /// Draws on the small tile of a take what lies where a control came to rest, in the control's
  /// unit; answers whether it does, so that no curve is drawn.
  static func drawTile(
    of control: String, restingAt position: Double, _ parameters: ParameterSet, in tile: Rect,
    into canvas: inout Canvas
  ) -> Bool

  /// Creates the scene as it is at its start.
  init(_ stage: Stage)
  /// Its parts by their names, in the order of Tab and of drawing.
  var parts: PartList { get set }
  /// Which of the parts has the keyboard.
  var focus: Focus { get set }
  /// Puts the parts in their places, at the start and whenever the stage changes.
  mutating func place(on stage: Stage, at now: Instant)
  /// Draws what lies behind the parts.
  func drawBehind(into canvas: inout Canvas, at now: Instant)
  /// What can be done at the moment, where that is not what can be done at other times.
  func hint(at now: Instant) -> String?
  /// The keys of the parameters that change nothing of what is shown at present.
  var idleParameters: Set<String> { get }
}

extension Scene {
  /// Nothing.
  public func drawBehind(into canvas: inout Canvas, at now: Instant) {}
  /// What can be done at any time.
  public func hint(at now: Instant) -> String? { nil }
  /// The curve of the motion.
  public static func drawTile(
    of control: String, restingAt position: Double, _ parameters: ParameterSet, in tile: Rect,
    into canvas: inout Canvas
  ) -> Bool {
    false
  }
  /// Under test.
  public static var isUnderTest: Bool { true }
  /// Every parameter counts, where its condition holds.
  public var idleParameters: Set<String> { [] }
  /// Nothing to copy out.
  public static var code: [CodeLine] { [] }
  /// Its own controls.
  public static var isObserved: Bool { false }
  /// What is under test, and our own.
  public static var explainsReleases: Bool { isUnderTest && !isObserved }
  /// Cards or pages.
  public static var choosesPlaces: Bool { true }
  /// Nothing.
  public static var hasItems: Bool { false }
  /// The same parameters.
  public static func beside(_ parameters: ParameterSet) -> ParameterSet { parameters }
  /// As the second set is called.
  public static func nameBeside(_ stage: Stage) -> String { Words.setB }

  /// Hands an event to the parts that it is for; events come in the order of their times.
  ///
  /// Every part sees every pointer sample and cancel, and knows by itself which are its own. A key
  /// goes to the part with the focus, a wheel to the uppermost part under the pointer; one that
  /// claims the wheel takes it only with the focus.
  package mutating func handle(_ event: InputEvent) -> [Effect] { heard(take(event)) }

  private mutating func take(_ event: InputEvent) -> [Effect] {
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

  /// The names of the parts that take the keyboard, in the order of Tab.
  package var stops: [String] {
    zip(parts.names, parts).filter { $1.isPresent && $1.keyboard.isStop }.map { $0.0 }
  }

  /// The part that has the keyboard, by its position.
  package var focusedIndex: Int? {
    focus.part.flatMap { parts.names.firstIndex(of: $0) }.flatMap {
      parts[$0].isPresent ? $0 : nil
    }
  }

  /// The parts that a finger would hit only because it comes near them, where it is meant for
  /// another: the part under it, or the nearest.
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

  /// Hands an event to every part but some, and what one of them orders to all of them before the
  /// next one sees it.
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

  /// Hands an event to one part, and what that part orders to all of them.
  private mutating func feed(_ event: InputEvent, to index: Int) -> [Effect] {
    let response = parts[index].handle(event)
    guard let command = response.command else { return response.effects }
    return response.effects + order(command, at: event.time)
  }

  /// Gives every part a command; the first of the effects says which command it was.
  package mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    heard(order(command, at: now))
  }

  private mutating func order(_ command: Command, at now: Instant) -> [Effect] {
    let report = Effect(
      time: now, control: command.name, name: Effect.order, value: command.number)
    return [report] + parts.indices.flatMap { parts[$0].perform(command, at: now) }
  }

  /// Lets every part see what another program did.
  package mutating func observe(_ content: ObservedLine.Content, at now: Instant) {
    for index in parts.indices { parts[index].observe(content, at: now) }
  }

  package mutating func advance(to now: Instant) -> [Effect] {
    heard(parts.indices.flatMap { parts[$0].advance(to: now) })
  }

  /// Lets every part hear what some of them did.
  private mutating func heard(_ effects: [Effect]) -> [Effect] {
    guard !effects.isEmpty else { return [] }
    for index in parts.indices { parts[index].hear(effects) }
    return effects
  }

  /// When `advance(to:)` must be called next.
  package var deadline: Instant? { parts.deadline }

  /// Whether a pointer drags a part: then the stage's clock runs as fast as the world's.
  package var isTracking: Bool { parts.isTracking }

  /// Whether a hand holds a part: then there is a press to abandon.
  package var isHeld: Bool { parts.isHeld }

  /// Whether the picture after `now` differs from that at `now` by time alone.
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

  /// The numbers and words that say in which state the scene is.
  package func state(at now: Instant) -> [StateField] { parts.flatMap { $0.state(at: now) } }

  /// The text field that has the keyboard, if one has.
  package var textField: TextField? {
    focusedIndex.flatMap { parts[$0].textField }
  }

  /// Takes over the focus and the typed text from the same scene at another moment: both belong to
  /// the window, and time travel leaves them as they are.
  package mutating func takeKeyboard(of other: any Scene) {
    focus = other.focus
    for (index, part) in other.parts.enumerated() {
      guard let field = part.textField else { continue }
      parts[index].textField?.takeText(of: field)
    }
  }
}
