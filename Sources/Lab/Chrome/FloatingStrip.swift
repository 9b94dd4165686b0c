internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// A strip that floats above the end of the stage, with buttons at its end: its place, who holds it, and the buttons.
///
/// A press in it is its own until the release, so that nothing under it is touched.
struct FloatingStrip: Hashable, Sendable {
  /// What its buttons say, left to right.
  let titles: [String]
  private(set) var buttons: [PushButton]
  /// Whether a press in it has not ended.
  private(set) var isHeld = false
  /// The button that has the keyboard.
  var focus: Int?
  // The height of the row with the words, in points.
  private let height: Double

  /// How high the row of buttons below the words is, where there is no room beside them, in points.
  private static let secondRow = 40.0

  init(height: Double, buttons titles: [String]) {
    (self.height, self.titles) = (height, titles)
    buttons = [PushButton](repeating: PushButton(), count: titles.count)
  }

  /// How wide each button is, in points: room for its longest words in any of the fonts.
  private var widths: [Double] { titles.map { $0.count > 10 ? 124 : $0.count > 6 ? 92 : 76 } }

  /// Whether the buttons stand below the words.
  private func isStacked(above stage: Rect) -> Bool {
    titles.count > 1 && stage.width < Self.leastRow
  }

  /// The least width of a stage above which words and two buttons stand in one row, in points.
  private static let leastRow = 640.0

  /// Its place: above the end of the stage, in the middle.
  func frame(above stage: Rect) -> Rect {
    let width = min(titles.count > 1 ? 720 : 396, stage.width - 32)
    let height = height + (isStacked(above: stage) ? Self.secondRow : 0)
    return Rect(
      x: stage.midX - width / 2, y: stage.maxY - 16 - height, width: width, height: height)
  }

  /// The places of its buttons: as far from the end as from the upper and lower edge, 12 points at most.
  func buttonFrames(above stage: Rect) -> [Rect] {
    let (frame, isStacked) = (frame(above: stage), isStacked(above: stage))
    let margin = isStacked ? 8 : min(12, (height - 32) / 2)
    let middle = isStacked ? frame.maxY - 24 : frame.midY
    var x = frame.maxX - margin
    return widths.reversed().map { width in
      defer { x -= width + 8 }
      return Rect(x: x - width, y: middle - 16, width: width, height: 32)
    }.reversed()
  }

  /// What a report of the pointer did.
  enum Outcome: Hashable, Sendable {
    /// It is none of the strip's.
    case passed
    /// It was the strip's.
    case taken
    /// It clicked a button.
    case clicked(Int)
  }

  /// Follows the pointer.
  mutating func handle(_ sample: PointerSample, above stage: Rect) -> Outcome {
    let wasHeld = isHeld
    if sample.phase == .down { isHeld = isHeld || frame(above: stage).contains(sample.location) }
    var clicked: Int?
    if isHeld || sample.phase != .down {
      for (index, frame) in buttonFrames(above: stage).enumerated() {
        buttons[index].place(in: frame, at: sample.time)
        if buttons[index].handle(sample) { clicked = index }
      }
    }
    if sample.phase == .up, sample.button == .primary { isHeld = false }
    return clicked.map(Outcome.clicked) ?? (wasHeld || isHeld ? .taken : .passed)
  }

  /// Follows the keys of the button that has the keyboard; `nil` where the key is none of its own.
  mutating func handle(_ sample: KeySample) -> Outcome? {
    guard let focus else { return nil }
    let isBack = sample.key == .left || sample.key == .tab && sample.modifiers.contains(.shift)
    switch sample.key {
    case .return, .space: return sample.isRepeat ? .taken : .clicked(focus)
    case .escape: self.focus = nil
    case .left, .right, .tab: self.focus = min(max(0, focus + (isBack ? -1 : 1)), titles.count - 1)
    default: return nil
    }
    return .taken
  }

  /// Abandons a press.
  mutating func cancel() {
    for index in buttons.indices { buttons[index].cancel() }
    isHeld = false
  }

  /// Whether the light of a button is changing.
  func isMoving(at now: Instant) -> Bool { buttons.contains { $0.isMoving(at: now) } }

  /// Whether the pointer is over a button.
  var isHovered: Bool { buttons.contains(where: \.isHovered) }

  /// Draws the strip and its buttons; returns where the rest of it has room.
  func draw(into canvas: inout Canvas, above stage: Rect, at now: Instant) -> Rect {
    let theme = canvas.theme
    let (frame, places) = (frame(above: stage), buttonFrames(above: stage))
    canvas.floating(frame, radius: 8)
    for (index, ((title, button), place)) in zip(zip(titles, buttons), places).enumerated() {
      canvas.fill(
        place, radius: 8,
        button.isPressed ? theme.pressed : theme.hover.opacity(button.light(at: now)))
      canvas.edge(place, radius: 8, theme.controlBorder)
      canvas.label(
        title, at: place.center, .body, theme.text, align: .center, maximumWidth: place.width - 8)
      if index == focus { canvas.focusRing(around: place, radius: 8) }
    }
    let end = isStacked(above: stage) ? frame.maxX : places.first?.minX ?? frame.maxX
    return Rect(x: frame.minX + 16, y: frame.minY, width: end - frame.minX - 32, height: height)
  }
}
