internal import Feel

/// How a stage moves to which the same happens as to the one of a log, under other parameters:
/// noted beside what the log holds.
struct OtherMotion {
  /// The log, with what the other did up to where it was followed.
  var log: MotionLog
  // The place of the next sample that is to be noted.
  private var next = 0

  init(beside log: MotionLog) {
    self.log = log
    self.log.otherRest = nil
  }

  /// Takes the other through what is due before a time, at which something may happen to it.
  mutating func pass(_ run: inout StageRun, to time: Instant) {
    while let deadline = run.deadline, deadline <= time, deadline > run.now {
      follow(run, before: deadline)
      _ = run.advance(to: deadline)
    }
    follow(run, before: time)
  }

  /// Notes how the other moves until a time, that moment left out.
  private mutating func follow(_ run: StageRun, before time: Instant) {
    follow(run, through: Instant(microseconds: time.microseconds - 1))
  }

  /// Notes how the other moves until a time, to which nothing happens before.
  mutating func follow(_ run: StageRun, through time: Instant) {
    let end = min(Int(MotionLog.index(atOrBefore: time) - log.first), log.samples.count - 1)
    while next <= end {
      let moment = MotionLog.time(of: log.first + Int64(next))
      let reading = log.samples[next].source.flatMap {
        run.scene.parts[StageRun.part(of: $0)].probe(at: moment)?.reading
      }
      // What rests stays as it is.
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
