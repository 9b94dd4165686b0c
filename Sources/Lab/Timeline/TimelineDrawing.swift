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
      let words = timeline.view.isWhole ? Words.Timeline.hint : Words.Timeline.zoomedHint
      guard frame.width - 16 >= canvas.fonts.layout(words, .small).width else { return }
      canvas.label(
        words, at: Vector(frame.maxX, frame.midY), .small, canvas.theme.secondaryText,
        align: .trailing)
    case "timeline":
      drawGrid(into: &canvas)
      canvas.clipped(to: layout.plot) { canvas in
        drawInput(into: &canvas)
        drawStates(into: &canvas)
        drawItems(into: &canvas)
      }
      drawCurves(into: &canvas)
      for lane in TimelineLayout.Lane.allCases where !TimelineLayout.Lane.curves.contains(lane) {
        drawName(lane, into: &canvas)
      }
      drawSmoothness(into: &canvas)
      drawFrames(into: &canvas)
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

  /// A plot over the lanes' time, of values up to a number or on an axis.
  func plot(in frame: Rect, upTo most: Double = 1, _ axis: PlotAxis? = nil) -> Plot {
    Plot(
      in: frame, across: content.axis,
      up: axis ?? PlotAxis(from: 0, to: most, start: frame.maxY, end: frame.minY))
  }

  // MARK: Time

  private func drawGrid(into canvas: inout Canvas) {
    let (plot, ticks) = (layout.plot, content.axis.ticks(spacing: 72))
    let grid = self.plot(
      in: Rect(
        x: plot.minX, y: layout.capsule.maxY, width: plot.width,
        height: plot.maxY - layout.capsule.maxY))
    grid.draw(Plot.grid(across: ticks, canvas.theme), into: &canvas)
    grid.drawNumbers(
      across: ticks, at: layout.scrubRow.minY + 5, in: plot.minX...plot.maxX, into: &canvas)
  }

  private func drawSlider(into canvas: inout Canvas) {
    let (theme, slider, rest) = (canvas.theme, timeline.slider, layout.capsule)
    let height = slider.capsuleHeight(at: now)
    let stretch = slider.stretch(at: now)
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
    canvas.draw(
      Plot.Line(theme.text, width: 1.5), from: Vector(x, capsule.minY - 2),
      to: Vector(x, layout.plot.maxY))
  }

  // MARK: Lanes

  /// Writes a lane's name beside its colour.
  private func drawName(_ kind: TimelineLayout.Lane, into canvas: inout Canvas) {
    guard layout.has(kind) else { return }
    let (lane, theme, x) = (layout.frame(of: kind), canvas.theme, layout.frame.minX + 16)
    func name(_ words: String, _ mark: Color, at y: Double, _ color: Color) {
      canvas.fill(Rect(x: x, y: y - 4, width: 3, height: 8), radius: 1.5, mark)
      canvas.label(words, at: Vector(x + 9, y), .caption, color)
    }
    let words = Words.Timeline.lane(kind, isObserved: layout.isObserved)
    name(words, kind.color(in: theme), at: layout.name(of: kind).midY, theme.text)
    guard kind == .position, lane.height >= 56, !traces.hand.points.isEmpty else { return }
    name(Words.Timeline.hand, theme.input, at: lane.midY + 18, theme.secondaryText)
  }

  private func drawStates(into canvas: inout Canvas) {
    let theme = canvas.theme
    guard layout.has(.state) else { return }
    let lane = layout.frame(of: .state)
    for span in traces.states {
      let x = max(lane.minX, content.axis.place(of: span.from))
      let end = min(lane.maxX, content.axis.place(of: span.to))
      guard end > x else { continue }
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
      canvas.fill(band, span.state.color(in: theme))
      let word = span.state.rawValue
      if canvas.fonts.layout(word, .caption).width + 8 <= band.width {
        canvas.label(word, at: band.center, .caption, theme.surface, align: .center)
      }
    }
  }

  /// Draws each item's life as a bar, pale while it only lingers; those that overlap lie below each
  /// other.
  private func drawItems(into canvas: inout Canvas) {
    guard layout.has(.items) else { return }
    let (theme, lane) = (canvas.theme, layout.frame(of: .items))
    let names = traces.itemNames
    let rows = traces.rowsOfItems
    let count = Double(max(2, (rows.values.max() ?? 0) + 1))
    let height = (lane.height / count).rounded(.down)
    for life in traces.lives {
      let x = max(lane.minX, content.axis.place(of: life.from))
      let end = min(lane.maxX, content.axis.place(of: life.to))
      guard end > x, let row = rows[life.item] else { continue }
      let bar = Rect(x: x, y: lane.minY + Double(row) * height, width: end - x, height: height - 2)
      canvas.fill(bar, radius: 2, theme.prediction.opacity(life.isShown ? 1 : 0.25))
      let name = names.indices.contains(life.item) ? names[life.item] : "\(life.item + 1)"
      let width = canvas.fonts.layout(name, .caption).width
      guard bar.height >= 11, width + 8 <= bar.width else { continue }
      canvas.label(
        name, at: Vector(bar.minX + 4, bar.midY), .caption,
        life.isShown ? theme.surface : theme.text)
    }
  }

  private func drawInput(into canvas: inout Canvas) {
    guard layout.has(.input) else { return }
    let (lane, color) = (layout.frame(of: .input), canvas.theme.input)
    // What the marks leave.
    let axis = PlotAxis(from: 0, to: 1, start: lane.maxY, end: lane.minY + 9)
    plot(in: lane, axis).draw([.bars(traces.densities, color.opacity(0.5))], into: &canvas)
    for mark in marks {
      let x = content.axis.place(of: mark.time.seconds)
      guard x >= lane.minX - 8, x <= lane.maxX + 8 else { continue }
      canvas.eventMark(mark.kind, at: Vector(x, lane.minY + 4.5), color)
    }
  }
}

extension TimelineLayout.Lane {
  func color(in theme: Theme) -> Color {
    switch self {
    case .input: theme.input
    case .position: theme.position
    case .velocity: theme.velocity
    case .state: theme.secondaryText
    case .items: theme.prediction
    case .smoothness, .frames: theme.ghost
    }
  }
}

extension Canvas {
  /// Draws the mark of something that happened to the stage; each kind has a shape of its own.
  fileprivate mutating func eventMark(
    _ kind: MotionLog.Mark.Kind, at center: Vector, _ color: Color
  ) {
    let corners: [(Double, Double)]
    switch kind {
    case .cancel:
      for way in [Vector(3.5, 3.5), Vector(-3.5, 3.5)] {
        draw(.line(center - way, center + way, width: 2, cap: .round, .solid(color)))
      }
      return
    case .press: corners = [(-4.5, -4), (4.5, -4), (0, 4)]
    case .release: corners = [(-4.5, 4), (4.5, 4), (0, -4)]
    // A square: stop.
    case .caught: corners = [(-4, -4), (4, -4), (4, 4), (-4, 4)]
    // Up and down: a wheel.
    case .wheel: corners = [(0, -5), (3.5, -1), (3.5, 1), (0, 5), (-3.5, 1), (-3.5, -1)]
    case .key: corners = [(-1.5, -4.5), (1.5, -4.5), (1.5, 4.5), (-1.5, 4.5)]
    case .change: corners = [(0, -4.5), (4.5, 0), (0, 4.5), (-4.5, 0)]
    case .order: corners = [(-3.5, -4.5), (4.5, 0), (-3.5, 4.5)]
    }
    let path = Path(through: corners.map { center + Vector($0.0, $0.1) }, isClosed: true)
    draw(.fill(path, .nonZero, .solid(color)))
  }
}
