public import Feel
public import Stage

/// Follows a session and looks for jumps wherever a motion begins, hands over or ends.
///
/// Under a hand content moves no further than the hand; once let go it starts where it is, no
/// faster than it was thrown; the seams within each motion are checked too. A press stops a motion
/// by design, an order gives it another velocity, and changes of the session, such as another
/// size, are not judged.
public struct HandOffWatch: Sendable {
  /// One jump.
  public struct Jump: Hashable, Sendable {
    /// When, in the session's time.
    public let time: Instant
    /// Which control.
    public let control: String
    /// What was just before it: "a release", "time".
    public let cause: String
    /// How far, in the unit of the control and in units a second.
    public let handOff: HandOff
  }

  /// The session, as far as it was told.
  @Boxed public private(set) var session: Session
  /// What jumped, in order.
  public private(set) var jumps: [Jump] = []
  /// How many motions began.
  public private(set) var motions = 0
  /// How many hand-offs there were of each kind.
  public private(set) var counts: [HandOff.Verdict: Int] = [:]
  /// The longest time in which a motion went on without being seen to, in seconds.
  public private(set) var longestTail = 0.0

  /// How far the recognition of a drag may let the content catch up with the pointer, in points.
  private static let slop = 60.0
  private static let order = "an order"
  private static let cancel = "a cancel"
  private static let taken = "a touch of the past"
  // A touch of the past starts a microsecond later: how far anything moves in that, in points.
  private static let start = 1e-4
  private var pointer: Vector?

  /// Starts watching a session.
  public init(_ session: Session) { _session = Boxed(wrappedValue: session) }

  /// Feeds the session an event and looks at what it does.
  public mutating func handle(_ event: SessionEvent) {
    advance(to: event.time)
    let (before, place, stageTime) = (readings, place, stageTime)
    let wasPast = session.isShowingPast
    session.handle(event)
    let judged = judge(event)
    var reach = judged.reach
    // What a button, a list or a key of the window changes is judged as that change.
    for case .change(let time, let change) in session.takeJournal() {
      if judge(.change(time, change)).reach == nil { reach = nil }
    }
    let isOrder = forget().contains { $0.name == Effect.order }
    // Who steps through time sees something else and no jump; other laws move on from where it is.
    let isPreset = if case .change(_, .preset) = event { true } else { false }
    let isPlaced = isPreset || self.place == place
    // A touch of the past lets go of what is held there at its speed, and goes on right after it.
    let isTaken = wasPast && !session.isShowingPast
    let next = isTaken ? Instant(microseconds: stageTime.microseconds + 1) : stageTime
    guard let reach, isPlaced, self.stageTime == next, !(isOrder && jumpsByOrder) else { return }
    let cause = isOrder ? Self.order : isTaken ? Self.taken : judged.cause
    compare(before, readings, reach: reach, drift: isTaken ? Self.start : 0, cause: cause)
  }

  /// Lets time pass and looks at what it does.
  public mutating func advance(to time: Instant) {
    while let due = session.deadline, due <= time {
      let moment = Instant(microseconds: due.microseconds - 1)
      let (before, place) = (session.readings(at: max(moment, session.now)), place)
      // A gesture that runs again moves what it holds; it is judged where it was made.
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

  /// What another position comes of that is no jump: another scene, another size, other values.
  ///
  /// While a past is shown it has the values of its time; going on from there has those set now.
  private var place: (scene: String, stage: Stage) {
    (session.sceneType.id, session.player.shown(at: session.now).run.stage)
  }

  /// What the controls did; what else is told of the session is nobody's here.
  @discardableResult
  private mutating func forget() -> [Effect] {
    _ = session.takeJournal()
    _ = session.takeRequests()
    return session.takeEffects()
  }

  /// How far an event may move the content under it, in points, or `nil` if anything may happen;
  /// and what it is called.
  private mutating func judge(_ event: SessionEvent) -> (reach: Double?, cause: String) {
    let orderReach = jumpsByOrder ? nil : 0.0
    switch event {
    case .input(.pointer(let sample)), .stage(.pointer(let sample)):
      // Releasing another button, or leaving, moves nothing; the next sample counts from before.
      defer {
        if sample.phase != .exited, sample.phase != .up || sample.button == .primary {
          pointer = sample.location
        }
      }
      let way = pointer.map { (sample.location - $0).length } ?? Self.slop
      switch sample.phase {
      // A press takes hold and moves nothing.
      case .down: return (0, sample.button == .primary ? "a press" : Self.cancel)
      case .up: return (way, "a release")
      case .moved, .exited: return (way, "a move")
      }
    case .input(.wheel(let sample)), .stage(.wheel(let sample)):
      // What moves one way takes both numbers of a wheel that turns askew.
      let wheel = place.stage.parameters.physics.wheel
      // No viewport is longer than the stage.
      let notch = wheel.way(viewport: max(place.stage.frame.width, place.stage.frame.height))
      let travel = sample.travel(perNotch: notch).map { abs($0.x) + abs($0.y) }
      return (travel ?? (wheel.smoothing == .none ? nil : orderReach), "a wheel")
    // Characters are commands of the session, such as the one that restarts the scene.
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

  /// Where motion is reduced, an order jumps.
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
    // A motion ends where its laws let it, or half a pixel from its rest.
    let scale = session.stagePlace.scale
    let threshold = max(old.run?.physics.restThreshold(scale: scale) ?? 0, 0.5 / scale)
    let hasEnded =
      old.run.map { $0 != new.run && $0.law.duration <= stageTime - $0.start + 2e-6 } ?? false
    let rest = Self.isHeld(new) || new.run != nil && !hasEnded ? 0 : threshold
    let slop = old.state == .pressed && reach > 0 ? Self.slop : 0
    // Rounding of the stage's microseconds; it runs up to four times as fast as the session.
    let drift = drift + abs(old.velocity ?? 0) * 1e-5
    let way = (reach + slop) * max(old.perPoint, new.perPoint) / max(1e-3, new.direction.length)
    // A band can let the content go further than the hand, the most where the edge is passed.
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

  /// How the content moved when a motion took it over, in the motion's units.
  private func released(_ old: MotionReading, into run: MotionRun, _ cause: String) -> MotionState {
    let speed = (old.velocity ?? 0) / run.unit
    let value = run.law.value(at: 0)
    if cause == Self.cancel { return MotionState(value: value, velocity: 0) }
    // As fast as it is told to.
    if cause == Self.order { return MotionState(value: value, velocity: run.law.releaseVelocity) }
    guard Self.isHeld(old) else {
      // The reading is a little old: from before the end, or before a touch of the past.
      let last = old.run.map { old in
        let elapsed = run.start - old.start
        guard old.law.duration <= elapsed + 2e-6 else { return old.law.velocity(at: elapsed) }
        let last = old.law.finalVelocity
        // So slowly a motion comes to rest: what sets out next may set out from there.
        return run.law.releaseVelocity == 0 && abs(last * old.unit) <= 1 ? 0 : last
      }
      return MotionState(value: value, velocity: last ?? speed)
    }
    // Limits and thresholds of a preset only slow what is thrown, down to nothing.
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
  /// The motions of all the stage's parts that have one, as they are at a time of the session.
  public func readings(at time: Instant) -> [MotionReading] {
    let (run, time) = player.shown(at: time)
    return run.readings(at: time)
  }
}
