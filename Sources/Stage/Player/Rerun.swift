package import Feel
package import FeelTrace

/// A take's events on their way to the stage once more, in stage time.
///
/// The hand presses what it pressed, at the same place of it, wherever that is now.
struct Rerun: Sendable {
  private let events: [StageEvent]
  private var index = 0
  private var map: PointMap

  /// The events of hands among some, up to the last one that does something: a pointer that only passes afterwards is left out.
  init(_ events: [StageEvent], upTo end: Instant, _ map: PointMap) {
    self.events = events.filter { event in
      guard event.time <= end else { return false }
      return switch event {
      case .input, .command, .focus: true
      case .place, .compare, .restart: false
      }
    }
    self.map = map
  }

  /// The next event, as it was, if there is one more.
  var next: StageEvent? { index < events.count ? events[index] : nil }

  /// Takes the next event, as it would be now, if it is due at a time.
  mutating func take(until time: Instant) -> StageEvent? {
    guard let event = next, event.time <= time else { return nil }
    index += 1
    return map.map(event)
  }
}

/// From where parts were to where they are: a hand that pressed one then presses the same one now, at the same point of it.
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

/// How a take went before it ran again, and how the new run differs: A is before, B is now.
struct FormerRun: Sendable {
  /// How the stage moved then.
  let log: MotionLog
  /// The difference, once the take has run again.
  var comparison: Comparison?
}

extension Player {
  /// How much of the time before a take is shown before it runs again, in seconds.
  private static let leadIn = 0.25

  /// The last take, if it is still kept.
  package func lastTake() -> Take? { lastSpan.map { Take($0, in: history) } }

  /// When the last take was, if it is still kept.
  package var lastSpan: Take.Span? { log.takes(after: history.start).last }

  /// Whether the last take is being run again.
  package var isRunningAgain: Bool { rerun != nil }

  /// The run before the one that is shown, once a take has run again: A is before, B is now.
  package var rerunComparison: Comparison? { former?.comparison }

  /// How the stage moved before the take ran again.
  package var formerLog: MotionLog? { former?.log }

  /// The last motion that a hand began, up to its rest; what has not happened yet is as it would be without another event.
  package func lastTrack() -> MotionTrack? {
    let live = liveStageTime
    var end = live
    if !run.scene.isHeld, let rest = run.watched(at: live)?.restTime {
      end = min(max(rest, live), live.advanced(by: 30))
    }
    return log(at: now).takes(after: history.start).reversed().lazy
      .compactMap { Take($0, in: history).track(in: history, until: $0.rest ?? end) }.first
  }

  /// Runs the last take again, from where it began, with the current parameters: a hand that is recorded, in real time; answers from when on, if there was one.
  ///
  /// The stage's time goes back to that moment, so that both runs stand over each other in the timeline. What follows is made of the events that are kept, so a recording of the key that asked for it is one of the whole.
  package mutating func startRerun(on stage: Stage) -> Instant? {
    guard let span = lastSpan else { return nil }
    let begin = rerunStart(span.start)
    let events = history.events(from: Instant(microseconds: begin.microseconds + 1))
    let (former, scene) = (log(at: now), run.scene)
    clockSetting.isPaused = false
    run = history.moment(at: begin).run
    let (then, focus) = (run, run.scene.focus)
    history.truncate(after: begin)
    log.truncate(after: begin)
    past = nil
    clock.set(begin, at: now)
    if stage != run.stage { _ = happen(.place(begin, stage)) }
    if parametersB != nil || run.runB != nil { _ = happen(.compare(begin, parametersB)) }
    run.scene.takeKeyboard(of: scene)
    if run.scene.focus != focus { _ = happen(.focus(begin, focus)) }
    (comparison, rerunDue) = (nil, nil)
    self.former = FormerRun(log: former)
    rerun = Rerun(events, upTo: span.lastInput, PointMap(from: then, to: run))
    return begin
  }

  /// A little before a take, but not before what was done last before it.
  private func rerunStart(_ start: Instant) -> Instant {
    let last = log.marks.last { $0.time < start }?.time ?? history.start
    let begin = max(start.advanced(by: -Self.leadIn), last, history.start)
    return min(begin, Instant(microseconds: start.microseconds - 1))
  }

  /// Lets the events of a take that runs again happen, as far as they are due.
  ///
  /// `hand` is where on the stage the hand's own pointer is.
  mutating func followRerun(hand: Vector?) {
    let live = liveStageTime
    while let due = rerun?.next, due.time <= live {
      pass(to: due.time)
      guard let event = rerun?.take(until: live) else { break }
      // What the take asked for when it was made, such as a copy or a file, it does not ask for again.
      note(happen(event))
    }
    guard rerun != nil, rerun?.next == nil else { return }
    rerun = nil
    if parametersB != nil { comparison = compared() } else { compareWithFormer() }
    // The hand's pointer is where it is, and not where it was then.
    meetHand(at: hand)
  }

  /// Ends a rerun because a hand takes over: what it holds is let go.
  package mutating func abandonRerun() {
    guard rerun != nil else { return }
    rerun = nil
    guard run.scene.isHeld else { return }
    feed(StageEvent.input(.cancel(CancelSample(time: liveStageTime, reason: .user))))
  }

  /// Finds how the run that has just ended its take will differ from the one before.
  private mutating func compareWithFormer() {
    former?.comparison = nil
    guard let before = former?.log, let span = lastSpan else { return }
    former?.comparison = Comparison(of: span, before: before, now: history)
  }
}
