internal import Feel
internal import Stage
internal import TextLayout

/// The pager alone.
struct PagerScene: Scene {
  static let id = "pager"
  static let title = "Pager"
  static let hint =
    "Drag across to turn a page, up and down to scroll it · click a title · ← → turn"
  static let parameters = PagerPart.parameters
  static let code = PagerPart.code

  var parts: [any Part] = [PagerPart()]
  var focus = Focus()

  init(_ stage: Stage) {
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    let size = Size(min(640, frame.width - 96), frame.height - 48)
    parts[0].place(in: Rect(center: frame.center, size: size), stage, at: now)
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {}
}
