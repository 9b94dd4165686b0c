package import Feel

/// Maps session time to stage time: the stage can pause or run slowly while the window continues.
///
/// stage = stage₀ + rate · (session − session₀), with a new pair (session₀, stage₀) whenever the
/// rate changes.
package struct StageClock: Hashable, Sendable {
  /// The latest session time, some thirty years after its start.
  package static let lastInstant = Instant(microseconds: 1_000_000_000_000_000)

  private var session = Instant.zero
  private var stage = Instant.zero
  /// Stage seconds per session second; 0 while paused.
  package private(set) var rate = 1.0

  /// The stage time of the last rate change; while paused, when it was paused.
  package private(set) var rateSince = Instant.zero

  package init() {}

  package func stageTime(at now: Instant) -> Instant {
    guard rate != 1 else {
      return Instant(
        microseconds: stage.microseconds &+ (now.microseconds &- session.microseconds))
    }
    return stage.advanced(by: (now - session) * rate)
  }

  /// The first session time at which a stage time is reached, or `nil` if it never is.
  package func sessionTime(of deadline: Instant) -> Instant? {
    guard rate > 0, deadline < Self.lastInstant else { return nil }
    guard rate != 1 else {
      return Instant(
        microseconds: session.microseconds + (deadline.microseconds - stage.microseconds))
    }
    // Stage time is rounded to whole microseconds: it arrives up to half of one before the
    // quotient, or one after it.
    var time = session.advanced(by: (deadline - stage) / rate)
    while stageTime(at: time) < deadline {
      time = Instant(microseconds: time.microseconds + 1)
    }
    while case let earlier = Instant(microseconds: time.microseconds - 1),
      stageTime(at: earlier) >= deadline
    {
      time = earlier
    }
    return time
  }

  /// Jumps to a stage time, at the same rate.
  package mutating func set(_ stage: Instant, at now: Instant) {
    (self.stage, session) = (stage, now)
    rateSince = rate > 0 ? stage : min(rateSince, stage)
  }

  package mutating func setRate(_ rate: Double, at now: Instant) {
    guard rate != self.rate else { return }
    (stage, session) = (stageTime(at: now), now)
    (self.rate, rateSince) = (rate, stage)
  }
}
