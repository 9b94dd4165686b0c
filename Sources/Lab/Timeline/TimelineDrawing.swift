internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The timeline's picture at a time.
struct TimelineDrawing {
  let timeline: Timeline
  let content: TimelineContent
  let traces: LaneTraces
  let marks: [MotionLog.Mark]
  /// Moments that a hand marked.
  let markers: [Instant]
  let axes: LaneAxes
  /// What lies between the measuring cursors, in words.
  let measured: String?
  let frames: FrameMeter?
  /// What is wrong with the take that is shown, where another program did it and it has been judged.
  let judgement: TakeJudgement?
  /// Where the pointer is, while it is over the lanes or holds a press of them.
  let pointer: Vector?
  let now: Instant

  var layout: TimelineLayout { content.layout }

  /// Draws one of its elements by its id: the time, the hint, the name of a lane that can be
  /// folded, or the slider with all lanes.
  func draw(_ id: String, in frame: Rect, light: Double, into canvas: inout Canvas) {
    switch id {
    case "timeline.clock":
      canvas.label(
        Self.clock(content.playHead.seconds), at: Vector(frame.minX + 4, frame.midY), .title,
        canvas.theme.text)
    case "timeline.hint":
      let words =
        timeline.view.isWhole
        ? "Shift-drag measures · wheel zooms · right click exports"
        : "Middle drag moves · double-click zooms to fit"
      guard frame.width - 16 >= canvas.fonts.layout(words, .small).width else { return }
      canvas.label(
        words, at: Vector(frame.maxX, frame.midY), .small, canvas.theme.secondaryText,
        align: .trailing)
    case "timeline":
      drawGrid(into: &canvas)
      drawLanes(into: &canvas)
      drawMarkers(into: &canvas)
      drawSlider(into: &canvas)
      drawMeasure(into: &canvas)
      drawReadout(into: &canvas)
    default:
      let lane = TimelineLayout.Lane.curves.first { id == "timeline.\($0)" }
      guard let lane else { return }
      canvas.fill(frame, radius: 6, canvas.theme.hover.opacity(light))
      let isFolded = timeline.view.folded.contains(lane)
      canvas.arrow(
        at: Vector(frame.maxX - 8, frame.midY), pointing: isFolded ? Vector(1, 0) : Vector(0, 1))
      drawName(lane, into: &canvas)
    }
  }

  /// Minutes, seconds and thousandths: 00:01.284.
  static func clock(_ seconds: Double) -> String {
    let millis = Int((seconds * 1000).rounded())
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return padded(millis / 60_000, 2) + ":" + padded(millis / 1000 % 60, 2) + "."
      + padded(millis % 1000, 3)
  }

  // MARK: Time

  /// The middle of the column of device pixels that a time lies in, where a thin line is sharp.
  func column(_ seconds: Double, _ canvas: Canvas) -> Double {
    ((content.axis.place(of: seconds) * canvas.scale).rounded(.down) + 0.5) / canvas.scale
  }

  private func drawGrid(into canvas: inout Canvas) {
    let theme = canvas.theme
    let (plot, line) = (layout.plot, canvas.snapped(1))
    let ticks = content.axis.ticks(spacing: 72)
    for value in ticks.values {
      let x = column(value, canvas)
      canvas.fill(
        Rect(
          x: x - line / 2, y: layout.capsule.maxY, width: line,
          height: plot.maxY - layout.capsule.maxY),
        theme.grid)
      let words = value.text(decimals: ticks.decimals) + " s"
      let half = canvas.fonts.layout(words, .caption).width / 2
      canvas.label(
        words,
        at: Vector(min(max(x, plot.minX + half), plot.maxX - half), layout.scrubRow.minY + 5),
        .caption, theme.secondaryText, align: .center)
    }
  }

  private func drawSlider(into canvas: inout Canvas) {
    let theme = canvas.theme
    let slider = timeline.slider
    let height = slider.capsuleHeight(at: now)
    let stretch = slider.stretch(at: now)
    let rest = layout.capsule
    let capsule = Rect(
      x: rest.minX + min(0, stretch), y: rest.midY - height / 2, width: rest.width + abs(stretch),
      height: height)
    canvas.fill(capsule, radius: height / 2, theme.track)
    canvas.edge(capsule, radius: height / 2, theme.controlBorder)
    let share = min(1, max(0, content.share(of: content.playHead)))
    var filled = capsule
    filled.size.width = share * capsule.width
    canvas.clipped(to: filled) { $0.fill(capsule, radius: height / 2, theme.accent) }
    let head = content.playHead.seconds
    guard head >= content.axis.lower, head <= content.axis.upper else { return }
    let x = column(head, canvas)
    let line = canvas.snapped(1.5)
    canvas.fill(
      Rect(
        x: x - line / 2, y: capsule.minY - 2, width: line,
        height: layout.plot.maxY - capsule.minY + 2),
      theme.text)
  }

  // MARK: Lanes

  private func drawLanes(into canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.clipped(to: layout.plot) { canvas in
      drawInput(into: &canvas)
      drawStates(into: &canvas)
      drawItems(into: &canvas)
    }
    let curves: [(TimelineLayout.Lane, LaneTrace, LaneTrace, Color)] = [
      (.position, traces.position, traces.otherPosition, theme.position),
      (.velocity, traces.velocity, traces.otherVelocity, theme.velocity),
    ]
    for (lane, trace, other, color) in curves where layout.has(lane) {
      let frame = layout.frame(of: lane)
      let axis = axes.axis(lane, of: trace.source(at: content.playHead.seconds))
      guard let axis, !timeline.view.folded.contains(lane) else { continue }
      drawLevel(0, frame, axis, into: &canvas)
      if traces.isStill {
        // Numbers around a place where something stands say nothing.
        guard lane == .position else { continue }
        LaneCurves.drawStill(in: frame, content.stillWords, into: &canvas)
        continue
      }
      drawBounds(frame, axis, into: &canvas)
      canvas.clipped(to: frame) { canvas in
        let curves = LaneCurves(lane: lane, time: content.axis, axes: axes)
        // Under the content: it shows where that did not follow.
        if lane == .position { curves.draw(traces.hand, theme.input, width: 1.5, into: &canvas) }
        // The second set is told apart by its dashes, not by a colour.
        curves.draw(other, theme.text, dash: [3, 3], into: &canvas)
        curves.draw(trace, color, into: &canvas)
        if lane == .velocity { curves.draw(traces.poorEstimates, color, into: &canvas) }
        curves.drawCuts(of: trace, color, into: &canvas)
      }
    }
    for lane in TimelineLayout.Lane.allCases where !TimelineLayout.Lane.curves.contains(lane) {
      drawName(lane, into: &canvas)
    }
    drawSmoothness(into: &canvas)
    drawFrames(into: &canvas)
  }

  private func drawLevel(
    _ value: Double, _ frame: Rect, _ axis: PlotAxis, into canvas: inout Canvas
  ) {
    let line = canvas.snapped(1)
    let y = (axis.place(of: value) * canvas.scale).rounded() / canvas.scale
    guard y >= frame.minY, y <= frame.maxY else { return }
    canvas.fill(
      Rect(x: frame.minX, y: y - line / 2, width: frame.width, height: line), canvas.theme.grid)
  }

  /// Writes a lane's name beside its colour.
  private func drawName(_ kind: TimelineLayout.Lane, into canvas: inout Canvas) {
    guard layout.has(kind) else { return }
    let (lane, name, theme) = (layout.frame(of: kind), layout.name(of: kind), canvas.theme)
    let x = layout.frame.minX + 16
    let color =
      switch kind {
      case .input: theme.input
      case .position: theme.position
      case .velocity: theme.velocity
      case .state: theme.secondaryText
      case .items: theme.prediction
      case .smoothness, .frames: theme.ghost
      }
    canvas.fill(Rect(x: x, y: name.midY - 4, width: 3, height: 8), radius: 1.5, color)
    let words = kind == .frames && layout.isObserved ? "Program frames" : kind.name
    canvas.label(words, at: Vector(x + 9, name.midY), .caption, canvas.theme.text)
    guard kind == .position, lane.height >= 56, !traces.hand.points.isEmpty else { return }
    let hand = Vector(x, lane.midY + 18)
    canvas.fill(
      Rect(x: hand.x, y: hand.y - 4, width: 3, height: 8), radius: 1.5, canvas.theme.input)
    canvas.label("Hand", at: hand + Vector(9, 0), .caption, canvas.theme.secondaryText)
  }

  private func drawBounds(_ frame: Rect, _ axis: PlotAxis, into canvas: inout Canvas) {
    let ticks = PlotTicks(from: axis.lower, to: axis.upper, atMost: 2)
    let x = frame.minX - 8
    // Away from the next lane's, but not from each other's in a low one.
    let inset = min(7, max(4, frame.height / 2 - 8))
    canvas.label(
      axis.upper.grouped(decimals: ticks.decimals), at: Vector(x, frame.minY + inset), .caption,
      canvas.theme.secondaryText, align: .trailing)
    canvas.label(
      axis.lower.grouped(decimals: ticks.decimals), at: Vector(x, frame.maxY - inset), .caption,
      canvas.theme.secondaryText, align: .trailing)
  }

  private func drawStates(into canvas: inout Canvas) {
    let theme = canvas.theme
    guard layout.has(.state) else { return }
    let lane = layout.frame(of: .state)
    for span in traces.states {
      let x = max(lane.minX, content.axis.place(of: span.from))
      let end = min(lane.maxX, content.axis.place(of: span.to))
      guard end > x else { continue }
      let color = span.state.color(in: theme)
      let word = span.state.rawValue
      // Once everything rests, a cancelled press only waits for its release; the input lane marks
      // the cancel.
      if [.idle, .cancelled].contains(span.state) {
        canvas.fill(Rect(x: x, y: lane.midY - 1, width: end - x, height: 2), theme.grid)
        continue
      }
      // Two words of one colour are told apart by the gap between them.
      let gap = end - x > 4 ? canvas.snapped(1) : 0
      let band = Rect(
        x: x, y: lane.minY, width: max(canvas.snapped(1), end - x - gap), height: lane.height)
      canvas.fill(band, color)
      let width = canvas.fonts.layout(word, .caption).width
      if width + 8 <= band.width {
        canvas.label(word, at: band.center, .caption, theme.surface, align: .center)
      }
    }
  }

  /// Draws each item's life as a bar, full while it is shown, an outline while it only lingers; those that overlap lie below each other.
  private func drawItems(into canvas: inout Canvas) {
    guard layout.has(.items) else { return }
    let (theme, lane) = (canvas.theme, layout.frame(of: .items))
    let names = traces.readings.values.first { !$0.items.isEmpty }?.items.map(\.name) ?? []
    let rows = traces.rowsOfItems
    let count = Double(max(2, (rows.values.max() ?? 0) + 1))
    let height = (lane.height / count).rounded(.down)
    for life in traces.lives {
      let x = max(lane.minX, content.axis.place(of: life.from))
      let end = min(lane.maxX, content.axis.place(of: life.to))
      guard end > x, let row = rows[life.item] else { continue }
      let bar = Rect(
        x: x, y: lane.minY + Double(row) * height, width: end - x, height: height - 2)
      let color = theme.prediction
      canvas.fill(bar, radius: 2, life.isShown ? color : color.opacity(0.25))
      let name = names.indices.contains(life.item) ? names[life.item] : "\(life.item + 1)"
      let width = canvas.fonts.layout(name, .caption).width
      guard bar.height >= 11, width + 8 <= bar.width else { continue }
      canvas.label(
        name, at: Vector(bar.minX + 4, bar.midY), .caption,
        life.isShown ? theme.surface : theme.text)
    }
  }

  private func drawInput(into canvas: inout Canvas) {
    let theme = canvas.theme
    guard layout.has(.input) else { return }
    let lane = layout.frame(of: .input)
    var path = Path()
    for density in traces.densities {
      let (x0, x1) = (content.axis.place(of: density.from), content.axis.place(of: density.to))
      // A rate of 1 kHz fills what the marks leave; the root keeps a slow mouse in sight.
      let height = (lane.height - 9) * min(1, (density.rate / 1000).squareRoot())
      path.move(to: Vector(x0, lane.maxY))
      path.line(to: Vector(x0, lane.maxY - height))
      path.line(to: Vector(max(x0 + 1, x1), lane.maxY - height))
      path.line(to: Vector(max(x0 + 1, x1), lane.maxY))
      path.close()
    }
    if !path.elements.isEmpty {
      canvas.draw(.fill(path, .nonZero, .solid(theme.input.opacity(0.5))))
    }
    for mark in marks {
      let x = content.axis.place(of: mark.time.seconds)
      guard x >= lane.minX - 8, x <= lane.maxX + 8 else { continue }
      canvas.eventMark(mark.kind, at: Vector(x, lane.minY + 4.5), theme.input)
    }
  }

  // MARK: Read-out

  private func drawReadout(into canvas: inout Canvas) {
    guard let pointer else { return }
    let plot = layout.plot
    var seconds: Double
    switch timeline.grip {
    case .scrub: seconds = content.playHead.seconds
    case .pan, .measure: return
    case .none:
      guard plot.contains(pointer) else { return }
      seconds = content.axis.value(at: pointer.x)
    }
    seconds = min(max(seconds, content.start.seconds), content.end.seconds)
    guard seconds >= content.axis.lower, seconds <= content.axis.upper else { return }
    let theme = canvas.theme
    let x = column(seconds, canvas)
    let line = canvas.snapped(1)
    if !timeline.isScrubbing {
      canvas.fill(
        Rect(x: x - line / 2, y: plot.minY, width: line, height: plot.height),
        theme.secondaryText)
    }
    var words = "t \(seconds.text(decimals: 3)) s"
    let reach = 4 / content.axis.density
    let isOverFrames = [TimelineLayout.Lane.smoothness, .frames].contains {
      layout.frame(of: $0).contains(pointer)
    }
    if let judgement, isOverFrames, !timeline.isScrubbing {
      let known = judgement.words(at: seconds, reach: reach)
      return drawChip(known.isEmpty ? words : "\(words) · \(known)", at: x, into: &canvas)
    }
    let rows: [(LaneTrace, LaneTrace, TimelineLayout.Lane, TraceMarker, Color, String)] = [
      (traces.position, traces.otherPosition, .position, .circle, theme.position, "x"),
      (traces.velocity, traces.otherVelocity, .velocity, .triangle, theme.velocity, "v"),
    ]
    for (trace, other, lane, marker, color, name) in rows {
      guard layout.has(lane), !timeline.view.folded.contains(lane),
        let point = trace.point(at: seconds),
        let axis = axes.axis(lane, of: point.source)
      else { continue }
      let frame = layout.frame(of: lane).inset(by: -1)
      let (place, otherPoint) = (Vector(x, axis.place(of: point.value)), other.point(at: seconds))
      if let otherPoint, case let y = axis.place(of: otherPoint.value), frame.contains(Vector(x, y))
      {
        canvas.marker(
          marker, at: Vector(x, y), radius: 3.5, theme.text, on: theme.surface, isHollow: true)
      }
      if frame.contains(place) {
        canvas.marker(marker, at: place, radius: 3.5, color, on: theme.surface)
      }
      var unit = traces.readings[point.source]?.unit ?? ""
      if lane == .velocity { unit += "/s" }
      let decimals = axis.span < 10 ? 3 : 1
      let value = point.value.text(decimals: decimals)
      words += " · \(name) \(value)\(unit.isEmpty ? "" : " " + unit)"
      if let otherPoint {
        words +=
          " (\(traces.otherName) \(otherPoint.value.text(decimals: decimals)))"
      }
      // The hair of the pointer lies on a moment of the log within half its step.
      if lane == .velocity,
        let poor = traces.poorEstimates.first(where: {
          abs($0.time - seconds) <= 0.5 / Double(MotionLog.rate)
        })
      {
        words += " from \(poor.count) samples"
      }
      if lane == .position, let hand = traces.hand.point(at: seconds) {
        words += " · hand \(hand.value.text(decimals: decimals))"
      }
    }
    if let span = traces.states.last(where: { $0.from <= seconds }) {
      words += " · \(span.state.rawValue)"
    }
    let alive = traces.lives.filter { $0.from <= seconds && seconds <= $0.to }.map(\.item)
    if !alive.isEmpty {
      let items = traces.readings.values.first { !$0.items.isEmpty }?.items ?? []
      let names = Set(alive).sorted().filter(items.indices.contains).map { items[$0].name }
      words += " · alive: " + names.joined(separator: ", ")
    }
    for wrong in judgement?.wrong(near: seconds, reach: reach) ?? [] { words += " · \(wrong)" }
    let near = marks.min { abs($0.time.seconds - seconds) < abs($1.time.seconds - seconds) }
    if let near, abs(content.axis.place(of: near.time.seconds) - x) <= 4 {
      words += " · \(near.kind.word)"
    }
    if let marker = markers.firstIndex(where: {
      abs(content.axis.place(of: $0.seconds) - x) <= 4
    }) {
      words += " · marker \(marker + 1)"
    }
    if timeline.isScrubbing, timeline.slider.rate < 1 {
      let percent = timeline.slider.rate * 100
      words += " · \(percent.text(decimals: percent < 10 ? 1 : 0)) %"
    }
    drawChip(words, at: x, into: &canvas)
  }

  private func drawChip(_ words: String, at x: Double, into canvas: inout Canvas) {
    let theme = canvas.theme
    let width = (canvas.fonts.layout(words, .small).width + 20).rounded(.up)
    let left = min(max(x - width / 2, layout.plot.minX), layout.plot.maxX - width)
    let chip = Rect(x: left.rounded(), y: layout.scrubRow.minY - 2, width: width, height: 24)
    canvas.fill(chip, radius: 6, theme.surface)
    canvas.edge(chip, radius: 6, theme.controlBorder)
    canvas.label(words, at: Vector(chip.minX + 10, chip.midY), .small, theme.text)
  }
}
