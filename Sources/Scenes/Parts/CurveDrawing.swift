internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// Draws a chart: both plots, the phases of the motion, and the readout at a time.
struct CurveDrawing {
  let chart: CurveChart
  /// The time of the scrubber, in seconds.
  let scrub: Double
  /// The time under a hovering pointer, in seconds.
  let pointed: Double?

  private var read: Double { pointed ?? scrub }
  private var source: CurveSource { chart.source }
  private var motion: CurveMotion { chart.motion }
  private var frame: Rect { chart.layout.position }
  // The line above the velocities, with remarks on the motion and the names of others.
  private var remarkY: Double { chart.layout.velocity.minY - 14 }

  /// Draws the chart; if the animator has run, marks its time.
  func draw(playedTo elapsed: Double, into canvas: inout Canvas) {
    let theme = canvas.theme
    drawHeadings(into: &canvas)
    if let comparison = source.comparison {
      drawName(of: comparison, Self.laws, theme.text, endingAt: frame.maxX, into: &canvas)
    }
    let (lane, times) = (chart.layout.lane, chart.time.ticks(spacing: 88))
    for kind in CurvePlot.allCases { draw(kind, times, into: &canvas) }
    chart.plot(.velocity).drawNumbers(
      across: times, at: lane.maxY + 14,
      in: chart.layout.card.minX...chart.layout.card.maxX, into: &canvas)
    drawPhases(in: lane, into: &canvas)
    let chip = chip(canvas)
    let upright = [scrub] + (pointed.map { [$0] } ?? []) + (elapsed > 0 ? [elapsed] : [])
    drawLevelNames(around: chip?.frame, clearOf: upright, into: &canvas)
    let lines: [Plot.Layer] =
      [.upright(scrub, Plot.Line(theme.text, dash: [4, 3]))]
      + (pointed.map { [.upright($0, Plot.Line(theme.secondaryText))] } ?? [])
    for kind in CurvePlot.allCases { chart.plot(kind).draw(lines, into: &canvas) }
    let handle = Vector(canvas.sharp(chart.time.place(of: scrub)), frame.minY)
    if frame.inset(by: -1).contains(handle) {
      canvas.fill(Rect(center: handle, size: Size(8, 14)), radius: 4, theme.text)
    }
    mark(read, radius: 4.5, into: &canvas)
    if elapsed > 0 { mark(elapsed, radius: 6.5, into: &canvas) }
    if let chip { draw(chip, into: &canvas) }
  }

  // MARK: Plots

  private func draw(_ kind: CurvePlot, _ times: PlotTicks, into canvas: inout Canvas) {
    let (theme, color) = (canvas.theme, canvas.theme.accent)
    var plot = chart.plot(kind)
    let values = plot.up.ticks(spacing: 28)
    plot.layers = Plot.grid(across: times, up: values, theme)
    plot.layers += source.phases.dropFirst().map {
      .upright($0.start, Plot.Line(theme.secondaryText, dash: [1, 3]))
    }
    if kind == .position { plot.layers += levels(plot.up, theme) }
    if kind == .position || source.measuresVelocity {
      let reach = 4 / chart.time.density
      let shown = chart.time.lower - reach...chart.time.upper + reach
      let points = source.points.filter { shown.contains($0.time) }
      plot.layers.append(
        .dots(
          plot.apart(points.map { Vector($0.time, kind.value(of: $0)) }, by: 3), radius: 3.5,
          theme.text))
    }
    plot.layers += [
      .trace(
        chart.points(of: motion, in: kind), Stroke(width: 2, join: .round, cap: .round), color),
      .dots(frames(kind), radius: 3, color),
    ]
    if let comparison = source.comparison {
      plot.layers.append(trace(comparison, kind, Self.laws, theme.text))
    }
    plot.draw(into: &canvas)
    plot.drawNumbers(up: values, into: &canvas)
  }

  /// The levels, the rest, and a shade past the edges, where content does not rest.
  private func levels(_ axis: PlotAxis, _ theme: Theme) -> [Plot.Layer] {
    let shade = theme.text.opacity(0.04)
    let past = source.edges.map { edges in
      [
        min(axis.lower, edges.lowerBound)...edges.lowerBound,
        edges.upperBound...max(axis.upper, edges.upperBound),
      ]
    }
    let rest = motion.finalValue
    return (past ?? []).map { .shade($0, shade) }
      + source.levels.map { .level($0.value, Plot.Line(theme.edge)) } + [
        .level(rest, Plot.Line(theme.accent, width: 2, dash: [6, 4])),
        .markers(
          .diamond, [Vector(motion.duration, rest)], radius: 4, theme.accent, isHollow: false),
      ]
  }

  /// The points at each display frame, if far enough apart.
  private func frames(_ kind: CurvePlot) -> [Vector] {
    guard chart.time.density * CurvesPart.frame >= 20 else { return [] }
    let first = (max(0, chart.time.lower) / CurvesPart.frame).rounded(.up)
    let last = (min(motion.duration, chart.time.upper) / CurvesPart.frame).rounded(.down)
    guard first <= last else { return [] }
    return (Int(first)...Int(last)).map { chart.point(at: Double($0) * CurvesPart.frame, in: kind) }
  }

  private func drawHeadings(into canvas: inout Canvas) {
    let theme = canvas.theme
    for kind in CurvePlot.allCases {
      let (x, y) = (frame.minX, chart.layout.frame(of: kind).minY - 14)
      canvas.fill(Rect(x: x, y: y - 1, width: 24, height: 2), theme.accent)
      canvas.marker(
        kind.marker, at: Vector(x + 12, y), radius: 3.5, theme.accent, on: theme.card)
      canvas.label(kind.name, at: Vector(x + 32, y), .strong, theme.text)
      let width = canvas.fonts.layout(kind.name, .strong).width
      canvas.label(
        source.unit + (kind == .velocity ? "/s" : ""), at: Vector(x + 40 + width, y), .small,
        theme.secondaryText)
    }
    // A remark goes above the velocities, unless another motion is named there.
    let isRemarkBelow = source.comparison == nil
    let way = Words.way(
      chart.worded(motion.finalValue - motion.value(at: 0)), in: motion.duration,
      (isRemarkBelow ? nil : source.remark) ?? Words.steps(source.steps))
    let words = chart.layout.hasWords ? way : readWords
    let (right, y) = (frame.maxX, frame.minY - 14)
    canvas.label(words, at: Vector(right, y), .small, theme.secondaryText, align: .trailing)
    let used = canvas.fonts.layout(words, .small).width + 16
    // Whole or not at all: without room, the panel names the source.
    if canvas.fonts.layout(source.title, .strong).width <= frame.width - used - 140 {
      canvas.label(source.title, at: Vector(right - used, y), .strong, theme.text, align: .trailing)
    }
    guard isRemarkBelow, chart.layout.hasVelocity, let remark = source.remark else { return }
    canvas.label(
      remark, at: Vector(right, remarkY), .small, theme.secondaryText, align: .trailing,
      maximumWidth: max(0, frame.width - 140))
  }

  /// Draws the phases of the motion as a labelled strip below the plots.
  private func drawPhases(in lane: Rect, into canvas: inout Canvas) {
    let theme = canvas.theme
    let ends = source.phases.dropFirst().map(\.start) + [motion.duration]
    canvas.clipped(to: lane, radius: 4) { canvas in
      canvas.fill(lane, theme.hover)
      for (phase, end) in zip(source.phases, ends) {
        let left = max(chart.time.place(of: phase.start), lane.minX)
        let shown = Rect(
          x: left, y: lane.minY, width: min(chart.time.place(of: end), lane.maxX) - left,
          height: lane.height)
        guard shown.width > 0 else { continue }
        let color = phase.state.color(in: theme)
        canvas.fill(shown, color.opacity(0.16))
        canvas.fill(Rect(x: shown.minX, y: shown.minY, width: 2, height: shown.height), color)
        let word = phase.state.phase
        guard canvas.fonts.layout(word, .caption).width + 14 <= shown.width else { continue }
        canvas.label(word, at: Vector(shown.minX + 8, lane.midY), .caption, theme.text)
      }
    }
  }

  /// The distance of text from the marks of a time, in points.
  private static let markRoom = 12.0

  /// Draws each level's name by its line at the right, side by side where lines are close, avoiding
  /// the chip and vertical lines at some times.
  private func drawLevelNames(
    around chip: Rect?, clearOf times: [Double], into canvas: inout Canvas
  ) {
    let (theme, axis) = (canvas.theme, chart[.position])
    let levels = chart.layout.hasWords ? source.levels : []
    var names = levels.map { ($0.name, $0.value, theme.secondaryText) }
    names.append((Words.rest, motion.finalValue, theme.accent))
    var last: (y: Double, x: Double)?
    for (name, value, color) in names.sorted(by: { $0.1 < $1.1 }) {
      let line = axis.place(of: value)
      guard line >= frame.minY, line <= frame.maxY else { continue }
      // Above the line, unless there is more room below it.
      let sides = [line - 11, line + 11].filter { $0 >= frame.minY + 6 && $0 <= frame.maxY - 6 }
      let others = names.map { axis.place(of: $0.1) }.filter { $0 != line }
      let covered = sides.map { side in
        // Another level's line would strike it through, and appear to be named by it.
        chart.covers(Rect(x: frame.maxX - 180, y: side - 8, width: 176, height: 16))
          + (others.contains { abs($0 - side) < 9 } ? 17 : 0)
      }
      guard let y = zip(sides, covered).min(by: { $0.1 < $1.1 })?.0 else { continue }
      let words = Words.level(name, value.text(decimals: source.decimals))
      let width = canvas.fonts.layout(words, .caption).width
      var x = frame.maxX - 8
      if let last, abs(last.y - y) < 16 { x = last.x - 16 }
      // From the right, each vertical line that would strike it through moves it to its left.
      for line in times.map({ chart.time.place(of: $0) }).sorted(by: >)
      where line > x - width - Self.markRoom && line < x + Self.markRoom {
        x = line - Self.markRoom
      }
      last = (y, x - width)
      let box = Rect(x: x - width - 2, y: y - 8, width: width + 4, height: 16)
      guard box.minX >= frame.minX, chip?.intersection(box) == nil else { continue }
      canvas.fill(box, theme.card.opacity(0.8))
      canvas.label(words, at: Vector(x, y), .caption, color, align: .trailing)
    }
  }

  // MARK: Other motions

  /// Thin, so that the measured curve stays visible below where both agree.
  private static let laws = Stroke(width: 1, join: .round, dash: [8, 4])
  private static let otherSet = Stroke(width: 2, join: .round, dash: [7, 4])

  /// Another motion as a dashed trace.
  private func trace(
    _ other: CurveSource.Comparison, _ kind: CurvePlot, _ style: Stroke, _ color: Color
  ) -> Plot.Layer {
    .trace(chart.points(of: other.motion, from: other.start, in: kind), style, color)
  }

  /// Draws the motion of the other set's chart, with its name and difference, unless the same.
  func draw(ghostOf other: CurveChart, into canvas: inout Canvas) {
    guard let ghost = chart.ghost(of: other) else { return }
    let color = canvas.theme.bFill
    for kind in CurvePlot.allCases {
      chart.plot(kind).draw([trace(ghost, kind, Self.otherSet, color)], into: &canvas)
    }
    // Text pinned to the curve stays above every line.
    if let chip = chip(canvas) { draw(chip, into: &canvas) }
    let remark = source.remark.map { canvas.fonts.layout($0, .small).width + 24 }
    let taken = source.comparison.map { nameWidth(of: $0, canvas) + 24 } ?? remark ?? 0
    drawName(of: ghost, Self.otherSet, color, endingAt: frame.maxX - taken, into: &canvas)
  }

  /// The difference of another motion, in words.
  private func words(on other: CurveSource.Comparison) -> String {
    func signed(_ number: Double, _ decimals: Int) -> String {
      let text = number.text(decimals: decimals)
      return text.hasPrefix("−") ? text : "+" + text
    }
    let far = other.motion.finalValue - motion.finalValue
    let late = other.start + other.motion.duration - motion.duration
    return Words.difference(
      other.name, rest: Words.number(signed(far, source.decimals), source.unit),
      duration: signed(late, 3))
  }

  private func nameWidth(of other: CurveSource.Comparison, _ canvas: Canvas) -> Double {
    canvas.fonts.layout(words(on: other), .small).width + 36
  }

  /// Draws another motion's difference above the velocities, beside a sample of its line.
  private func drawName(
    of other: CurveSource.Comparison, _ style: Stroke, _ color: Color, endingAt right: Double,
    into canvas: inout Canvas
  ) {
    let (theme, y) = (canvas.theme, remarkY)
    let left = right - nameWidth(of: other, canvas)
    // Without room, the plot's own name takes precedence.
    guard left > frame.minX + 120 else { return }
    canvas.label(
      words(on: other), at: Vector(right, y), .small, theme.secondaryText, align: .trailing)
    let path = Path(through: [Vector(left, y), Vector(left + 27, y)])
    canvas.draw(.stroke(path, style, .solid(color)))
  }

  // MARK: Readout

  /// The readout: time, position and velocity.
  private var readWords: String {
    Words.read(
      read, motion.value(at: read).text(decimals: source.decimals),
      motion.velocity(at: read).text(decimals: source.decimals - 1)
    ).joined(separator: " · ")
  }

  /// The text pinned to the curve, and its frame.
  private func chip(_ canvas: Canvas) -> (words: String, frame: Rect)? {
    let point = chart.plot(.position).place(of: chart.point(at: read, in: .position))
    guard chart.layout.hasWords, point.x >= frame.minX, point.x <= frame.maxX else { return nil }
    let words = readWords
    let (width, height) = (canvas.chipWidth(words), 26.0)
    // On the side of the point that hides the least of the curve.
    let sides = [(14.0, 12.0), (14, -12 - height), (-14 - width, -12 - height), (-14 - width, 12)]
    let frames = sides.map { side in
      Rect(
        x: min(max(point.x + side.0, frame.minX + 4), max(frame.minX + 4, frame.maxX - 4 - width))
          .rounded(),
        y: min(max(point.y + side.1, frame.minY + 4), frame.maxY - 4 - height).rounded(),
        width: width, height: height)
    }
    // Hiding the point itself counts most.
    let hidden = frames.map { frame in
      let ground = frame.inset(by: -4)
      return chart.covers(ground) + (ground.contains(point) ? 17 : 0)
    }
    return zip(frames, hidden).min { $0.1 < $1.1 }.map { (words, $0.0) }
  }

  private func draw(_ chip: (words: String, frame: Rect), into canvas: inout Canvas) {
    canvas.slab(chip.frame, radius: 9, .panel)
    canvas.label(
      chip.words, at: chip.frame.center, .small, canvas.theme.text, align: .center)
  }

  /// Marks both curves at a time, if visible.
  private func mark(_ time: Double, radius: Double, into canvas: inout Canvas) {
    for kind in CurvePlot.allCases {
      chart.plot(kind).mark(
        chart.point(at: time, in: kind), kind.marker, radius: radius, canvas.theme.accent,
        into: &canvas)
    }
  }

  /// Draws the readout beside the transport.
  func drawColumns(into canvas: inout Canvas) {
    let (theme, layout) = (canvas.theme, chart.layout)
    let middle = layout.play.midY
    let progress = motion.duration > 0 ? read / motion.duration : 1
    let columns = [
      progress.text(decimals: 3), Words.seconds(read),
      chart.worded(motion.value(at: read), decimals: 3),
      chart.worded(motion.velocity(at: read), decimals: 3, per: "/s"),
    ]
    // If there is no room for all, keep the last ones.
    let room = layout.frame.maxX - layout.field.maxX - 8
    let shown = zip(Words.curveReadouts, columns).suffix(max(1, Int(room / 116)))
    let pitch = min(140, room / Double(shown.count))
    for (index, column) in shown.reversed().enumerated() {
      let x = layout.frame.maxX - pitch * Double(index)
      canvas.label(
        translated(column.0), at: Vector(x, middle - 9), .caption, theme.secondaryText,
        align: .trailing)
      canvas.label(column.1, at: Vector(x, middle + 9), .body, theme.text, align: .trailing)
    }
  }
}
