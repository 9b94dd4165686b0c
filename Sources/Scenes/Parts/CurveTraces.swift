internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The lines of a chart: the motion, its levels, what was measured of it, and other motions beside it.
struct CurveTraces {
  let chart: CurveChart

  // MARK: Levels

  func drawLevels(into canvas: inout Canvas) {
    let theme = canvas.theme
    let frame = chart.axes.positionFrame
    drawPastEdges(into: &canvas)
    for level in chart.source.levels {
      let y = chart.axes.position.place(of: level.value)
      canvas.draw(
        .line(
          Vector(frame.minX, y), Vector(frame.maxX, y), width: canvas.snapped(1), cap: .butt,
          .solid(theme.controlBorder)))
    }
    let rest = chart.axes.position.place(of: chart.motion.finalValue)
    var path = Path()
    path.move(to: Vector(frame.minX, rest))
    path.line(to: Vector(frame.maxX, rest))
    canvas.draw(.stroke(path, Stroke(width: 2, dash: [6, 4]), .solid(theme.prediction)))
    canvas.marker(
      .diamond, at: Vector(chart.axes.time.place(of: chart.motion.duration), rest), radius: 4,
      theme.prediction, on: theme.surface)
  }

  /// Shades what lies past the edges, where content is only on a visit.
  private func drawPastEdges(into canvas: inout Canvas) {
    guard let edges = chart.source.edges else { return }
    let frame = chart.axes.positionFrame
    let bottom = chart.axes.position.place(of: edges.lowerBound)
    let top = chart.axes.position.place(of: edges.upperBound)
    let shade = canvas.theme.text.opacity(0.04)
    let above = Rect(
      x: frame.minX, y: frame.minY, width: frame.width, height: max(0, top - frame.minY))
    let below = Rect(
      x: frame.minX, y: bottom, width: frame.width, height: max(0, frame.maxY - bottom))
    for part in [above, below] {
      if let shown = part.intersection(frame) { canvas.fill(shown, shade) }
    }
  }

  /// Writes each level's name by its line at the right, beside each other where lines are close, and clear of the chip and of upright lines at some times.
  func drawLevelNames(
    around chip: Rect?, clearOf times: [Double], into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let frame = chart.axes.positionFrame
    let rest = chart.motion.finalValue
    var names = chart.source.levels.map { ($0.name, $0.value, theme.secondaryText) }
    names.append(("rest", rest, theme.prediction))
    var last: (y: Double, x: Double)?
    for (name, value, color) in names.sorted(by: { $0.1 < $1.1 }) {
      let line = chart.axes.position.place(of: value)
      guard line >= frame.minY, line <= frame.maxY else { continue }
      // Above the line, unless there is more room for words below it.
      let sides = [line - 11, line + 11].filter { $0 >= frame.minY + 6 && $0 <= frame.maxY - 6 }
      let others = names.map { chart.axes.position.place(of: $0.1) }.filter { $0 != line }
      let covered = sides.map { side in
        // Another level's line would strike it through, and it would seem to be that one's name.
        chart.covers(Rect(x: frame.maxX - 180, y: side - 8, width: 176, height: 16))
          + (others.contains { abs($0 - side) < 9 } ? 17 : 0)
      }
      guard let y = zip(sides, covered).min(by: { $0.1 < $1.1 })?.0 else { continue }
      let words = "\(name) \(value.text(decimals: chart.source.decimals))"
      let width = canvas.fonts.layout(words, .caption).width
      var x = frame.maxX - 8
      if let last, abs(last.y - y) < 16 { x = last.x - 16 }
      // From the right, each line that would strike it through moves it to its left.
      for line in times.map({ chart.axes.time.place(of: $0) }).sorted(by: >)
      where line > x - width - Self.markRoom && line < x + Self.markRoom {
        x = line - Self.markRoom
      }
      last = (y, x - width)
      let box = Rect(x: x - width - 2, y: y - 8, width: width + 4, height: 16)
      guard box.minX >= frame.minX, chip?.intersection(box) == nil else { continue }
      canvas.fill(box, theme.surface.opacity(0.8))
      canvas.label(words, at: Vector(x, y), .caption, color, align: .trailing)
    }
  }

  /// How far words keep from the marks of a time, in points.
  private static let markRoom = 12.0

  // MARK: Traces

  func drawTrace(_ plot: CurveAxes.Plot, into canvas: inout Canvas) {
    let theme = canvas.theme
    let color = plot == .position ? theme.position : theme.velocity
    guard let path = chart.path(of: chart.motion, in: plot) else { return }
    canvas.draw(.stroke(path, Stroke(width: 2, join: .round, cap: .round), .solid(color)))
    let from = max(0, chart.axes.time.lower)
    let until = min(chart.motion.duration, chart.axes.time.upper)
    guard chart.axes.time.density * CurvesPart.frame >= 20 else { return }
    let first = (from / CurvesPart.frame).rounded(.up)
    let last = (until / CurvesPart.frame).rounded(.down)
    guard first <= last else { return }
    for frame in Int(first)...Int(last) {
      canvas.draw(
        .circle(
          center: chart.point(at: Double(frame) * CurvesPart.frame, in: plot), radius: 3,
          .solid(color)))
    }
  }

  /// Draws what was measured as a point each, no more of them than can be told apart; velocities only where they were measured themselves.
  func drawPoints(_ plot: CurveAxes.Plot, into canvas: inout Canvas) {
    guard plot == .position || chart.source.measuresVelocity else { return }
    let color = canvas.theme.input
    var last = -Double.infinity
    for point in chart.source.points {
      let x = chart.axes.time.place(of: point.time)
      guard x >= chart.axes.positionFrame.minX - 4, x <= chart.axes.positionFrame.maxX + 4,
        x - last >= 3
      else {
        continue
      }
      last = x
      canvas.draw(
        .circle(
          center: Vector(
            x,
            plot == .position
              ? chart.axes.position.place(of: point.value)
              : chart.axes.velocity.place(of: point.velocity)), radius: 3.5, .solid(color))
      )
    }
  }

  // MARK: Others

  /// Draws another motion, in no colour and in dashes.
  private func draw(
    _ other: CurveSource.Comparison, _ plot: CurveAxes.Plot, style: Stroke,
    into canvas: inout Canvas
  ) {
    guard let path = chart.path(of: other.motion, from: other.start, in: plot) else { return }
    canvas.draw(.stroke(path, style, .solid(canvas.theme.text)))
  }

  /// Draws what the present laws make of a release that was measured.
  func drawComparison(_ plot: CurveAxes.Plot, into canvas: inout Canvas) {
    guard let comparison = chart.source.comparison else { return }
    draw(comparison, plot, style: Self.laws, into: &canvas)
  }

  func drawComparisonName(into canvas: inout Canvas) {
    guard let comparison = chart.source.comparison else { return }
    drawName(
      of: comparison, style: Self.laws, endingAt: chart.axes.velocityFrame.maxX, into: &canvas)
  }

  /// The motion of another chart, that of other parameters, where it is one to see beside this chart's.
  func ghost(of other: CurveChart) -> CurveSource.Comparison? {
    let isSame = chart.motion == other.motion
    let own = CurveSource.Comparison(name: "B", start: 0, motion: other.motion)
    // What was measured is the same for both: they differ in what they would have made of it.
    let ghost = isSame ? other.source.comparison : own
    return ghost == chart.source.comparison ? nil : ghost
  }

  /// Draws the line of a motion of other parameters.
  func draw(ghost: CurveSource.Comparison, into canvas: inout Canvas) {
    for plot in [CurveAxes.Plot.position, .velocity] {
      canvas.clipped(to: chart.frame(of: plot)) {
        draw(ghost, plot, style: Self.otherSet, into: &$0)
      }
    }
  }

  /// Names a motion of other parameters, by how much it differs.
  func drawName(ofGhost ghost: CurveSource.Comparison, into canvas: inout Canvas) {
    let remark = chart.source.remark.map { canvas.fonts.layout($0, .small).width + 24 }
    let taken = chart.source.comparison.map { nameWidth(of: $0, canvas) + 24 } ?? remark ?? 0
    drawName(
      of: ghost, style: Self.otherSet, endingAt: chart.axes.velocityFrame.maxX - taken,
      into: &canvas)
  }

  /// Thin, so that where the laws agree with what was measured that is seen under it.
  private static let laws = Stroke(width: 1, join: .round, dash: [8, 4])
  private static let otherSet = Stroke(width: 2, join: .round, dash: [3, 3])

  /// By how much another motion differs, in words.
  private func words(on other: CurveSource.Comparison) -> String {
    let far = other.motion.finalValue - chart.motion.finalValue
    let late = other.start + other.motion.duration - chart.motion.duration
    let unit = chart.source.unit.isEmpty ? "" : " " + chart.source.unit
    return "\(other.name): rest \(Self.signed(far, chart.source.decimals))\(unit) · "
      + "\(Self.signed(late, 3)) s"
  }

  private func nameWidth(of other: CurveSource.Comparison, _ canvas: Canvas) -> Double {
    canvas.fonts.layout(words(on: other), .small).width + 36
  }

  /// Names another motion over the velocities, by how much it differs, beside a piece of its line.
  private func drawName(
    of other: CurveSource.Comparison, style: Stroke, endingAt right: Double,
    into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let y = chart.axes.velocityFrame.minY - 14
    let left = right - nameWidth(of: other, canvas)
    // Where there is no room, the name of the plot comes first.
    guard left > chart.axes.velocityFrame.minX + 120 else { return }
    canvas.label(
      words(on: other), at: Vector(right, y), .small, theme.secondaryText, align: .trailing)
    var path = Path()
    path.move(to: Vector(left, y))
    path.line(to: Vector(left + 27, y))
    canvas.draw(.stroke(path, style, .solid(theme.text)))
  }

  private static func signed(_ number: Double, _ decimals: Int) -> String {
    let text = number.text(decimals: decimals)
    return text.hasPrefix("−") ? text : "+" + text
  }
}
