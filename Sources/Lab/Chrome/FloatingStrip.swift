internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// A strip that floats above the end of the stage, with a button at its end: its place, who holds it, and the button.
///
/// A press in it is its own until the release, so that nothing under it is touched.
struct FloatingStrip: Hashable, Sendable {
  /// Its height in points.
  let height: Double
  /// What its button says.
  let title: String
  private(set) var button = PushButton()
  /// Whether a press in it has not ended.
  private(set) var isHeld = false

  init(height: Double, button title: String) {
    (self.height, self.title) = (height, title)
  }

  /// Its place: above the end of the stage, in the middle.
  func frame(above stage: Rect) -> Rect {
    let width = min(396, stage.width - 32)
    return Rect(
      x: stage.midX - width / 2, y: stage.maxY - 16 - height, width: width, height: height)
  }

  /// The place of its button: as far from the end as from the upper and lower edge, 12 points at most.
  func buttonFrame(above stage: Rect) -> Rect {
    let frame = frame(above: stage)
    let margin = min(12, (height - 32) / 2)
    return Rect(x: frame.maxX - margin - 76, y: frame.midY - 16, width: 76, height: 32)
  }

  /// What a report of the pointer did.
  enum Outcome: Hashable, Sendable {
    /// It is none of the strip's.
    case passed
    /// It was the strip's.
    case taken
    /// It clicked the button.
    case clicked
  }

  /// Follows the pointer.
  mutating func handle(_ sample: PointerSample, above stage: Rect) -> Outcome {
    button.frame = buttonFrame(above: stage)
    let wasHeld = isHeld
    if sample.phase == .down { isHeld = isHeld || frame(above: stage).contains(sample.location) }
    let isClicked = (isHeld || sample.phase != .down) && button.handle(sample)
    if sample.phase == .up, sample.button == .primary { isHeld = false }
    return isClicked ? .clicked : wasHeld || isHeld ? .taken : .passed
  }

  /// Abandons a press.
  mutating func cancel() {
    button.cancel()
    isHeld = false
  }

  /// Draws the strip and its button; returns where the rest of it has room.
  func draw(into canvas: inout Canvas, above stage: Rect, at now: Instant) -> Rect {
    let theme = canvas.theme
    let (frame, place) = (frame(above: stage), buttonFrame(above: stage))
    canvas.floating(frame, radius: 8)
    canvas.fill(
      place, radius: 8,
      button.isPressed ? theme.pressed : theme.hover.opacity(button.light(at: now)))
    canvas.edge(place, radius: 8, theme.controlBorder)
    canvas.label(title, at: place.center, .body, theme.text, align: .center)
    return Rect(
      x: frame.minX + 16, y: frame.minY, width: place.minX - frame.minX - 32, height: height)
  }
}
