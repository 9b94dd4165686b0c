internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

struct TimelineDrawing {
  let timeline: Timeline
  let content: TimelineContent
  let traces: LaneTraces
  /// The motion's state at the play-head.
  let head: MotionLog.Sample
  /// The moment that is read out, if any, and the motion's state then.
  let read: (moment: Instant, motion: MotionLog.Sample)?
  let marks: [MotionLog.Mark]
  /// The user's markers.
  let markers: [Instant]
  let axes: LaneAxes
  /// The measurement between the cursors, as text.
  let measured: String?
  let frames: FrameMeter?
  /// Judgement of the shown take of an observed program, once there is one.
  let judgement: TakeJudgement?
  /// Location of the pointer, while over the lanes or during a press that began there.
  let pointer: Vector?
  let now: Instant

  var layout: TimelineLayout { content.layout }

  /// Draws an element by id: the clock, the figures, a foldable lane's name, or the slider with all
  /// lanes.
  func draw(_ id: String, in frame: Rect, light: Double, into canvas: inout Canvas) {
    switch id {
    case "timeline.clock":
      let clock = Words.Timeline.clock(content.playHead.seconds + content.clockShift)
      let start = Vector(frame.minX + 4, frame.midY)
      canvas.label(clock, at: start, .clock, canvas.theme.text)
      let width = canvas.fonts.layout(clock, .clock).width
      canvas.label(
        Words.Timeline.seconds, at: start + Vector(width + 4, 2), .small,
        canvas.theme.secondaryText)
    case "timeline.figures": drawFigures(in: frame, into: &canvas)
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
      canvas.fill(frame, radius: 7, canvas.theme.hover.opacity(light))
      let isFolded = timeline.view.folded.contains(lane)
      canvas.arrow(
        at: Vector(frame.maxX - 8, frame.midY), pointing: isFolded ? Vector(1, 0) : Vector(0, 1))
      drawName(lane, into: &canvas)
    }
  }

  /// The control's position and velocity at the play-head, each with its unit; in a clip, if there
  /// is room, also where positions count from, as a take's card counts from the release.
  private func figures(in room: Double) -> [(number: String, unit: String)] {
    curves.compactMap { lane, _, _ in
      head.point(lane, at: content.playHead.seconds).map { point in
        let unit = traces.readings[point.source]?.unit ?? ""
        guard lane == .position else { return (point.value.grouped(decimals: 0), unit + "/s") }
        return (
          point.value.grouped(decimals: 1),
          content.isOfClip && room > 240 ? Words.Timeline.fromStart(unit) : unit
        )
      }
    }
  }

  private func drawFigures(in frame: Rect, into canvas: inout Canvas) {
    var right = frame.maxX
    for (number, unit) in figures(in: frame.width).reversed() {
      let pieces = [
        (" " + unit, TextStyle.caption, canvas.theme.secondaryText),
        (number, .smallStrong, canvas.theme.text),
      ]
      let widths = pieces.map { canvas.fonts.layout($0.0, $0.1).width }
      guard right - widths.reduce(0, +) >= frame.minX else { return }
      for ((text, style, color), width) in zip(pieces, widths) {
        canvas.label(text, at: Vector(right, frame.midY), style, color, align: .trailing)
        right -= width
      }
      right -= 12
    }
  }

  /// A plot across the lanes' time axis or another, with values from 0 to `most` or on an axis.
  func plot(
    in frame: Rect, across time: PlotAxis? = nil, upTo most: Double = 1, _ axis: PlotAxis? = nil
  ) -> Plot {
    Plot(
      in: frame, across: time ?? content.axis,
      up: axis ?? PlotAxis(from: 0, to: most, start: frame.maxY, end: frame.minY))
  }

  // MARK: Time

  private func drawGrid(into canvas: inout Canvas) {
    let (lanes, top) = (layout.plot, layout.capsule.maxY)
    let frame = Rect(x: lanes.minX, y: top, width: lanes.width, height: lanes.maxY - top)
    let (clock, line) = (content.clock, Plot.Line(canvas.theme.grid))
    plot(in: frame, across: clock).draw(
      clock.ticks(spacing: 72).values.map { .upright($0, line) }, into: &canvas)
  }

  private func drawSlider(into canvas: inout Canvas) {
    let (theme, slider, rest) = (canvas.theme, timeline.slider, layout.capsule)
    let height = rest.height - 8 + slider.capsuleHeight(at: now)
    let stretch = slider.stretch(at: now)
    let capsule = Rect(
      x: rest.minX + min(0, stretch), y: rest.midY - height / 2, width: rest.width + abs(stretch),
      height: height)
    let share = min(1, max(0, content.share(of: content.playHead)))
    var (filled, open) = (capsule, capsule)
    filled.size.width = share * capsule.width
    open.origin.x = filled.maxX
    open.size.width = capsule.width - filled.width
    let clock = content.clock
    let ruler = plot(in: capsule, across: clock)
    let ticks = clock.ticks(spacing: 72)
    let start = capsule.minX + 9
    let room = start...max(start, capsule.maxX - 9)
    // Numbers inside the capsule, each in the ink for the ground behind it.
    canvas.clipped(to: capsule, radius: height / 2) { canvas in
      for (part, ground, ink) in [
        (open, theme.hover, theme.secondaryText), (filled, theme.ink, theme.onInk),
      ] {
        canvas.fill(part, ground)
        canvas.clipped(to: part) {
          ruler.drawNumbers(across: ticks, at: capsule.midY, in: room, ink, into: &$0)
        }
      }
    }
    if theme.name == .contrast { canvas.edge(capsule, radius: height / 2, theme.edge) }
    let head = content.playHead.seconds
    guard head >= content.axis.lower, head <= content.axis.upper else { return }
    let x = column(head, canvas)
    canvas.draw(
      Plot.Line(theme.text, width: 1.5), from: Vector(x, capsule.maxY),
      to: Vector(x, layout.plot.maxY))
    for (lane, _, _) in curves {
      guard let point = self.head.point(lane, at: head),
        let axis = axes.axis(lane, of: point.source)
      else { continue }
      self.plot(in: layout.frame(of: lane), axis).mark(
        Vector(head, point.value), .circle, radius: 3.5, theme.accent, into: &canvas)
    }
    let knob = Rect(center: Vector(x, capsule.midY), size: Size(4, height + 6))
    canvas.fill(knob.inset(by: -1.5), radius: 3.5, theme.dock)
    canvas.fill(knob, radius: 2, theme.text)
  }

  // MARK: Lanes

  /// Draws a lane's name and, if there is room, its unit below.
  private func drawName(_ kind: TimelineLayout.Lane, into canvas: inout Canvas) {
    guard layout.has(kind) else { return }
    let (lane, theme, x) = (layout.frame(of: kind), canvas.theme, layout.frame.minX + 16)
    let words = Words.Timeline.lane(kind, isObserved: layout.isObserved)
    let y = layout.name(of: kind).midY
    canvas.label(
      words, at: Vector(x, y), .smallMedium, theme.text,
      maximumWidth: TimelineLayout.gutter - 18)
    guard let trace = curves.first(where: { $0.lane == kind })?.trace, lane.height >= 48,
      let source = trace.source(at: content.playHead.seconds),
      let unit = traces.readings[source]?.unit, !unit.isEmpty
    else { return }
    canvas.label(
      unit + (kind == .velocity ? "/s" : ""), at: Vector(x, y + 16), .caption, theme.secondaryText)
  }

  private func drawStates(into canvas: inout Canvas) {
    let theme = canvas.theme
    guard layout.has(.state) else { return }
    let lane = layout.frame(of: .state)
    for span in traces.states {
      let x = max(lane.minX, content.axis.place(of: span.from))
      let end = min(lane.maxX, content.axis.place(of: span.to))
      guard end > x else { continue }
      // The gap separates neighbouring states of the same colour.
      let gap = end - x > 4 ? canvas.snapped(1.5) : 0
      let band = Rect(
        x: x, y: lane.minY, width: max(canvas.snapped(1), end - x - gap), height: lane.height)
      let (ground, ink) = theme.colors(of: span.state)
      canvas.fill(band, radius: 4, ground)
      let word = span.state.phase
      let start = max(band.minX, layout.plot.minX) + 8
      if canvas.fonts.layout(word, .caption).width + 8 <= band.maxX - start {
        canvas.label(word, at: Vector(start, band.midY), .caption, ink)
      }
    }
  }

  /// Draws each item's life as a bar, pale while it lingers; overlapping ones are stacked.
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
      canvas.fill(bar, radius: 2, theme.accent.opacity(life.isShown ? 1 : 0.25))
      let name = names.indices.contains(life.item) ? names[life.item] : "\(life.item + 1)"
      let width = canvas.fonts.layout(name, .caption).width
      guard bar.height >= 11, width + 8 <= bar.width else { continue }
      canvas.label(
        name, at: Vector(bar.minX + 4, bar.midY), .caption,
        life.isShown ? theme.card : theme.text)
    }
  }

  private func drawInput(into canvas: inout Canvas) {
    guard layout.has(.input) else { return }
    let (lane, theme) = (layout.frame(of: .input), canvas.theme)
    let axis = PlotAxis(from: 0, to: 1, start: lane.midY + 4, end: lane.midY - 4)
    plot(in: lane, axis).draw([.bars(traces.densities, theme.text.opacity(0.6))], into: &canvas)
    let places = marks.map { content.axis.place(of: $0.time.seconds) }
    for (index, (mark, x)) in zip(marks, places).enumerated() {
      guard x >= lane.minX - 8, x <= lane.maxX + 8 else { continue }
      canvas.eventMark(mark.kind, at: Vector(x, lane.midY))
      // Labels appear only where nothing else is.
      let before = index > 0 ? places[index - 1] : -.infinity
      let after = index + 1 < places.count ? places[index + 1] : .infinity
      let words = mark.kind == .press ? Words.Timeline.pressed : Words.Timeline.letGo
      let width = canvas.fonts.layout(words, .caption).width
      if mark.kind == .press, x - 18 - width >= max(before, lane.minX) {
        canvas.label(
          words, at: Vector(x - 10, lane.midY), .caption, theme.secondaryText, align: .trailing)
      } else if mark.kind == .release, x + 19 + width <= min(after, lane.maxX) {
        canvas.label(words, at: Vector(x + 11, lane.midY), .caption, theme.secondaryText)
      }
    }
  }
}

extension Theme {
  /// Ground and ink of a state in the phase lane.
  fileprivate func colors(of state: ControlState) -> (ground: Color, ink: Color) {
    switch state {
    case .pressed, .tracking: (accent, onAccent)
    case .idle, .cancelled: (restTone, secondaryText)
    default: (accent.opacity(name == .dark ? 0.3 : 0.17), text)
    }
  }
}

extension Canvas {
  /// Draws the mark of a stage event; each kind has its own shape.
  fileprivate mutating func eventMark(
    _ kind: MotionLog.Mark.Kind, at center: Vector
  ) {
    let color = theme.text
    let corners: [(Double, Double)]
    switch kind {
    case .cancel:
      for way in [Vector(3.5, 3.5), Vector(-3.5, 3.5)] {
        draw(.line(center - way, center + way, width: 2, cap: .round, .solid(color)))
      }
      return
    case .press: return draw(.circle(center: center, radius: 5, .solid(color)))
    case .release:
      draw(.circle(center: center, radius: 5, .solid(color)))
      return draw(.circle(center: center, radius: 3.4, .solid(theme.dock)))
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
