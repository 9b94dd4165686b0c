internal import Feel
internal import Raster
internal import TextLayout

/// What says that something large has been done, with a button that takes it back while it is shown.
struct UndoOffer: Hashable, Sendable {
  /// How long it is shown, in seconds.
  static let stay = 5.0
  private static let height = 44.0

  let text: String
  let since: Instant
  private(set) var button = PushButton()
  /// Whether a press in it has not ended.
  private(set) var isHeld = false
  private var isLeaving = false

  init(_ text: String, at now: Instant) {
    (self.text, since) = (text, now)
  }

  private var leaves: Instant { since.advanced(by: Self.stay) }
  private var end: Instant { leaves.advanced(by: Toast.fade) }

  /// When it next changes by itself; a press in it holds it.
  var deadline: Instant? { isHeld ? nil : isLeaving ? end : leaves }

  /// Lets a deadline pass; returns whether it is gone.
  mutating func isGone(at now: Instant) -> Bool {
    guard !isHeld else { return false }
    isLeaving = now >= leaves
    return now >= end
  }

  /// Whether its picture changes by time alone.
  func isMoving(at now: Instant) -> Bool {
    isLeaving || now - since < Toast.fade || button.isMoving(at: now)
  }

  /// Its place: above the end of the stage, in the middle.
  static func frame(above stage: Rect) -> Rect {
    let width = min(396, stage.width - 32)
    return Rect(
      x: stage.midX - width / 2, y: stage.maxY - 16 - height, width: width, height: height)
  }

  /// The place of its button.
  static func button(in frame: Rect) -> Rect {
    Rect(x: frame.maxX - 6 - 76, y: frame.midY - 16, width: 76, height: 32)
  }

  /// What a report of the pointer did.
  enum Outcome: Hashable, Sendable {
    /// It is none of the offer's.
    case passed
    /// It was the offer's.
    case taken
    /// It takes up the offer.
    case accepted
  }

  /// Follows the pointer: a press in it is its own until the release.
  mutating func handle(_ sample: PointerSample, above stage: Rect) -> Outcome {
    let frame = Self.frame(above: stage)
    button.frame = Self.button(in: frame)
    let wasHeld = isHeld
    if sample.phase == .down { isHeld = isHeld || frame.contains(sample.location) }
    let isClicked = (isHeld || sample.phase != .down) && button.handle(sample)
    if sample.phase == .up, sample.button == .primary { isHeld = false }
    return isClicked ? .accepted : wasHeld || isHeld ? .taken : .passed
  }

  /// Abandons a press.
  mutating func cancel() {
    button.cancel()
    isHeld = false
  }

  /// Draws it.
  func draw(into canvas: inout Canvas, above stage: Rect, at now: Instant) {
    let opacity = max(0, min(1, (now - since) / Toast.fade, isHeld ? 1 : (end - now) / Toast.fade))
    guard opacity > 0 else { return }
    let theme = canvas.theme
    let frame = Self.frame(above: stage)
    let place = Self.button(in: frame)
    canvas.draw(.group(opacity: opacity))
    canvas.floating(frame, radius: 8)
    canvas.label(
      text, at: Vector(frame.minX + 16, frame.midY), .body, theme.text,
      maximumWidth: place.minX - frame.minX - 28)
    canvas.fill(
      place, radius: 8,
      button.isPressed ? theme.pressed : theme.hover.opacity(button.light(at: now)))
    canvas.edge(place, radius: 8, theme.controlBorder)
    canvas.label("Undo", at: place.center, .body, theme.text, align: .center)
    canvas.draw(.pop)
  }
}
