internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// A motion as two plots over one time axis, with a scrubber that reads it and an animator that
/// plays it.
struct CurvesPart: Part {
  /// The effect of a pressed pointer.
  enum Grip: Hashable {
    case none
    /// It moves the scrubber, which was at `restore` before.
    case scrub(restore: Double)
    /// It pans; without movement, the press is a click.
    case pan(last: Vector, plot: CurvePlot, isClick: Bool)
  }

  private(set) var chart: CurveChart
  private let source: @Sendable (Stage) -> CurveSource
  private(set) var transport = CurveTransport()
  private var grip = Grip.none
  // The time of the scrubber, in seconds.
  private var scrub = 0.0
  // Whether the scrubber follows the animator: from its start until a hand moves it.
  private var followsAnimator = false
  // The time under a hovering pointer, in seconds.
  private var pointed: Double?

  /// The duration of a frame at 60 Hz, in seconds.
  static let frame = 1.0 / 60

  init(_ stage: Stage, showing source: @escaping @Sendable (Stage) -> CurveSource) {
    self.source = source
    chart = CurveChart(source(stage))
    scrub = 0.25 * motion.duration
  }

  private var motion: CurveMotion { chart.motion }
  private var layout: CurvesLayout { chart.layout }

  var hitBox: Rect { layout.frame }
  var keyboard: KeyboardUse { KeyboardUse(characters: "+=-0", takesShiftedArrows: true) }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    chart.show(source(stage), in: CurvesLayout(frame))
    transport.show(motion, at: layout.play, after: now)
    scrub = chart.clamped(scrub)
  }

  mutating func stand(beside other: (any Part)?) {
    chart.stand(beside: (other as? CurvesPart)?.chart)
  }

  /// Performs `fit`, `lock-axes`, `scrub T`, in seconds, `copy-csv`, `save-svg` and `save-png`.
  mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    switch command.name {
    case "fit": chart.fit()
    case Command.doubleClick.name:
      // Only on the plots: presses elsewhere hold no scrubber.
      guard case .scrub(let restore) = grip else { return [] }
      (scrub, grip) = (chart.clamped(restore), .none)
      chart.fit()
    case "lock-axes": chart.isLocked.toggle()
    case "scrub":
      guard let time = command.number, time.isFinite else { return [] }
      stand(at: now)
      move(to: time)
    case "copy-csv": return [asking(.copy(chart.shownCurve.csv), "copied", at: now)]
    case "save-svg":
      return [asking(.savePicture(of: layout.card, name: "curve.svg"), "saved", at: now)]
    case "save-png":
      return [asking(.savePicture(of: layout.card, name: "curve.png"), "saved", at: now)]
    default: break
    }
    return []
  }

  private func asking(_ request: Effect.Request, _ name: String, at now: Instant) -> Effect {
    Effect(time: now, control: "curves", name: name, request: request)
  }

  mutating func handle(_ event: InputEvent) -> Response {
    switch event {
    case .pointer(let sample):
      if transport.isClick(sample) { return Response(togglePlay(at: sample.time)) }
      return Response(drag(sample))
    case .wheel(let sample): turn(sample)
    case .key(let sample) where sample.phase == .down:
      if [.space, .return].contains(sample.key) {
        return sample.isRepeat ? Response() : Response(togglePlay(at: sample.time))
      }
      press(sample)
    case .cancel: abandon()
    case .key: break
    }
    return Response()
  }

  /// Starts the animator, which moves the scrubber, or stops it and leaves the scrubber there.
  private mutating func togglePlay(at now: Instant) -> [Effect] {
    stand(at: now)
    let effects = transport.toggle(motion, at: now)
    followsAnimator = transport.animator.isRunning
    return effects
  }

  /// The part with its scrubber at the animator's time.
  private func brought(to now: Instant) -> CurvesPart {
    guard followsAnimator, transport.animator.isRunning else { return self }
    var part = self
    part.scrub = chart.clamped(transport.animator.elapsed(at: now))
    return part
  }

  /// Leaves the scrubber at the animator's time, from now on under the hand's control.
  private mutating func stand(at now: Instant) {
    scrub = brought(to: now).scrub
    followsAnimator = false
  }

  mutating func advance(to now: Instant) -> [Effect] { transport.advance(to: now) }

  var deadline: Instant? { transport.finish }
  var hold: Hold { grip != .none || transport.play.isHeld ? .pressed : .none }

  func isMoving(at now: Instant) -> Bool { transport.isMoving(at: now) }

  func cursor(at location: Vector) -> Cursor? {
    switch grip {
    case .scrub: .crosshair
    case .pan: .grabbing
    case .none:
      if chart.kind(at: location) != nil {
        .crosshair
      } else {
        transport.play.frame.contains(location) ? .arrow : nil
      }
    }
  }

  /// The time of the readout: the one pointed at, otherwise the scrubber's, in seconds.
  var read: Double { pointed ?? scrub }

  func state(at now: Instant) -> [StateField] {
    let (scrub, read) = (brought(to: now).scrub, brought(to: now).read)
    let word =
      switch grip {
      case .none: transport.animator.isRunning ? "running" : "idle"
      case .scrub: "scrubbing"
      case .pan: "panning"
      }
    return [
      StateField("curves.t", .number(read)),
      StateField("curves.x", .number(motion.value(at: read))),
      StateField("curves.v", .number(motion.velocity(at: read))),
      StateField("curves.scrub", .number(scrub)),
      StateField("curves.duration", .number(motion.duration)),
      StateField("curves.rest", .number(motion.finalValue)),
      StateField("curves.from", .number(chart.time.lower)),
      StateField("curves.to", .number(chart.time.upper)),
      StateField("curves.low", .number(chart[.position].lower)),
      StateField("curves.high", .number(chart[.position].upper)),
      StateField("curves.elapsed", .number(transport.animator.elapsed(at: now))),
      StateField("curves.value", .number(transport.animator.value(of: motion, at: now))),
      StateField("curves.locked", .flag(chart.isLocked)), StateField("curves.state", .text(word)),
    ]
  }

  func probe(at now: Instant) -> (any MotionProbe)? { CurvesProbe(part: self, now: now) }

  // MARK: Pointer

  private mutating func drag(_ sample: PointerSample) -> [Effect] {
    let location = sample.location
    switch (sample.phase, grip) {
    case (.down, .none): press(sample)
    case (.down, .scrub), (.down, .pan): abandon()
    case (.moved, .scrub): scrub = chart.time(at: location.x)
    case (.moved, .pan(let last, let plot, let isClick)):
      let delta = location - last
      // Clicking a wheel moves the mouse slightly.
      guard !isClick || abs(delta.x) + abs(delta.y) > 3 else { break }
      grip = .pan(last: location, plot: plot, isClick: false)
      chart.pan(by: delta, in: plot)
    case (.up, .scrub) where sample.button == .primary:
      grip = .none
      return [Effect(time: sample.time, control: "curves", name: "scrubbed", value: scrub)]
    case (.up, .pan(_, _, let isClick)) where sample.button == .middle:
      grip = .none
      if isClick { chart.fit() }
    case (.moved, .none): pointed = chart.kind(at: location).map { _ in chart.time(at: location.x) }
    case (.exited, _): pointed = nil
    case (.up, _): break
    }
    return []
  }

  private mutating func press(_ sample: PointerSample) {
    guard let plot = chart.kind(at: sample.location) else { return }
    if sample.button == .middle { grip = .pan(last: sample.location, plot: plot, isClick: true) }
    guard sample.button == .primary else { return }
    stand(at: sample.time)
    grip = .scrub(restore: scrub)
    pointed = nil
    scrub = chart.time(at: sample.location.x)
  }

  private mutating func abandon() {
    if case .scrub(let restore) = grip { scrub = chart.clamped(restore) }
    grip = .none
    transport.cancel()
  }

  private mutating func turn(_ sample: WheelSample) {
    guard let plot = chart.kind(at: sample.location) else { return }
    let turn = PlotTurn(sample)
    if let factor = turn.time { chart.zoomTime(by: factor, about: sample.location.x) }
    if let factor = turn.values { chart.zoom(plot, by: factor, about: sample.location.y) }
    if let way = turn.pan { chart.pan(by: Vector(way, 0)) }
    if case .none = grip { pointed = chart.time(at: sample.location.x) }
  }

  private mutating func press(_ sample: KeySample) {
    let isShifted = sample.modifiers.contains(.shift)
    if [.left, .right, .home, .end].contains(sample.key) { stand(at: sample.time) }
    switch sample.key {
    case .left where sample.modifiers.contains(.control):
      move(to: chart.marks.last { $0 < read - 1e-9 } ?? 0)
    case .right where sample.modifiers.contains(.control):
      move(to: chart.marks.first { $0 > read + 1e-9 } ?? motion.duration)
    case .left: move(to: frameTime(isShifted ? -10 : -1))
    case .right: move(to: frameTime(isShifted ? 10 : 1))
    case .home: move(to: 0)
    case .end: move(to: motion.duration)
    case .character where !sample.modifiers.isDisjoint(with: [.control, .alt]): break
    case .character("+"), .character("="), .character("-"):
      let factor = sample.key == .character("-") ? 1.25 : 0.8
      let frame = layout.position
      let place = chart.time.place(of: brought(to: sample.time).scrub)
      chart.zoomTime(by: factor, about: min(max(place, frame.minX), frame.maxX))
    case .character("0"): chart.fit()
    default: break
    }
  }

  /// The time of the display frame `count` frames from the readout, in seconds.
  private func frameTime(_ count: Double) -> Double {
    let place = read / Self.frame
    // From a time between two frames, a step first goes to the next one.
    let whole = count < 0 ? (place - 1e-6).rounded(.up) : (place + 1e-6).rounded(.down)
    return (whole + count) * Self.frame
  }

  private mutating func move(to time: Double) {
    (scrub, pointed) = (chart.clamped(time), nil)
    chart.reveal(scrub)
  }

  // MARK: Drawing

  private var drawing: CurveDrawing { CurveDrawing(chart: chart, scrub: scrub, pointed: pointed) }

  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    brought(to: now).drawAll(into: &canvas, at: now, focus: focus)
  }

  private func drawAll(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    if layout.hasPlots {
      canvas.slab(layout.card, radius: 16, .rest)
      let elapsed = min(transport.animator.elapsed(at: now), motion.duration)
      if layout.hasVelocity {
        drawing.draw(playedTo: elapsed, into: &canvas)
      } else {
        canvas.clipped(to: layout.card, radius: 16) { drawing.draw(playedTo: elapsed, into: &$0) }
      }
    }
    transport.draw(into: &canvas, at: now)
    drawing.drawColumns(into: &canvas)
    if focus == .ring, layout.hasPlots { canvas.focusRing(around: layout.card, radius: 16) }
  }

  /// Draws this set's motion into the other set's plots, with its name and difference.
  func drawGhost(over shown: CurvesPart, into canvas: inout Canvas, at now: Instant) {
    guard layout.hasPlots else { return }
    shown.brought(to: now).drawing.draw(ghostOf: chart, into: &canvas)
  }

  // MARK: Accessibility

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let read = brought(to: now).read
    let value = motion.value(at: read).text(decimals: chart.source.decimals)
    let velocity = motion.velocity(at: read).text(decimals: 0)
    let line = Words.read(read, value, velocity).joined(separator: ", ")
    let whole = chart.source.remark.map { Words.noted(line, $0) } ?? line
    // Hovering is not worth announcing, nor is every moment of a playback.
    let isBusy = pointed != nil || grip != .none || transport.animator.isRunning
    let curve = AccessibilityElement(
      .figure, id: "curves", name: Words.curve,
      value: whole, spoken: whole, number: read, in: 0...max(0, motion.duration),
      states: isBusy ? [.busy] : [], actions: Words.curveRead, frame: layout.card
    ).announcing(line)
    return [curve, transport.element(at: now)]
  }
}
