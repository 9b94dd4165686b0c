internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// What says that something large has been done, with a button that takes it back while it is shown.
struct UndoOffer: Hashable, Sendable {
  /// How long it is shown, in seconds.
  static let stay = 5.0
  /// How long it is still shown once a press in it has ended, in seconds.
  static let stayAfterPress = 1.0

  let text: String
  let since: Instant
  /// Its place, and the button that takes it back.
  var strip = FloatingStrip(height: 44, button: "Undo")
  private var leaves: Instant
  private var isLeaving = false

  init(_ text: String, at now: Instant) {
    (self.text, since, leaves) = (text, now, now.advanced(by: Self.stay))
  }

  private var end: Instant { leaves.advanced(by: Toast.fade) }

  /// When it next changes by itself; a press in it holds it.
  var deadline: Instant? { strip.isHeld ? nil : isLeaving ? end : leaves }

  /// Stays for a moment after a press in it has ended, which may have held it for long.
  mutating func letGo(at now: Instant) {
    (leaves, isLeaving) = (max(leaves, now.advanced(by: Self.stayAfterPress)), false)
  }

  /// Lets a deadline pass; returns whether it is gone.
  mutating func isGone(at now: Instant) -> Bool {
    guard !strip.isHeld else { return false }
    isLeaving = now >= leaves
    return now >= end
  }

  /// Whether its picture changes by time alone.
  func isMoving(at now: Instant) -> Bool {
    isLeaving || now - since < Toast.fade || strip.button.isMoving(at: now)
  }

  /// Draws it.
  func draw(into canvas: inout Canvas, above stage: Rect, at now: Instant) {
    let leaving = strip.isHeld ? 1 : (end - now) / Toast.fade
    let opacity = max(0, min(1, (now - since) / Toast.fade, leaving))
    guard opacity > 0 else { return }
    canvas.draw(.group(opacity: opacity))
    let room = strip.draw(into: &canvas, above: stage, at: now)
    canvas.label(
      text, at: Vector(room.minX, room.midY), .body, canvas.theme.text, maximumWidth: room.width)
    canvas.draw(.pop)
  }
}
