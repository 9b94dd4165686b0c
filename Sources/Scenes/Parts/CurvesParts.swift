internal import Feel
internal import FeelTrace
internal import Stage

/// The parts of a scene that shows a curve, and their layout: the plots, and a row of buttons above
/// them.
enum CurvesParts {
  static func list(
    on stage: Stage, showing source: @escaping @Sendable (Stage) -> CurveSource
  ) -> PartList {
    [
      "plots": CurvesPart(stage, showing: source),
      "fit": ButtonPart(Words.zoomToFit, .order(Command("fit"))),
      "lock": CheckPart(Words.lockAxes, Command("lock-axes")),
      "csv": ButtonPart(Words.copyCSV, .order(Command("copy-csv"))),
      "svg": ButtonPart(Words.saveSVG, .order(Command("save-svg"))),
      "png": ButtonPart(Words.savePNG, .order(Command("save-png"))),
      "time": FieldPart(Words.timeField, command: "scrub") { 0...source($0).motion.duration },
    ]
  }

  static func place(_ parts: inout PartList, on stage: Stage, at now: Instant) {
    let (isNarrow, isLow) = (stage.frame.width < 520, stage.frame.height < 240)
    // On the lowest stages, the plots take the buttons' room.
    let hasButtons = stage.frame.height >= 200
    let frame = stage.frame.inset(
      by: isNarrow ? 16 : 24, isLow ? 8 : stage.frame.height < 600 ? 16 : 24)
    // From the left, as the numbers overlay is at the right.
    var x = frame.minX
    // In a narrow window, no wider than their labels need.
    let widths: KeyValuePairs =
      isNarrow
      ? ["fit": 88.0, "lock": 104, "csv": 76, "svg": 72, "png": 72]
      : ["fit": 104, "lock": 104, "csv": 88, "svg": 88, "png": 88]
    for (name, width) in widths {
      let button = Rect(x: x, y: frame.minY, width: width, height: 32)
      parts[name].place(in: hasButtons ? button : .zero, stage, at: now)
      x += width + (isNarrow ? 5 : 8)
    }
    let above = hasButtons ? 44.0 : 0
    let plots = Rect(
      x: frame.minX, y: frame.minY + above, width: frame.width, height: frame.height - above)
    parts["plots"].place(in: plots, stage, at: now)
    parts["time"].place(in: CurvesLayout(plots).field, stage, at: now)
  }
}
