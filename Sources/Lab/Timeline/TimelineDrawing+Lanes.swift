internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

extension TimelineDrawing {
  /// Draws when the frames came: those of a program that is watched, or the window's own.
  func drawFrames(into canvas: inout Canvas) {
    guard layout.has(.frames) else { return }
    if !layout.isObserved {
      drawOwnFrames(in: layout.frame(of: .frames), into: &canvas)
    } else if let judgement {
      draw(judgement, in: layout.frame(of: .frames), into: &canvas)
    }
  }

  /// Draws the frames' times as bars over the moments that they showed, and what 95 of a hundred do
  /// not exceed.
  private func drawOwnFrames(in lane: Rect, into canvas: inout Canvas) {
    guard let frames else { return }
    // What the lane's height stands for, and from one vblank to the next at 60 a second, in
    // seconds.
    let (range, budget) = (0.02, 1.0 / 60)
    let rate = Double(MotionLog.rate)
    func place(of index: Int64) -> Double { content.axis.place(of: Double(index) / rate) }
    // A column of 2 pt, but no less than one moment of the grid.
    let stride = Int64(max(1, (2 * rate / content.axis.density).rounded(.up)))
    // Frames of a stage at rest, as a pointer that passes over it makes, say nothing about a
    // motion.
    let last = Int64((min(content.axis.upper, content.end.seconds) * rate).rounded(.up))
    var index = Int64((content.axis.lower * rate).rounded(.down)) / stride * stride
    var (inTime, late) = (Path(), Path())
    while index < last {
      defer { index += stride }
      guard let slot = frames.track.longest(in: index..<(index + stride)) else { continue }
      let share = slot.isLate ? 1 : min(1, max(0.05, Double(slot.cost) / range))
      let (x0, x1) = (place(of: index), place(of: index + stride))
      let bar = Rect(
        x: x0, y: lane.maxY - share * lane.height, width: max(1, x1 - x0),
        height: share * lane.height)
      if slot.isLate { late.add(bar) } else { inTime.add(bar) }
    }
    drawBars(inTime, late, in: lane, line: budget / range, into: &canvas)
    guard let p95 = frames.summary.costs.p95 else { return }
    canvas.label(
      (p95 * 1000).text(decimals: p95 < 0.1 ? 1 : 0) + " ms", at: Vector(lane.minX - 8, lane.midY),
      .caption,
      canvas.theme.secondaryText, align: .trailing)
  }

  /// Draws how long each frame of another program took to come, as high as two and a half usual
  /// times at most; a dashed line at one.
  private func draw(_ judgement: TakeJudgement, in lane: Rect, into canvas: inout Canvas) {
    let most = 2.5 * judgement.interval
    var (inTime, late) = (Path(), Path())
    var last = -Double.infinity
    for shown in judgement.frames where shown.time >= content.axis.lower {
      let x0 = content.axis.place(of: shown.time - min(shown.gap, most))
      guard x0 <= lane.maxX else { break }
      let x1 = content.axis.place(of: shown.time)
      let isLate = shown.mark == .missed
      // Of those that lie closer than a point only the first is seen, and each that is late.
      guard isLate || x1 - last >= 1 else { continue }
      last = x1
      let height = lane.height * min(1, shown.gap / most)
      let bar = Rect(
        x: x0, y: lane.maxY - height, width: max(1, x1 - x0 - (x1 - x0 > 4 ? 1 : 0)),
        height: height)
      if isLate { late.add(bar) } else { inTime.add(bar) }
    }
    drawBars(inTime, late, in: lane, line: 1 / 2.5, into: &canvas)
  }

  /// Draws the bars of frames, and a dashed line at a share of a lane's height.
  private func drawBars(
    _ inTime: Path, _ late: Path, in lane: Rect, line: Double, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    canvas.clipped(to: lane) { canvas in
      canvas.draw(.fill(inTime, .nonZero, .solid(theme.ghost)))
      canvas.draw(.fill(late, .nonZero, .solid(theme.danger)))
    }
    let y = lane.maxY - line * lane.height
    canvas.dashedLine(
      from: Vector(lane.minX, y), to: Vector(lane.maxX, y), dash: [3, 3], theme.controlBorder)
  }

  /// Draws how even the program's frames were, what is wrong, and beside it the numbers.
  func drawSmoothness(into canvas: inout Canvas) {
    guard layout.has(.smoothness) else { return }
    let (theme, lane) = (canvas.theme, layout.frame(of: .smoothness))
    let isFolded = timeline.view.folded.contains(.smoothness)
    guard let judgement else {
      let words = content.isOver ? "is being judged" : "judged once it rests"
      return canvas.label(
        words, at: Vector(lane.minX + 4, lane.midY), .caption, theme.secondaryText,
        maximumWidth: lane.width - 8)
    }
    SmoothnessLane(judgement: judgement, time: content.axis, frame: lane, isFolded: isFolded)
      .draw(into: &canvas)
    guard !isFolded else { return }
    let room = ((lane.maxY - layout.name(of: .smoothness).midY - 6) / 13).rounded(.down)
    for (index, figures) in judgement.figures.prefix(Int(max(0, room))).enumerated() {
      canvas.label(
        figures,
        at: Vector(
          layout.frame.minX + 16, layout.name(of: .smoothness).midY + 13 * Double(index + 1)),
        .caption, theme.secondaryText, maximumWidth: TimelineLayout.gutter - 20)
    }
  }

  /// Draws the moments that a hand marked: a line over all lanes, with the marker's number, and its
  /// time where there is room for it.
  func drawMarkers(into canvas: inout Canvas) {
    let theme = canvas.theme
    let plot = content.layout.plot
    let line = canvas.snapped(1.5)
    var free = -Double.infinity
    for (index, marker) in markers.enumerated() {
      let x = column(marker.seconds, canvas)
      guard x >= plot.minX, x <= plot.maxX else { continue }
      canvas.fill(
        Rect(x: x - line / 2, y: plot.minY, width: line, height: plot.height), theme.warning)
      let (number, time) = ("\(index + 1)", "\(marker.seconds.text(decimals: 3)) s")
      let next = markers.dropFirst(index + 1).first.map { column($0.seconds, canvas) }
      for words in ["\(number) · \(time)", number] {
        let width = canvas.fonts.layout(words, .caption).width + 10
        // Beside the line, on the side that is free: neither over the marker before nor over the
        // next.
        let end = min(plot.maxX, next ?? .infinity)
        let left = x + width <= end ? x : max(plot.minX, x - width)
        guard left >= free, words == number || left == x || next == nil else { continue }
        let flag = Rect(
          x: left, y: plot.maxY - 15, width: width, height: 15)
        canvas.fill(flag, radius: 3, theme.warning)
        canvas.label(words, at: flag.center, .caption, theme.surface, align: .center)
        free = max(flag.maxX, x)
        break
      }
    }
  }

  /// Draws the measuring cursors, what is between them, and what that amounts to in words.
  func drawMeasure(into canvas: inout Canvas) {
    guard let measure = timeline.measure else { return }
    let (theme, plot) = (canvas.theme, layout.plot)
    let line = canvas.snapped(1.5)
    let places = [measure.first, measure.second].compactMap { $0 }.map { column($0, canvas) }
    canvas.clipped(to: plot) { canvas in
      if let left = places.min(), let right = places.max(), right > left {
        canvas.fill(
          Rect(x: left, y: plot.minY, width: right - left, height: plot.height),
          theme.accent.opacity(0.12))
      }
      for x in places {
        canvas.fill(
          Rect(x: x - line / 2, y: plot.minY, width: line, height: plot.height), theme.accent)
        // A handle, which a hand takes it by.
        canvas.fill(
          Rect(center: Vector(x, plot.minY + 4), size: Size(8, 8)), radius: 2, theme.accent)
      }
    }
    guard let measured, let last = places.last else { return }
    let width = (canvas.fonts.layout(measured, .small).width + 20).rounded(.up)
    let beside = last + 8 + width <= plot.maxX ? last + 8 : last - 8 - width
    let lane = layout.frame(of: .position)
    let chip = Rect(
      x: max(plot.minX, beside).rounded(), y: lane.minY + 2, width: min(width, plot.width),
      height: 22)
    canvas.fill(chip, radius: 6, theme.surface)
    canvas.edge(chip, radius: 6, theme.accent)
    canvas.label(
      measured, at: Vector(chip.minX + 10, chip.midY), .small, theme.text,
      maximumWidth: chip.width - 16)
  }
}

extension Canvas {
  /// Draws the mark of something that happened to the stage; each kind has a shape of its own.
  mutating func eventMark(
    _ kind: MotionLog.Mark.Kind, at center: Vector, _ color: Color
  ) {
    let path = Self.path(of: kind, at: center)
    if kind == .cancel {
      draw(.stroke(path, Stroke(width: 2, cap: .round), .solid(color)))
    } else {
      draw(.fill(path, .nonZero, .solid(color)))
    }
  }

  private static func path(of kind: MotionLog.Mark.Kind, at center: Vector) -> Path {
    switch kind {
    case .press:
      polygon(center, [(-4.5, -4), (4.5, -4), (0, 4)])
    case .release:
      polygon(center, [(-4.5, 4), (4.5, 4), (0, -4)])
    case .cancel:
      cross(center)
    case .caught:
      // A square: stop.
      polygon(center, [(-4, -4), (4, -4), (4, 4), (-4, 4)])
    case .wheel:
      // Up and down: a wheel.
      polygon(center, [(0, -5), (3.5, -1), (3.5, 1), (0, 5), (-3.5, 1), (-3.5, -1)])
    case .key:
      polygon(center, [(-1.5, -4.5), (1.5, -4.5), (1.5, 4.5), (-1.5, 4.5)])
    case .change:
      polygon(center, [(0, -4.5), (4.5, 0), (0, 4.5), (-4.5, 0)])
    case .order:
      polygon(center, [(-3.5, -4.5), (4.5, 0), (-3.5, 4.5)])
    }
  }

  private static func polygon(_ center: Vector, _ corners: [(Double, Double)]) -> Path {
    var path = Path()
    for (index, corner) in corners.enumerated() {
      let point = center + Vector(corner.0, corner.1)
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }

  private static func cross(_ center: Vector) -> Path {
    var path = Path()
    for side in [-1.0, 1] {
      path.move(to: center + Vector(-3.5 * side, -3.5))
      path.line(to: center + Vector(3.5 * side, 3.5))
    }
    return path
  }
}

extension MotionLog.Mark.Kind {
  /// What it is, in a word.
  var word: String {
    switch self {
    case .press: "press"
    case .caught: "caught"
    case .release: "release"
    case .cancel: "cancel"
    case .wheel: "wheel"
    case .key: "key"
    case .change: "change"
    case .order: "order"
    }
  }
}
