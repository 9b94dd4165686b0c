internal import FeelTrace

/// A fixed-size histogram of milliseconds, in steps of 0.05.
struct Histogram {
  private static let step = 0.05
  private static let range = -10.0..<90.0
  // The first and last bins include everything beyond.
  private var counts = [Int](
    repeating: 0, count: Int((range.upperBound - range.lowerBound) / step))
  private var count = 0
  private var sum = 0.0
  private var least = Double.infinity
  private var most = -Double.infinity

  mutating func add(_ milliseconds: Double) {
    let place = (milliseconds - Self.range.lowerBound) / Self.step
    counts[Int(min(max(place, 0), Double(counts.count - 1)))] += 1
    count += 1
    sum += milliseconds
    (least, most) = (min(least, milliseconds), max(most, milliseconds))
  }

  /// The smallest value, rounded down to the step, that at least `share` (0…1) of all values do not
  /// exceed.
  func quantile(_ share: Double) -> Double {
    var rest = Int((Double(count) * share).rounded(.up))
    for (index, count) in counts.enumerated() {
      rest -= count
      if rest <= 0 { return Self.range.lowerBound + Double(index) * Self.step }
    }
    return most
  }

  /// Mean, usual quantiles, minimum and maximum by name; empty without values.
  var json: JSON {
    guard count > 0 else { return .object([:]) }
    func rounded(_ number: Double) -> JSON { .number((number * 1000).rounded() / 1000) }
    return .object([
      "mean": rounded(sum / Double(count)), "min": rounded(least), "p1": rounded(quantile(0.01)),
      "p50": rounded(quantile(0.5)),
      "p95": rounded(quantile(0.95)), "p99": rounded(quantile(0.99)), "max": rounded(most),
    ])
  }
}
