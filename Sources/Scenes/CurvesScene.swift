internal import Feel
internal import Lab
internal import TextLayout

/// The projection view: any motion as position and velocity over time, to be scrubbed, zoomed and played.
struct CurvesScene: Scene {
  static let id = "curves"
  static let title = "Curves"
  static let hint =
    "Drag to read · wheel zooms, Shift along, Ctrl the values · ← → a frame · Space plays · 0 all"
  static let isUnderTest = false
  static let parameters = CurveSource.parameters + PhysicsParameters.all

  var parts: [any Part]
  var focus = Focus()
  private var frame = Rect.zero
  private var title = ""

  init(_ stage: Stage) {
    parts = [
      CurvesPart(stage), ButtonPart("Fit", .order(Command("fit"))),
    ]
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let margin = stage.frame.height < 600 ? 16.0 : 24
    frame = stage.frame.inset(by: 24, margin)
    title = CurveSource(stage).title
    let top = Rect(x: frame.minX, y: frame.minY, width: frame.width, height: 32)
    parts[0].place(
      in: Rect(
        x: frame.minX, y: top.maxY + 12, width: frame.width, height: frame.height - 44),
      stage, at: now)
    parts[1].place(
      in: Rect(x: top.maxX - 72, y: top.minY, width: 72, height: 32), stage, at: now)
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {
    canvas.label(title, at: Vector(frame.minX, frame.minY + 16), .title, canvas.theme.text)
  }
}
