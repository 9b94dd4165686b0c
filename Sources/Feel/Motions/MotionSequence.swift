internal import Glibc

/// Up to four motions, one after another, stored inline.
///
/// A part may be cut short: "decelerate until the edge, then spring". Callers must start each part
/// with the value and velocity of the previous one at the seam; `HandOffChecker` reports where they
/// did not.
public struct MotionSequence: Projector, Hashable {
  /// The maximum number of motions.
  public static let capacity = 4

  /// A motion, its start in the sequence and how long it applies, in seconds.
  private struct Part: Hashable {
    var motion: Motion
    var start: Double
    var duration: Double

    init(_ motion: Motion, at start: Double) {
      (self.motion, self.start, duration) = (motion, start, motion.duration)
    }

    /// The content of an unused slot, which never starts.
    static var none: Part { Part(.rest(at: 0), at: .infinity) }

    /// The velocity where the part ends, per second.
    var finalVelocity: Double {
      duration < motion.duration ? motion.velocity(at: duration) : motion.finalVelocity
    }
  }

  // Four non-optional fields: access to an element of a list, or to an optional's value, would copy
  // it.
  private var first: Part
  private var second = Part.none
  private var third = Part.none
  private var fourth = Part.none

  /// The number of motions, 1…4.
  public private(set) var count: Int

  /// Seconds until the last motion ends.
  public private(set) var duration: Double
  /// The value at the end and after it.
  public private(set) var finalValue: Double

  /// Creates a sequence of one motion.
  public init(_ motion: Motion) {
    first = Part(motion, at: 0)
    (count, duration, finalValue) = (1, first.duration, motion.value(at: .infinity))
  }

  /// Adds a motion that follows the last one at its end, or earlier.
  ///
  /// `cut`: when it takes over, in seconds into the last motion; clamped to 0…its duration.
  ///
  /// - Precondition: fewer than `capacity` motions so far.
  public mutating func append(_ motion: Motion, after cut: Double? = nil) {
    precondition(count < MotionSequence.capacity, "a sequence holds at most four motions")
    let (start, whole) = ask(count - 1) { ($0.start, $0.duration) }
    let length = min(max(0, cut ?? whole), whole)
    let next = Part(motion, at: start + length)
    switch count {
    case 1: (first.duration, second) = (length, next)
    case 2: (second.duration, third) = (length, next)
    default: (third.duration, fourth) = (length, next)
    }
    count += 1
    (duration, finalValue) = (next.start + next.duration, motion.value(at: .infinity))
  }

  /// The sequence with one more motion.
  ///
  /// `cut`: when it takes over, in seconds into the last motion; clamped to 0…its duration.
  ///
  /// - Precondition: fewer than `capacity` motions so far.
  public func followed(by motion: Motion, after cut: Double? = nil) -> MotionSequence {
    var copy = self
    copy.append(motion, after: cut)
    return copy
  }

  /// The motion at an index.
  ///
  /// - Precondition: `index` lies in 0..<`count`.
  public subscript(index: Int) -> Motion {
    precondition(index >= 0 && index < count, "index lies in 0..<count")
    return ask(index) { $0.motion }
  }

  /// When a motion of the sequence starts, in seconds since the start of the sequence.
  ///
  /// - Precondition: `index` lies in 0..<`count`.
  public func startTime(of index: Int) -> Double {
    precondition(index >= 0 && index < count, "index lies in 0..<count")
    return ask(index) { $0.start }
  }

  /// The motion that applies `elapsed` seconds after the start; at a seam, the later one.
  @inline(__always)
  public func index(at elapsed: Double) -> Int {
    // Unused slots start at infinity, and `elapsed` may be infinite.
    let index =
      elapsed >= fourth.start ? 3 : elapsed >= third.start ? 2 : elapsed >= second.start ? 1 : 0
    return min(index, count - 1)
  }

  /// When the value can next change direction, in seconds: at a spring's turn or the end of a part.
  ///
  /// Requires eases whose progress never decreases.
  func nextTurn(after elapsed: Double) -> Double {
    ask(index(at: elapsed)) { part in
      guard case .spring(let motion) = part.motion,
        let turn = motion.turn(after: elapsed - part.start)
      else { return part.start + part.duration }
      return part.start + min(turn, part.duration)
    }
  }

  /// The value after `elapsed` seconds.
  @inline(__always)
  public func value(at elapsed: Double) -> Double {
    if elapsed >= duration { return finalValue }
    return ask(index(at: elapsed)) { $0.motion.value(at: elapsed - $0.start) }
  }

  /// The velocity after `elapsed` seconds, per second.
  @inline(__always)
  public func velocity(at elapsed: Double) -> Double {
    guard elapsed >= 0, elapsed < duration else { return 0 }
    return ask(index(at: elapsed)) { part in
      let local = elapsed - part.start
      // Rounding can put a moment just before a seam at the end of its motion, which reports rest
      // there.
      return local < part.motion.duration
        ? part.motion.velocity(at: local) : part.motion.finalVelocity
    }
  }

  /// Value and velocity after `elapsed` seconds.
  public func state(at elapsed: Double) -> MotionState {
    guard elapsed >= 0, elapsed < duration else {
      return MotionState(value: value(at: elapsed), velocity: 0)
    }
    return ask(index(at: elapsed)) { part in
      let local = elapsed - part.start
      guard local < part.motion.duration else {
        return MotionState(value: part.motion.value(at: local), velocity: part.motion.finalVelocity)
      }
      return part.motion.state(at: local)
    }
  }

  /// The velocity just before the end, per second.
  public var finalVelocity: Double { ask(count - 1) { $0.motion.finalVelocity } }

  /// The value just before the seam at `index`, from the earlier motion.
  ///
  /// - Precondition: `index` lies in 1..<`count`.
  public func value(before index: Int) -> Double {
    precondition(index >= 1 && index < count, "index lies in 1..<count")
    return ask(index - 1) { $0.motion.value(at: $0.duration) }
  }

  /// The velocity just before a seam, per second.
  ///
  /// - Precondition: `index` lies in 1..<`count`.
  public func velocity(before index: Int) -> Double {
    precondition(index >= 1 && index < count, "index lies in 1..<count")
    return ask(index - 1) { $0.finalVelocity }
  }

  /// Evaluates a query on a part without copying it.
  @inline(__always)
  private func ask<Answer>(_ index: Int, _ question: (Part) -> Answer) -> Answer {
    switch index {
    case 1: question(second)
    case 2: question(third)
    case 3: question(fourth)
    default: question(first)
    }
  }

  // MARK: Seams

  /// Creates a sequence of a motion and an ease that follows it at a seam, in seconds and points.
  ///
  /// The velocity jumps there, because the ease does not take it over.
  ///
  /// - Precondition: `target` is finite, `duration` is finite and not negative.
  /// - Throws: `SeamError` when the motion has no such seam.
  public init(
    _ motion: Motion, until seam: Seam, then ease: Ease, lasting duration: Double, to target: Double
  ) throws(SeamError) {
    let cut = try motion.time(of: seam)
    let rest = EaseMotion(from: motion.value(at: cut), to: target, duration: duration, ease: ease)
    self = MotionSequence(motion).followed(by: .ease(rest), after: cut)
  }

  /// A run until it passes an edge, followed by a spring about the edge.
  ///
  /// - Throws: `SeamError` if the run does not pass the edge.
  public static func untilEdge(
    _ edge: Double, _ run: Motion, then spring: Spring = .edge
  ) throws(SeamError) -> MotionSequence {
    try MotionSequence(run, until: .place(edge), then: spring, to: edge)
  }

  /// A run until it slows to `speed`, in points per second, followed by a spring to a target, in
  /// points.
  ///
  /// - Throws: `SeamError` if the run is never that slow, or never faster.
  public static func untilSlow(
    _ speed: Double, _ run: Motion, then spring: Spring = .edge, to target: Double
  ) throws(SeamError) -> MotionSequence {
    try MotionSequence(run, until: .speed(speed), then: spring, to: target)
  }

  /// A motion until a seam, then a spring that starts with the motion's value and velocity there.
  ///
  /// Value and velocity are continuous at the seam to the last digit, whatever the seam and however
  /// its time was found. `threshold` is the distance from the target at which the spring ends, in
  /// points.
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
      // Within the spring's thresholds: ending at once would be a jump, so lower them.
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
