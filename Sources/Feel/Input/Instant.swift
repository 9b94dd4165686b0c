internal import Glibc

/// A moment of a session, in whole microseconds since its start, so that deadlines and time shifts
/// are exact.
public struct Instant: Hashable, Comparable, Sendable {
  /// Microseconds since the session's start; negative before it.
  public let microseconds: Int64

  /// The session's start.
  public static let zero = Instant(microseconds: 0)

  /// Creates an instant from microseconds since the session's start.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Creates an instant from seconds since the session's start, rounded to the nearest microsecond.
  ///
  /// NaN gives the start; values that do not fit 64 bits are clamped.
  public init(seconds: Double) { self = Instant.zero.advanced(by: seconds) }

  /// Seconds since the session's start.
  public var seconds: Double { Double(microseconds) / 1e6 }

  /// The instant `seconds` later, rounded to the nearest microsecond, ties away from zero.
  ///
  /// NaN changes nothing; values that do not fit 64 bits are clamped.
  public func advanced(by seconds: Double) -> Instant { shifted(by: (seconds * 1e6).rounded()) }

  /// The first whole microsecond at or after the moment a number of seconds later.
  ///
  /// For the end of a motion: by then it has truly ended. A tolerance of 1e-12 s absorbs rounding
  /// of durations in whole microseconds.
  public func advanced(atLeast seconds: Double) -> Instant {
    shifted(by: (seconds * 1e6 - 1e-6).rounded(.up))
  }

  private func shifted(by micros: Double) -> Instant {
    guard !micros.isNaN else { return self }
    if micros >= 9.2e18 { return Instant(microseconds: .max) }
    if micros <= -9.2e18 { return Instant(microseconds: .min) }
    let (sum, overflow) = microseconds.addingReportingOverflow(Int64(micros))
    guard overflow else { return Instant(microseconds: sum) }
    return Instant(microseconds: micros > 0 ? .max : .min)
  }

  /// Seconds from `b` to `a`; negative if `a` is earlier.
  public static func - (a: Instant, b: Instant) -> Double {
    let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
    guard overflow else { return Double(difference) / 1e6 }
    return (Double(a.microseconds) - Double(b.microseconds)) / 1e6
  }

  /// The earlier of two optional instants; `nil` is never.
  static func earliest(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  /// Whether `a` is earlier than `b`.
  public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }
}
