package import Feel
internal import FeelTrace

/// A scene at work in its time: played, paused, slowed, stepped back, run again and compared.
///
/// It is told the session's time; the stage's follows from it by a clock of its own. The same events at the same times give the same state, however often time is passed.
package struct Player: Sendable {
  /// A past moment of the stage, being looked at, and how its time goes on while it is played.
  struct PastView: Sendable {
    var moment: StageHistory.Moment
    var clock: StageClock
  }

  /// What the controls did, and which of it asks something of the window.
  private struct Outbox: Sendable {
    var effects: [Effect] = []
    var asked: [Effect] = []
  }

  /// From one run of the last take to the next while parameters are edited, in seconds.
  package static let rerunInterval = 1.0 / 120

  /// The session's time: that of the newest event or deadline that was seen.
  package private(set) var now: Instant
  /// The stage as it is now, whatever moment is shown.
  package internal(set) var run: StageRun
  /// How a hand has set the stage's clock.
  package var clockSetting = ClockSetting()
  /// How the stage moved in its last minute, up to when it was last brought up to date.
  package internal(set) var log: MotionLog
  /// How the last take differs under sets A and B, while they are compared.
  package internal(set) var comparison: Comparison?
  /// Moments of the stage that a hand marked, in order.
  package private(set) var markers: [Instant] = []
  /// Set B, while it is compared with.
  package internal(set) var parametersB: ParameterSet?

  var clock = StageClock()
  package internal(set) var history: StageHistory
  var past: PastView?
  /// The last take while it runs again.
  var rerun: Rerun?
  /// How the last take went before it ran again.
  var former: FormerRun?
  // When the last take is run again under the parameters as they are edited.
  var rerunDue: Instant?
  private var outbox = Outbox()

  /// Starts a scene at a time of the session: its own time begins then.
  package init(_ type: any Scene.Type, on stage: Stage, at now: Instant) {
    self.now = now
    run = StageRun(type, on: stage, at: .zero)
    history = StageHistory(run)
    log = MotionLog(at: .zero)
    clock.set(.zero, at: now)
  }

  /// Goes on at a time of the session after it was left: for the stage no time has passed.
  mutating func resume(at time: Instant) {
    let left = now
    now = max(left, time)
    clock.set(clock.stageTime(at: left), at: now)
    if let past { self.past?.clock.set(past.clock.stageTime(at: left), at: now) }
    if rerunDue != nil { rerunDue = now }
    followTracking()
  }

  // MARK: Time

  /// Moves the session's time on; what is due by then is done by `passTime`.
  package mutating func reach(_ time: Instant) { now = max(now, time) }

  /// Does what is due; set A is what parameters are now, and `hand` where on the stage the pointer is.
  package mutating func passTime(setA parameters: ParameterSet, hand: Vector?) {
    followRerun(hand: hand)
    pass(to: liveStageTime)
    if let due = rerunDue, due <= now { runAgain(setA: parameters) }
    followPast()
    followTracking()
  }

  /// When `passTime` must be called next, in the session's time.
  package var deadline: Instant? {
    let stage = run.deadline.flatMap { clock.sessionTime(of: $0) }
    let next = rerun?.next.flatMap { clock.sessionTime(of: $0.time) }
    return [stage, pastEnd, rerunDue, next].compactMap { $0 }.min()
  }

  /// The stage's time that is shown at a time of the session: the past while one looks at it.
  package func stageTime(at time: Instant) -> Instant {
    let live = clock.stageTime(at: time)
    guard let past else { return live }
    return min(past.clock.stageTime(at: time), live)
  }

  /// The stage's time up to which something has happened.
  package var liveStageTime: Instant { clock.stageTime(at: now) }

  /// Whether a past moment of the stage is shown.
  package var isShowingPast: Bool { past != nil }

  /// Stage seconds a second of what is shown.
  package var rate: Double { (past?.clock ?? clock).rate }

  /// The stage's time since which it goes at that rate.
  package var rateSince: Instant { (past?.clock ?? clock).rateSince }

  /// Shows another moment of the stage: an earlier one by evaluating what happened again, a later one by letting time pass.
  package mutating func show(_ stageTime: Instant) {
    let live = liveStageTime
    guard stageTime < live else {
      past = nil
      clock.set(stageTime, at: now)
      pass(to: stageTime)
      return
    }
    let target = max(stageTime, history.start)
    var clock = StageClock()
    clock.setRate(clockSetting.rate, at: now)
    clock.set(target, at: now)
    past = PastView(moment: history.moment(at: target), clock: clock)
  }

  /// When a past that is being played has come up to the present.
  private var pastEnd: Instant? {
    guard let past, past.clock.rate > 0 else { return nil }
    return past.clock.sessionTime(of: liveStageTime)
  }

  /// Brings what is shown of the past up to now; once it reaches the present, the present goes on.
  package mutating func followPast() {
    guard let clock = past?.clock else { return }
    let shown = clock.stageTime(at: now)
    if shown >= liveStageTime, clock.rate > 0 {
      past = nil
    } else if var moment = past?.moment, moment.run.now < shown {
      history.play(&moment, to: shown)
      past?.moment = moment
    }
  }

  /// A held control is under a hand, and a hand knows no slow motion.
  package mutating func followTracking() {
    let wanted = clockSetting.rate
    clock.setRate(past != nil ? 0 : run.scene.isTracking ? 1 : wanted, at: now)
    past?.clock.setRate(wanted, at: now)
  }

  /// Goes on from the past that is shown, as a hand does that touches it: what came after is forgotten.
  package mutating func takeOver() {
    guard let past else { return }
    let (shown, scene, stage) = (stageTime(at: now), run.scene, run.stage)
    run = past.moment.run
    history.truncate(after: shown)
    log.truncate(after: shown)
    clock.set(shown, at: now)
    self.past = nil
    if run.stage != stage { feed(.place(shown, stage)) }
    if run.scene.focus != scene.focus { feed(.focus(liveStageTime, scene.focus)) }
    run.scene.takeKeyboard(of: scene)
    letGo()
  }

  /// Ends a gesture that was under way in the past: the hand that made it is elsewhere now.
  private mutating func letGo() {
    guard run.scene.isHeld, var last = run.lastPointer else { return }
    (last.time, last.phase, last.button) = (liveStageTime, .up, .primary)
    feed(StageEvent.input(.pointer(last)))
    guard run.scene.isHeld else { return }
    feed(StageEvent.input(.cancel(CancelSample(time: liveStageTime, reason: .user))))
  }

  /// Starts the scene again, with nothing to compare what comes next with; the clock goes on, also where it stood.
  package mutating func restart() {
    takeOver()
    former = nil
    clockSetting.isPaused = false
  }

  // MARK: What happens

  /// Lets a gesture that was abandoned be over: its release goes elsewhere.
  mutating func endCancelled() {
    guard run.isAbandoned, var last = run.lastPointer else { return }
    (last.time, last.phase, last.button) = (liveStageTime, .up, .primary)
    feed(StageEvent.input(.pointer(last)))
  }

  /// Lets the stage see where the hand's pointer is, after what it did not see of it: on the stage, or gone.
  mutating func meetHand(at location: Vector?) {
    var pointer =
      run.lastPointer ?? PointerSample(time: liveStageTime, phase: .exited, location: .zero)
    (pointer.time, pointer.phase) = (liveStageTime, .exited)
    if let location { (pointer.location, pointer.phase) = (location, .moved) }
    feed(StageEvent.input(.pointer(pointer)))
  }

  /// Feeds the scene an input, in stage time; whoever touches a past goes on from there.
  ///
  /// While a take runs again the hand's own pointer only passes.
  package mutating func feed(_ input: InputEvent) {
    guard rerun == nil else { return }
    if input.touches {
      takeOver()
      former = nil
    }
    var input = input
    input.time = liveStageTime
    feed(.input(input))
  }

  /// Lets something happen to the stage, now, and follows what comes of it.
  package mutating func feed(_ event: StageEvent) {
    let wasHeld = run.scene.isHeld
    let happened = happen(event)
    if wasHeld, parametersB != nil, !run.scene.isHeld { comparison = compared() }
    outbox.effects += happened
    outbox.asked += happened.filter { $0.request != nil || $0.name == Effect.commit }
  }

  /// Lets something happen to the stage, and keeps it; answers what the controls did.
  mutating func happen(_ event: StageEvent) -> [Effect] {
    log.follow(run, to: event.time)
    history.record(event, after: run)
    let before = MotionLog.Before(run, event)
    let happened = run.handle(event)
    log.note(event, on: run, after: before)
    return happened
  }

  /// Lets time pass on the stage, up to a deadline or while nothing happens to it.
  mutating func pass(to stageTime: Instant) {
    log.followToEnd(run, at: stageTime)
    outbox.effects += run.advance(to: stageTime)
  }

  /// Takes note of what the controls did that a hand did not make them do now.
  mutating func note(_ effects: [Effect]) { outbox.effects += effects }

  /// What the controls did since the last call.
  package mutating func takeEffects() -> [Effect] {
    defer { outbox.effects.removeAll(keepingCapacity: true) }
    return outbox.effects
  }

  /// What the controls asked of the window since the last call.
  package mutating func takeAsked() -> [Effect] {
    defer { outbox.asked.removeAll(keepingCapacity: true) }
    return outbox.asked
  }

  /// Puts the scene on another stage.
  package mutating func place(on stage: Stage) {
    feed(.place(liveStageTime, stage))
    if past != nil { show(stageTime(at: now)) }
  }

  /// Brings the log up to now.
  package mutating func followLog() { log.follow(run, to: liveStageTime) }

  /// How the stage moved in its last minute, up to a time of the session.
  package func log(at time: Instant) -> MotionLog {
    var log = log
    log.follow(run, to: clock.stageTime(at: max(now, time)))
    return log
  }

  /// Marks a moment of the stage; the newest 99 that can be shown are kept.
  package mutating func mark(_ moment: Instant) {
    let start = history.start
    markers = (markers.filter { $0 >= start && $0 != moment } + [moment]).sorted().suffix(99)
  }

  package mutating func removeMarkers() { markers.removeAll() }

  // MARK: The keyboard

  /// Changes the text of the part that has the keyboard, which is the window's and in no history.
  package mutating func withField<Value>(_ body: (inout TextField) -> Value) -> Value? {
    run.scene.focusedIndex.flatMap { withField(of: $0, body) }
  }

  /// Changes a part's text by the part's position.
  package mutating func withField<Value>(
    of part: Int, _ body: (inout TextField) -> Value
  ) -> Value? {
    guard var field = run.scene.parts[part].textField else { return nil }
    defer { run.scene.parts[part].textField = field }
    return body(&field)
  }

  /// Gives the keyboard to a part, or takes it.
  package mutating func setFocus(_ focus: Focus) { feed(.focus(liveStageTime, focus)) }

  // MARK: What is shown

  /// The stage that is shown, and its time.
  package func shown(at time: Instant) -> (run: StageRun, time: Instant) {
    let stageTime = stageTime(at: time)
    guard let past else { return (run, stageTime) }
    var moment = past.moment
    if moment.run.now < stageTime {
      history.play(&moment, to: stageTime)
    }
    var shown = placed(moment.run, at: stageTime, under: run.stage.parameters)
    shown.scene.takeKeyboard(of: run.scene)
    return (shown, stageTime)
  }

  /// A stage of the past in the window as it is now, not as large as it was then.
  package func placed(
    _ run: StageRun, at time: Instant, under parameters: ParameterSet
  ) -> StageRun {
    var stage = self.run.stage
    stage.parameters = parameters
    guard stage != run.stage else { return run }
    var placed = run
    _ = placed.handle(.place(time, stage))
    return placed
  }

  /// The stage that is drawn, and its time: while the stage's clock runs no finer than a cap of moments a second, as a display of that rate shows it.
  package func drawn(at time: Instant, cap: Int?) -> (run: StageRun, time: Instant) {
    let (run, stageTime) = shown(at: time)
    guard let moment = capped(stageTime, cap), moment < stageTime else { return (run, stageTime) }
    if run.now <= moment { return (run, moment) }
    // Something has happened since, which is not to be seen yet.
    let capped = history.moment(at: moment).run
    var past = placed(capped, at: max(moment, capped.now), under: run.stage.parameters)
    past.scene.takeKeyboard(of: self.run.scene)
    return (past, max(moment, past.now))
  }

  /// Whether what a cap holds back is still to come.
  package func isCapMoving(at time: Instant, cap: Int?) -> Bool {
    guard past == nil, let moment = capped(clock.stageTime(at: time), cap) else { return false }
    return moment < run.now || run.scene.isMoving(at: moment)
  }

  /// The moment of the cap's grid at or before a time of the stage, while there is a cap and the stage's clock runs.
  private func capped(_ stageTime: Instant, _ cap: Int?) -> Instant? {
    guard let cap, rate > 0 else { return nil }
    let count = (stageTime.microseconds + 1) * Int64(cap) / 1_000_000
    return min(stageTime, Instant(microseconds: count * 1_000_000 / Int64(cap)))
  }

  /// Whether the stage that is shown differs after a time from what it is at it, by time alone.
  package func isMoving(at time: Instant, overlays: Set<Overlay>, in frame: Rect) -> Bool {
    if let past { return past.clock.rate > 0 }
    guard clock.rate > 0 else { return false }
    let stageTime = clock.stageTime(at: time)
    return run.isMoving(at: stageTime)
      || OverlayReader(self, run, at: stageTime, time, in: frame).isMoving(overlays)
  }

  /// Whether the control in hand is held or moves at a time of the stage, under either set of parameters.
  package func isBusy(at stageTime: Instant) -> Bool {
    let readings = [run.watched(at: stageTime), run.runB?.watched(at: stageTime)]
    return readings.contains { $0?.state ?? .idle != .idle }
  }

  /// Whether time goes on at the play-head: it stands where a stage came to rest.
  package func playHeadMoves(at time: Instant) -> Bool {
    if let past { return past.clock.rate > 0 }
    return clock.rate > 0 && isBusy(at: clock.stageTime(at: time))
  }

  /// The stage's time at a time of the session, were the present shown.
  package func liveStageTime(at time: Instant) -> Instant { clock.stageTime(at: time) }
}

extension Player {
  /// The stage as its film shows it: at the present, at real speed, with its log up to date.
  package func filmed() -> Player {
    var filmed = self
    filmed.followLog()
    filmed.clock = StageClock()
    filmed.past = nil
    return filmed
  }

  /// The earliest stage's time that can be shown again.
  package var start: Instant { history.start }
}
