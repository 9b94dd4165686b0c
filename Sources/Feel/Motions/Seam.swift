/// The point where one motion hands over to the next.
public enum Seam: Hashable, Sendable {
  /// Where the motion passes a position, in points: "until the edge".
  case place(Double)
  /// Where the speed has fallen to a value, in points per second, positive: "until slow".
  case speed(Double)
  /// After a time, in seconds since the motion's start.
  case time(Double)
}

/// Why a motion has no such seam.
public enum SeamError: Error, Hashable, Sendable {
  /// The motion does not pass the position; with its start and rest, in points.
  case placeNotPassed(Double, from: Double, to: Double)
  /// The speed never falls to the value; with its initial and final values, in points per second.
  case speedNotPassed(Double, from: Double, to: Double)
  /// The time is not within the motion, which lasts `duration` seconds.
  case timeOutside(Double, duration: Double)
  /// Nothing moves, so no position is passed and no speed reached.
  case noMotion

  /// The message for the user, one sentence or two.
  public var message: String {
    switch self {
    case .placeNotPassed(let place, let start, let rest):
      "No seam at \(place) pt: the motion goes from \(rounded(start)) to \(rounded(rest)) pt."
    case .speedNotPassed(let speed, let first, let last):
      "No seam at \(speed) pt/s: the speed goes from \(rounded(first)) to \(rounded(last)) pt/s."
    case .timeOutside(let time, let duration):
      "No seam after \(time) s: the motion lasts \(rounded(duration)) s."
    case .noMotion: "No seam by place or speed: nothing moves. Set another velocity or start."
    }
  }

  private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
