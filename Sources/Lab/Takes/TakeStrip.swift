internal import Feel
internal import Kit
internal import FeelTrace
internal import Raster
internal import Stage

/// The strip of takes above the timeline: a card a take, the newest at the right.
///
/// What it does to takes it asks of the session. A press on a card shows its take, with Control it is compared with the one that is shown; a name is typed on its card.
struct TakeStrip: Sendable {
  /// A name that is being typed.
  struct Naming: Hashable {
    let number: Int
    var line: LineEditor
  }

  /// A press on a card that may become a drag onto another one.
  private struct Grip {
    let number: Int
    let press: Vector
    var isDragged = false
  }

  /// What is said of the card under the pointer, once that has rested there.
  private struct Tip {
    var number: Int?
    var due: Instant?
    var isShown = false
  }

  /// Whether it has the keyboard, and shows that.
  var focus = FocusLook.none
  /// The name that is being typed, if one is.
  private(set) var naming: Naming?
  /// Where the pointer is, while nothing else has it.
  private(set) var pointer: Vector?
  /// How far the cards are moved away from the newest, in points.
  private var turned = 0.0
  private var grip: Grip?
  private var tip = Tip()

  /// Whether it has the keyboard.
  var hasKeyboard: Bool { focus != .none }

  /// Whether a press holds a card.
  var isHeld: Bool { grip != nil }

  /// The card that a press drags over others.
  var dragged: Int? { grip.flatMap { $0.isDragged ? $0.number : nil } }

  /// The take of whose card all is said that there is to say.
  var told: Int? { tip.isShown ? tip.number : nil }

  /// When `advance(to:)` must be called next.
  var deadline: Instant? { tip.due }

  /// Says what is to be said of a card when that is due.
  mutating func advance(to now: Instant) {
    guard let due = tip.due, now >= due else { return }
    (tip.due, tip.isShown) = (nil, true)
  }

  /// Where the cards are, of so many.
  func layout(_ frame: Rect, count: Int) -> TakeStripLayout {
    TakeStripLayout(frame, count: count, turned: turned)
  }

  /// Whether a sample is any of its business: a pointer that moves elsewhere is not, once it has been seen to leave.
  func concerns(_ sample: PointerSample, in frame: Rect) -> Bool {
    pointer != nil || isHeld || hasKeyboard || sample.phase != .moved
      || frame.contains(sample.location)
  }

  /// Follows the pointer.
  ///
  /// - Parameter numbers: the numbers of the takes, oldest first.
  mutating func handle(
    _ sample: PointerSample, in frame: Rect, _ numbers: [Int], dragThreshold: Double
  ) -> [Action] {
    let inside = sample.phase != .exited && frame.contains(sample.location)
    pointer = inside || isHeld ? sample.location : nil
    let layout = layout(frame, count: numbers.count)
    let number = layout.card(at: sample.location).map { numbers[$0] }
    follow(sample, over: inside ? number : nil)
    switch sample.phase {
    case .down:
      grip = nil
      let named = endNaming()
      focus = inside ? .quiet : .none
      guard inside, let number else { return named }
      switch sample.button {
      case .primary where sample.modifiers.contains(.control):
        return named + [.compareTake(number)]
      case .primary:
        grip = Grip(number: number, press: sample.location)
        return named + [.showTake(number)]
      case .secondary: return named + [.offerTake(number, at: sample.location)]
      case .middle, .back, .forward: return named
      }
    case .moved:
      if let grip {
        let way = sample.location - grip.press
        if abs(way.x) + abs(way.y) > dragThreshold { self.grip?.isDragged = true }
      }
    case .up:
      guard let grip, sample.button == .primary else { break }
      self.grip = nil
      if grip.isDragged, let number, number != grip.number { return [.compareTake(number)] }
    case .exited: break
    }
    return []
  }

  /// Has a word ready for a card that the pointer comes to; a press wants none.
  private mutating func follow(_ sample: PointerSample, over number: Int?) {
    guard sample.phase == .down || number != tip.number else { return }
    tip = Tip(number: number)
    guard sample.phase != .down, number != nil, !isHeld else { return }
    tip.due = sample.time.advanced(by: Panels<Action>.tooltipDelay)
  }

  /// Gives up the keyboard, and a name that is being typed.
  mutating func leave() { (focus, naming) = (.none, nil) }

  /// Abandons a press and a name.
  mutating func cancel() { (grip, naming) = (nil, nil) }

  /// Moves along the cards.
  mutating func turn(_ sample: WheelSample, in frame: Rect, count: Int) {
    let points = sample.unit == .notches ? 64.0 : 1
    let way = sample.delta.x + sample.delta.y
    guard way.isFinite, abs(way) < 1e6 else { return }
    turned = layout(frame, count: count).held(turned - way * points)
  }

  /// Moves along the cards until one is wholly in sight.
  mutating func reveal(_ index: Int, in frame: Rect, count: Int) {
    turned = layout(frame, count: count).turnedToShow(index)
  }

  // MARK: Names

  /// Begins to type a take's name.
  mutating func beginNaming(_ number: Int, _ name: String) {
    var line = LineEditor(name)
    line.selectAll()
    naming = Naming(number: number, line: line)
    focus = .ring
  }

  /// Takes what was typed as the name; without a change it asks for nothing.
  mutating func endNaming() -> [Action] {
    defer { naming = nil }
    return naming.map { [.setTakeName($0.number, $0.line.text)] } ?? []
  }

  /// Gives a key to the name that is being typed, or abandons a drag; `nil` where it does neither.
  mutating func type(_ sample: KeySample) -> Answer? {
    if isHeld, sample.key == .escape {
      grip = nil
      return .consumed
    }
    guard naming != nil else { return nil }
    switch sample.key {
    case .return, .tab: return .consumed(endNaming())
    case .escape: naming = nil
    case .character("a") where sample.modifiers == .control: naming?.line.selectAll()
    case .character("z") where sample.modifiers == .control: _ = naming?.line.undo()
    case .character("v") where sample.modifiers == .control: return .consumed([.paste])
    case .character where !sample.modifiers.isDisjoint(with: [.control, .alt]): break
    default: _ = naming?.line.handle(sample)
    }
    return .consumed
  }

  /// Puts a text into the name that is being typed; returns whether one is.
  mutating func paste(_ text: String) -> Bool {
    naming?.line.insert(text)
    return naming != nil
  }
}

/// Where the cards of the strip lie, in points.
struct TakeStripLayout {
  /// How high the strip is.
  static let height = 56.0
  private static let card = Size(168, 44)
  private static let pitch = 176.0
  private static let margin = 12.0

  let frame: Rect
  private let count: Int
  private let turned: Double
  /// How far the oldest is from sight, in points.
  private let most: Double

  init(_ frame: Rect, count: Int, turned: Double) {
    (self.frame, self.count) = (frame, count)
    let gap = Self.pitch - Self.card.width
    let length = Double(count) * Self.pitch - gap + 2 * Self.margin
    most = max(0, length - frame.width)
    self.turned = min(max(0, turned), most)
  }

  /// A distance from the newest that there are cards for.
  func held(_ turned: Double) -> Double { min(max(0, turned), most) }

  private func x(of index: Int) -> Double {
    frame.minX + Self.margin + Double(index) * Self.pitch - (most - turned)
  }

  /// Where a card is.
  func card(_ index: Int) -> Rect {
    Rect(
      x: x(of: index), y: frame.minY + (Self.height - Self.card.height) / 2,
      width: Self.card.width, height: Self.card.height)
  }

  /// The card at a place.
  func card(at location: Vector) -> Int? {
    guard frame.contains(location) else { return nil }
    return shown.first { card($0).contains(location) }
  }

  /// The cards of which anything is in sight.
  var shown: Range<Int> {
    let first = ((frame.minX - x(of: 0)) / Self.pitch).rounded(.down)
    let last = ((frame.maxX - x(of: 0)) / Self.pitch).rounded(.up)
    let lower = min(max(0, Int(first)), count)
    return lower..<max(lower, min(count, Int(last)))
  }

  /// How far from the newest a card is wholly in sight, as near as can be to where the cards are.
  func turnedToShow(_ index: Int) -> Double {
    let card = card(index)
    if card.minX < frame.minX + Self.margin {
      return held(turned + frame.minX + Self.margin - card.minX)
    }
    return held(turned - max(0, card.maxX + Self.margin - frame.maxX))
  }
}
