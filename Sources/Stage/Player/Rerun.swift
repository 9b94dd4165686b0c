internal import Feel
package import FeelTrace

/// A take's events being fed to the stage again, in stage time.
///
/// The hand presses the same parts at the same points, wherever those are now.
struct Rerun: Sendable {
  private let events: [StageEvent]
  private var index = 0
  private var map: PointMap

  /// Keeps the input events up to `end`, the last that has an effect; later pointer motion is
  /// dropped.
  init(_ events: [StageEvent], upTo end: Instant, _ map: PointMap) {
    self.events = events.filter { event in
      guard event.time <= end else { return false }
      return switch event {
      case .input, .command, .focus: true
      case .place, .compare, .restart, .observe: false
      }
    }
    self.map = map
  }

  var next: StageEvent? { index < events.count ? events[index] : nil }

  /// Takes the next event if due, mapped to the present layout.
  mutating func next(until time: Instant) -> StageEvent? {
    guard let event = next, event.time <= time else { return nil }
    index += 1
    return map.map(event)
  }
}

/// Maps points between two layouts, so that a press hits the same point of the same part.
struct PointMap: Sendable {
  private let frames: [(then: Rect, now: Rect)]
  private let stage: Vector
  private var shift: Vector

  /// Maps points from one layout of a scene to another.
  init(from then: StageRun, to now: StageRun) {
    frames = zip(then.scene.parts, now.scene.parts).map { ($0.hitBox, $1.hitBox) }
    stage = now.stage.frame.center - then.stage.frame.center
    shift = stage
  }

  /// Maps an event to the present layout; a drag keeps its length.
  mutating func map(_ event: StageEvent) -> StageEvent {
    switch event {
    case .input(.pointer(var sample)):
      if sample.phase == .down { aim(at: sample.location) }
      sample.location += shift
      return .input(.pointer(sample))
    case .input(.wheel(var sample)):
      aim(at: sample.location)
      sample.location += shift
      return .input(.wheel(sample))
    default: return event
    }
  }

  private mutating func aim(at location: Vector) {
    guard let frame = frames.last(where: { $0.then.contains(location) }),
      frame.then.width > 0, frame.then.height > 0
    else {
      shift = stage
      return
    }
    let way = location - frame.then.origin
    let target =
      frame.now.origin
      + Vector(
        way.x * frame.now.width / frame.then.width, way.y * frame.now.height / frame.then.height)
    shift = target - location
  }
}

extension Player {
  /// The take to act on by default: the selected one, the one under way, or the newest.
  package var lastTake: TakeSheet? {
    let sheet = live.sheet
    return sheet.span == nil ? takes.newest : sheet
  }

  /// Its times, in stage time.
  package var lastSpan: Take.Span? { lastTake?.span }

  /// The last motion begun by a hand, up to its rest; the future is extrapolated without further
  /// events.
  package func lastTrack() -> MotionTrack? {
    if let sheet = lastTake {
      let end = max(sheet.end ?? liveStageTime, sheet.run.now)
      let rest = sheet.run.scene.isHeld ? nil : sheet.run.watched(at: end)?.restTime
      let later = rest.map { min(max($0, end), end.advanced(by: 30)) } ?? end
      if let track = sheet.track(until: sheet.span?.rest ?? later) { return track }
    }
    // A wheel or a key has no track.
    return takes.store.takes.reversed().lazy.filter { $0.span.release > $0.span.start }
      .compactMap { TakeSheet($0).track(until: $0.span.rest ?? $0.end) }.first
  }

  package var isRunningAgain: Bool { rerun != nil }

  /// Reruns the last take from its start with the current parameters, in real time, as a new take.
  ///
  /// Stage time goes back to that start, so that both runs align in the timeline. The rerun uses
  /// stored events, so a recording that contains only the key press reproduces it in full.
  package mutating func startRerun(on stage: Stage) {
    followLog()
    guard let take = lastTake, let number = take.number, let span = take.span else { return }
    let (scene, then) = (run.scene, take.history.moment(at: take.start).run)
    clockSetting.isPaused = false
    goBack(to: then, of: take, number, on: stage)
    clock.set(take.start, at: now)
    run.scene.takeKeyboard(of: scene)
    let focus = then.scene.focus
    if run.scene.focus != focus { _ = live.handle(.focus(take.start, focus)) }
    sets?.comparison = nil
    rerunDue = nil
    reference = Pair(
      kind: .before, track: (take.log, take.history.speeds(before: span.release).a),
      number: takes.open?.number)
    let events = take.history.events(from: Instant(microseconds: take.start.microseconds + 1))
    rerun = Rerun(events, upTo: span.lastInput, PointMap(from: then, to: run))
  }

  /// Returns the stage to the beginning of a take for another run.
  ///
  /// The run becomes a new take, or replaces the draft that an edit made.
  private mutating func goBack(
    to begun: StageRun, of take: TakeSheet, _ number: Int, on stage: Stage, inDraft: Bool = false
  ) {
    live.endTake(at: liveStageTime)
    live.goBack(to: begun)
    (past, takes.selected) = (nil, nil)
    let origin = takes.store[number] == nil ? .hand : Take.Origin.rerun(of: number)
    live.open(
      inDraft ? number : takes.next, inDraft ? take.origin : origin, lead: take.start)
    if stage != run.stage { _ = live.handle(.place(take.start, stage)) }
    if sets != nil || run.runB != nil { _ = live.handle(.compare(take.start, parametersB)) }
  }

  /// Reruns the last take at once, with both sets as they are now.
  mutating func runAgain(setA parameters: ParameterSet) {
    rerunDue = nil
    followLog()
    guard let take = lastTake, let number = take.number else { return }
    let shownTime = past.map { _ in stageTime(at: self.now) }
    // The present may precede the end of a take: where one was rerun, or a hand continued from
    // another.
    let (before, now) = (run, max(liveStageTime, take.end ?? .zero))
    let isDraft = takes.draft == number
    if isDraft, takes.open?.number == number { takes.open = nil }
    // The layout as the hand found it: panels may have opened since.
    let begun = take.history.moment(at: take.start).run
    var stage = begun.stage
    stage.parameters = parameters
    goBack(to: begun, of: take, number, on: stage, inDraft: isDraft)
    if now > liveStageTime { clock.set(now, at: self.now) }
    takes.draft = takes.open?.number
    // Effects are dropped: a rerun must not repeat requests such as copying or saving.
    live.rehandle(
      take.history.events(from: Instant(microseconds: take.start.microseconds + 1)),
      under: parameters)
    live.passDeadlines(to: now)
    _ = live.passing(to: now)
    // Reapply what came after a finished take: the stage's size and the pointer.
    stage = before.stage
    stage.parameters = parameters
    if run.stage != stage { _ = live.handle(.place(now, stage)) }
    if take.end != nil, let pointer = before.lastPointer {
      _ = live.handle(.input(.pointer(pointer.moved(to: now))))
    }
    run.scene.takeKeyboard(of: before.scene)
    if sets != nil { compareRuns() }
    if let shownTime { show(shownTime) }
  }

  /// Feeds the due events of the take being rerun.
  ///
  /// `hand` is the user's own pointer on the stage.
  mutating func followRerun(hand: Vector?) {
    let live = liveStageTime
    while let due = rerun?.next, due.time <= live {
      pass(to: due.time)
      guard let event = rerun?.next(until: live) else { break }
      // Not via `feed`: a rerun must not repeat requests such as copying or saving.
      emit(self.live.handle(event))
    }
    guard rerun != nil, rerun?.next == nil else { return }
    rerun = nil
    self.live.abandonAwaited()
    compareRuns()
    // The user's pointer may have moved during the rerun.
    meetHand(at: hand)
  }

  /// Ends a rerun because a hand takes over; releases what it holds.
  package mutating func abandonRerun() {
    guard rerun != nil else { return }
    rerun = nil
    live.abandonAwaited()
    cancelHold()
  }
}

extension LiveStage {
  mutating func rehandle(_ events: [StageEvent], under parameters: ParameterSet) {
    for event in events {
      passDeadlines(to: event.time)
      if let event = event.under(parameters) { _ = handle(event) }
    }
  }
}

extension PointerSample {
  /// The sample repeated at a later time, as a pointer at the same location.
  fileprivate func moved(to time: Instant) -> PointerSample {
    var sample = self
    (sample.time, sample.phase) = (time, phase == .exited ? .exited : .moved)
    return sample
  }
}
