/// What was drawn on a screen and of which no picture was taken yet: the parts of one frame.
struct FreshDamage {
  /// A frame is drawn when nothing more of it has come for so long, in microseconds.
  private static let quiet: Int64 = 2000
  /// Or so long after its first part, in microseconds.
  static let longest: Int64 = 8000

  private var span: (first: Int64, last: Int64)?

  /// When the frame counts as drawn, in microseconds of CLOCK_MONOTONIC.
  var due: Int64? { span.map { min($0.last + Self.quiet, $0.first + Self.longest) } }

  /// Takes note of a part.
  mutating func note(at moment: Int64) { span = (span?.first ?? moment, moment) }

  /// Takes the frame if it is drawn by a moment; answers when its first part came.
  mutating func take(by moment: Int64) -> Int64? {
    guard let due, moment >= due else { return nil }
    defer { span = nil }
    return span?.first
  }
}
