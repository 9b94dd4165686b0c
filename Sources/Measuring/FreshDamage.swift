/// Damage on a screen that has not been captured yet: the parts of one frame.
struct FreshDamage {
  /// A frame counts as drawn once no part has followed for this long, in microseconds.
  private static let quiet: Int64 = 2000
  /// The longest time that parts are collected after the first one, in microseconds.
  static let longest: Int64 = 8000

  private var span: (first: Int64, last: Int64)?

  /// When the frame counts as drawn, in microseconds of CLOCK_MONOTONIC.
  var due: Int64? { span.map { min($0.last + Self.quiet, $0.first + Self.longest) } }

  mutating func add(at moment: Int64) { span = (span?.first ?? moment, moment) }

  /// Takes the frame if it is drawn by a moment; returns when its first part came.
  mutating func take(by moment: Int64) -> Int64? {
    guard let due, moment >= due else { return nil }
    defer { span = nil }
    return span?.first
  }
}
