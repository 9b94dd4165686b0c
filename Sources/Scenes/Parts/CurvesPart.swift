internal import Feel
internal import FeelTrace
internal import Stage
internal import TextLayout

/// A motion as two plots over one time axis, with a scrubber that reads it and an animator that counts and plays it.
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
  var axes = CurveAxes()
  private(set) var animator = ValueAnimator()
  /// Where the scrubber stands, in seconds.
  var scrub = 0.0
  /// The time under the pointer while it only points, in seconds.
  var pointed: Double?
  /// Whether another motion does not change what is shown.
  private(set) var isLocked = false
  private(set) var layout = CurvesLayout()
  var play = PushButton()
  var grip = Grip.none
  /// When the motion that is played ends, while that is to come.
  private var finish: Instant?
  // Whether the whole curve is shown, and shall be when it becomes another one.
  var isFitted = true

  /// One frame of a display that shows sixty a second, in seconds.
  static let frame = 1.0 / 60

  init(_ stage: Stage) {
    source = CurveSource(stage)
    scrub = 0.25 * source.motion.duration
  }

  var hitBox: Rect { layout.frame }
  var characterKeys: String { "+=-0" }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    layout = CurvesLayout(frame)
    play.frame = layout.play
    axes.place(position: layout.position, velocity: layout.velocity)
    source = CurveSource(stage)
    finish = motionEnd(after: now)
    scrub = held(scrub)
    if isFitted && !isLocked { axes.fit(source) } else { axes.follow(source) }
  }

  /// Follows `fit`, `lock-axes`, `scrub T`, in seconds, `copy-csv`, `save-svg` and `save-png`.
  mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    switch command.name {
    case "fit": fit()
    case Command.doubleClick.name:
      // On the plots: elsewhere its presses hold no scrubber.
      guard case .scrub(let restore) = grip else { return [] }
      (scrub, grip) = (held(restore), .none)
      fit()
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

  private func asking(_ request: Effect.Request, _ name: String, at now: Instant) -> Effect {
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

  mutating func advance(to now: Instant) -> [Effect] {
    guard let finish, now >= finish else { return [] }
    self.finish = nil
    return [Effect(time: finish, control: "curves", name: "finished")]
  }

  /// Starts the animator from 0, or stops it; it counts on past the end of the motion.
  private mutating func togglePlay(at now: Instant) -> [Effect] {
    if animator.isRunning { animator.stop(at: now) } else { animator.start(at: now) }
    finish = motionEnd(after: now)
    let name = animator.isRunning ? "started" : "stopped"
    return [
      Effect(time: now, control: "curves", name: name, value: animator.elapsed(at: now))
    ]
  }

  /// When the motion that is played ends, if it has not yet.
  private func motionEnd(after now: Instant) -> Instant? {
    animator.end(of: source.motion).flatMap { $0 > now ? $0 : nil }
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
      case .none: animator.isRunning ? "running" : "idle"
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
      StateField("curves.elapsed", .number(animator.elapsed(at: now))),
      StateField("curves.value", .number(animator.value(of: motion, at: now))),
      StateField("curves.locked", .flag(isLocked)),
      StateField("curves.state", .text(word)),
    ]
  }

  /// The animator's motion, as it runs along the curve; where that goes the plots show, and need no marks over them.
  func reading(at now: Instant) -> MotionReading? {
    let motion = source.motion
    let elapsed = animator.elapsed(at: now)
    let value = motion.value(at: elapsed)
    // Past the motion's end only the stopwatch runs.
    let isMoving = animator.isRunning && elapsed < motion.duration
    let phase = source.phases.last { $0.start <= elapsed }?.state ?? .programmatic
    var reading = MotionReading(
      "curves", unit: source.unit, position: value,
      velocity: isMoving ? motion.velocity(at: elapsed) : 0, state: isMoving ? phase : .idle,
      anchor: Vector(axes.time.place(of: elapsed), axes.position.place(of: value)),
      direction: .zero, rest: isMoving ? motion.finalValue : value, restTime: finish)
    reading.bounds = source.edges
    return reading
  }
}
