internal import Glibc

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

extension MotionSequence {
  /// Creates a sequence of a motion and an ease that takes it over at a seam, in seconds and points.
  ///
  /// The velocity jumps there: an ease sets out by itself.
  ///
  /// - Precondition: `target` is finite, `duration` is finite and not negative.
  /// - Throws: `SeamError` when the motion has no such seam.
  public init(
    _ motion: Motion, until seam: Seam, then ease: Ease, lasting duration: Double,
    to target: Double
  ) throws(SeamError) {
    let cut = try motion.time(of: seam)
    let rest = EaseMotion(
      from: motion.value(at: cut), to: target, duration: duration, ease: ease)
    self = MotionSequence(motion).followed(by: .ease(rest), after: cut)
  }

  /// A run until it passes an edge, then a spring about the edge.
  ///
  /// - Throws: `SeamError` when the run does not pass the edge.
  public static func untilEdge(
    _ edge: Double, _ run: Motion, then spring: Spring = .edge
  ) throws(SeamError) -> MotionSequence {
    try MotionSequence(run, until: .place(edge), then: spring, to: edge)
  }

  /// A run until it is as slow as `speed`, in points per second, then a spring to a target, in points.
  ///
  /// - Throws: `SeamError` when the run is never that slow, or never faster.
  public static func untilSlow(
    _ speed: Double, _ run: Motion, then spring: Spring = .edge, to target: Double
  ) throws(SeamError) -> MotionSequence {
    try MotionSequence(run, until: .speed(speed), then: spring, to: target)
  }

  /// A motion until a seam, then a spring that starts with the value and the velocity that the motion has there.
  ///
  /// Value and velocity go on at the seam to the last digit, whatever the seam and however its moment was found.
  /// `threshold` is how near the target the spring counts as there, in points.
  ///
  /// - Precondition: `target` is finite, `threshold` positive and finite.
  /// - Throws: `SeamError` when the motion has no such seam.
  public init(
    _ motion: Motion, until seam: Seam, then spring: Spring, to target: Double,
    threshold: Double = 0.5
  ) throws(SeamError) {
    let cut = try motion.time(of: seam)
    let start = motion.value(at: cut)
    let velocity = cut < motion.duration ? motion.velocity(at: cut) : motion.finalVelocity
    var rest = SpringMotion(
      spring, from: start, velocity: velocity, to: target, threshold: threshold)
    if rest.duration == 0 {
      // So near the target and so slow that it counts as there: a jump all the same, unless the spring takes it out.
      let (offset, speed) = (abs(start - target), abs(velocity))
      rest = SpringMotion(
        spring, from: start, velocity: velocity, to: target,
        threshold: offset > 1e-9 ? offset / 2 : threshold,
        speedThreshold: speed > 1e-6 ? speed / 2 : .infinity)
    }
    self.init(motion)
    append(.spring(rest), after: cut)
  }
}

extension Motion {
  /// When a motion comes to a seam, in seconds since its start: at a place the first moment, at a speed the last.
  ///
  /// - Throws: `SeamError` when it never does.
  public func time(of seam: Seam) throws(SeamError) -> Double {
    switch seam {
    case .time(let time):
      guard time >= 0, time <= duration else {
        throw .timeOutside(time, duration: duration)
      }
      return time
    case .place(let place):
      if case .rest = self { throw .noMotion }
      guard let time = passingTime(of: place) else {
        throw .placeNotPassed(place, from: initialValue, to: finalValue)
      }
      return time
    case .speed(let speed):
      if case .rest = self { throw .noMotion }
      guard let time = time(ofSlowingTo: speed) else {
        throw .speedNotPassed(
          speed, from: abs(velocity(at: 0)), to: abs(finalVelocity))
      }
      return time
    }
  }

  private func passingTime(of place: Double) -> Double? {
    if case .spring(let motion) = self { return motion.passingTime(of: place) }
    guard case .constant(let motion) = self else { return crossingTime(of: place) }
    let way = abs(place - motion.start)
    guard place == motion.start || (place > motion.start) == (motion.initialVelocity > 0),
      way < abs(motion.restPosition - motion.start)
    else { return nil }
    // The smaller root of way = |v0|·t − ½·a·t², without its cancellation.
    let speed = abs(motion.initialVelocity)
    return 2 * way / (speed + (speed * speed - 2 * motion.deceleration * way).squareRoot())
  }

  /// The last moment at which the speed falls to one, found between two moments of which the earlier is faster.
  private func time(ofSlowingTo speed: Double) -> Double? {
    guard speed > 0, duration > 0, abs(finalVelocity) <= speed else { return nil }
    if case .spring(let motion) = self {
      let time = motion.wave.derivative.settlingTime(within: speed)
      return time > 0 && time <= duration ? time : nil
    }
    // A timing curve may gather speed first; every other run only loses it.
    let steps = 64.0
    let faster = stride(from: steps - 1, through: 0, by: -1).lazy.map { duration * $0 / steps }
      .first { abs(velocity(at: $0)) >= speed }
    guard var low = faster else { return nil }
    var high = min(duration, low + duration / steps)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if abs(velocity(at: middle)) >= speed { low = middle } else { high = middle }
    }
  }
}

extension SpringMotion {
  /// When the motion first comes to a place, in seconds, or `nil` where it never does.
  fileprivate func passingTime(of place: Double) -> Double? {
    guard place != start else { return 0 }
    // Each turn lies nearer to the target than the one before, so that what is not passed up to the second never is.
    var low = 0.0
    for _ in 0..<2 {
      var high = min(turn(after: low) ?? duration, duration)
      let isAbove = value(at: low) > place
      guard high > low else { return nil }
      if (target + wave.value(at: high) > place) == isAbove {
        low = high
        continue
      }
      while true {
        let middle = low + (high - low) / 2
        guard middle > low, middle < high else { return high < duration ? high : nil }
        if (value(at: middle) > place) == isAbove { low = middle } else { high = middle }
      }
    }
    return nil
  }
}
