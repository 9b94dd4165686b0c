internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// A sentence that says what has just been done, for as long as it takes to read it.
struct Toast: Hashable, Sendable {
  static let stay = 2.5
  static let fade = 0.18

  let text: String
  let since: Instant
  private var isLeaving = false

  init(_ text: String, at now: Instant) {
    (self.text, since) = (text, now)
  }

  private var leaves: Instant { since.advanced(by: Self.fade + Self.stay) }
  private var end: Instant { leaves.advanced(by: Self.fade) }

  /// When it next changes by itself: it begins to leave, then it is gone.
  var deadline: Instant { isLeaving ? end : leaves }

  /// Lets a deadline pass; returns whether it is gone.
  mutating func isGone(at now: Instant) -> Bool {
    isLeaving = now >= leaves
    return now >= end
  }

  /// Whether it is coming or going.
  func isMoving(at now: Instant) -> Bool { isLeaving || now - since < Self.fade }

  /// Draws it above the hint line, in the middle of the stage.
  func draw(into canvas: inout Canvas, above stage: Rect, at now: Instant) {
    let opacity = max(0, min(1, (now - since) / Self.fade, (end - now) / Self.fade))
    guard opacity > 0 else { return }
    let width = min(stage.width - 32, canvas.fonts.layout(text, .body).width + 32)
    let frame = Rect(
      x: stage.midX - width / 2, y: stage.maxY - 52, width: width, height: 36)
    canvas.draw(.group(opacity: opacity))
    canvas.floating(frame, radius: 8)
    canvas.label(
      text, at: frame.center, .body, canvas.theme.text, align: .center,
      maximumWidth: width - 24)
    canvas.draw(.pop)
  }
}
