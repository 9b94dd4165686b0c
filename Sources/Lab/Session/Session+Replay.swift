internal import Feel
internal import FeelTrace
public import Stage

extension Session {
  /// How much of the time before a gesture is shown before it runs again, in seconds.
  private static let leadIn = 0.25
  /// The longest time between two turns of a wheel, or two keys, that are one gesture, in seconds.
  private static let pause = 0.5

  /// Whether the last gesture is being run again.
  public var isRepeating: Bool { repeating != nil }

  /// Runs the last gesture again, from where it began, under the parameters of now: a hand that is recorded, in real time.
  ///
  /// The stage's time goes back to that moment, so that both runs stand over each other in the timeline. What follows is made of the events that are kept, so a recording of the key that asked for it is one of the whole.
  mutating func repeatGesture() {
    guard let start = lastDeed, let end = log.marks.last(where: { $0.kind != .change })?.time
    else {
      return say("Nothing has been done yet: there is nothing to run again")
    }
    let begin = replayStart(start)
    let after = Instant(microseconds: begin.microseconds + 1)
    guard let events = GestureReplay(history.events(from: after), upTo: end) else { return }
    if isPaused { apply(.pause(false)) }
    var former = log
    former.follow(run, to: liveStageTime)
    let scene = run.scene
    run = history.moment(at: begin).run
    let (then, focus) = (run, run.scene.focus)
    history.truncate(after: begin)
    log.truncate(after: begin)
    past = nil
    clock.set(begin, at: now)
    if stage != run.stage { _ = happen(.place(begin, stage)) }
    if other != nil || !run.twin.isEmpty { _ = happen(.compare(begin, other)) }
    run.scene.takeKeyboard(of: scene)
    if run.scene.focus != focus { _ = happen(.focus(begin, focus)) }
    (comparison, rerunDue) = (nil, nil)
    timeline.view.turn(to: begin)
    self.former = former
    repeating = events
    map = PlaceMap(from: then, to: run)
  }

  /// When the last thing that a hand did to the stage began, in stage time, if it is still kept: a press, or turns of the wheel, keys and orders that follow each other quickly.
  var lastDeed: Instant? {
    let deeds = log.marks.filter { [.press, .caught, .wheel, .key, .order].contains($0.kind) }
    guard var deed = deeds.last else { return nil }
    for earlier in deeds.dropLast().reversed() {
      guard ![.press, .caught].contains(deed.kind), ![.press, .caught].contains(earlier.kind),
        deed.time - earlier.time <= Self.pause
      else { break }
      deed = earlier
    }
    return deed.time > history.start ? deed.time : nil
  }

  /// A little before a gesture, but not before what was done last before it.
  private func replayStart(_ start: Instant) -> Instant {
    let last = log.marks.last { $0.time < start }?.time ?? history.start
    let begin = max(start.advanced(by: -Self.leadIn), last, history.start)
    return min(begin, Instant(microseconds: start.microseconds - 1))
  }

  /// When the next event of a gesture that runs again is due.
  var repeatDeadline: Instant? { repeating?.next.flatMap { clock.sessionTime(of: $0.time) } }

  /// Lets the events of a gesture that runs again happen, as far as they are due.
  mutating func followRepeat() {
    let live = liveStageTime
    while let event = repeating?.take(until: live) {
      pass(to: event.time)
      let event = map?.map(event) ?? event
      // What the gesture asked for when it was made, such as a copy or a file, it does not ask for again.
      effects += happen(event)
    }
    guard repeating != nil, repeating?.next == nil else { return }
    endRepeat()
    if other != nil { comparison = compared() } else { compareWithFormer() }
    // The hand's pointer is where it is, and not where it was then.
    var pointer = run.lastPointer ?? PointerSample(time: live, phase: .exited, location: .zero)
    (pointer.time, pointer.phase) = (live, .exited)
    if let place = chrome.pointer, layout.isOnStage(place) {
      (pointer.location, pointer.phase) = (place, .moved)
    }
    feed(StageEvent.input(.pointer(pointer)))
  }

  /// Ends a gesture that runs again because a hand takes over: what it holds is given up.
  mutating func giveUpRepeat() {
    guard repeating != nil else { return }
    endRepeat()
    guard run.scene.isHeld else { return }
    feed(StageEvent.input(.cancel(CancelSample(time: liveStageTime, reason: .user))))
  }

  /// What happens while a gesture runs again, in the place of the scene's hint.
  var repeatHint: String? {
    guard repeating == nil else {
      return "The last gesture runs again · press anything to take over"
    }
    guard former != nil, other == nil, let formerComparison else { return nil }
    return "The gesture ran again · now − before: \(formerComparison.text)"
  }

  /// How the last gesture differs from the run before it, once it has run again: A is before, B is now.
  public var repeated: Comparison? { former == nil ? nil : formerComparison }

  /// Finds how the run that has just ended its gesture will differ from the one before.
  private mutating func compareWithFormer() {
    formerComparison = nil
    guard let former, let start = lastDeed,
      let before = former.sample(at: start)?.source,
      let rest = former.changes.last(where: { $0.state == .idle })?.time,
      let release = former.marks.last(where: { $0.kind != .change })?.time
    else { return }
    var moment = history.moment(at: start)
    guard let reading = moment.run.watched(at: start) else { return }
    var (old, new) = (
      Comparison.Track(restTime: max(rest, release)), Comparison.Track(restTime: release)
    )
    let first = MotionLog.index(atOrBefore: start)
    for index in first...(first + Int64(StageHistory.span) * MotionLog.rate) {
      let time = max(MotionLog.time(of: index), start)
      history.play(&moment, to: time)
      guard let now = moment.run.watched(at: time), moment.run.source(of: now) == before else {
        return
      }
      let then = former.sample(at: time)?.position ?? old.positions.last
      old.positions.append(then ?? now.position)
      new.positions.append(now.position)
      if time <= release {
        (old.release, new.release) = (old.positions.count - 1, new.positions.count - 1)
      }
      if time >= release, let restTime = now.restTime { new.restTime = restTime }
      if time > max(rest, release), now.restTime == nil { break }
    }
    formerComparison = Comparison(of: reading, release: release, a: old, b: new)
  }

  private mutating func endRepeat() {
    (repeating, map) = (nil, nil)
  }
}
