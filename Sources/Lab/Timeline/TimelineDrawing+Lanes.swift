internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

extension TimelineDrawing {
  // MARK: Curves

  /// The unfolded curve lanes.
  var curves: [(lane: TimelineLayout.Lane, trace: LaneTrace, other: LaneTrace)] {
    [
      (.position, traces.position, traces.otherPosition),
      (.velocity, traces.velocity, traces.otherVelocity),
    ].filter { layout.has($0.0) && !timeline.view.folded.contains($0.0) }
  }

  func drawCurves(into canvas: inout Canvas) {
    let theme = canvas.theme
    for (lane, trace, other) in curves {
      let frame = layout.frame(of: lane)
      let axis = axes.axis(lane, of: trace.source(at: content.playHead.seconds))
      guard let axis else { continue }
      plot(in: frame, axis).draw([.level(0, Plot.Line(theme.grid))], into: &canvas)
      if traces.isStill {
        // Axis numbers around a constant value would tell nothing.
        if lane == .position { drawStill(in: frame, into: &canvas) }
        continue
      }
      drawBounds(frame, axis, into: &canvas)
      for (part, axis) in axes.all(lane) {
        var plot = plot(in: frame, axis)
        let line = trace.line(of: part)
        func add(_ points: [Vector], _ color: Color, width: Double = 2, dash: [Double] = []) {
          plot.layers.append(.trace(points, Stroke(width: width, join: .bevel, dash: dash), color))
        }
        // Below the content's curve: it shows where the content did not follow.
        if lane == .position { add(traces.hand.line(of: part), theme.text, width: 1.5) }
        if lane == .velocity { plot.layers.append(.area(line, theme.accent)) }
        add(other.line(of: part), theme.bFill, dash: [7, 4])
        add(line, theme.accent)
        if lane == .velocity {
          let poor = traces.poorEstimates.map(\.point)
            .filter { StageRun.part(of: $0.source) == part }
            .map { Vector($0.time, $0.value) }
          plot.layers.append(
            .markers(.circle, plot.apart(poor, by: 6), radius: 2.5, theme.accent, isHollow: true))
        }
        plot.layers.append(.cuts(line, theme.accent))
        plot.draw(into: &canvas)
      }
      if lane == .position { drawEnd(of: trace, in: frame, into: &canvas) }
    }
  }

  /// Marks the resting place with its name.
  private func drawEnd(of trace: LaneTrace, in lane: Rect, into canvas: inout Canvas) {
    guard traces.states.count > 1, let last = traces.states.last, last.state == .idle,
      let point = trace.point(at: last.from), let axis = axes.axis(.position, of: point.source),
      let name = traces.readings[point.source]?.restName
    else { return }
    let (x, y) = (content.axis.place(of: last.from), axis.place(of: point.value))
    let half = canvas.fonts.layout(name, .caption).width / 2
    guard x >= lane.minX, x <= lane.maxX, lane.height >= 36 else { return }
    plot(in: lane, axis).mark(
      Vector(last.from, point.value), .diamond, radius: 5, canvas.theme.accent, into: &canvas)
    let middle = min(max(x, lane.minX + half), lane.maxX - half)
    canvas.label(
      name, at: Vector(middle, y + 20 > lane.maxY ? y - 14 : y + 14), .caption,
      canvas.theme.accent, align: .center)
  }

  /// Shows in a lane that nothing moves, on a ground that hides the grid behind the text.
  private func drawStill(in frame: Rect, into canvas: inout Canvas) {
    let words = content.stillWords
    let size = Size(canvas.fonts.layout(words, .caption).width + 16, 18)
    canvas.fill(Rect(center: frame.center, size: size), canvas.theme.dock)
    canvas.label(words, at: frame.center, .caption, canvas.theme.secondaryText, align: .center)
  }

  private func drawBounds(_ frame: Rect, _ axis: PlotAxis, into canvas: inout Canvas) {
    let ticks = PlotTicks(from: axis.lower, to: axis.upper, atMost: 2)
    // Clear of the next lane's, but without overlap in a low lane.
    let inset = min(7, max(4, frame.height / 2 - 8))
    for (value, y) in [(axis.upper, frame.minY + inset), (axis.lower, frame.maxY - inset)] {
      canvas.label(
        value.grouped(decimals: ticks.decimals), at: Vector(frame.minX - 8, y), .caption,
        canvas.theme.secondaryText, align: .trailing)
    }
  }

  // MARK: Frames

  /// Draws the frames' timing: an observed program's, or the window's own.
  func drawFrames(into canvas: inout Canvas) {
    guard layout.has(.frames) else { return }
    if !layout.isObserved {
      drawOwnFrames(in: layout.frame(of: .frames), into: &canvas)
    } else if let judgement {
      draw(judgement, in: layout.frame(of: .frames), into: &canvas)
    }
  }

  /// Draws frame costs as bars over the moments they showed, and their 95th percentile.
  private func drawOwnFrames(in lane: Rect, into canvas: inout Canvas) {
    guard let frames else { return }
    // Value at the top of the lane, in seconds.
    let most = 0.02
    let rate = Double(MotionLog.rate)
    // Columns of 2 pt, but at least one moment of the log.
    let stride = Int64(max(1, (2 * rate / content.axis.density).rounded(.up)))
    // Skip frames of a stage at rest, for example under a moving pointer: they say nothing about
    // motion.
    let last = Int64((min(content.axis.upper, content.end.seconds) * rate).rounded(.up))
    var index = Int64((content.axis.lower * rate).rounded(.down)) / stride * stride
    var bars: [Bool: [Plot.Bar]] = [:]
    while index < last {
      defer { index += stride }
      guard let slot = frames.track.longest(in: index..<(index + stride)) else { continue }
      bars[slot.isLate, default: []].append(
        Plot.Bar(
          from: Double(index) / rate, to: Double(index + stride) / rate,
          slot.isLate ? most : max(0.05 * most, Double(slot.cost))))
    }
    // The vblank interval at 60 Hz.
    draw(bars, in: plot(in: lane, upTo: most), line: 1.0 / 60, into: &canvas)
    guard let p95 = frames.summary.costs.p95 else { return }
    canvas.label(
      Words.Timeline.millis((p95 * 1000).text(decimals: p95 < 0.1 ? 1 : 0)),
      at: Vector(lane.minX - 8, lane.midY), .caption, canvas.theme.secondaryText, align: .trailing)
  }

  /// Draws an observed program's frame intervals, up to 2.5 usual intervals high, with a dashed
  /// line at one.
  private func draw(_ judgement: TakeJudgement, in lane: Rect, into canvas: inout Canvas) {
    let most = 2.5 * judgement.interval
    var bars: [Bool: [Plot.Bar]] = [:]
    var last = -Double.infinity
    for shown in judgement.shown(in: content.axis) {
      let x = content.axis.place(of: shown.time)
      let isLate = shown.mark == .missed
      // Of frames closer than a point, draw only the first and all late ones.
      guard isLate || x - last >= 1 else { continue }
      last = x
      bars[isLate, default: []].append(
        Plot.Bar(from: shown.time - min(shown.gap, most), to: shown.time, shown.gap))
    }
    draw(bars, in: plot(in: lane, upTo: most), line: judgement.interval, into: &canvas)
  }

  /// Draws bars of punctual frames, late ones on top, and a dashed line at the value `line`.
  private func draw(
    _ bars: [Bool: [Plot.Bar]], in plot: Plot, line: Double, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    plot.draw(
      [
        .bars(bars[false] ?? [], theme.text.opacity(0.28)), .bars(bars[true] ?? [], theme.danger),
        .level(line, Plot.Line(theme.edge, dash: [3, 3])),
      ], into: &canvas)
  }

  /// Draws the evenness of an observed program's frames, its faults, and the figures beside them.
  func drawSmoothness(into canvas: inout Canvas) {
    guard layout.has(.smoothness) else { return }
    let (theme, lane) = (canvas.theme, layout.frame(of: .smoothness))
    let isFolded = timeline.view.folded.contains(.smoothness)
    guard let judgement else {
      let words = content.isOver ? Words.Timeline.isJudged : Words.Timeline.judgedLater
      return canvas.label(
        words, at: Vector(lane.minX + 4, lane.midY), .caption, theme.secondaryText,
        maximumWidth: lane.width - 8)
    }
    SmoothnessLane(judgement: judgement, plot: plot(in: lane), isFolded: isFolded)
      .draw(into: &canvas)
    guard !isFolded else { return }
    let name = layout.name(of: .smoothness).midY
    let room = ((lane.maxY - name - 6) / 13).rounded(.down)
    for (index, figures) in judgement.figures.prefix(Int(max(0, room))).enumerated() {
      canvas.label(
        figures, at: Vector(layout.frame.minX + 16, name + 13 * Double(index + 1)), .caption,
        theme.secondaryText, maximumWidth: TimelineLayout.gutter - 20)
    }
  }

  // MARK: Cursors

  /// Pixel-aligned position of a line 1.5 pt wide at a time.
  func column(_ seconds: Double, _ canvas: Canvas) -> Double {
    canvas.sharp(content.axis.place(of: seconds), width: 1.5)
  }

  /// Draws the user's markers: a line over all lanes with the marker's number, and its time if it
  /// fits.
  func drawMarkers(into canvas: inout Canvas) {
    let (theme, plot) = (canvas.theme, layout.plot)
    let places = markers.map { column($0.seconds, canvas) }
    var free = -Double.infinity
    for (index, x) in places.enumerated() where x >= plot.minX && x <= plot.maxX {
      let seconds = markers[index].seconds
      self.plot(in: plot).draw(
        [.upright(seconds, Plot.Line(theme.warning, width: 1.5))], into: &canvas)
      let number = "\(index + 1)"
      let next = places.dropFirst(index + 1).first
      let time = Words.time(seconds + content.clockShift)
      for words in [Words.line([number, time]), number] {
        let width = canvas.fonts.layout(words, .caption).width + 10
        // On whichever side of the line is clear of the neighbouring markers.
        let left = x + width <= min(plot.maxX, next ?? .infinity) ? x : max(plot.minX, x - width)
        guard left >= free, words == number || left == x || next == nil else { continue }
        let flag = Rect(x: left, y: plot.maxY - 15, width: width, height: 15)
        canvas.fill(flag, radius: 3, theme.warning)
        canvas.label(words, at: flag.center, .caption, theme.card, align: .center)
        free = max(flag.maxX, x)
        break
      }
    }
  }

  /// Draws the measuring cursors, the interval between them and the measurement as text.
  func drawMeasure(into canvas: inout Canvas) {
    guard let measure = timeline.measure else { return }
    let (color, plot) = (canvas.theme.accent, layout.plot)
    let ends = [measure.first, measure.second].compactMap(\.self)
    var layers: [Plot.Layer] = []
    if let left = ends.min(), let right = ends.max(), right > left {
      layers.append(.band(left...right, color.opacity(0.12)))
    }
    layers += ends.map { .upright($0, Plot.Line(color, width: 1.5)) }
    self.plot(in: plot).draw(layers, into: &canvas)
    let places = ends.map { column($0, canvas) }
    canvas.clipped(to: plot) { canvas in
      // A handle to drag the cursor by.
      for x in places {
        canvas.fill(Rect(center: Vector(x, plot.minY + 4), size: Size(8, 8)), radius: 2, color)
      }
    }
    guard let measured, let last = places.last else { return }
    let width = canvas.chipWidth(measured)
    let beside = last + 8 + width <= plot.maxX ? last + 8 : last - 8 - width
    canvas.chip(
      measured,
      in: Rect(
        x: max(plot.minX, beside).rounded(), y: layout.frame(of: .position).minY + 2,
        width: min(width, plot.width), height: 22), edge: color)
  }

  /// Draws the values at the pointer, or at the play-head while it is dragged.
  func drawReadout(into canvas: inout Canvas) {
    guard let pointer, let (moment, motion) = read else { return }
    let (plot, axis, theme) = (layout.plot, content.axis, canvas.theme)
    let seconds = moment.seconds
    if !timeline.isScrubbing {
      self.plot(in: plot).draw([.upright(seconds, Plot.Line(theme.secondaryText))], into: &canvas)
    }
    let isOverFrames = [TimelineLayout.Lane.smoothness, .frames].contains {
      layout.frame(of: $0).contains(pointer)
    }
    var words = [Words.Timeline.time(seconds + content.clockShift)]
    if let judgement, isOverFrames, !timeline.isScrubbing {
      let known = judgement.words(
        at: seconds, reach: 4 / axis.density, shiftedBy: content.clockShift)
      if !known.isEmpty { words.append(known) }
    } else {
      words += readCurves(motion, at: seconds, into: &canvas) + readMarks(at: seconds)
    }
    let line = Words.line(words)
    let (x, width) = (axis.place(of: seconds), canvas.chipWidth(line))
    let left = min(max(x - width / 2, plot.minX), plot.maxX - width)
    canvas.chip(
      line, in: Rect(x: left.rounded(), y: layout.scrubRow.minY - 2, width: width, height: 24),
      edge: theme.edge)
  }

  /// Marks the values of the motion at a time, and returns them as text.
  ///
  /// They are those that the stage shows then: between a clip's frames, the last one's.
  private func readCurves(
    _ motion: MotionLog.Sample, at seconds: Double, into canvas: inout Canvas
  ) -> [String] {
    let theme = canvas.theme
    var words: [String] = []
    for (lane, _, other) in curves {
      guard let point = motion.point(lane, at: seconds),
        let axis = axes.axis(lane, of: point.source)
      else { continue }
      let isVelocity = lane == .velocity
      let plot = plot(in: layout.frame(of: lane), axis)
      func mark(_ value: Double, _ color: Color, isHollow: Bool) {
        plot.mark(
          Vector(seconds, value), isVelocity ? .triangle : .circle, radius: 3.5, color,
          isHollow: isHollow, into: &canvas)
      }
      let ofB = isVelocity ? motion.otherVelocity : motion.otherPosition
      let otherValue = other.points.isEmpty ? nil : ofB ?? other.point(at: seconds)?.value
      if let otherValue { mark(otherValue, theme.bFill, isHollow: true) }
      mark(point.value, theme.accent, isHollow: false)
      func text(_ value: Double) -> String { value.text(decimals: axis.span < 10 ? 3 : 1) }
      let unit = (traces.readings[point.source]?.unit ?? "") + (isVelocity ? "/s" : "")
      // The pointer's line is at most half a log step from a log moment.
      let reach = 0.5 / Double(MotionLog.rate)
      let poor = traces.poorEstimates.first { abs($0.point.time - seconds) <= reach }
      words.append(
        Words.Timeline.value(
          isVelocity: isVelocity, Words.number(text(point.value), in: unit),
          other: otherValue.map { (traces.otherName, text($0)) },
          samples: isVelocity ? poor?.samples : nil))
      if !isVelocity, let hand = motion.hand { words.append(Words.Timeline.hand(text(hand))) }
    }
    return words
  }

  /// Other text at a time: state, live items, faults and events.
  private func readMarks(at seconds: Double) -> [String] {
    let reach = 4 / content.axis.density
    var words: [String] = []
    if let span = traces.states.last(where: { $0.from <= seconds }) {
      words.append(span.state.phase)
    }
    let alive = traces.lives.filter { $0.from <= seconds && seconds <= $0.to }.map(\.item)
    if !alive.isEmpty {
      let names = traces.itemNames
      let known = Set(alive).sorted().filter(names.indices.contains).map { names[$0] }
      words.append(Words.Timeline.alive(known))
    }
    words += judgement?.wrong(near: seconds, reach: reach, shiftedBy: content.clockShift) ?? []
    let near = marks.min { abs($0.time.seconds - seconds) < abs($1.time.seconds - seconds) }
    if let near, abs(near.time.seconds - seconds) <= reach { words.append("\(near.kind)") }
    if let marker = markers.firstIndex(where: { abs($0.seconds - seconds) <= reach }) {
      words.append(Words.Timeline.marker(marker + 1))
    }
    if timeline.isScrubbing, timeline.slider.rate < 1 {
      let percent = timeline.slider.rate * 100
      words.append(Words.percent(percent.text(decimals: percent < 10 ? 1 : 0)))
    }
    return words
  }
}
