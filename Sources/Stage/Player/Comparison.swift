public import Feel

/// How one gesture goes under two sets of parameters, A and B.
public struct Comparison: Hashable, Sendable {
  /// How it goes under one set.
  public struct Outcome: Hashable, Sendable {
    /// Where the control comes to rest, in its unit.
    public var rest: Double
    /// What it rests on: "card 3"; `nil` where places have no names.
    public var restName: String?
    /// How long that takes from the release, in seconds.
    public var settle: Double
    /// How far it goes past its rest before it comes back, in its unit.
    public var overshoot: Double
    /// How fast it was let go, in its unit a second; `nil` where no hand held it, or it is not
    /// known.
    public var velocity: Double?
  }

  /// Which control: "carousel", "slider".
  public var control: String
  /// The unit of its position: "pt", or nothing for a share or a count.
  public var unit: String
  /// When the gesture was let go, in stage time.
  public var release: Instant
  /// How it goes under A.
  public var a: Outcome
  /// How it goes under B.
  public var b: Outcome
  /// How far the two are apart at most, in the unit.
  public var greatest: Double

  /// The differences in words, B less A.
  public var text: String {
    let suffix = unit.isEmpty ? "" : " \(unit)"
    let decimals = unit.isEmpty ? 3 : 1
    let rest = (b.rest - a.rest).signed(decimals: decimals) + suffix
    let overshoot = (b.overshoot - a.overshoot).signed(decimals: decimals) + suffix
    return Words.difference(
      rests: a.restName == b.restName ? [] : [a.restName, b.restName].compactMap(\.self),
      rest: rest, settle: ((b.settle - a.settle) * 1000).signed(decimals: 0),
      overshoot: overshoot, greatest: greatest.text(decimals: decimals) + suffix)
  }
}

extension Comparison {
  /// One set's run of a gesture: where it was, from the press to the rest.
  fileprivate struct Track {
    var positions: [Double] = []
    var restTime: Instant
    var restName: String?
    /// Which of the positions is that of the release.
    var release = 0

    fileprivate mutating func add(_ reading: MotionReading, at time: Instant, release: Instant) {
      add(reading.position, at: time, release: release)
      restName = reading.restName
      if time >= release, let restTime = reading.restTime { self.restTime = restTime }
    }

    fileprivate mutating func add(_ position: Double, at time: Instant, release: Instant) {
      if time <= release { self.release = positions.count }
      positions.append(position)
    }

    fileprivate func outcome(release time: Instant) -> Outcome {
      let rest = positions[positions.count - 1]
      let way = rest - positions[release]
      // Beyond its rest, in the direction in which it came.
      let overshoot = positions[release...].reduce(0) { most, position in
        max(most, way >= 0 ? position - rest : rest - position)
      }
      return Outcome(
        rest: rest, restName: restName, settle: restTime - time, overshoot: overshoot)
    }
  }

  private init(of reading: MotionReading, release: Instant, a: Track, b: Track) {
    (control, unit, self.release) = (reading.control, reading.unit, release)
    (self.a, self.b) = (a.outcome(release: release), b.outcome(release: release))
    // Of a log positions are known alone.
    if self.a.restName == nil || self.b.restName == nil {
      (self.a.restName, self.b.restName) = (nil, nil)
    }
    greatest = zip(a.positions, b.positions).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }
}

extension Double {
  /// The number with its sign, "+12.0", "−3.5", "0.0".
  fileprivate func signed(decimals: Int) -> String {
    let text = text(decimals: decimals)
    return self > 0 && text.contains { $0 != "0" && $0 != "." } ? "+" + text : text
  }
}

extension Comparison {
  /// How a take goes under sets A and B, both of which a history carries: what has not happened yet
  /// is as it will be without another event; `nil` where nothing was watched.
  init?(of span: Take.Span, in history: StageHistory) {
    var moment = history.moment(at: span.start)
    guard let pressed = moment.run.watched(at: span.start) else { return nil }
    var (a, b) = (Track(restTime: span.release), Track(restTime: span.release))
    for index in 0...Int(StageHistory.span * 120) {
      let time = span.start.advanced(by: Double(index) / 120)
      history.play(&moment, to: time)
      guard let readingA = moment.run.watched(at: time),
        let readingB = (moment.run.runB ?? moment.run).watched(at: time)
      else { return nil }
      a.add(readingA, at: time, release: span.release)
      b.add(readingB, at: time, release: span.release)
      if time > span.release, readingA.restTime == nil, readingB.restTime == nil { break }
    }
    self.init(of: pressed, release: span.release, a: a, b: b)
    (self.a.velocity, self.b.velocity) = history.speeds(before: span.release)
  }

  /// How a take went, and how it goes under other parameters, by what a log holds of both; `nil`
  /// where nothing was watched.
  init?(
    of span: Take.Span, as reading: MotionReading, in log: MotionLog, _ history: StageHistory,
    otherRest: Instant?
  ) {
    let rest = log.changes.last.flatMap { $0.state == .idle ? $0.time : nil }
    var a = Track(restTime: max(rest ?? span.release, span.release))
    var b = Track(restTime: max(otherRest ?? span.release, span.release))
    let first = max(0, Int(MotionLog.index(atOrBefore: span.start) - log.first))
    for (place, sample) in log.samples.enumerated().dropFirst(first) {
      guard let position = sample.position, let other = sample.otherPosition else { continue }
      let time = MotionLog.time(of: log.first + Int64(place))
      a.add(position, at: time, release: span.release)
      b.add(other, at: time, release: span.release)
    }
    guard !a.positions.isEmpty else { return nil }
    self.init(of: reading, release: span.release, a: a, b: b)
    (self.a.velocity, self.b.velocity) = history.speeds(before: span.release)
  }

  /// How a take went before, and goes now that it ran again; `nil` where it is another control's.
  init?(of span: Take.Span, before: MotionLog, speed: Double?, now history: StageHistory) {
    guard let source = before.sample(at: span.start)?.source,
      let rest = before.changes.last(where: { $0.state == .idle })?.time,
      let release = before.marks.last(where: { $0.kind != .change })?.time
    else { return nil }
    var moment = history.moment(at: span.start)
    guard let pressed = moment.run.watched(at: span.start) else { return nil }
    let end = max(rest, release)
    var (old, new) = (Track(restTime: end), Track(restTime: release))
    let first = MotionLog.index(atOrBefore: span.start)
    for index in first...(first + Int64(StageHistory.span) * MotionLog.rate) {
      let time = max(MotionLog.time(of: index), span.start)
      history.play(&moment, to: time)
      guard let reading = moment.run.watched(at: time), moment.run.source(of: reading) == source
      else { return nil }
      let then = before.sample(at: time)?.position ?? old.positions.last ?? reading.position
      old.add(then, at: time, release: release)
      new.add(reading, at: time, release: release)
      if time > end, reading.restTime == nil { break }
    }
    self.init(of: pressed, release: release, a: old, b: new)
    (a.velocity, b.velocity) = (speed, history.speeds(before: span.release).a)
  }

  /// The same with A and B in each other's place.
  var swapped: Comparison {
    var swapped = self
    (swapped.a, swapped.b) = (b, a)
    return swapped
  }
}

extension StageHistory {
  /// How fast what a hand holds is let go at a time, on the stage and on the one that is carried
  /// along.
  func speeds(before release: Instant) -> (a: Double?, b: Double?) {
    let run = moment(at: Instant(microseconds: release.microseconds - 1)).run
    guard run.scene.isHeld else { return (nil, nil) }
    return (run.watched(at: release)?.velocity, run.runB?.watched(at: release)?.velocity)
  }
}

extension Player {
  /// What stands beside the stage that is shown.
  package enum Beside: Hashable, Sendable {
    /// Set B.
    case setB
    /// The same take under edited parameters.
    case edited
    /// What a preset makes of the hand that moved another program.
    case preset
    /// Another take, by its number.
    case take(Int)
    /// The take as it went before it ran again.
    case before
  }

  /// What stands beside the stage that is shown, if anything does.
  package var beside: Beside? {
    if parametersB != nil { return .setB }
    if showsEdit, !isObserved { return .edited }
    if let former, former.comparison != nil, former.rerun == sheet.number {
      return former.other.map(Beside.take) ?? .before
    }
    return isObserved && takes.newest != nil && nameOfB != nil ? .preset : nil
  }
}

extension Player {
  /// Lets a second set of parameters have the same events at the same times, or no longer.
  ///
  /// While two sets are compared, an edit runs the last take again with what it sets: the same
  /// hand, another outcome.
  package mutating func compare(setA: ParameterSet, with setB: ParameterSet?) {
    parametersB = setB
    (comparison, rerunDue) = (nil, nil)
    if setB != nil, lastSpan != nil {
      runAgain(setA: setA)
    } else {
      feed(.compare(liveStageTime, setB))
    }
  }

  /// Takes over what the two sets have become by a swap, on the stage with set A.
  package mutating func swap(setB: ParameterSet, on stage: Stage) {
    parametersB = setB
    if lastSpan != nil { return runAgain(setA: stage.parameters) }
    place(on: stage)
    feed(.compare(liveStageTime, setB))
  }

  /// Applies the new parameters: while comparing, from the start of the last take; otherwise from
  /// now, and beside the take that is shown.
  package mutating func applyParameters(on stage: Stage) {
    guard parametersB != nil, !run.scene.isHeld, lastSpan != nil else {
      place(on: stage)
      return followEdit()
    }
    rerunDue = rerunDue ?? now.advanced(by: Self.rerunInterval)
  }

  /// Runs the last take again, at once and with both sets as they are now.
  mutating func runAgain(setA parameters: ParameterSet) {
    rerunDue = nil
    followLog()
    guard let take = lastTake, let number = take.number else { return }
    let shownTime = past.map { _ in stageTime(at: self.now) }
    // The present may lie before the end of a take: where one began to run again, or a hand went on
    // from another.
    let (start, now) = (take.start, max(liveStageTime, take.end ?? .zero))
    let before = run
    let isDraft = takes.draft == number
    if isDraft, takes.open?.number == number { takes.open = nil }
    live.endTake(at: liveStageTime)
    if now > liveStageTime { clock.set(now, at: self.now) }
    live.goBack(to: take.history.moment(at: start).run)
    (past, takes.selected) = (nil, nil)
    let origin = takes.store[number] == nil ? .hand : Take.Origin.rerun(of: number)
    live.open(isDraft ? number : takes.next, isDraft ? take.origin : origin, lead: start)
    takes.draft = takes.open?.number
    // Where everything was when the hand found it: panels may have opened since.
    var beginning = run.stage
    beginning.parameters = parameters
    // What the take asked for when it was made, such as a copy or a file, it does not ask for
    // again.
    _ = live.happen(.place(start, beginning))
    _ = live.happen(.compare(start, parametersB))
    live.happenAgain(
      take.history.events(from: Instant(microseconds: start.microseconds + 1)), under: parameters)
    live.passDeadlines(to: now)
    _ = live.passing(to: now)
    // What has come since the end of a finished take: another size, and where the pointer is.
    var stage = before.stage
    stage.parameters = parameters
    if run.stage != stage { _ = live.happen(.place(now, stage)) }
    if take.end != nil, let pointer = before.lastPointer {
      _ = live.happen(.input(.pointer(pointer.moved(to: now))))
    }
    run.scene.takeKeyboard(of: before.scene)
    comparison = parametersB == nil ? nil : compared()
    if let shownTime { show(shownTime) }
  }

  func compared() -> Comparison? {
    guard let take = lastTake, let span = take.span else { return nil }
    return Comparison(of: span, in: take.history)
  }
}

extension LiveStage {
  /// Lets events of a take happen again with other parameters.
  mutating func happenAgain(_ events: [StageEvent], under parameters: ParameterSet) {
    for event in events {
      passDeadlines(to: event.time)
      if let event = event.under(parameters) { _ = happen(event) }
    }
  }
}

extension PointerSample {
  /// The sample at a later time, as a report of a pointer that is where it was.
  fileprivate func moved(to time: Instant) -> PointerSample {
    var sample = self
    (sample.time, sample.phase) = (time, phase == .exited ? .exited : .moved)
    return sample
  }
}
