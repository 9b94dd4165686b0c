internal import Feel
internal import Stage

/// The pager alone, with a button that changes a title and a page at run time.
struct PagerScene: Scene {
  static let id = "pager"
  static var title: String { Words.pager.title }
  static var hint: String { Words.pager.hint }
  static let hasItems = true
  static let parameters = PagerSettings().parameters + ScrollPhysics.parameters
  static let code = PagerPart.code + [.physics, "_ = pager.setPhysics(physics, at: .zero)"]

  var parts: PartList = [
    "pager": PagerPart(),
    "message": ButtonPart(Words.message, .order(Command("message"))),
  ]
  var focus = Focus()

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    let margin = frame.height < 240 ? 10.0 : 24
    let size = Size(min(520 * stage.widthScale, frame.width - 96), frame.height - 2 * margin)
    let pager = Rect(center: frame.center, size: size)
    parts["pager"].place(in: pager, stage, at: now)
    parts["message"].place(
      in: Rect(
        x: pager.maxX - 140, y: pager.minY + PagerPart.headerHeight(in: pager) / 2 - 16,
        width: 120, height: 32), stage, at: now)
  }
}
