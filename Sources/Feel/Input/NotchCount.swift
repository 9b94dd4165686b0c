/// The whole notches of a wheel that tells of parts of one, as high-resolution wheels do.
struct NotchCount: Hashable, Sendable {
  /// What was turned beyond the last whole notch.
  private var sum = 0.0
  private var last: Instant?

  /// A pause after which parts count from the beginning, in seconds: the wheel has come to rest
  /// between two notches.
  private static let pause = 1.0
  /// Devices tell parts in so many to a notch.
  ///
  /// Source: libinput, "Wheel scrolling": high-resolution events are fractions of 120.
  private static let parts = 120.0
  /// No turn counts for more.
  private static let most = 100.0

  /// Takes a turn; returns how many whole notches that completes, negative for turns the other way.
  mutating func take(_ notches: Double, at time: Instant) -> Int {
    let turn = min(max(notches, -Self.most), Self.most)
    if turn * sum < 0 || last.map({ time - $0 >= Self.pause }) ?? false { sum = 0 }
    last = time
    sum += turn
    // The sum is rounded, and not each part: seven sevenths are a notch.
    let whole = ((sum * Self.parts).rounded() / Self.parts).rounded(.towardZero)
    sum -= whole
    return Int(whole)
  }

  /// Begins anew: something else has moved the control.
  mutating func reset() { self = NotchCount() }
}
