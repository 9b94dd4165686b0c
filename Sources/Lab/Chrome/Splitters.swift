internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage

/// A line between the stage and a panel, which makes the panel larger or smaller.
enum Splitter: Hashable, Sendable, CaseIterable {
  case inspector, timeline

  var name: String {
    switch self {
    case .inspector: "Width of the parameters"
    case .timeline: "Height of the timeline"
    }
  }

  var cursor: Cursor { self == .inspector ? .resizeHorizontal : .resizeVertical }

  /// How large its panel can be, in points.
  var range: ClosedRange<Double> {
    self == .inspector ? Layout.inspectorWidths : Layout.timelineHeights
  }
}

/// Which of the splitters a hand holds, is over, or moves by keys.
struct Splitters: Sendable {
  /// A press that moves one.
  private struct Grip {
    let splitter: Splitter
    /// How large the panel was.
    let start: Double
    /// Where the press was.
    let press: Vector
  }

  /// How far an arrow key moves one, in points; with Shift one point.
  private static let step = 16.0

  /// The one that has the keyboard.
  var focus: Splitter?
  private var hovered: Splitter?
  private var grip: Grip?
  private var presses = DoublePress()

  /// Whether one is held.
  var isHeld: Bool { grip != nil }

  var cursor: Cursor? { (grip?.splitter ?? hovered)?.cursor }

  /// Follows the pointer; what happens at a splitter reaches nothing else.
  mutating func handle(_ sample: PointerSample, in window: WindowState, isHandBusy: Bool) -> Answer
  {
    let layout = window.layout
    if let grip { return follow(sample, grip) }
    let found =
      sample.phase == .exited || isHandBusy
      ? nil
      : Splitter.allCases.first { layout.frame(of: $0)?.contains(sample.location) ?? false }
    if sample.phase != .up { hovered = found }
    guard sample.phase == .down else { return .ignored }
    focus = nil
    guard let found, sample.button == .primary else { return .ignored }
    if presses.isSecond(sample, window.pointerSettings) {
      return .consumed([.resize(found, nil)])
    }
    grip = Grip(splitter: found, start: layout.length(of: found), press: sample.location)
    return .consumed
  }

  private mutating func follow(_ sample: PointerSample, _ grip: Grip) -> Answer {
    switch sample.phase {
    case .moved:
      presses.follow(sample)
      let way = grip.press - sample.location
      let length = grip.start + (grip.splitter == .inspector ? way.x : way.y)
      return .consumed([.resize(grip.splitter, length)])
    case .down: return .consumed(cancel())
    case .up:
      if sample.button == .primary { self.grip = nil }
      return .consumed
    case .exited: return .consumed
    }
  }

  /// Abandons a press: the panel is as large again as it was.
  mutating func cancel() -> [Action] {
    defer { grip = nil }
    return grip.map { [.resize($0.splitter, $0.start)] } ?? []
  }

  /// Follows the keys of the splitter that has the keyboard.
  mutating func handle(_ sample: KeySample, in layout: Layout) -> Answer {
    guard let focus, sample.phase == .down else { return .ignored }
    guard layout.frame(of: focus) != nil else {
      self.focus = nil
      return .ignored
    }
    let step = sample.modifiers.contains(.shift) ? 1 : Self.step
    let length = layout.length(of: focus)
    switch (sample.key, focus) {
    case (.left, .inspector), (.up, .timeline): return .consumed([.resize(focus, length + step)])
    case (.right, .inspector), (.down, .timeline):
      return .consumed([.resize(focus, length - step)])
    case (.home, _): return .consumed([.resize(focus, focus.range.lowerBound)])
    case (.end, _): return .consumed([.resize(focus, focus.range.upperBound)])
    case (.return, _): return .consumed([.resize(focus, nil)])
    case (.escape, _), (.tab, _):
      self.focus = nil
      return .consumed
    default: return .ignored
    }
  }

  /// Draws a handle on each, and a line along the one that is held, under the pointer or has the keyboard.
  func draw(into canvas: inout Canvas, _ layout: Layout) {
    for splitter in Splitter.allCases {
      guard let frame = layout.frame(of: splitter) else { continue }
      let isLit = splitter == (grip?.splitter ?? hovered) || splitter == focus
      let isUpright = splitter == .inspector
      let middle =
        isUpright ? Vector(frame.minX + 5, frame.midY) : Vector(frame.midX, frame.minY + 5)
      if isLit {
        let size = isUpright ? Size(2, frame.height) : Size(frame.width, 2)
        canvas.fill(Rect(center: middle, size: size), canvas.theme.accent)
      }
      let handle = isUpright ? Size(3, 32) : Size(32, 3)
      canvas.fill(
        Rect(center: middle, size: handle), radius: 1.5,
        isLit ? canvas.theme.accent : canvas.theme.controlBorder)
    }
  }
}

extension AccessibilityElement {
  /// What a splitter says.
  init(_ splitter: Splitter, _ layout: Layout, isFocused: Bool) {
    self.init(
      .slider, id: "splitter.\(splitter)", name: splitter.name,
      number: layout.length(of: splitter), in: splitter.range,
      states: isFocused ? [.focused] : [],
      actions: [
        .init(splitter == .inspector ? "← →" : "↑ ↓", "larger, smaller"),
        .init("Return", "default"),
      ], frame: layout.frame(of: splitter) ?? .zero)
  }
}
