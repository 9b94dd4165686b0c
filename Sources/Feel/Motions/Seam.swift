/// Where one motion hands over to the next.
public enum Seam: Hashable, Sendable {
  /// Where the motion passes a place, in points: "until the edge".
  case place(Double)
  /// Where the speed has come down to one, in points per second, positive: "until slow".
  case speed(Double)
  /// After a time, in seconds since the motion's start.
  case time(Double)
}

/// Why a motion has no such seam.
public enum SeamError: Error, Hashable, Sendable {
  /// The motion does not pass the place; where it starts and rests, in points.
  case placeNotPassed(Double, from: Double, to: Double)
  /// The speed never comes down to that one; what it comes down from and to, in points per second.
  case speedNotPassed(Double, from: Double, to: Double)
  /// The time is not one of the motion's, which lasts `duration` seconds.
  case timeOutside(Double, duration: Double)
  /// Nothing moves, so that no place is passed and no speed fallen below.
  case noMotion

  /// The one sentence for the user.
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
