internal import Feel
internal import FeelTrace
internal import Glibc
internal import Lab
internal import TextLayout

/// A motion as two plots over one time axis, with a scrubber that reads it and an animator that plays it.
struct CurvesPart: Part {
  /// What a pressed pointer does.
  enum Grip: Hashable {
    case none
    /// It moves the scrubber, which stood here before.
    case scrub(restore: Double)
    /// It moves what is shown; a press that does not is a click.
    case pan(last: Vector, plot: CurveAxes.Plot, isClick: Bool)
  }

  private(set) var source: CurveSource
  private(set) var axes = CurveAxes()
  private(set) var animator: ValueAnimator<CurveMotion>
  /// Where the scrubber stands, in seconds.
  private(set) var scrub = 0.0
  /// The time under the pointer while it only points, in seconds.
  private(set) var pointed: Double?
  /// Whether another motion does not change what is shown.
  private(set) var isLocked = false
  private(set) var layout = CurvesLayout()
  var play = PushButton()
  var grip = Grip.none
  private var finish: Instant?
  // Whether the whole curve is shown, and shall be when it becomes another one.
  private var isFitted = true
  private var lastPress: (time: Instant, location: Vector)?

  /// One frame of a display that shows sixty a second, in seconds.
  static let frame = 1.0 / 60

  init(_ stage: Stage) {
    source = CurveSource(stage)
    animator = ValueAnimator(source.motion)
    scrub = 0.25 * source.motion.duration
  }

  var hitBox: Rect { layout.frame }
  var characterKeys: String { "+=-0" }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    layout = CurvesLayout(frame)
    play.frame = layout.play
    axes.place(position: layout.position, velocity: layout.velocity)
    source = CurveSource(stage)
    animator.motion = source.motion
    finish = animator.deadline(at: now)
    scrub = held(scrub)
    if isFitted && !isLocked { axes.fit(source) } else { axes.follow(source) }
  }

  /// Follows `fit`, `lock-axes`, `scrub T`, in seconds, `copy-csv`, `save-svg` and `save-png`.
  mutating func perform(_ command: Command, at now: Instant) -> [Lab.Effect] {
    switch command.name {
    case "fit": fit()
    case "lock-axes": isLocked.toggle()
    case "scrub":
      guard let time = command.number, time.isFinite else { return [] }
      move(to: time)
    case "copy-csv":
      return [asking(.copy(shownCurve.csv), "copied", at: now)]
    case "save-svg":
      return [asking(.savePicture(of: layout.card, name: "curve.svg"), "saved", at: now)]
    case "save-png":
      return [asking(.savePicture(of: layout.card, name: "curve.png"), "saved", at: now)]
    default: break
    }
    return []
  }

  private func asking(_ request: HostRequest, _ name: String, at now: Instant) -> Lab.Effect {
    Effect(time: now, control: "curves", name: name, request: request)
  }

  /// The part of the motion that is shown, in the steps asked for.
  private var shownCurve: Curve {
    let from = held(axes.time.lower)
    let until = held(axes.time.upper)
    let steps = from < until ? source.steps : 0
    return Curve(
      source.motion,
      at: (0...steps).map { from + (until - from) * Double($0) / Double(max(1, steps)) })
  }

  mutating func handle(_ event: InputEvent) -> Response {
    switch event {
    case .pointer(let sample):
      if play.handle(sample) { return Response(togglePlay(at: sample.time)) }
      return Response(follow(sample))
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

  mutating func advance(to now: Instant) -> [Lab.Effect] {
    guard let finish, now >= finish else { return [] }
    animator.stop(at: finish)
    self.finish = nil
    return [Effect(time: finish, control: "curves", name: "finished")]
  }

  /// Starts the animator, from the beginning if it had come to the end, or stops it.
  private mutating func togglePlay(at now: Instant) -> [Lab.Effect] {
    if animator.isRunning {
      animator.stop(at: now)
    } else if animator.elapsed(at: now) < source.motion.duration {
      animator.resume(at: now)
    } else {
      animator.start(at: now)
    }
    finish = animator.deadline(at: now)
    // A motion that lasts no time is over as soon as it starts.
    if finish == nil { animator.stop(at: now) }
    let name = animator.isRunning ? "started" : "stopped"
    return [
      Effect(time: now, control: "curves", name: name, value: animator.elapsed(at: now))
    ]
  }

  var deadline: Instant? { finish }
  var isHeld: Bool { grip != .none || play.isHeld }

  func isMoving(at now: Instant) -> Bool { animator.isRunning || play.isMoving(at: now) }

  func cursor(at location: Vector) -> Cursor? {
    switch grip {
    case .scrub: .crosshair
    case .pan: .grabbing
    case .none:
      if axes.plot(at: location) != nil {
        .crosshair
      } else {
        play.frame.contains(location) ? .pointer : nil
      }
    }
  }

  /// The time that is read: the one pointed at, else the scrubber's, in seconds.
  var read: Double { pointed ?? scrub }

  func state(at now: Instant) -> [StateField] {
    let motion = source.motion
    let word =
      switch grip {
      case .none: animator.isRunning ? "playing" : "idle"
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
      StateField("curves.from", .number(axes.time.lower)),
      StateField("curves.to", .number(axes.time.upper)),
      StateField("curves.low", .number(axes.position.lower)),
      StateField("curves.high", .number(axes.position.upper)),
      StateField("curves.elapsed", .number(elapsed(at: now))),
      StateField("curves.value", .number(motion.value(at: elapsed(at: now)))),
      StateField("curves.locked", .flag(isLocked)),
      StateField("curves.state", .text(word)),
    ]
  }

  /// The animator's motion, as it runs along the curve.
  func reading(at now: Instant) -> MotionReading? {
    let motion = source.motion
    let elapsed = elapsed(at: now)
    let value = motion.value(at: elapsed)
    let place = Vector(axes.time.place(of: elapsed), axes.position.place(of: value))
    var reading = MotionReading(
      "curves", unit: source.unit, position: value,
      velocity: animator.isRunning ? motion.velocity(at: elapsed) : 0,
      state: animator.isRunning ? .programmatic : .idle, anchor: place,
      direction: Vector(0, axes.position.density),
      rest: animator.isRunning ? motion.finalValue : value, restTime: finish)
    reading.bounds = source.edges
    return reading
  }

  /// How long the animator has run, in seconds: never longer than its motion lasts.
  func elapsed(at now: Instant) -> Double {
    min(animator.elapsed(at: now), source.motion.duration)
  }
}

extension CurvesPart {
  private mutating func follow(_ sample: PointerSample) -> [Lab.Effect] {
    let location = sample.location
    switch (sample.phase, grip) {
    case (.down, .none):
      press(sample)
    case (.down, .scrub), (.down, .pan):
      abandon()
    case (.moved, .scrub):
      scrub = held(axes.time.value(at: location.x))
    case (.moved, .pan(let last, let plot, let isClick)):
      let delta = location - last
      // A hand that clicks a wheel moves it a little.
      guard !isClick || abs(delta.x) + abs(delta.y) > 3 else { break }
      (isFitted, grip) = (false, .pan(last: location, plot: plot, isClick: false))
      axes.pan(by: delta, in: plot)
    case (.up, .scrub) where sample.button == .primary:
      grip = .none
      return [Effect(time: sample.time, control: "curves", name: "scrubbed", value: scrub)]
    case (.up, .pan(_, _, let isClick)) where sample.button == .middle:
      grip = .none
      if isClick { fit() }
    case (.moved, .none):
      pointed = axes.plot(at: location).map { _ in held(axes.time.value(at: location.x)) }
      if let press = lastPress, !Self.isNear(press.location, location) { lastPress = nil }
    case (.exited, _):
      pointed = nil
    case (.up, _):
      break
    }
    return []
  }

  private mutating func press(_ sample: PointerSample) {
    guard let plot = axes.plot(at: sample.location) else { return }
    if sample.button == .middle {
      grip = .pan(last: sample.location, plot: plot, isClick: true)
    }
    guard sample.button == .primary else { return }
    if let last = lastPress, sample.time - last.time <= 0.4,
      Self.isNear(last.location, sample.location)
    {
      lastPress = nil
      return fit()
    }
    lastPress = (sample.time, sample.location)
    grip = .scrub(restore: scrub)
    pointed = nil
    scrub = held(axes.time.value(at: sample.location.x))
  }

  private static func isNear(_ a: Vector, _ b: Vector) -> Bool {
    abs(a.x - b.x) <= 4 && abs(a.y - b.y) <= 4
  }

  private mutating func abandon() {
    if case .scrub(let restore) = grip { scrub = held(restore) }
    grip = .none
    play.cancel()
  }

  /// The wheel zooms the time about the pointer, with Control the values there; with Shift, or turned sideways, it moves along.
  private mutating func turn(_ sample: WheelSample) {
    guard let plot = axes.plot(at: sample.location) else { return }
    // As many points as a notch of a wheel scrolls elsewhere.
    let notch = sample.unit == .notches ? 1.0 : 1.0 / 60
    let (sideways, upright) = (sample.delta.x * notch, sample.delta.y * notch)
    isFitted = false
    if sample.modifiers.contains(.shift) {
      axes.pan(by: Vector(-60 * (sideways + upright), 0))
    } else if sample.modifiers.contains(.control) {
      axes.zoom(plot, by: Self.zoom(upright), about: sample.location.y)
    } else {
      if upright != 0 { axes.zoomTime(by: Self.zoom(upright), about: sample.location.x) }
      if sideways != 0 { axes.pan(by: Vector(-60 * sideways, 0)) }
    }
    if case .none = grip { pointed = held(axes.time.value(at: sample.location.x)) }
  }

  /// Three notches double or halve what is shown.
  private static func zoom(_ notches: Double) -> Double {
    exp2(min(max(notches, -60), 60) / 3)
  }

  private mutating func press(_ sample: KeySample) {
    let isShifted = sample.modifiers.contains(.shift)
    switch sample.key {
    case .left where sample.modifiers.contains(.control):
      move(to: marks.last { $0 < read - 1e-9 } ?? 0)
    case .right where sample.modifiers.contains(.control):
      move(to: marks.first { $0 > read + 1e-9 } ?? source.motion.duration)
    case .left: move(to: frameTime(isShifted ? -10 : -1))
    case .right: move(to: frameTime(isShifted ? 10 : 1))
    case .home: move(to: 0)
    case .end: move(to: source.motion.duration)
    case .character where !sample.modifiers.isDisjoint(with: [.control, .alt]): break
    case .character("+"), .character("="), .character("-"):
      isFitted = false
      let factor = sample.key == .character("-") ? 1.25 : 0.8
      let frame = axes.positionFrame
      let place = axes.time.place(of: scrub)
      axes.zoomTime(by: factor, about: min(max(place, frame.minX), frame.maxX))
    case .character("0"): fit()
    default: break
    }
  }

  /// The time of the frame so many from the one that is read, in seconds.
  private func frameTime(_ count: Double) -> Double {
    let place = read / Self.frame
    // A time between two frames goes to the next one first.
    let whole = count < 0 ? (place - 1e-6).rounded(.up) : (place + 1e-6).rounded(.down)
    return (whole + count) * Self.frame
  }

  /// The times at which the motion begins, changes its kind or ends, in seconds.
  private var marks: [Double] { source.phases.map(\.start) + [source.motion.duration] }

  private mutating func move(to time: Double) {
    (scrub, pointed) = (held(time), nil)
    axes.reveal(scrub)
  }

  private mutating func fit() {
    isFitted = true
    axes.fit(source)
  }

  private func held(_ time: Double) -> Double { min(max(0, time), source.motion.duration) }
}
