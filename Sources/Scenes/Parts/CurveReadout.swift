internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// What is read of a chart at a time: the scrubber, marks on both curves, and the words pinned to them.
struct CurveReadout {
  let chart: CurveChart
  /// Where the scrubber stands, in seconds.
  let scrub: Double
  /// The time under the pointer while it only points, in seconds.
  let pointed: Double?

  /// The time that is read, in seconds.
  private var read: Double { pointed ?? scrub }

  /// The words that are pinned to the curve, and where.
  struct Chip {
    let words: String
    let frame: Rect
  }

  func chip(_ canvas: Canvas) -> Chip? {
    let plot = chart.axes.positionFrame
    let point = chart.point(at: read, in: .position)
    guard point.x >= plot.minX, point.x <= plot.maxX else { return nil }
    let motion = chart.motion
    let words =
      "t \(read.text(decimals: 3)) s · x \(motion.value(at: read).text(decimals: chart.source.decimals)) · "
      + "v \(motion.velocity(at: read).text(decimals: chart.source.decimals - 1))"
    let width = (canvas.fonts.layout(words, .small).width + 20).rounded(.up)
    let height = 26.0
    // On whichever side of the point it hides the least of the curve.
    let sides = [(14.0, 12.0), (14, -12 - height), (-14 - width, -12 - height), (-14 - width, 12)]
    let frames = sides.map { side in
      Rect(
        x: min(max(point.x + side.0, plot.minX + 4), max(plot.minX + 4, plot.maxX - 4 - width))
          .rounded(),
        y: min(max(point.y + side.1, plot.minY + 4), plot.maxY - 4 - height).rounded(),
        width: width, height: height)
    }
    let best = frames.indices.min { hidden(by: frames[$0]) < hidden(by: frames[$1]) } ?? 0
    return Chip(words: words, frame: frames[best])
  }

  /// How much of the curve lies under a chip; the point that is read counts most.
  private func hidden(by chip: Rect) -> Int {
    let ground = chip.inset(by: -4)
    return chart.covers(ground) + (ground.contains(chart.point(at: read, in: .position)) ? 17 : 0)
  }

  func draw(_ chip: Chip, into canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.fill(chip.frame, radius: 6, theme.surface)
    canvas.edge(chip.frame, radius: 6, theme.controlBorder)
    canvas.label(
      chip.words, at: Vector(chip.frame.minX + 10, chip.frame.midY), .small, theme.text)
  }

  func drawScrubber(into canvas: inout Canvas) {
    let theme = canvas.theme
    let (upper, lower) = (chart.axes.positionFrame, chart.axes.velocityFrame)
    func line(at time: Double, _ color: Color, dash: [Double]) {
      let x = chart.column(of: time, scale: canvas.scale)
      guard x >= upper.minX - 1, x <= upper.maxX + 1 else { return }
      var path = Path()
      for plot in [upper, lower] {
        path.move(to: Vector(x, plot.minY))
        path.line(to: Vector(x, plot.maxY))
      }
      canvas.draw(.stroke(path, Stroke(width: canvas.snapped(1), dash: dash), .solid(color)))
    }
    line(at: scrub, theme.text, dash: [4, 3])
    let x = chart.column(of: scrub, scale: canvas.scale)
    if x >= upper.minX - 1, x <= upper.maxX + 1 {
      canvas.fill(
        Rect(center: Vector(x, upper.minY), size: Size(8, 14)), radius: 4, theme.text)
    }
    if let pointed { line(at: pointed, theme.secondaryText, dash: []) }
    mark(read, radius: 4.5, into: &canvas)
  }

  /// Marks both curves at a time, where it is shown.
  func mark(_ time: Double, radius: Double, into canvas: inout Canvas) {
    let theme = canvas.theme
    let marks: [(CurveAxes.Plot, TraceMarker, Color)] = [
      (.position, .circle, theme.position), (.velocity, .triangle, theme.velocity),
    ]
    for (plot, marker, color) in marks {
      let point = chart.point(at: time, in: plot)
      guard chart.frame(of: plot).inset(by: -1).contains(point) else { continue }
      canvas.marker(marker, at: point, radius: radius, color, on: theme.surface)
    }
  }

  /// Writes what is read beside the transport.
  func drawColumns(in layout: CurvesLayout, into canvas: inout Canvas) {
    let (theme, motion) = (canvas.theme, chart.motion)
    let middle = layout.play.midY
    let progress = motion.duration > 0 ? read / motion.duration : 1
    let columns = [
      ("Progress", progress.text(decimals: 3)),
      ("Time read", read.text(decimals: 3) + " s"),
      ("Value", chart.worded(motion.value(at: read), decimals: 3)),
      ("Velocity", chart.worded(motion.velocity(at: read), decimals: 3, per: "/s")),
    ]
    // Where there is no room for all, the last ones are the ones to keep.
    let room = layout.frame.maxX - layout.field.maxX - 8
    let shown = columns.suffix(max(1, Int(room / 116)))
    let pitch = min(140, room / Double(shown.count))
    for (index, column) in shown.reversed().enumerated() {
      let x = layout.frame.maxX - pitch * Double(index)
      canvas.label(
        column.0, at: Vector(x, middle - 9), .caption, theme.secondaryText, align: .trailing)
      canvas.label(column.1, at: Vector(x, middle + 9), .body, theme.text, align: .trailing)
    }
  }
}
