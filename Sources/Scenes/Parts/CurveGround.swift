internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// What the two plots of a chart lie on: their names, the grid, and which kind of motion it is when.
struct CurveGround {
  let chart: CurveChart
  /// The strip under the plots that names the kinds of motion.
  let lane: Rect

  func drawHeadings(into canvas: inout Canvas) {
    let theme = canvas.theme
    let rows: [(CurveAxes.Plot, TraceMarker, Color, String, String)] = [
      (.position, .circle, theme.position, "Position", chart.source.unit),
      (.velocity, .triangle, theme.velocity, "Velocity", chart.source.unit + "/s"),
    ]
    for (plot, marker, color, name, unit) in rows {
      let frame = chart.frame(of: plot)
      let y = frame.minY - 14
      canvas.fill(Rect(x: frame.minX, y: y - 1, width: 24, height: 2), color)
      canvas.marker(marker, at: Vector(frame.minX + 12, y), radius: 3.5, color, on: theme.surface)
      let x = frame.minX + 32
      canvas.label(name, at: Vector(x, y), .strong, theme.text)
      let width = canvas.fonts.layout(name, .strong).width
      canvas.label(unit, at: Vector(x + width + 8, y), .small, theme.secondaryText)
    }
    let (motion, source) = (chart.motion, chart.source)
    // A remark has the line of the velocities to itself, unless another motion is named there.
    let isRemarkBelow = source.comparison == nil
    let words =
      "\(chart.worded(motion.finalValue - motion.value(at: 0))) in "
      + "\(motion.duration.text(decimals: 3)) s · "
      + ((isRemarkBelow ? nil : source.remark) ?? "\(source.steps) steps")
    let frame = chart.axes.positionFrame
    let (right, y) = (frame.maxX, frame.minY - 14)
    canvas.label(words, at: Vector(right, y), .small, theme.secondaryText, align: .trailing)
    let used = canvas.fonts.layout(words, .small).width + 16
    // Whole or not at all: where it has no room, the panel names the source.
    if canvas.fonts.layout(source.title, .strong).width <= frame.width - used - 140 {
      canvas.label(
        source.title, at: Vector(right - used, y), .strong, theme.text, align: .trailing)
    }
    guard isRemarkBelow, let remark = source.remark else { return }
    canvas.label(
      remark, at: Vector(right, chart.axes.velocityFrame.minY - 14), .small, theme.secondaryText,
      align: .trailing, maximumWidth: max(0, frame.width - 140))
  }

  func drawGrid(into canvas: inout Canvas) {
    let theme = canvas.theme
    let line = canvas.snapped(1)
    let scale = canvas.scale
    func snapped(_ place: Double) -> Double { (place * scale).rounded() / scale }
    let times = chart.axes.time.ticks(spacing: 88)
    for plot in [CurveAxes.Plot.position, .velocity] {
      let frame = chart.frame(of: plot)
      for time in times.values {
        let x = snapped(chart.axes.time.place(of: time))
        canvas.fill(
          Rect(x: x, y: frame.minY, width: line, height: frame.height),
          time == 0 ? theme.controlBorder : theme.grid)
      }
      let axis = chart.axis(of: plot)
      let ticks = axis.ticks(spacing: 28)
      for value in ticks.values {
        let y = axis.place(of: value)
        canvas.fill(
          Rect(x: frame.minX, y: snapped(y), width: frame.width, height: line),
          value == 0 ? theme.controlBorder : theme.grid)
        canvas.label(
          value.text(decimals: ticks.decimals), at: Vector(frame.minX - 10, y), .caption,
          theme.secondaryText, align: .trailing)
      }
    }
    for time in times.values {
      canvas.label(
        time.text(decimals: times.decimals) + " s",
        at: Vector(chart.axes.time.place(of: time), lane.maxY + 14), .caption,
        theme.secondaryText, align: .center)
    }
    for phase in chart.source.phases.dropFirst() {
      let x = chart.column(of: phase.start, scale: canvas.scale)
      for frame in [chart.axes.positionFrame, chart.axes.velocityFrame]
      where x > frame.minX && x < frame.maxX {
        canvas.dashedLine(
          from: Vector(x, frame.minY), to: Vector(x, frame.maxY), dash: [1, 3],
          theme.secondaryText)
      }
    }
  }

  /// Draws which kind of motion it is when, as a strip of words under the plots.
  func drawPhases(into canvas: inout Canvas) {
    let theme = canvas.theme
    let ends = chart.source.phases.dropFirst().map(\.start) + [chart.motion.duration]
    canvas.clipped(to: lane, radius: 4) { canvas in
      canvas.fill(lane, theme.hover)
      for (phase, end) in zip(chart.source.phases, ends) {
        let (left, right) = (chart.axes.time.place(of: phase.start), chart.axes.time.place(of: end))
        let shown = Rect(
          x: max(left, lane.minX), y: lane.minY,
          width: min(right, lane.maxX) - max(left, lane.minX),
          height: lane.height)
        guard shown.width > 0 else { continue }
        let color = phase.state.color(in: theme)
        canvas.fill(shown, color.opacity(0.16))
        canvas.fill(Rect(x: shown.minX, y: shown.minY, width: 2, height: shown.height), color)
        let word = phase.state.rawValue
        guard canvas.fonts.layout(word, .caption).width + 14 <= shown.width else { continue }
        canvas.label(word, at: Vector(shown.minX + 8, lane.midY), .caption, theme.text)
      }
    }
  }
}
