internal import Feel
internal import Stage
internal import TextLayout

/// The projection view: any motion as position and velocity over time, to be scrubbed, zoomed and played.
struct CurvesScene: Scene {
  static let id = "curves"
  static let title = "Curves"
  static let hint =
    "Drag to read · wheel zooms, Shift along, Ctrl the values · ← → a frame · Space plays · 0 all"
  static let isUnderTest = false
  static let parameters = CurveParameters.all + PhysicsParameters.all
  static let code = CurveParameters.code

  var parts: [any Part]
  var focus = Focus()

  /// The buttons over the plots, from the left, and how wide each is, in points.
  private static let tools: [(part: any Part, width: Double)] = [
    (ButtonPart("Fit", .order(Command("fit"))), 56),
    (CheckPart("Lock axes", Command("lock-axes")), 104),
    (ButtonPart("Copy CSV", .order(Command("copy-csv"))), 88),
    (ButtonPart("Save SVG", .order(Command("save-svg"))), 88),
    (ButtonPart("Save PNG", .order(Command("save-png"))), 88),
  ]

  init(_ stage: Stage) {
    parts = [CurvesPart(stage)] + Self.tools.map(\.part)
    parts.append(
      FieldPart("Go to, s", command: "scrub") { 0...CurveSource($0).motion.duration })
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame.inset(by: 24, stage.frame.height < 600 ? 16 : 24)
    // From the left, as the numbers that can be shown over any stage are at the right.
    var x = frame.minX
    for (index, tool) in Self.tools.enumerated() {
      parts[index + 1].place(
        in: Rect(x: x, y: frame.minY, width: tool.width, height: 32), stage, at: now)
      x += tool.width + 8
    }
    let plots = Rect(
      x: frame.minX, y: frame.minY + 44, width: frame.width, height: frame.height - 44)
    parts[0].place(in: plots, stage, at: now)
    parts[parts.count - 1].place(in: CurvesLayout(plots).field, stage, at: now)
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {}
}
