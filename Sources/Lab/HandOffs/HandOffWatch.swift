public import Feel
public import Stage

/// Follows a session and checks for jumps wherever a motion begins, hands over or ends.
///
/// Under a hand, content must not move further than the hand; on release it must start from where
/// it is, no faster than it was thrown; the seams within each motion are checked too. Not judged: a
/// press, which stops a motion by design; an order, which sets another velocity; and changes of the
/// session such as a resize.
public struct HandOffWatch: Sendable {
  /// One jump.
  public struct Jump: Hashable, Sendable {
    /// Session time of the jump.
    public let time: Instant
    /// The control that jumped.
    public let control: String
    /// The event just before it: "a release", "time".
    public let cause: String
    /// Its size, in the control's unit and in units per second.
    public let handOff: HandOff
  }

  /// The session, up to the last event.
  @Boxed public private(set) var session: Session
  /// All jumps, in order.
  public private(set) var jumps: [Jump] = []
  /// Number of motions begun.
  public private(set) var motions = 0
  /// Number of hand-offs per verdict.
  public private(set) var counts: [HandOff.Verdict: Int] = [:]
  /// The longest imperceptible end of a motion, in seconds.
  public private(set) var longestTail = 0.0

  /// How far recognising a drag may let the content catch up with the pointer, in points.
  private static let slop = 60.0
  private static let order = "an order"
  private static let cancel = "a cancel"
  private static let taken = "a touch of the past"
  // Resuming from a touch of the past starts one microsecond later; content moves at most this far
  // in that time, in points.
  private static let start = 1e-4
  private var pointer: Vector?

  /// Starts watching a session.
  public init(_ session: Session) { _session = Boxed(wrappedValue: session) }

  /// Feeds the session an event and checks the result.
  public mutating func handle(_ event: SessionEvent) {
    advance(to: event.time)
    let (before, place, stageTime) = (readings, place, stageTime)
    let wasPast = session.isShowingPast
    session.handle(event)
    let judged = judge(event)
    var reach = judged.reach
    // What a button, list or key of the window changes is judged as that change.
    for case .change(let time, let change) in session.takeJournal() {
      if judge(.change(time, change)).reach == nil { reach = nil }
    }
    let isOrder = forget().contains { $0.name == Effect.order }
    // Stepping through time shows another moment, which is no jump; new laws continue from the
    // current position.
    let isPreset = if case .change(_, .preset) = event { true } else { false }
    let isPlaced = isPreset || self.place == place
    // Touching the past releases what is held there at its speed, and continues right after that
    // moment.
    let isTaken = wasPast && !session.isShowingPast
    let next = isTaken ? Instant(microseconds: stageTime.microseconds + 1) : stageTime
    guard let reach, isPlaced, self.stageTime == next, !(isOrder && jumpsByOrder) else { return }
    let cause = isOrder ? Self.order : isTaken ? Self.taken : judged.cause
    compare(before, readings, reach: reach, drift: isTaken ? Self.start : 0, cause: cause)
  }

  /// Advances time and checks the result.
  public mutating func advance(to time: Instant) {
    while let due = session.deadline, due <= time {
      let moment = Instant(microseconds: due.microseconds - 1)
      let (before, place) = (session.readings(at: max(moment, session.now)), place)
      // A rerun moves what it holds; its gesture was judged when it was made.
      let wasPast = session.isShowingPast || session.isRunningAgain
      session.advance(to: due)
      forget()
      if !wasPast, !session.isShowingPast, self.place == place {
        compare(before, readings, reach: 0, cause: "time")
      }
    }
    session.advance(to: time)
    forget()
  }

  private var readings: [MotionReading] { session.readings(at: session.now) }

  private var stageTime: Instant { session.stageTime(at: session.now) }

  /// What may move content without a jump when it changes: the scene, the stage's size, the
  /// parameters.
  ///
  /// A past moment is shown with the parameters of its time; continuing from there uses the current
  /// ones.
  private var place: (scene: String, stage: Stage) {
    (session.sceneType.id, session.player.shown(at: session.now).run.stage)
  }

  /// The controls' effects; discards the session's other output.
  @discardableResult
  private mutating func forget() -> [Effect] {
    _ = session.takeJournal()
    _ = session.takeRequests()
    return session.takeEffects()
  }

  /// How far an event may move the content under it in points, or `nil` if any change is allowed,
  /// and the event's name.
  private mutating func judge(_ event: SessionEvent) -> (reach: Double?, cause: String) {
    let orderReach = jumpsByOrder ? nil : 0.0
    switch event {
    case .input(.pointer(let sample)), .stage(.pointer(let sample)):
      // Releasing another button, or leaving, moves nothing; the next sample is measured from the
      // earlier location.
      defer {
        if sample.phase != .exited, sample.phase != .up || sample.button == .primary {
          pointer = sample.location
        }
      }
      let way = pointer.map { (sample.location - $0).length } ?? Self.slop
      switch sample.phase {
      // A press moves nothing.
      case .down: return (0, sample.button == .primary ? "a press" : Self.cancel)
      case .up: return (way, "a release")
      case .moved, .exited: return (way, "a move")
      }
    case .input(.wheel(let sample)), .stage(.wheel(let sample)):
      // A one-axis control adds both components of a diagonal wheel.
      let wheel = place.stage.parameters.physics.wheel
      // No viewport is longer than the stage.
      let notch = wheel.way(viewport: max(place.stage.frame.width, place.stage.frame.height))
      let travel = sample.travel(perNotch: notch).map { abs($0.x) + abs($0.y) }
      return (travel ?? (wheel.smoothing == .none ? nil : orderReach), "a wheel")
    // Characters are commands of the session, such as Restart scene.
    case .input(.key(let sample)), .stage(.key(let sample)):
      let cause = sample.key == .escape ? Self.cancel : "a key"
      if case .character = sample.key { return (nil, cause) }
      return (orderReach, cause)
    case .input(.cancel), .stage(.cancel): return (0, Self.cancel)
    case .change(_, .command): return (orderReach, "a change")
    case .change(_, .preset), .change(_, .pause), .change(_, .focus): return (0, "a change")
    case .change, .host: return (nil, "a change")
    }
  }

  /// With reduced motion, an order jumps.
  private var jumpsByOrder: Bool { session.reducedMotion }

  private mutating func compare(
    _ before: [MotionReading], _ after: [MotionReading], reach: Double, drift: Double = 0,
    cause: String
  ) {
    for (old, new) in zip(before, after)
    where old.control == new.control && old.item == new.item && new.isContent {
      comparePositions(old, new, reach: reach, drift: drift, cause: cause)
      guard let run = new.run, run != old.run, run.start == stageTime else { continue }
      checkRun(run, of: new.control, released: released(old, into: run, cause), cause)
    }
  }

  private mutating func comparePositions(
    _ old: MotionReading, _ new: MotionReading, reach: Double, drift: Double, cause: String
  ) {
    // A motion ends where its law does, or within half a pixel of its rest.
    let scale = session.stagePlace.scale
    let threshold = max(old.run?.physics.restThreshold(scale: scale) ?? 0, 0.5 / scale)
    let hasEnded =
      old.run.map { $0 != new.run && $0.law.duration <= stageTime - $0.start + 2e-6 } ?? false
    let rest = Self.isHeld(new) || new.run != nil && !hasEnded ? 0 : threshold
    let slop = old.state == .pressed && reach > 0 ? Self.slop : 0
    // Rounding to stage microseconds, which pass up to four times as fast as the session's.
    let drift = drift + abs(old.velocity ?? 0) * 1e-5
    let way = (reach + slop) * max(old.perPoint, new.perPoint) / max(1e-3, new.direction.length)
    // A band may move content further than the hand; its gain is largest at the edge.
    let gain = max(1, place.stage.parameters.physics.band.slope(atTravel: 0, viewport: 1))
    let most = way * gain + rest + drift + 1e-6 + 8 * abs(new.position).ulp
    guard abs(new.position - old.position) > most else { return }
    let handOff = HandOff(
      time: session.now.seconds,
      before: MotionState(value: old.position, velocity: old.velocity ?? 0),
      after: MotionState(value: new.position, velocity: new.velocity ?? 0), verdict: .jump)
    jumps.append(
      Jump(time: session.now, control: new.control, cause: cause, handOff: handOff))
    counts[.jump, default: 0] += 1
  }

  /// The content's state at the moment a motion took over, in the motion's units.
  private func released(_ old: MotionReading, into run: MotionRun, _ cause: String) -> MotionState {
    let speed = (old.velocity ?? 0) / run.unit
    let value = run.law.value(at: 0)
    if cause == Self.cancel { return MotionState(value: value, velocity: 0) }
    // At whatever velocity the order sets.
    if cause == Self.order { return MotionState(value: value, velocity: run.law.releaseVelocity) }
    guard Self.isHeld(old) else {
      // The reading is slightly old: from before the motion's end, or before a touch of the past.
      let last = old.run.map { old in
        let elapsed = run.start - old.start
        guard old.law.duration <= elapsed + 2e-6 else { return old.law.velocity(at: elapsed) }
        let last = old.law.finalVelocity
        // Slow enough to count as at rest, so the next motion may start from zero.
        return run.law.releaseVelocity == 0 && abs(last * old.unit) <= 1 ? 0 : last
      }
      return MotionState(value: value, velocity: last ?? speed)
    }
    // A preset's limits and thresholds may only reduce the release velocity, down to zero.
    let thrown = run.law.releaseVelocity
    let isLimited = thrown == 0 || (thrown.sign == speed.sign && abs(thrown) < abs(speed))
    return MotionState(value: value, velocity: isLimited ? thrown : speed)
  }

  private mutating func checkRun(
    _ run: MotionRun, of control: String, released: MotionState, _ cause: String
  ) {
    motions += 1
    var checker = HandOffChecker(physics: run.physics, scale: session.stagePlace.scale)
    checker.restSpeed /= run.unit
    checker.restThreshold /= run.unit
    for handOff in checker.check(run.law, released: released) {
      counts[handOff.verdict, default: 0] += 1
      guard handOff.verdict == .jump else { continue }
      jumps.append(
        Jump(
          time: session.now.advanced(by: handOff.time), control: control, cause: cause,
          handOff: handOff))
    }
    let tail = checker.quietTail(of: run.law, threshold: checker.restThreshold)
    longestTail = max(longestTail, tail)
  }

  private static func isHeld(_ reading: MotionReading) -> Bool {
    [.pressed, .tracking, .rubber].contains(reading.state)
  }
}

extension Session {
  /// The readings of all the stage's moving parts at a time of the session.
  public func readings(at time: Instant) -> [MotionReading] {
    let (run, time) = player.shown(at: time)
    return run.readings(at: time)
  }
}
