package import Feel
internal import FeelTrace

/// A scene in time: played, paused, slowed, stepped back, rerun and compared.
///
/// It is given session time and maps it to stage time with its own clock. The same events at the
/// same times give the same state, however often time is advanced.
package struct Player: Sendable {
  /// A past moment on show, and the clock that plays on from it.
  struct PastView: Sendable {
    var moment: StageHistory.Moment
    var clock: StageClock
    /// The finished take it belongs to, or `nil` for the present's own past.
    @Boxed var sheet: TakeSheet?
    /// Whether the same gesture under edited parameters is shown beside it.
    var isEdited = false
  }

  /// The controls' effects, and those that need something from the window.
  private struct Outbox: Sendable {
    var effects: [Effect] = []
    var asked: [Effect] = []
  }

  /// The shortest time between reruns of the last take during editing, in seconds.
  package static let rerunInterval = 1.0 / 120

  /// Session time of the newest event or deadline handled.
  package private(set) var now: Instant
  /// The present stage, whatever moment is shown, with its memory.
  package var live: LiveStage
  /// The clock setting chosen by the user.
  package var clockSetting = ClockSetting()

  var clock = StageClock()
  @Boxed var past: PastView? = nil
  var rerun: Rerun?
  /// Set B, while it is compared.
  @Boxed var sets: Pair? = nil
  /// The last take's previous run, or the other take it is compared with.
  @Boxed var reference: Pair? = nil
  // When to rerun the shown take with the edited parameters, and when that last happened.
  var rerunDue: Instant?
  var lastEdit: Instant?
  /// The newest take beside the same gesture under the parameters edited since.
  @Boxed var editedNewest: TakeSheet? = nil
  private var outbox = Outbox()

  /// Starts a scene at a session time, with stage time zero.
  package init(_ type: any Scene.Type, on stage: Stage, at now: Instant) {
    self.now = now
    live = LiveStage(type, on: stage)
    clock.set(.zero, at: now)
    carryBeside()
  }

  /// The present stage, whatever moment is shown.
  package internal(set) var run: StageRun {
    // Yielded, not copied: it is read several times per pointer report.
    _read { yield live.run }
    _modify { yield &live.run }
  }

  package var history: StageHistory { _read { yield live.history } }
  package var log: MotionLog { _read { yield live.log } }
  package internal(set) var takes: Takes {
    _read { yield live.takes }
    _modify { yield &live.takes }
  }

  /// Resumes after the scene was left; no stage time has passed.
  mutating func resume(at time: Instant) {
    let (left, now) = (now, max(now, time))
    self.now = now
    clock.set(clock.stageTime(at: left), at: now)
    if let past { self.past?.clock.set(past.clock.stageTime(at: left), at: now) }
    if rerunDue != nil { rerunDue = now }
    followTracking()
  }

  // MARK: Time

  /// Advances session time; `passTime` performs what is due by then.
  package mutating func reach(_ time: Instant) { now = max(now, time) }

  /// Performs what is due; `parameters` are the current set A, `hand` the pointer on the stage.
  package mutating func passTime(setA parameters: ParameterSet, hand: Vector?) {
    followRerun(hand: hand)
    pass(to: liveStageTime)
    if let due = rerunDue, due <= now {
      if sets == nil { runEdited(under: parameters) } else { runAgain(setA: parameters) }
    }
    followPast()
    followTracking()
  }

  /// When `passTime` must be called next, in session time.
  package var deadline: Instant? {
    let stage = live.deadline.flatMap { clock.sessionTime(of: $0) }
    let next = rerun?.next.flatMap { clock.sessionTime(of: $0.time) }
    return [stage, pastEnd, rerunDue, next].compactMap { $0 }.min()
  }

  /// The stage time shown at a session time: past or present.
  package func stageTime(at time: Instant) -> Instant {
    let live = clock.stageTime(at: time)
    guard let past else { return live }
    return min(past.clock.stageTime(at: time), past.sheet?.end ?? live)
  }

  /// The stage time up to which events were handled.
  package var liveStageTime: Instant { clock.stageTime(at: now) }

  package var isShowingPast: Bool { past != nil }

  private var rate: Double { (past?.clock ?? clock).rate }

  /// Shows another moment of the stage: an earlier one by replaying events, a later one by
  /// advancing time.
  package mutating func show(_ stageTime: Instant) {
    let live = liveStageTime
    let newest = takes.open == nil ? takes.newest : nil
    if let sheet = edited ?? takes.selected ?? newest, let end = sheet.end,
      staysAtEnd || stageTime < end
    {
      return show(min(max(stageTime, sheet.start), end), of: sheet)
    }
    guard stageTime < live else {
      past = nil
      clock.set(stageTime, at: now)
      pass(to: stageTime)
      return
    }
    show(max(stageTime, history.start), of: nil)
  }

  private mutating func show(_ stageTime: Instant, of sheet: TakeSheet?) {
    var clock = StageClock()
    clock.setRate(clockSetting.rate, at: now)
    clock.set(stageTime, at: now)
    let moment = (sheet?.history ?? history).moment(at: stageTime)
    past = PastView(moment: moment, clock: clock, sheet: sheet, isEdited: showsEdit)
  }

  /// When playback of the past ends, in stage time.
  private func end(of past: PastView) -> Instant { past.sheet?.end ?? liveStageTime }

  /// Whether playback stops at its end instead of returning to the present: for a selected take,
  /// one shown with an edit, or one of a measured clip, after which nothing follows.
  private var staysAtEnd: Bool {
    takes.selected != nil || isMeasured || past != nil && showsEdit
  }

  /// Whether the stage shows a measured clip.
  var isMeasured: Bool { run.stage.source?.clip?.end != nil }

  /// When playback of the past ends, in session time.
  private var pastEnd: Instant? {
    guard let past, past.clock.rate > 0, !staysAtEnd || plays(past, at: now) else { return nil }
    return past.clock.sessionTime(of: end(of: past))
  }

  private func plays(_ past: PastView, at time: Instant) -> Bool {
    past.clock.rate > 0 && past.clock.stageTime(at: time) < end(of: past)
  }

  /// Advances the shown past to now; on reaching the present, returns to it.
  package mutating func followPast() {
    guard let past else { return }
    let shown = stageTime(at: now)
    if shown >= end(of: past), past.clock.rate > 0, !staysAtEnd {
      self.past = nil
    } else if case var moment = past.moment, moment.run.now < shown {
      shownHistory.play(&moment, to: shown)
      self.past?.moment = moment
    }
  }

  /// Runs the clock at real speed while a hand drags a control.
  package mutating func followTracking() {
    let (wanted, now) = (clockSetting.rate, now)
    if isObserved {
      // Another program keeps running at its own speed, whatever is shown.
      clock.setRate(clockSetting.isPaused && past == nil ? 0 : 1, at: now)
    } else {
      clock.setRate(past != nil ? 0 : run.scene.isTracking ? 1 : wanted, at: now)
    }
    past?.clock.setRate(wanted, at: now)
  }

  package var isObserved: Bool { type(of: run.scene).isObserved }

  /// Continues from the shown past, as when a hand touches it, in a new take that records its
  /// origin.
  package mutating func takeOver() {
    if isObserved {
      // An observed motion cannot be continued: return to the present.
      (past, takes.selected, editedNewest) = (nil, nil, nil)
      return
    }
    dropEdit()
    guard let past else { return }
    let (shown, scene, stage) = (stageTime(at: now), run.scene, run.stage)
    let number = past.sheet?.number ?? takes.open?.number
    let start = past.sheet?.span?.start ?? takes.open?.span?.start
    followLog()
    live.endTake(at: liveStageTime)
    run = past.moment.run
    if let sheet = past.sheet { (live.history, live.log) = (sheet.history, sheet.log) }
    live.history.truncate(after: shown)
    live.log.truncate(after: shown)
    // One microsecond later, so that further events belong to the new take.
    clock.set(Instant(microseconds: shown.microseconds + 1), at: now)
    (self.past, takes.selected) = (nil, nil)
    if let number, let start, takes.store[number] != nil {
      live.open(takes.next, .branch(of: number, at: shown - start), lead: shown)
    }
    if run.stage != stage { feed(.place(shown, stage)) }
    if run.scene.focus != scene.focus { feed(.focus(liveStageTime, scene.focus)) }
    run.scene.takeKeyboard(of: scene)
    letGo()
  }

  /// Continues from an earlier moment of the stage, as if nothing had happened since.
  package mutating func goBack(to stageTime: Instant) {
    show(max(stageTime, history.start), of: nil)
    takeOver()
  }

  /// Ends a gesture under way in the past, because its hand is elsewhere now.
  private mutating func letGo() {
    guard run.scene.isHeld, run.lastPointer != nil else { return }
    liftPointer()
    cancelHold()
  }

  private mutating func liftPointer() {
    guard var last = run.lastPointer else { return }
    (last.time, last.phase, last.button) = (liveStageTime, .up, .primary)
    feed(StageEvent.input(.pointer(last)))
  }

  /// Releases whatever is held without flinging it.
  mutating func cancelHold() {
    guard run.scene.isHeld else { return }
    feed(StageEvent.input(.cancel(CancelSample(time: liveStageTime, reason: .user))))
  }

  /// Prepares a restart of the scene: drops the comparison and unpauses the clock.
  package mutating func prepareRestart() {
    takeOver()
    // The last take's results are not those of the restarted stage.
    reference = nil
    sets?.comparison = nil
    clockSetting.isPaused = false
  }

  /// Restarts from a run of the same scene, at its time, without a comparison.
  package mutating func begin(as run: StageRun, on stage: Stage) {
    var run = run
    _ = run.handle(.compare(run.now, nil))
    live.goBack(to: run)
    clock.set(run.now, at: now)
    if run.stage != stage { _ = live.handle(.place(run.now, stage)) }
    carryBeside()
  }

  /// Carries a second run if the scene wants one, with the current parameters.
  private mutating func carryBeside() {
    guard isObserved else { return }
    let beside = type(of: run.scene).beside(run.stage.parameters)
    guard run.runB?.stage.parameters != beside else { return }
    feed(.compare(liveStageTime, beside))
  }

  // MARK: Events

  /// Ends an abandoned gesture, whose release goes elsewhere.
  mutating func endCancelled() {
    if run.isAbandoned { liftPointer() }
  }

  /// Updates the pointer after a gap in its reports: on the stage, or outside it.
  mutating func meetHand(at location: Vector?) {
    var pointer =
      run.lastPointer ?? PointerSample(time: liveStageTime, phase: .exited, location: .zero)
    (pointer.time, pointer.phase) = (liveStageTime, .exited)
    if let location { (pointer.location, pointer.phase) = (location, .moved) }
    feed(StageEvent.input(.pointer(pointer)))
  }

  /// Feeds the scene an input, in stage time; touching a past continues from there.
  ///
  /// Ignored while a take is rerun.
  package mutating func feed(_ input: InputEvent) {
    guard rerun == nil else { return }
    if input.touches {
      takeOver()
      reference = nil
    }
    var input = input
    input.time = liveStageTime
    feed(.input(input))
  }

  /// Feeds an event to the stage now and collects its effects.
  package mutating func feed(_ event: StageEvent) {
    let wasHeld = run.scene.isHeld
    let happened = live.handle(event)
    if wasHeld, sets != nil, !run.scene.isHeld { compareRuns() }
    outbox.effects += happened
    outbox.asked += happened.filter { $0.request != nil || $0.name == Effect.commit }
  }

  /// Advances the stage to a deadline, or while it gets no events.
  mutating func pass(to stageTime: Instant) { outbox.effects += live.passing(to: stageTime) }

  /// Adds effects that the hand did not cause now.
  mutating func emit(_ effects: [Effect]) { outbox.effects += effects }

  package mutating func takeEffects() -> [Effect] {
    defer { outbox.effects.removeAll(keepingCapacity: true) }
    return outbox.effects
  }

  /// The effects since the last call that need something from the window.
  package mutating func takeRequests() -> [Effect] {
    defer { outbox.asked.removeAll(keepingCapacity: true) }
    return outbox.asked
  }

  package mutating func place(on stage: Stage) {
    feed(.place(liveStageTime, stage))
    carryBeside()
    // A finished take is unaffected.
    if past != nil, past?.sheet == nil { show(stageTime(at: now)) }
  }

  package mutating func followLog() { live.log.record(run, to: liveStageTime) }

  /// How the stage moved in its last minute, up to a time of the session.
  package func log(at time: Instant) -> MotionLog {
    var log = log
    log.record(run, to: clock.stageTime(at: max(now, time)))
    return log
  }

  // MARK: The keyboard

  /// Edits the text of the focused part, which belongs to the window and not to the history.
  package mutating func withField<Value>(_ body: (inout TextField) -> Value) -> Value? {
    run.scene.focusedIndex.flatMap { withField(of: $0, body) }
  }

  /// Edits the text of a part, by the part's index.
  package mutating func withField<Value>(
    of part: Int, _ body: (inout TextField) -> Value
  ) -> Value? {
    guard var field = run.scene.parts[part].textField else { return nil }
    defer { run.scene.parts[part].textField = field }
    return body(&field)
  }

  /// Gives the keyboard to a part, or takes it away.
  package mutating func setFocus(_ focus: Focus) { feed(.focus(liveStageTime, focus)) }

  // MARK: Shown moment

  package func shown(at time: Instant) -> (run: StageRun, time: Instant) {
    let stageTime = stageTime(at: time)
    guard let past else { return (present, stageTime) }
    var moment = past.moment
    if moment.run.now < stageTime { shownHistory.play(&moment, to: stageTime) }
    return (shown(moment.run, at: stageTime), stageTime)
  }

  /// A past moment as shown: with the current parameters.
  ///
  /// It keeps its own parameters while an edit is shown beside it, or where a preset runs beside
  /// another program.
  private func shown(_ past: StageRun, at time: Instant) -> StageRun {
    let parameters = showsEdit || isObserved ? past.stage.parameters : run.stage.parameters
    var shown = placed(past, at: time, under: parameters)
    shown.scene.takeKeyboard(of: run.scene)
    return shown
  }

  /// Lays out a past run in the window as it is now, not at its former size.
  package func placed(
    _ run: StageRun, at time: Instant, under parameters: ParameterSet
  ) -> StageRun {
    var stage = self.run.stage
    stage.parameters = parameters
    return run.placed(on: stage, at: time)
  }

  /// The run and time to draw; while the clock runs, times are quantised to `cap` moments per
  /// second, as on a display of that rate.
  package func drawn(at time: Instant, cap: Int?) -> (run: StageRun, time: Instant) {
    let (run, stageTime) = shown(at: time)
    guard let moment = capped(stageTime, cap), moment < stageTime else { return (run, stageTime) }
    if run.now <= moment { return (run, moment) }
    // Newer events must not be visible yet.
    let capped = shownHistory.moment(at: moment).run
    let shown = shown(capped, at: max(moment, capped.now))
    return (shown, max(moment, shown.now))
  }

  /// Whether the cap still holds something back.
  package func isCapMoving(at time: Instant, cap: Int?) -> Bool {
    guard past == nil, let moment = capped(clock.stageTime(at: time), cap) else { return false }
    return moment < run.now || run.scene.isMoving(at: moment)
  }

  /// The last moment of the cap's grid at or before a stage time; `nil` without a cap or while
  /// paused.
  private func capped(_ stageTime: Instant, _ cap: Int?) -> Instant? {
    guard let cap, rate > 0 else { return nil }
    let count = (stageTime.microseconds + 1) * Int64(cap) / 1_000_000
    return min(stageTime, Instant(microseconds: count * 1_000_000 / Int64(cap)))
  }

  /// Whether time alone changes the shown stage after a time.
  package func isMoving(at time: Instant, overlays: Set<Overlay>, in frame: Rect) -> Bool {
    if let past { return plays(past, at: time) }
    guard clock.rate > 0 else { return false }
    let stageTime = clock.stageTime(at: time)
    return run.isMoving(at: stageTime)
      || OverlayReader(self, run, at: stageTime, time, in: frame).isMoving(overlays)
  }

  /// Whether time advances at the playhead; it stops once the stage is at rest.
  package func playHeadMoves(at time: Instant) -> Bool {
    if let past { return plays(past, at: time) }
    return clock.rate > 0 && run.isBusy(at: clock.stageTime(at: time))
  }

  /// The stage time from which to step back: the end of the take while at rest, unless the user has
  /// stepped past it since pausing.
  package var stepBackStart: Instant {
    let shown = stageTime(at: now)
    guard let end = sheet.end, shown > end, shown <= clock.rateSince else { return shown }
    return end
  }

  /// The stage time of the present at a session time.
  package func liveStageTime(at time: Instant) -> Instant { clock.stageTime(at: time) }
}

extension Player {
  /// The stage as a video shows it: what the timeline shows, at real speed, with an up-to-date log.
  package func filmed() -> Player {
    var filmed = self
    filmed.followLog()
    let (sheet, isEdited) = (filmed.sheet, filmed.showsEdit)
    (filmed.live.history, filmed.live.log) = (sheet.history, sheet.log)
    filmed.clock = StageClock()
    filmed.past =
      isEdited
      ? PastView(
        moment: sheet.history.moment(at: sheet.start), clock: StageClock(), sheet: sheet,
        isEdited: true) : nil
    return filmed
  }

  /// Places the stage for past moments where another stage was shown.
  package mutating func show(in place: Stage) {
    var stage = run.stage
    (stage.frame, stage.isAlone) = (place.frame, place.isAlone)
    run = run.placed(on: stage, at: run.now)
  }

  /// The earliest moment of what the timeline shows, in stage time.
  package var start: Instant { sheet.start }

  /// The sample of the shown motion at a time; past the end, the final one.
  package func sample(at time: Instant) -> MotionLog.Sample {
    var (run, end) = (run, sheet.end)
    if var moment = past?.moment {
      if moment.run.now < time { shownHistory.play(&moment, to: time) }
      (run, end) = (moment.run, nil)
    }
    if end.map({ $0 <= time }) ?? false { run = sheet.run }
    if time < run.now { run = sheet.history.moment(at: time).run }
    return MotionLog.sample(of: run, at: max(time, run.now))
  }

  package var shownLog: MotionLog { past?.sheet?.log ?? log }

  package var shownHistory: StageHistory { past?.sheet?.history ?? history }

  /// The offset of the stage from where it was at the shown moment, as panels may have opened
  /// since.
  package var shownShift: Vector {
    past.map { run.stage.frame.center - $0.moment.run.stage.frame.center } ?? .zero
  }
}
