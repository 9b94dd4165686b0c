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

  /// Draws it in the place of the hint: on the stage it would lie over what a hand may want next.
  ///
  /// One that is longer than that takes the whole line.
  func draw(into canvas: inout Canvas, in room: Rect, of line: Rect, at now: Instant) {
    let isLong = canvas.fonts.layout(text, .strong).width > room.width - 16
    let room =
      isLong
      ? Rect(x: room.minX, y: room.minY, width: line.maxX - 8 - room.minX, height: room.height)
      : room
    let opacity = max(0, min(1, (now - since) / Self.fade, (end - now) / Self.fade))
    guard opacity > 0 else { return }
    // The hint is gone at once: two lines that fade over each other are read by nobody.
    canvas.fill(room, canvas.theme.surface)
    canvas.draw(.group(opacity: opacity))
    let text = Offer.fitting(text, in: room.width - 16, .strong, canvas.fonts)
    let width = min(room.width, canvas.fonts.layout(text, .strong).width + 16)
    canvas.fill(
      Rect(x: room.minX, y: room.minY, width: width, height: room.height), radius: 6,
      canvas.theme.accentSoft)
    canvas.label(
      text, at: Vector(room.minX + 8, room.midY), .strong, canvas.theme.text,
      maximumWidth: width - 16)
    canvas.draw(.pop)
  }
}
