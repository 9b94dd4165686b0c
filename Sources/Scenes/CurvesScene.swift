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
  private var isNarrow = false

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
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let margin = stage.frame.height < 600 ? 16.0 : 24
    frame = stage.frame.inset(by: 24, margin)
    title = CurveSource(stage).title
    let length = Self.tools.reduce(-8) { $0 + $1.width + 8 }
    // Where there is no room for the title beside the buttons it goes above them.
    isNarrow = frame.width < length + 240
    let row = frame.minY + (isNarrow ? 28 : 0)
    var x = isNarrow ? frame.minX : frame.maxX - length
    for (index, tool) in Self.tools.enumerated() {
      parts[index + 1].place(
        in: Rect(x: x, y: row, width: tool.width, height: 32), stage, at: now)
      x += tool.width + 8
    }
    parts[0].place(
      in: Rect(
        x: frame.minX, y: row + 44, width: frame.width, height: frame.maxY - row - 44),
      stage, at: now)
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {
    let room = isNarrow ? frame.width : parts[1].hitBox.minX - frame.minX - 16
    canvas.label(
      title, at: Vector(frame.minX, frame.minY + (isNarrow ? 8 : 16)), .title, canvas.theme.text,
      maximumWidth: room)
  }
}
