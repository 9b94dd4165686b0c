package import Feel
package import FeelTrace

/// A take laid out over its time: what the timeline shows, and the past that can be looked at.
///
/// Without a take it is the last minute of the stage.
package struct TakeSheet: Sendable {
  /// The number of the take, if it is one.
  package let number: Int?
  package let origin: Take.Origin
  /// The times of the take, if it is one.
  package let span: Take.Span?
  /// What happened, and how the stage was.
  package let history: StageHistory
  package let log: MotionLog
  /// The stage as it is after that.
  package let run: StageRun
  /// The earliest moment of it, in stage time.
  package let start: Instant
  /// The last moment of it, unless it still goes on.
  package let end: Instant?
  /// How it differs from the run that is carried along, once it is over.
  private(set) var comparison: Comparison?

  /// Lays a take out again by playing it.
  package init(_ take: Take) {
    (number, origin, span) = (take.number, take.origin, take.span)
    var run = take.before
    var history = StageHistory(run)
    var log = MotionLog(of: run, at: run.now)
    for event in take.events {
      log.passDeadlines(of: &run, to: event.time)
      log.follow(run, to: event.time)
      history.record(event, after: run)
      let before = MotionLog.Before(run, event)
      _ = run.handle(event)
      log.note(event, on: run, after: before)
    }
    log.pass(&run, to: take.end)
    (self.history, self.log, self.run) = (history, log, run)
    (start, end) = (take.before.now, take.end)
    comparison = Comparison(of: self)
  }

  /// Lays a finished take out beside what the same hand comes to under other parameters, until that
  /// rests too, or its clip ends.
  ///
  /// Only that one is played, as often as a hand moves the slider of a parameter: what the take did
  /// is read off its log.
  init(_ sheet: TakeSheet, beside parameters: ParameterSet) {
    (number, origin, span, start) = (sheet.number, sheet.origin, sheet.span, sheet.start)
    var (run, end) = (sheet.run, sheet.end ?? sheet.run.now)
    var motion = OtherMotion(beside: sheet.log)
    let (history, last) = sheet.history.carrying(under: parameters) { motion.pass(&$0, to: $1) }
    var other = last
    motion.pass(&other, to: end)
    let latest = run.clipEnd == nil ? end.advanced(by: Take.longest) : end
    while end < latest, let rest = other.restForetold(at: end), rest > end {
      end = rest.advanced(by: Take.trail)
      motion.log.pass(&run, to: end)
      motion.pass(&other, to: end)
    }
    motion.follow(other, through: end)
    _ = other.advance(to: end)
    (self.history, log, self.run) = (history, motion.log, run.carrying(other))
    self.end = end
    comparison = Comparison(of: self)
  }

  /// What goes on, from a moment that its history and its log still hold.
  init(
    _ number: Int?, _ origin: Take.Origin, _ span: Take.Span?, _ history: StageHistory,
    _ log: MotionLog, _ run: StageRun, from start: Instant
  ) {
    (self.number, self.origin, self.span) = (number, origin, span)
    // A take of the very first moment is kept from the one before, which nobody can be shown.
    (self.history, self.log, self.run, self.start) = (history, log, run, max(start, .zero))
    end = nil
  }

  /// What was, cut out of a longer history with its log.
  init(
    _ number: Int, _ origin: Take.Origin, _ span: Take.Span, cutFrom history: StageHistory,
    _ log: MotionLog, from start: Instant, to end: Instant
  ) {
    (self.number, self.origin, self.span) = (number, origin, span)
    self.history = history.stretch(from: start, to: end)
    self.log = log.stretch(from: start, to: end, of: self.history.first)
    run = self.history.moment(at: end).run
    (self.start, self.end) = (max(start, .zero), end)
    comparison = Comparison(of: self)
  }
}

extension MotionLog {
  /// Follows a stage through what is due until a time before which no event happens to it.
  fileprivate mutating func passDeadlines(of run: inout StageRun, to time: Instant) {
    while let deadline = run.deadline, deadline <= time, deadline > run.now {
      followToEnd(run, at: deadline)
      _ = run.advance(to: deadline)
    }
  }

  /// Follows a stage up to a time until which no event happens to it.
  fileprivate mutating func pass(_ run: inout StageRun, to time: Instant) {
    passDeadlines(of: &run, to: time)
    followToEnd(run, at: time)
    _ = run.advance(to: time)
  }
}

extension TakeSheet {
  /// How the control of a take moved, from the start to the rest that it came to, or will; `nil`
  /// where no hand moved anything.
  package func track(until end: Instant) -> MotionTrack? {
    guard let span else { return nil }
    let start = max(span.start, history.start)
    guard end > start else { return nil }
    // Fine enough for the eye at any zoom that makes sense, and a long hold stays small.
    let count = min(2400, max(1, Int(((end - start) * 240).rounded(.up))))
    var moment = history.moment(at: start)
    var samples: [MotionTrack.Sample] = []
    var last: MotionReading?
    for index in 0...count {
      let share = Double(index) / Double(count)
      let time = index == count ? end : start.advanced(by: share * (end - start))
      history.play(&moment, to: time)
      guard let reading = moment.run.watched(at: time) else { return nil }
      // Only the control that was touched last: the one before it has a scale of its own.
      if last?.control != reading.control { samples.removeAll() }
      let elapsed = time - start
      let mean = samples.last.map { (reading.position - $0.position) / (elapsed - $0.time) }
      samples.append(
        MotionTrack.Sample(
          time: elapsed, position: reading.position, velocity: reading.velocity ?? mean ?? 0,
          state: reading.state))
      last = reading
    }
    return Self.track(samples, of: last)
  }

  private static func track(
    _ samples: [MotionTrack.Sample], of reading: MotionReading?
  ) -> MotionTrack? {
    guard let reading, samples.count >= 2 else { return nil }
    let hasHold = samples.contains {
      $0.state.map { [.pressed, .tracking, .rubber].contains($0) } ?? false
    }
    let hasMoved = samples.contains { $0.position != samples[0].position }
    guard hasHold, hasMoved else { return nil }
    let start = samples[0].time
    return MotionTrack(
      name: reading.control, unit: reading.unit, bounds: reading.bounds,
      samples: samples.map {
        MotionTrack.Sample(
          time: $0.time - start, position: $0.position, velocity: $0.velocity, state: $0.state)
      })
  }
}

extension TakeSheet {
  /// The moment at which a clip shows a frame, so many after the one that it shows at a time;
  /// `nil` where the motion was not measured in one.
  ///
  /// Before the first frame and after the last one they go on in the usual interval.
  package func clipFrame(_ count: Int, after time: Instant) -> Instant? {
    guard run.probe(at: run.now)?.clip != nil else { return nil }
    let frames = history.events(from: start).compactMap { event in
      if case .observe(let time, .offset) = event { time } else { nil }
    }
    guard let first = frames.first, let last = frames.last, first < last else { return nil }
    let interval = (last - first) / Double(frames.count - 1)
    // Times are whole microseconds.
    func steps(_ seconds: Double) -> Int { Int((seconds / interval + 0.01).rounded(.down)) }
    let shown =
      time < first
      ? steps(time - first)
      : time > last
        ? frames.count - 1 + steps(time - last) : frames.lastIndex { $0 <= time } ?? 0
    let index = shown + count
    if index < 0 { return first.advanced(by: Double(index) * interval) }
    guard index >= frames.count else { return frames[index] }
    return last.advanced(by: Double(index - frames.count + 1) * interval)
  }
}

extension Player {
  /// The clip that the timeline's motion was measured in, if it was.
  package var clip: ObservedClip? {
    let run = sheet.run
    return run.probe(at: run.now)?.clip?.clip
  }

  /// Whether anything is known of a hand in what the timeline shows: most clips show none.
  package var hasHand: Bool {
    clip == nil || sheet.log.marks.contains { ![.order, .change].contains($0.kind) }
  }

  /// What has to be added to the stage's time for the clip's, in seconds; 0 without one.
  package var clipShift: Double { clip?.shift ?? 0 }
}
