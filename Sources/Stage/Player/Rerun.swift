package import Feel
package import FeelTrace

/// A take's events on their way to the stage once more, in stage time.
///
/// The hand presses what it pressed, at the same place of it, wherever that is now.
struct Rerun: Sendable {
  private let events: [StageEvent]
  private var index = 0
  private var map: PointMap

  /// The events of hands among some, up to the last one that does something: a pointer that only
  /// passes afterwards is left out.
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

  /// Takes the next event, as it would be now, if it is due at a time.
  mutating func take(until time: Instant) -> StageEvent? {
    guard let event = next, event.time <= time else { return nil }
    index += 1
    return map.map(event)
  }
}

/// From where parts were to where they are: a hand that pressed one then presses the same one now,
/// at the same point of it.
struct PointMap: Sendable {
  private let frames: [(then: Rect, now: Rect)]
  private let stage: Vector
  private var shift: Vector

  /// Maps points of one layout of a scene to another.
  init(from then: StageRun, to now: StageRun) {
    frames = zip(then.scene.parts, now.scene.parts).map { ($0.hitBox, $1.hitBox) }
    stage = now.stage.frame.center - then.stage.frame.center
    shift = stage
  }

  /// An event as it would be now; a drag goes as far as it went then.
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

/// How a take went before it ran again, or another take, and how the one that is shown differs: A
/// is before, B is now.
struct FormerRun: Sendable {
  /// The number of the take that is the new run, or is compared.
  let rerun: Int
  /// The number of the other take; none where it is the run before.
  var other: Int?
  let log: MotionLog
  /// How fast it was let go, in the control's unit a second.
  let speed: Double?
  /// The difference, once the take has run again.
  var comparison: Comparison?
}

extension FormerRun {
  /// Another take in the place of the run before, its release over that of the one that is shown;
  /// `nil` where they are of different controls.
  fileprivate init?(_ other: Take, before sheet: TakeSheet, of shown: Take) {
    let shift = shown.span.release.microseconds - other.span.release.microseconds
    let laidOut = TakeSheet(other)
    let log = MotionLog(of: laidOut, from: sheet.start.advanced(by: -0.1), later: shift)
    let speed = laidOut.history.speeds(before: other.span.release).a
    guard
      let comparison = Comparison(of: shown.span, before: log, speed: speed, now: sheet.history)
    else { return nil }
    self.init(
      rerun: shown.number, other: other.number, log: log, speed: speed, comparison: comparison)
  }
}

extension Comparison {
  /// How two takes differ, the release of one over that of the other; `nil` where they are of
  /// different controls.
  package init?(_ a: Take, _ b: Take) {
    guard let comparison = FormerRun(a, before: TakeSheet(b), of: b)?.comparison else {
      return nil
    }
    self = comparison
  }
}

extension LiveStage {
  /// The take that is meant where none is named: the one that was chosen, the one under way, or the
  /// newest.
  fileprivate var lastTake: TakeSheet? {
    let sheet = sheet
    return sheet.span == nil ? takes.newest : sheet
  }

  /// The last motion that a hand began, up to its rest; what has not happened by a time is as it
  /// would be without another event.
  fileprivate func lastTrack(until now: Instant) -> MotionTrack? {
    if let sheet = lastTake {
      let end = max(sheet.end ?? now, sheet.run.now)
      let rest = sheet.run.scene.isHeld ? nil : sheet.run.watched(at: end)?.restTime
      let later = rest.map { min(max($0, end), end.advanced(by: 30)) } ?? end
      if let track = sheet.track(until: sheet.span?.rest ?? later) { return track }
    }
    // Of a wheel or a key there is none.
    return takes.store.takes.reversed().lazy.filter { $0.span.release > $0.span.start }
      .compactMap { TakeSheet($0).track(until: $0.span.rest ?? $0.end) }.first
  }
}

extension Player {
  /// The take that is meant where none is named: the one that was chosen, the one under way, or the
  /// newest.
  package var lastTake: TakeSheet? { live.lastTake }

  /// When that was, in stage time.
  package var lastSpan: Take.Span? { lastTake?.span }

  package var isRunningAgain: Bool { rerun != nil }

  /// The run before the one that is shown, once a take has run again: A is before, B is now.
  package var rerunComparison: Comparison? {
    former?.rerun == sheet.number && former?.other == nil ? former?.comparison : nil
  }

  /// The number of the take that the one that is shown is compared with, and how they differ: A is
  /// the other one, B the one that is shown.
  package var takeComparison: (number: Int, comparison: Comparison)? {
    guard let former, former.rerun == sheet.number, let other = former.other,
      let comparison = former.comparison
    else { return nil }
    return (other, comparison)
  }

  /// Compares the take that is shown with another one, the release of one over that of the other,
  /// or with none; answers in a sentence why it cannot.
  package mutating func compareTake(with number: Int?) -> String? {
    former = nil
    guard let other = number.flatMap({ takes.store[$0] }), let shown = shownTake,
      other.number != shown.number
    else { return nil }
    former = FormerRun(other, before: sheet, of: shown)
    takes.compared = former?.other
    return former == nil ? Words.differentControls(other.title, shown.title) : nil
  }

  /// How the stage moved before the take ran again.
  package var formerLog: MotionLog? { former?.rerun == sheet.number ? former?.log : nil }

  /// The last motion that a hand began, up to its rest; what has not happened yet is as it would be
  /// without another event.
  package func lastTrack() -> MotionTrack? { live.lastTrack(until: liveStageTime) }

  /// Runs the last take again, from where it began, with the current parameters: a hand that is
  /// recorded, in real time, in a take of its own; answers from when on, if there was one.
  ///
  /// The stage's time goes back to that moment, so that both runs stand over each other in the
  /// timeline. What follows is made of the events that are kept, so a recording of the key that
  /// asked for it is one of the whole.
  package mutating func startRerun(on stage: Stage) -> Instant? {
    followLog()
    guard let take = lastTake, let number = take.number, let span = take.span else { return nil }
    let begin = take.start
    let events = take.history.events(from: Instant(microseconds: begin.microseconds + 1))
    let scene = run.scene
    clockSetting.isPaused = false
    live.endTake(at: liveStageTime)
    live.goBack(to: take.history.moment(at: begin).run)
    let (then, focus) = (run, run.scene.focus)
    (past, takes.selected) = (nil, nil)
    clock.set(begin, at: now)
    live.open(takes.next, takes.store[number] == nil ? .hand : .rerun(of: number), lead: begin)
    let rerunNumber = takes.next - 1
    if stage != run.stage { _ = live.happen(.place(begin, stage)) }
    if parametersB != nil || run.runB != nil { _ = live.happen(.compare(begin, parametersB)) }
    run.scene.takeKeyboard(of: scene)
    if run.scene.focus != focus { _ = live.happen(.focus(begin, focus)) }
    (comparison, rerunDue) = (nil, nil)
    former = FormerRun(
      rerun: rerunNumber, log: take.log, speed: take.history.speeds(before: span.release).a)
    rerun = Rerun(events, upTo: span.lastInput, PointMap(from: then, to: run))
    return begin
  }

  /// Lets the events of a take that runs again happen, as far as they are due.
  ///
  /// `hand` is where on the stage the hand's own pointer is.
  mutating func followRerun(hand: Vector?) {
    let live = liveStageTime
    while let due = rerun?.next, due.time <= live {
      pass(to: due.time)
      guard let event = rerun?.take(until: live) else { break }
      // What the take asked for when it was made, such as a copy or a file, it does not ask for
      // again.
      note(self.live.happen(event))
    }
    guard rerun != nil, rerun?.next == nil else { return }
    rerun = nil
    self.live.giveUpAwaited()
    if parametersB != nil { comparison = compared() } else { compareWithFormer() }
    // The hand's pointer is where it is, and not where it was then.
    meetHand(at: hand)
  }

  /// Ends a rerun because a hand takes over: what it holds is let go.
  package mutating func abandonRerun() {
    guard rerun != nil else { return }
    rerun = nil
    live.giveUpAwaited()
    cancelHold()
  }

  /// Finds how the run that has just ended its take will differ from the one before.
  private mutating func compareWithFormer() {
    former?.comparison = nil
    guard let former, let span = lastSpan else { return }
    let history = history
    self.former?.comparison = Comparison(
      of: span, before: former.log, speed: former.speed, now: history)
  }
}
