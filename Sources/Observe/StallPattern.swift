/// Stalls at a regular distance in frames: the trace of a counter, of one buffer too few, or of two
/// clocks.
public struct StallPattern: Hashable, Sendable {
  /// The number of frames between stalls, 2 or more.
  public let period: Int
  /// Whether frames are repeated rather than missing.
  public let isShownAgain: Bool

  /// Finds the pattern if there are at least three stalls, and nearly all distances are multiples
  /// of one period.
  init?(_ faults: [MotionFault], of observation: Observation) {
    let stalls = faults.filter { $0.kind == .stall }
    guard stalls.count >= 3 else { return nil }
    let interval = observation.interval
    let shown = observation.rows.map(\.time)
    let steps = zip(stalls, stalls.dropFirst()).map { first, second in
      // Content positioned by frames advances only with frames that were shown.
      first.isLost && second.isLost
        ? shown.count { first.time < $0 && $0 <= second.time }
        : Int(((second.time - first.time) / interval).rounded())
    }
    let counts = Dictionary(grouping: steps, by: \.self).mapValues(\.count)
    guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), best.key >= 2,
      best.value >= 2, best.value * 2 > steps.count,
      steps.count(where: { $0 % best.key == 0 }) * 4 >= steps.count * 3
    else { return nil }
    period = best.key
    let rows = observation.rows
    let times = Set(
      zip(rows, rows.dropFirst()).filter { $1.time - $0.time <= 1.5 * interval }.map(\.1.time))
    isShownAgain = stalls.count { times.contains($0.time) } * 2 > stalls.count
  }
}
