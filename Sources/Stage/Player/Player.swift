package import Feel

/// A scene at work in its time: played, paused, slowed, stepped back, run again and compared.
///
/// It is told the session's time; the stage's follows from it by a clock of its own. The same
/// events at the same times give the same state, however often time is passed.
package struct Player: Sendable {
  /// A past moment of the stage, being looked at, and how its time goes on while it is played.
  struct PastView: Sendable {
    var moment: StageHistory.Moment
    var clock: StageClock
    /// The finished take that it is of; the present's own past without one.
    @Boxed var sheet: TakeSheet?
    /// Whether the same gesture under edited parameters is shown beside it.
    var isEdited = false
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
  /// The stage as it is now, whatever moment is shown, with what is remembered of it.
  package var live: LiveStage
  /// How a hand has set the stage's clock.
  package var clockSetting = ClockSetting()

  var clock = StageClock()
  @Boxed var past: PastView? = nil
  /// The take being rerun.
  var rerun: Rerun?
  /// Set B, while it is compared with.
  @Boxed var sets: Pair? = nil
  /// How the last take went before its rerun, or the take that one is compared with.
  @Boxed var former: Pair? = nil
  // When to rerun the shown take with the edited parameters, and when that last happened.
  var rerunDue: Instant?
  var lastEdit: Instant?
  /// The newest take beside the same gesture under the parameters edited since.
  @Boxed var editedNewest: TakeSheet? = nil
  private var outbox = Outbox()

  /// Starts a scene at a time of the session: its own time begins then.
  package init(_ type: any Scene.Type, on stage: Stage, at now: Instant) {
    self.now = now
    live = LiveStage(type, on: stage)
    clock.set(.zero, at: now)
    carryBeside()
  }

  /// The stage as it is now, whatever moment is shown.
  package internal(set) var run: StageRun {
    // Lent, not copied: it is looked at several times for every report of a pointer.
    _read { yield live.run }
    _modify { yield &live.run }
  }

  package var history: StageHistory { _read { yield live.history } }
  package var log: MotionLog { _read { yield live.log } }
  package internal(set) var takes: Takes {
    _read { yield live.takes }
    _modify { yield &live.takes }
  }

  /// Goes on at a time of the session after it was left: for the stage no time has passed.
  mutating func resume(at time: Instant) {
    let (left, now) = (now, max(now, time))
    self.now = now
    clock.set(clock.stageTime(at: left), at: now)
    if let past { self.past?.clock.set(past.clock.stageTime(at: left), at: now) }
    if rerunDue != nil { rerunDue = now }
    followTracking()
  }

  // MARK: Time

  /// Moves the session's time on; what is due by then is done by `passTime`.
  package mutating func reach(_ time: Instant) { now = max(now, time) }

  /// Does what is due; set A is what parameters are now, and `hand` where on the stage the pointer
  /// is.
  package mutating func passTime(setA parameters: ParameterSet, hand: Vector?) {
    followRerun(hand: hand)
    pass(to: liveStageTime)
    if let due = rerunDue, due <= now {
      if sets == nil { runEdited(under: parameters) } else { runAgain(setA: parameters) }
    }
    followPast()
    followTracking()
  }

  /// When `passTime` must be called next, in the session's time.
  package var deadline: Instant? {
    let stage = live.deadline.flatMap { clock.sessionTime(of: $0) }
    let next = rerun?.next.flatMap { clock.sessionTime(of: $0.time) }
    return [stage, pastEnd, rerunDue, next].compactMap { $0 }.min()
  }

  /// The stage's time that is shown at a time of the session: the past while one looks at it.
  package func stageTime(at time: Instant) -> Instant {
    let live = clock.stageTime(at: time)
    guard let past else { return live }
    return min(past.clock.stageTime(at: time), past.sheet?.end ?? live)
  }

  /// The stage's time up to which something has happened.
  package var liveStageTime: Instant { clock.stageTime(at: now) }

  package var isShowingPast: Bool { past != nil }

  private var rate: Double { (past?.clock ?? clock).rate }

  /// Shows another moment of the stage: an earlier one by evaluating what happened again, a later
  /// one by letting time pass.
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

  /// When a past that is being played is over, in stage time.
  private func end(of past: PastView) -> Instant { past.sheet?.end ?? liveStageTime }

  /// Whether what is shown stays at its end: a take that was chosen, and one beside which an edit
  /// is seen.
  private var staysAtEnd: Bool { takes.selected != nil || past != nil && showsEdit }

  /// When a past that is being played has come up to the present.
  private var pastEnd: Instant? {
    guard let past, past.clock.rate > 0, !staysAtEnd else { return nil }
    return past.clock.sessionTime(of: end(of: past))
  }

  /// Whether what is shown of the past is being played.
  private func plays(_ past: PastView, at time: Instant) -> Bool {
    past.clock.rate > 0 && past.clock.stageTime(at: time) < end(of: past)
  }

  /// Brings what is shown of the past up to now; once it reaches the present, the present goes on.
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

  /// Runs the clock at real speed while a hand holds a control.
  package mutating func followTracking() {
    let (wanted, now) = (clockSetting.rate, now)
    if isObserved {
      // Another program goes on whatever is looked at, and no slower.
      clock.setRate(clockSetting.isPaused && past == nil ? 0 : 1, at: now)
    } else {
      clock.setRate(past != nil ? 0 : run.scene.isTracking ? 1 : wanted, at: now)
    }
    past?.clock.setRate(wanted, at: now)
  }

  package var isObserved: Bool { type(of: run.scene).isObserved }

  /// Goes on from the past that is shown, as a hand does that touches it: in a take of its own,
  /// which knows where it came from.
  package mutating func takeOver() {
    if isObserved {
      // Nobody goes on from what another program did: the present is shown again.
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
    // Right after: what happens from now on is the new take's.
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

  /// Ends a gesture that was under way in the past: the hand that made it is elsewhere now.
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

  /// Has whatever is held let go, and flings nothing.
  mutating func cancelHold() {
    guard run.scene.isHeld else { return }
    feed(StageEvent.input(.cancel(CancelSample(time: liveStageTime, reason: .user))))
  }

  /// Starts the scene again, with nothing to compare what comes next with; the clock goes on, also
  /// where it stood.
  package mutating func restart() {
    takeOver()
    former = nil
    clockSetting.isPaused = false
  }

  /// Begins as a stage of the same scene was, at its time; nothing is compared with it.
  package mutating func begin(as run: StageRun, on stage: Stage) {
    var run = run
    _ = run.handle(.compare(run.now, nil))
    live.goBack(to: run)
    clock.set(run.now, at: now)
    if run.stage != stage { _ = live.happen(.place(run.now, stage)) }
    carryBeside()
  }

  /// Lets a stage be carried along beside one whose scene wants that, with the parameters as they
  /// are.
  private mutating func carryBeside() {
    guard isObserved else { return }
    let beside = type(of: run.scene).beside(run.stage.parameters)
    guard run.runB?.stage.parameters != beside else { return }
    feed(.compare(liveStageTime, beside))
  }

  // MARK: What happens

  /// Lets a gesture that was abandoned be over: its release goes elsewhere.
  mutating func endCancelled() {
    if run.isAbandoned { liftPointer() }
  }

  /// Lets the stage see where the hand's pointer is, after what it did not see of it: on the stage,
  /// or gone.
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
    let happened = live.happen(event)
    if wasHeld, sets != nil, !run.scene.isHeld { compareRuns() }
    outbox.effects += happened
    outbox.asked += happened.filter { $0.request != nil || $0.name == Effect.commit }
  }

  /// Lets time pass on the stage, up to a deadline or while nothing happens to it.
  mutating func pass(to stageTime: Instant) { outbox.effects += live.passing(to: stageTime) }

  /// Takes note of what the controls did that a hand did not make them do now.
  mutating func note(_ effects: [Effect]) { outbox.effects += effects }

  package mutating func takeEffects() -> [Effect] {
    defer { outbox.effects.removeAll(keepingCapacity: true) }
    return outbox.effects
  }

  /// What the controls asked of the window since the last call.
  package mutating func takeAsked() -> [Effect] {
    defer { outbox.asked.removeAll(keepingCapacity: true) }
    return outbox.asked
  }

  package mutating func place(on stage: Stage) {
    feed(.place(liveStageTime, stage))
    carryBeside()
    // A finished take is over.
    if past != nil, past?.sheet == nil { show(stageTime(at: now)) }
  }

  package mutating func followLog() { live.log.follow(run, to: liveStageTime) }

  /// How the stage moved in its last minute, up to a time of the session.
  package func log(at time: Instant) -> MotionLog {
    var log = log
    log.follow(run, to: clock.stageTime(at: max(now, time)))
    return log
  }

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

  package func shown(at time: Instant) -> (run: StageRun, time: Instant) {
    let stageTime = stageTime(at: time)
    guard let past else { return (present, stageTime) }
    var moment = past.moment
    if moment.run.now < stageTime { shownHistory.play(&moment, to: stageTime) }
    return (shown(moment.run, at: stageTime), stageTime)
  }

  /// A moment of the past as it is shown: with the present parameters.
  ///
  /// It keeps its own where the outcome of the present ones is shown beside it, and where a preset
  /// ran beside another program.
  private func shown(_ past: StageRun, at time: Instant) -> StageRun {
    let parameters = showsEdit || isObserved ? past.stage.parameters : run.stage.parameters
    var shown = placed(past, at: time, under: parameters)
    shown.scene.takeKeyboard(of: run.scene)
    return shown
  }

  /// A stage of the past in the window as it is now, not as large as it was then.
  package func placed(
    _ run: StageRun, at time: Instant, under parameters: ParameterSet
  ) -> StageRun {
    var stage = self.run.stage
    stage.parameters = parameters
    return run.placed(on: stage, at: time)
  }

  /// The stage that is drawn, and its time: while the stage's clock runs no finer than a cap of
  /// moments a second, as a display of that rate shows it.
  package func drawn(at time: Instant, cap: Int?) -> (run: StageRun, time: Instant) {
    let (run, stageTime) = shown(at: time)
    guard let moment = capped(stageTime, cap), moment < stageTime else { return (run, stageTime) }
    if run.now <= moment { return (run, moment) }
    // Something has happened since, which is not to be seen yet.
    let capped = shownHistory.moment(at: moment).run
    let shown = shown(capped, at: max(moment, capped.now))
    return (shown, max(moment, shown.now))
  }

  /// Whether what a cap holds back is still to come.
  package func isCapMoving(at time: Instant, cap: Int?) -> Bool {
    guard past == nil, let moment = capped(clock.stageTime(at: time), cap) else { return false }
    return moment < run.now || run.scene.isMoving(at: moment)
  }

  /// The moment of the cap's grid at or before a time of the stage, while there is a cap and the
  /// stage's clock runs.
  private func capped(_ stageTime: Instant, _ cap: Int?) -> Instant? {
    guard let cap, rate > 0 else { return nil }
    let count = (stageTime.microseconds + 1) * Int64(cap) / 1_000_000
    return min(stageTime, Instant(microseconds: count * 1_000_000 / Int64(cap)))
  }

  /// Whether the stage that is shown differs after a time from what it is at it, by time alone.
  package func isMoving(at time: Instant, overlays: Set<Overlay>, in frame: Rect) -> Bool {
    if let past { return plays(past, at: time) }
    guard clock.rate > 0 else { return false }
    let stageTime = clock.stageTime(at: time)
    return run.isMoving(at: stageTime)
      || OverlayReader(self, run, at: stageTime, time, in: frame).isMoving(overlays)
  }

  /// Whether time goes on at the play-head: it stands where a stage came to rest.
  package func playHeadMoves(at time: Instant) -> Bool {
    if let past { return plays(past, at: time) }
    return clock.rate > 0 && run.isBusy(at: clock.stageTime(at: time))
  }

  /// The stage's time from which a step back sets out: at rest no time is gone through, except what
  /// a hand has stepped through since the stage's clock stands.
  package var stepBackStart: Instant {
    let shown = stageTime(at: now)
    guard let end = sheet.end, shown > end, shown <= clock.rateSince else { return shown }
    return end
  }

  /// The stage's time at a time of the session, were the present shown.
  package func liveStageTime(at time: Instant) -> Instant { clock.stageTime(at: time) }
}

extension Player {
  /// The stage as its film shows it: what the timeline shows, at real speed, with its log up to
  /// date.
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

  /// Puts the stage on which moments are shown where another one was, as that was shown.
  package mutating func show(in place: Stage) {
    var stage = run.stage
    (stage.frame, stage.isAlone) = (place.frame, place.isAlone)
    run = run.placed(on: stage, at: run.now)
  }

  /// The earliest moment of what the timeline shows, in stage time.
  package var start: Instant { sheet.start }

  /// How what the timeline shows moves at the moment that is shown, or at its end after that.
  package func sample(at time: Instant) -> MotionLog.Sample {
    var (run, end) = (run, sheet.end)
    if var moment = past?.moment {
      if moment.run.now < time { shownHistory.play(&moment, to: time) }
      (run, end) = (moment.run, nil)
    }
    if end.map({ $0 <= time }) ?? false { run = sheet.run }
    return MotionLog.sample(of: run, at: max(time, run.now))
  }

  package var shownLog: MotionLog { past?.sheet?.log ?? log }

  package var shownHistory: StageHistory { past?.sheet?.history ?? history }

  /// How far what is shown lies from where it lay when it happened: panels may have been opened
  /// since.
  package var shownShift: Vector {
    past.map { run.stage.frame.center - $0.moment.run.stage.frame.center } ?? .zero
  }
}
