package import Feel

/// The stage's time as a function of the session's: it can stand still or run slow while the window
/// goes on.
///
/// stage = stage₀ + rate · (session − session₀), a new pair (session₀, stage₀) at each change of
/// rate.
package struct StageClock: Hashable, Sendable {
  /// The last time that a session knows, some thirty years after its start.
  package static let lastInstant = Instant(microseconds: 1_000_000_000_000_000)

  private var session = Instant.zero
  private var stage = Instant.zero
  /// Stage seconds a session second; 0 stands still.
  package private(set) var rate = 1.0

  /// The stage's time since which it goes at its rate; where it stands, that at which it was
  /// stopped.
  package private(set) var rateSince = Instant.zero

  package init() {}

  package func stageTime(at now: Instant) -> Instant {
    guard rate != 1 else {
      return Instant(
        microseconds: stage.microseconds &+ (now.microseconds &- session.microseconds))
    }
    return stage.advanced(by: (now - session) * rate)
  }

  /// The first time of the session at which the stage's time has come, or `nil` if it never comes.
  package func sessionTime(of deadline: Instant) -> Instant? {
    guard rate > 0, deadline < Self.lastInstant else { return nil }
    guard rate != 1 else {
      return Instant(
        microseconds: session.microseconds + (deadline.microseconds - stage.microseconds))
    }
    // The stage's time is rounded to whole microseconds, so it comes up to half of one before the
    // division says, or one later.
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

  /// Shows a time of the stage from now on, at the same rate.
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
