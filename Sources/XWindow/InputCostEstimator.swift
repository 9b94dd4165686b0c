package import Feel

/// How long the host needs for the events that it is given.
package struct InputCostEstimator: Hashable, Sendable {
  /// What it needs for those that gather until a frame: the longest of the last times, in seconds.
  package private(set) var cost = Self.range.lowerBound
  private var since: Instant?

  /// The least and the most that is believed, in seconds: one long pause is no measure.
  private static let range = 0.001...0.004

  /// A host that was given nothing yet.
  package init() {}

  /// The host is given events.
  package mutating func begin(at now: Instant) { since = now }

  /// The host waits again; returns whether it was given events and nothing else, so that more may
  /// be right behind.
  package mutating func end(at now: Instant) -> Bool {
    guard let since else { return false }
    cost = min(max(now - since, cost * 0.9, Self.range.lowerBound), Self.range.upperBound)
    self.since = nil
    return true
  }
}
