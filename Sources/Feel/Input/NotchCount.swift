/// Counts whole notches of a wheel that reports fractions, as high-resolution wheels do.
struct NotchCount: Hashable, Sendable {
  /// The turn beyond the last whole notch.
  private var sum = 0.0
  private var last: Instant?

  /// After a pause this long (in seconds) fractions count from 0: the wheel has come to rest
  /// between two notches.
  private static let pause = 1.0
  /// The number of fractions per notch that devices report.
  ///
  /// Source: libinput, "Wheel scrolling": high-resolution events are fractions of 120.
  private static let parts = 120.0
  /// The maximum notches per event.
  private static let most = 100.0

  /// Adds a turn; returns the number of notches completed, negative for turns the other way.
  mutating func add(_ notches: Double, at time: Instant) -> Int {
    let turn = min(max(notches, -Self.most), Self.most)
    if turn * sum < 0 || last.map({ time - $0 >= Self.pause }) ?? false { sum = 0 }
    last = time
    sum += turn
    // Round the sum rather than each fraction: seven sevenths are a notch.
    let whole = ((sum * Self.parts).rounded() / Self.parts).rounded(.towardZero)
    sum -= whole
    return Int(whole)
  }

  /// Restarts the count, because something else has moved the control.
  mutating func reset() { self = NotchCount() }
}
