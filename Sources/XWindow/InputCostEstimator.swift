package import Feel

/// Estimates how long the host takes to handle events.
package struct InputCostEstimator: Hashable, Sendable {
  /// The time for the events gathered before a frame: a decaying maximum of recent times, in
  /// seconds.
  package private(set) var cost = Self.range.lowerBound
  private var since: Instant?

  /// The accepted range, in seconds: a single long pause is not representative.
  private static let range = 0.001...0.004

  /// An estimator without measurements.
  package init() {}

  /// The host starts handling events.
  package mutating func begin(at now: Instant) { since = now }

  /// The host waits again; returns whether it was handling events only, in which case more may
  /// follow at once.
  package mutating func end(at now: Instant) -> Bool {
    guard let since else { return false }
    cost = min(max(now - since, cost * 0.9, Self.range.lowerBound), Self.range.upperBound)
    self.since = nil
    return true
  }
}
