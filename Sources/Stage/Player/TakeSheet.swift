package import Feel
package import FeelTrace

/// A take laid out in time: what the timeline shows, and the past that can be viewed.
///
/// Without a take, the last minute of the stage.
package struct TakeSheet: Sendable {
  /// The number of the take, if it is one.
  package let number: Int?
  package let origin: Take.Origin
  /// The times of the take, if it is one.
  package let span: Take.Span?
  /// The events, with snapshots of the stage.
  package let history: StageHistory
  package let log: MotionLog
  /// The stage at the end.
  package let run: StageRun
  /// Its earliest moment, in stage time.
  package let start: Instant
  /// Its last moment, or `nil` while it is under way.
  package let end: Instant?
  /// The comparison with the run it carries, once it is over.
  private(set) var comparison: Comparison?

  /// Lays out a take by replaying it.
  package init(_ take: Take) {
    (number, origin, span) = (take.number, take.origin, take.span)
    var run = take.before
    var history = StageHistory(run)
    var log = MotionLog(of: run, at: run.now)
    for event in take.events {
      log.passDeadlines(of: &run, to: event.time)
      log.record(run, to: event.time)
      history.record(event, after: run)
      let before = MotionLog.Before(run, event)
      _ = run.handle(event)
      log.record(event, on: run, after: before)
    }
    log.pass(&run, to: take.end)
    (self.history, self.log, self.run) = (history, log, run)
    (start, end) = (history.start(of: run), take.end)
    comparison = Comparison(of: self)
  }

  /// Lays out a finished take beside the same gesture under other parameters, until that rests too,
  /// or its clip ends.
  ///
  /// Only the second run is played, as this happens on every move of a parameter's slider; the take
  /// itself is read from its log.
  init(_ sheet: TakeSheet, beside parameters: ParameterSet) {
    (number, origin, span, start) = (sheet.number, sheet.origin, sheet.span, sheet.start)
    var (run, end) = (sheet.run, sheet.end ?? sheet.run.now)
    var motion = OtherMotion(beside: sheet.log)
    let (history, last) = sheet.history.carrying(under: parameters) { motion.pass(&$0, to: $1) }
    var other = last
    motion.pass(&other, to: end)
    let latest = run.clipEnd == nil ? end.advanced(by: Take.longest) : end
    while end < latest, let rest = other.predictedRest(at: end), rest > end {
      end = rest.advanced(by: Take.trail)
      motion.log.pass(&run, to: end)
      motion.pass(&other, to: end)
    }
    motion.record(other, through: end)
    _ = other.advance(to: end)
    (self.history, log, self.run) = (history, motion.log, run.carrying(other))
    self.end = end
    comparison = Comparison(of: self)
  }

  /// A sheet that is still under way, from a moment that its history and log still hold.
  init(
    _ number: Int?, _ origin: Take.Origin, _ span: Take.Span?, _ history: StageHistory,
    _ log: MotionLog, _ run: StageRun, from start: Instant
  ) {
    (self.number, self.origin, self.span) = (number, origin, span)
    // A take that starts at time zero leads in before it; that must not be shown.
    (self.history, self.log, self.run, self.start) = (history, log, run, max(start, .zero))
    end = nil
  }

  /// A finished sheet, cut from a longer history and log.
  init(
    _ number: Int, _ origin: Take.Origin, _ span: Take.Span, cutFrom history: StageHistory,
    _ log: MotionLog, from start: Instant, to end: Instant
  ) {
    (self.number, self.origin, self.span) = (number, origin, span)
    self.history = history.stretch(from: start, to: end)
    self.log = log.stretch(from: start, to: end, of: self.history.first)
    run = self.history.moment(at: end).run
    (self.start, self.end) = (max(self.history.start(of: run), .zero), end)
    comparison = Comparison(of: self)
  }
}

extension StageHistory {
  /// The earliest moment to show of a take that ends as `run`: a clip's first frame, as nothing is
  /// known of its content before.
  fileprivate func start(of run: StageRun) -> Instant {
    let isOfClip = run.stage.source?.clip != nil
    return (isOfClip ? frames(from: start).first : nil) ?? start
  }

  /// The times of an observed program's frames from a time on.
  fileprivate func frames(from time: Instant) -> [Instant] {
    events(from: time).compactMap { if case .observe(let time, .offset) = $0 { time } else { nil } }
  }
}

extension MotionLog {
  /// Advances a stage through its deadlines, sampling it; no event may happen before that time.
  fileprivate mutating func passDeadlines(of run: inout StageRun, to time: Instant) {
    while let deadline = run.deadline, deadline <= time, deadline > run.now {
      followToEnd(run, at: deadline)
      _ = run.advance(to: deadline)
    }
  }

  /// Advances a stage to a time, sampling it; no event may happen before that time.
  fileprivate mutating func pass(_ run: inout StageRun, to time: Instant) {
    passDeadlines(of: &run, to: time)
    followToEnd(run, at: time)
    _ = run.advance(to: time)
  }
}

extension TakeSheet {
  /// The motion of a take's control, from its start to its actual or predicted rest; `nil` if no
  /// hand moved anything.
  package func track(until end: Instant) -> MotionTrack? {
    guard let span else { return nil }
    let start = max(span.start, history.start)
    guard end > start else { return nil }
    // Fine enough for the eye at any sensible zoom; the cap keeps a long hold small.
    let count = min(2400, max(1, Int(((end - start) * 240).rounded(.up))))
    var moment = history.moment(at: start)
    var samples: [MotionTrack.Sample] = []
    var last: MotionReading?
    for index in 0...count {
      let share = Double(index) / Double(count)
      let time = index == count ? end : start.advanced(by: share * (end - start))
      history.play(&moment, to: time)
      guard let reading = moment.run.watched(at: time) else { return nil }
      // Only the last control touched: an earlier one has a different scale.
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
  /// The time of the clip frame that is `count` frames after the one shown at a time; `nil` if the
  /// motion was not measured in a clip.
  ///
  /// Before the first frame and after the last, frames are extrapolated at the average interval.
  package func clipFrame(_ count: Int, after time: Instant) -> Instant? {
    guard run.probe(at: run.now)?.clip != nil else { return nil }
    let frames = history.frames(from: start)
    guard let first = frames.first, let last = frames.last, first < last else { return nil }
    let interval = (last - first) / Double(frames.count - 1)
    // Times are whole microseconds, so allow for rounding.
    func steps(_ seconds: Double) -> Int { Int((seconds / interval + 0.01).rounded(.down)) }
    let shown =
      time < first
      ? steps(time - first)
      : time > last
        ? frames.count - 1 + steps(time - last) : frames.lastIndex { $0 <= time } ?? 0
    let index = shown + count
    if index < 0 { return first.advanced(by: Double(index) * interval) }
    // The last frame is the take's end, so that either way there shows the same moment.
    if index == frames.count - 1, let end, end > last, end - last < interval { return end }
    guard index >= frames.count else { return frames[index] }
    return last.advanced(by: Double(index - frames.count + 1) * interval)
  }
}

extension Player {
  /// The clip that the timeline's motion was measured in, if any.
  package var clip: ObservedClip? {
    let run = sheet.run
    return run.probe(at: run.now)?.clip?.clip
  }

  /// Whether the timeline has hand input; most clips show no hand.
  package var hasHand: Bool {
    clip == nil || sheet.log.marks.contains { ![.order, .change].contains($0.kind) }
  }

  /// The offset from stage time to clip time, in seconds; 0 without a clip.
  package var clipShift: Double { clip?.shift ?? 0 }
}
