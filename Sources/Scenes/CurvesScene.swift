internal import Feel
internal import Stage
internal import TextLayout

/// The projection view: any motion as position and velocity over time, to be scrubbed, zoomed and played.
struct CurvesScene: Scene {
  static let id = "curves"
  static let title = "Curves"
  static let hint =
    "Drag to read · wheel zooms, Shift along, Ctrl the values · ← → a frame, then Space plays, 0 all"
  static let isUnderTest = false
  static let parameters = CurveParameters.all + PhysicsParameters.all
  static let code = CurveParameters.code

  var parts: PartList
  var focus = Focus()

  init(_ stage: Stage) {
    parts = [
      "plots": CurvesPart(stage),
      "fit": ButtonPart("Zoom to fit", .order(Command("fit"))),
      "lock": CheckPart("Lock axes", Command("lock-axes")),
      "csv": ButtonPart("Copy CSV", .order(Command("copy-csv"))),
      "svg": ButtonPart("Save SVG", .order(Command("save-svg"))),
      "png": ButtonPart("Save PNG", .order(Command("save-png"))),
      "time": FieldPart("Time, s", command: "scrub") { 0...CurveSource($0).motion.duration },
    ]
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let (isNarrow, isLow) = (stage.frame.width < 520, stage.frame.height < 240)
    let frame = stage.frame.inset(
      by: isNarrow ? 16 : 24, isLow ? 8 : stage.frame.height < 600 ? 16 : 24)
    // From the left, as the numbers that can be shown over any stage are at the right.
    var x = frame.minX
    // Where the window is narrow, no wider than their words need.
    let widths: KeyValuePairs =
      isNarrow
      ? ["fit": 88.0, "lock": 104, "csv": 76, "svg": 72, "png": 72]
      : ["fit": 104, "lock": 104, "csv": 88, "svg": 88, "png": 88]
    for (name, width) in widths {
      parts[name].place(
        in: Rect(x: x, y: frame.minY, width: width, height: 32), stage, at: now)
      x += width + 8
    }
    let plots = Rect(
      x: frame.minX, y: frame.minY + 44, width: frame.width, height: frame.height - 44)
    parts["plots"].place(in: plots, stage, at: now)
    parts["time"].place(in: CurvesLayout(plots).field, stage, at: now)
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {}

  // The button and the numbers under the plots, which are one part with these.
  var headings: [Rect] {
    guard let plots = parts["plots"] as? CurvesPart else { return [] }
    return [plots.layout.transport]
  }

  var idleParameters: Set<String> {
    (parts["plots"] as? CurvesPart)?.chart.source.idleParameters ?? []
  }
}
