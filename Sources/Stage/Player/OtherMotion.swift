internal import Feel

/// The motion of a run that gets a log's events under other parameters, written beside the log's
/// own samples.
struct OtherMotion {
  /// The log, with the samples of the other run's motion taken so far.
  var log: MotionLog
  // Index of the next sample to write.
  private var next = 0

  init(beside log: MotionLog) {
    self.log = log
    self.log.otherRest = nil
  }

  /// Advances the other run through deadlines before a time, at which an event may follow.
  mutating func pass(_ run: inout StageRun, to time: Instant) {
    while let deadline = run.deadline, deadline <= time, deadline > run.now {
      record(run, before: deadline)
      _ = run.advance(to: deadline)
    }
    record(run, before: time)
  }

  /// Samples the other run up to a time, exclusive.
  private mutating func record(_ run: StageRun, before time: Instant) {
    record(run, through: Instant(microseconds: time.microseconds - 1))
  }

  /// Samples the other run up to a time, inclusive; nothing may happen to it before.
  mutating func record(_ run: StageRun, through time: Instant) {
    let end = min(Int(MotionLog.index(atOrBefore: time) - log.first), log.samples.count - 1)
    while next <= end {
      let moment = MotionLog.time(of: log.first + Int64(next))
      let reading = log.samples[next].source.flatMap {
        run.scene.parts[StageRun.part(of: $0)].probe(at: moment)
      }.flatMap { $0.hasBegun ? $0.reading : nil }
      // At rest, one reading serves all remaining samples.
      let last = run.rests(at: moment) ? end : next
      for place in next...last {
        log.samples[place].otherPosition = reading?.position
        log.samples[place].otherVelocity = reading?.velocity
        log.samples[place].otherState = reading?.state
      }
      next = last + 1
      if let reading, reading.state != .idle {
        log.otherRest = reading.restTime ?? MotionLog.time(of: log.first + Int64(last))
      }
    }
  }
}
