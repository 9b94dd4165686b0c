internal import Feel
internal import Lab
internal import Raster
internal import TextLayout

extension CurvesPart {
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    canvas.fill(layout.card, radius: 14, theme.surface)
    canvas.edge(layout.card, radius: 14, theme.border)
    drawHeadings(into: &canvas)
    let chip = readoutChip(canvas)
    drawGrid(into: &canvas)
    canvas.clipped(to: axes.positionFrame) { canvas in
      drawLevels(into: &canvas)
      drawTrace(.position, into: &canvas)
    }
    canvas.clipped(to: axes.velocityFrame) { drawTrace(.velocity, into: &$0) }
    drawPhases(into: &canvas)
    drawLevelNames(around: chip?.frame, into: &canvas)
    drawScrubber(into: &canvas)
    drawRunner(into: &canvas, at: now)
    if let chip { draw(chip, into: &canvas) }
    drawTransport(into: &canvas, at: now)
    if focus == .ring {
      canvas.focusRing(around: layout.card, radius: 14)
    }
  }

  private func axis(of plot: CurveAxes.Plot) -> PlotAxis {
    plot == .position ? axes.position : axes.velocity
  }

  private func frame(of plot: CurveAxes.Plot) -> Rect {
    plot == .position ? axes.positionFrame : axes.velocityFrame
  }

  private func place(_ time: Double, _ plot: CurveAxes.Plot) -> Vector {
    let motion = source.motion
    let value = plot == .position ? motion.value(at: time) : motion.velocity(at: time)
    return Vector(axes.time.place(of: time), axis(of: plot).place(of: value))
  }

  /// A value with its unit.
  private func worded(_ value: Double, decimals: Int? = nil, per: String = "") -> String {
    let unit = source.unit + per
    let number = value.text(decimals: decimals ?? source.decimals)
    return unit.isEmpty ? number : "\(number) \(unit)"
  }

  // MARK: Ground

  private func drawHeadings(into canvas: inout Canvas) {
    let theme = canvas.theme
    let rows: [(CurveAxes.Plot, TraceMarker, Color, String, String)] = [
      (.position, .circle, theme.position, "Position", source.unit),
      (.velocity, .triangle, theme.velocity, "Velocity", source.unit + "/s"),
    ]
    for (plot, marker, color, name, unit) in rows {
      let frame = frame(of: plot)
      let y = frame.minY - 14
      canvas.fill(Rect(x: frame.minX, y: y - 1, width: 24, height: 2), color)
      canvas.marker(marker, at: Vector(frame.minX + 12, y), radius: 3.5, color, on: theme.surface)
      let x = frame.minX + 32
      canvas.label(name, at: Vector(x, y), .strong, theme.text)
      let width = canvas.fonts.layout(name, .strong).width
      canvas.label(unit, at: Vector(x + width + 8, y), .small, theme.secondaryText)
    }
    let motion = source.motion
    let words =
      "\(worded(motion.finalValue - motion.value(at: 0))) in "
      + "\(motion.duration.text(decimals: 3)) s · \(source.steps) steps"
    let frame = axes.positionFrame
    let (right, y) = (frame.maxX, frame.minY - 14)
    canvas.label(words, at: Vector(right, y), .small, theme.secondaryText, align: .trailing)
    let used = canvas.fonts.layout(words, .small).width + 16
    canvas.label(
      source.title, at: Vector(right - used, y), .strong, theme.text, align: .trailing,
      maximumWidth: max(0, frame.width - used - 140))
  }

  private func drawGrid(into canvas: inout Canvas) {
    let theme = canvas.theme
    let line = canvas.snapped(1)
    let scale = canvas.scale
    func snapped(_ place: Double) -> Double { (place * scale).rounded() / scale }
    let times = axes.time.ticks(spacing: 88)
    for plot in [CurveAxes.Plot.position, .velocity] {
      let frame = frame(of: plot)
      for time in times.values {
        let x = snapped(axes.time.place(of: time))
        canvas.fill(
          Rect(x: x, y: frame.minY, width: line, height: frame.height),
          time == 0 ? theme.controlBorder : theme.grid)
      }
      let axis = axis(of: plot)
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
        at: Vector(axes.time.place(of: time), layout.lane.maxY + 14), .caption,
        theme.secondaryText, align: .center)
    }
    for phase in source.phases.dropFirst() {
      let x = column(of: phase.start, canvas)
      for frame in [axes.positionFrame, axes.velocityFrame] where x > frame.minX && x < frame.maxX {
        canvas.dashedLine(
          from: Vector(x, frame.minY), to: Vector(x, frame.maxY), dash: [1, 3],
          theme.secondaryText)
      }
    }
  }

  /// Draws which kind of motion it is when, as a strip of words under the plots.
  private func drawPhases(into canvas: inout Canvas) {
    let theme = canvas.theme
    let lane = layout.lane
    let ends = source.phases.dropFirst().map(\.start) + [source.motion.duration]
    canvas.clipped(to: lane, radius: 4) { canvas in
      canvas.fill(lane, theme.hover)
      for (phase, end) in zip(source.phases, ends) {
        let (left, right) = (axes.time.place(of: phase.start), axes.time.place(of: end))
        let shown = Rect(
          x: max(left, lane.minX), y: lane.minY,
          width: min(right, lane.maxX) - max(left, lane.minX),
          height: lane.height)
        guard shown.width > 0 else { continue }
        let color = Self.color(of: phase.state, theme)
        canvas.fill(shown, color.opacity(0.16))
        canvas.fill(Rect(x: shown.minX, y: shown.minY, width: 2, height: shown.height), color)
        let word = phase.state.rawValue
        guard canvas.fonts.layout(word, .caption).width + 14 <= shown.width else { continue }
        canvas.label(word, at: Vector(shown.minX + 8, lane.midY), .caption, theme.text)
      }
    }
  }

  private static func color(of state: ControlState, _ theme: Theme) -> Color {
    switch state {
    case .idle: theme.secondaryText
    case .pressed, .tracking: theme.accent
    case .rubber: theme.warning
    case .decelerating, .bouncing: theme.velocity
    case .snapping, .programmatic: theme.prediction
    case .cancelled: theme.danger
    }
  }

  // MARK: Levels

  private func drawLevels(into canvas: inout Canvas) {
    let theme = canvas.theme
    let frame = axes.positionFrame
    drawPastEdges(into: &canvas)
    for level in source.levels {
      let y = axes.position.place(of: level.value)
      canvas.draw(
        .line(
          Vector(frame.minX, y), Vector(frame.maxX, y), width: canvas.snapped(1), cap: .butt,
          .solid(theme.controlBorder)))
    }
    let rest = axes.position.place(of: source.motion.finalValue)
    var path = Path()
    path.move(to: Vector(frame.minX, rest))
    path.line(to: Vector(frame.maxX, rest))
    canvas.draw(.stroke(path, Stroke(width: 2, dash: [6, 4]), .solid(theme.prediction)))
    canvas.marker(
      .diamond, at: Vector(axes.time.place(of: source.motion.duration), rest), radius: 4,
      theme.prediction, on: theme.surface)
  }

  /// Shades what lies past the edges, where content is only on a visit.
  private func drawPastEdges(into canvas: inout Canvas) {
    guard let edges = source.edges else { return }
    let frame = axes.positionFrame
    let bottom = axes.position.place(of: edges.lowerBound)
    let top = axes.position.place(of: edges.upperBound)
    let shade = canvas.theme.text.opacity(0.04)
    let above = Rect(
      x: frame.minX, y: frame.minY, width: frame.width, height: max(0, top - frame.minY))
    let below = Rect(
      x: frame.minX, y: bottom, width: frame.width, height: max(0, frame.maxY - bottom))
    for part in [above, below] {
      if let shown = part.intersection(frame) { canvas.fill(shown, shade) }
    }
  }

  /// Writes each level's name above its line at the right, beside each other where lines are close.
  private func drawLevelNames(around chip: Rect?, into canvas: inout Canvas) {
    let theme = canvas.theme
    let frame = axes.positionFrame
    let rest = source.motion.finalValue
    var names = source.levels.map { ($0.name, $0.value, theme.secondaryText) }
    names.append(("rest", rest, theme.prediction))
    var last: (y: Double, x: Double)?
    for (name, value, color) in names.sorted(by: { $0.1 < $1.1 }) {
      let line = axes.position.place(of: value)
      guard line >= frame.minY, line <= frame.maxY else { continue }
      let y = line - 11 < frame.minY + 6 ? line + 11 : line - 11
      let words = "\(name) \(value.text(decimals: source.decimals))"
      let width = canvas.fonts.layout(words, .caption).width
      var x = frame.maxX - 8
      if let last, last.y - y < 16 { x = last.x - 16 }
      last = (y, x - width)
      let box = Rect(x: x - width - 2, y: y - 8, width: width + 4, height: 16)
      guard chip?.intersection(box) == nil else { continue }
      canvas.label(words, at: Vector(x, y), .caption, color, align: .trailing)
    }
  }

  // MARK: Traces

  private func drawTrace(_ plot: CurveAxes.Plot, into canvas: inout Canvas) {
    let theme = canvas.theme
    let color = plot == .position ? theme.position : theme.velocity
    let duration = source.motion.duration
    let from = max(0, axes.time.lower)
    let until = min(duration, axes.time.upper)
    guard from < until else { return }
    // A point of the curve for each point of the screen, and for both ends.
    let steps = max(1, Int(((until - from) * axes.time.density).rounded(.up)))
    var path = Path()
    for step in 0...steps {
      let time = from + (until - from) * Double(step) / Double(steps)
      var point = place(time, plot)
      if plot == .velocity, time >= duration {
        point.y = axes.velocity.place(of: source.motion.finalVelocity)
      }
      if step == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    canvas.draw(.stroke(path, Stroke(width: 2, join: .round, cap: .round), .solid(color)))
    guard axes.time.density * Self.frame >= 20 else { return }
    let first = (from / Self.frame).rounded(.up)
    let last = (until / Self.frame).rounded(.down)
    guard first <= last else { return }
    for frame in Int(first)...Int(last) {
      canvas.draw(
        .circle(center: place(Double(frame) * Self.frame, plot), radius: 3, .solid(color)))
    }
  }

  // MARK: Scrubber

  /// The words that are pinned to the curve, and where.
  struct ReadoutChip {
    let words: String
    let frame: Rect
  }

  private func readoutChip(_ canvas: Canvas) -> ReadoutChip? {
    let plot = axes.positionFrame
    let point = place(read, .position)
    guard point.x >= plot.minX, point.x <= plot.maxX else { return nil }
    let motion = source.motion
    let words =
      "t \(read.text(decimals: 3)) s · x \(motion.value(at: read).text(decimals: source.decimals)) · "
      + "v \(motion.velocity(at: read).text(decimals: source.decimals - 1))"
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
    return ReadoutChip(words: words, frame: frames[best])
  }

  /// How much of the curve lies under a chip, in samples of its width, the read point counting double.
  private func hidden(by chip: Rect) -> Int {
    let ground = chip.inset(by: -4)
    let samples = (0...16).filter { step in
      let time = axes.time.value(at: ground.minX + ground.width * Double(step) / 16)
      return ground.contains(place(min(max(0, time), source.motion.duration), .position))
    }
    return samples.count + (ground.contains(place(read, .position)) ? 17 : 0)
  }

  private func draw(_ chip: ReadoutChip, into canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.fill(chip.frame, radius: 6, theme.surface)
    canvas.edge(chip.frame, radius: 6, theme.controlBorder)
    canvas.label(
      chip.words, at: Vector(chip.frame.minX + 10, chip.frame.midY), .small, theme.text)
  }

  private func drawScrubber(into canvas: inout Canvas) {
    let theme = canvas.theme
    let (upper, lower) = (axes.positionFrame, axes.velocityFrame)
    func line(at time: Double, _ color: Color, dash: [Double]) {
      let x = column(of: time, canvas)
      guard x >= upper.minX - 1, x <= upper.maxX + 1 else { return }
      var path = Path()
      for plot in [upper, lower] {
        path.move(to: Vector(x, plot.minY))
        path.line(to: Vector(x, plot.maxY))
      }
      canvas.draw(.stroke(path, Stroke(width: canvas.snapped(1), dash: dash), .solid(color)))
    }
    line(at: scrub, theme.text, dash: [4, 3])
    let x = column(of: scrub, canvas)
    if x >= upper.minX - 1, x <= upper.maxX + 1 {
      canvas.fill(
        Rect(center: Vector(x, upper.minY), size: Size(8, 14)), radius: 4, theme.text)
    }
    if let pointed { line(at: pointed, theme.secondaryText, dash: []) }
    mark(read, radius: 4.5, into: &canvas)
  }

  /// The middle of the column of device pixels that a time lies in, where a thin line is sharp.
  private func column(of time: Double, _ canvas: Canvas) -> Double {
    ((axes.time.place(of: time) * canvas.scale).rounded(.down) + 0.5) / canvas.scale
  }

  /// Marks both curves at a time, where it is shown.
  private func mark(_ time: Double, radius: Double, into canvas: inout Canvas) {
    let theme = canvas.theme
    let marks: [(CurveAxes.Plot, TraceMarker, Color)] = [
      (.position, .circle, theme.position), (.velocity, .triangle, theme.velocity),
    ]
    for (plot, marker, color) in marks {
      let point = place(time, plot)
      guard frame(of: plot).inset(by: -1).contains(point) else { continue }
      canvas.marker(marker, at: point, radius: radius, color, on: theme.surface)
    }
  }

  // MARK: Animator

  private func drawRunner(into canvas: inout Canvas, at now: Instant) {
    let elapsed = elapsed(at: now)
    guard elapsed > 0 else { return }
    mark(elapsed, radius: 6.5, into: &canvas)
  }

  private func drawTransport(into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    let lit = theme.surface.mixed(with: theme.hover, play.light(at: now))
    canvas.fill(play.frame, radius: 8, play.isPressed ? theme.pressed : lit)
    canvas.edge(play.frame, radius: 8, theme.controlBorder)
    let icon = Vector(play.frame.minX + 22, play.frame.midY)
    if animator.isRunning {
      canvas.fill(Rect(center: icon, size: Size(10, 10)), radius: 1, theme.text)
    } else {
      canvas.fillTriangle(pointingRightAt: icon, side: 12, theme.text)
    }
    canvas.label(
      animator.isRunning ? "Stop" : "Start", at: Vector(play.frame.minX + 38, play.frame.midY),
      .body, theme.text)
    let middle = play.frame.midY
    canvas.label(
      elapsed(at: now).text(decimals: 3) + " s", at: Vector(play.frame.maxX + 16, middle), .strong,
      theme.text)
    let motion = source.motion
    let progress = motion.duration > 0 ? read / motion.duration : 1
    let columns = [
      ("Progress", progress.text(decimals: 3)),
      ("Time", read.text(decimals: 3) + " s"),
      ("Value", worded(motion.value(at: read), decimals: 3)),
      ("Velocity", worded(motion.velocity(at: read), decimals: 3, per: "/s")),
    ]
    // Where there is no room for all, the last ones are the ones to keep.
    let room = layout.frame.maxX - play.frame.maxX - 100
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
