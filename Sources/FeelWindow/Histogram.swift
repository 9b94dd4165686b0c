internal import FeelTrace

/// How often which number of milliseconds came, in steps of a twentieth; what it holds does not
/// grow.
struct Histogram {
  private static let step = 0.05
  private static let range = -10.0..<90.0
  // The first and the last also hold all that lies beyond.
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

  /// The smallest number that a share of all is not above, to the step; the share lies in 0…1.
  func quantile(_ share: Double) -> Double {
    var rest = Int((Double(count) * share).rounded(.up))
    for (index, count) in counts.enumerated() {
      rest -= count
      if rest <= 0 { return Self.range.lowerBound + Double(index) * Self.step }
    }
    return most
  }

  /// The mean and the usual quantiles with the least and the largest number, by name; empty without
  /// any.
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
