internal import Feel
internal import Raster
internal import TextLayout

/// What a long piece of work says in the window while it goes on: what it is, how far it is, and a button that ends it.
struct ProgressPanel: Hashable, Sendable {
  private static let size = Size(396, 60)

  /// What is being made.
  let title: String
  /// The share that is done, 0…1.
  var share = 0.0
  private(set) var cancel = PushButton()
  /// Whether a press in the panel has not ended.
  private(set) var isHeld = false

  init(_ title: String) {
    self.title = title
  }

  /// Its place: above the end of the stage, in the middle.
  static func frame(above stage: Rect) -> Rect {
    let width = min(size.width, stage.width - 32)
    return Rect(
      x: stage.midX - width / 2, y: stage.maxY - 16 - size.height, width: width,
      height: size.height)
  }

  /// The place of the button that ends the work.
  static func button(in frame: Rect) -> Rect {
    Rect(x: frame.maxX - 12 - 76, y: frame.midY - 16, width: 76, height: 32)
  }

  /// What a report of the pointer did.
  enum Outcome: Hashable, Sendable {
    /// It is none of the panel's.
    case passed
    /// It was the panel's.
    case taken
    /// It ends the work.
    case ended
  }

  /// Follows the pointer: a press in the panel is the panel's until its release.
  mutating func handle(_ sample: PointerSample, above stage: Rect) -> Outcome {
    let frame = Self.frame(above: stage)
    cancel.frame = Self.button(in: frame)
    let wasHeld = isHeld
    if sample.phase == .down { isHeld = isHeld || frame.contains(sample.location) }
    let isClicked = (isHeld || sample.phase != .down) && cancel.handle(sample)
    if sample.phase == .up, sample.button == .primary { isHeld = false }
    return isClicked ? .ended : wasHeld || isHeld ? .taken : .passed
  }

  /// Draws it above the hint line, in the middle of the stage.
  func draw(into canvas: inout Canvas, above stage: Rect, at now: Instant) {
    let theme = canvas.theme
    let frame = Self.frame(above: stage)
    let button = Self.button(in: frame)
    canvas.floating(frame, radius: 8)
    let (left, right) = (frame.minX + 16, button.minX - 16)
    canvas.label(
      title, at: Vector(left, frame.minY + 20), .body, theme.text,
      maximumWidth: right - left - 44)
    canvas.label(
      "\(Int(share * 100)) %", at: Vector(right, frame.minY + 20), .strong, theme.text,
      align: .trailing)
    let bar = Rect(x: left, y: frame.maxY - 22, width: right - left, height: 8)
    canvas.fill(bar, radius: 4, theme.track)
    canvas.edge(bar, radius: 4, theme.controlBorder)
    var done = bar
    done.size.width = bar.width * min(1, max(0, share))
    canvas.clipped(to: done) { $0.fill(bar, radius: 4, theme.accent) }
    canvas.fill(
      button, radius: 8,
      cancel.isPressed ? theme.pressed : theme.hover.opacity(cancel.light(at: now)))
    canvas.edge(button, radius: 8, theme.controlBorder)
    canvas.label("Cancel", at: button.center, .body, theme.text, align: .center)
  }
}
