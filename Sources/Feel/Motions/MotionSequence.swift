/// Up to four motions, one after another, stored in place.
///
/// A part may be cut short: "decelerate until the edge, then spring". Whoever joins parts starts the next one from the
/// value and velocity of the last at the seam; the hand-off checker says where that was not done.
public struct MotionSequence: Projector, Hashable {
  /// How many motions fit.
  public static let capacity = 4

  private struct Part: Hashable {
    let motion: Motion
    let start: Double
    let duration: Double
  }

  private var first: Part
  private var second: Part?
  private var third: Part?
  private var fourth: Part?

  /// How many motions there are, 1…4.
  public private(set) var count: Int

  /// Creates a sequence of one motion.
  public init(_ motion: Motion) {
    first = Part(motion: motion, start: 0, duration: motion.duration)
    count = 1
  }

  /// Adds a motion that takes over when the last one ends, or earlier.
  ///
  /// `cut`: seconds into the last motion at which the next takes over; held to 0…its duration.
  ///
  /// - Precondition: fewer than `capacity` motions so far.
  public mutating func append(_ motion: Motion, after cut: Double? = nil) {
    precondition(count < MotionSequence.capacity, "a sequence holds at most four motions")
    let last = part(count - 1)
    let length = min(max(0, cut ?? last.duration), last.duration)
    set(count - 1, Part(motion: last.motion, start: last.start, duration: length))
    set(count, Part(motion: motion, start: last.start + length, duration: motion.duration))
    count += 1
  }

  /// The sequence with one more motion.
  ///
  /// `cut`: seconds into the last motion at which the next takes over; held to 0…its duration.
  ///
  /// - Precondition: fewer than `capacity` motions so far.
  public func followed(by motion: Motion, after cut: Double? = nil) -> MotionSequence {
    var copy = self
    copy.append(motion, after: cut)
    return copy
  }

  /// The motion at a place in the sequence.
  ///
  /// - Precondition: `index` lies in 0..<`count`.
  public subscript(index: Int) -> Motion {
    precondition(index >= 0 && index < count, "index lies in 0..<count")
    return part(index).motion
  }

  /// When a motion of the sequence takes over, in seconds since the start of the whole.
  ///
  /// - Precondition: `index` lies in 0..<`count`.
  public func startTime(of index: Int) -> Double {
    precondition(index >= 0 && index < count, "index lies in 0..<count")
    return part(index).start
  }

  /// Which motion rules `elapsed` seconds after the start; at a seam, the later one.
  public func index(at elapsed: Double) -> Int {
    var index = count - 1
    while index > 0, !(elapsed >= part(index).start) { index -= 1 }
    return index
  }

  /// When the value can next change its direction, in seconds: where a spring turns or a part ends.
  ///
  /// For decelerations, springs, and eases whose progress never goes back.
  func nextTurn(after elapsed: Double) -> Double {
    let part = part(index(at: elapsed))
    guard case .spring(let motion) = part.motion,
      let turn = motion.turn(after: elapsed - part.start)
    else { return part.start + part.duration }
    return part.start + min(turn, part.duration)
  }

  /// Seconds until the last motion ends.
  public var duration: Double {
    let last = part(count - 1)
    return last.start + last.duration
  }

  /// The value after `elapsed` seconds.
  public func value(at elapsed: Double) -> Double {
    if elapsed >= duration { return finalMotion.value(at: .infinity) }
    let part = part(index(at: elapsed))
    return part.motion.value(at: elapsed - part.start)
  }

  /// The velocity after `elapsed` seconds, per second.
  public func velocity(at elapsed: Double) -> Double {
    guard elapsed >= 0, elapsed < duration else { return 0 }
    let part = part(index(at: elapsed))
    let local = elapsed - part.start
    // Rounding can put a moment just before a seam at the end of its own part, where a motion alone is at rest.
    return local < part.motion.duration
      ? part.motion.velocity(at: local) : part.motion.finalVelocity
  }

  /// Value and velocity after `elapsed` seconds.
  public func state(at elapsed: Double) -> MotionState {
    guard elapsed >= 0, elapsed < duration else {
      return MotionState(value: value(at: elapsed), velocity: 0)
    }
    let part = part(index(at: elapsed))
    let local = elapsed - part.start
    guard local < part.motion.duration else {
      return MotionState(
        value: part.motion.value(at: local), velocity: part.motion.finalVelocity)
    }
    return part.motion.state(at: local)
  }

  /// The velocity just before the end, per second.
  public var finalVelocity: Double { finalMotion.finalVelocity }

  /// The value just before a seam: that of the earlier motion where the motion at `index` takes over.
  ///
  /// - Precondition: `index` lies in 1..<`count`.
  public func value(before index: Int) -> Double {
    precondition(index >= 1 && index < count, "index lies in 1..<count")
    let part = part(index - 1)
    return part.motion.value(at: part.duration)
  }

  /// The velocity just before a seam, per second.
  ///
  /// - Precondition: `index` lies in 1..<`count`.
  public func velocity(before index: Int) -> Double {
    precondition(index >= 1 && index < count, "index lies in 1..<count")
    let part = part(index - 1)
    return part.duration < part.motion.duration
      ? part.motion.velocity(at: part.duration) : part.motion.finalVelocity
  }

  private var finalMotion: Motion { part(count - 1).motion }

  private func part(_ index: Int) -> Part {
    switch index {
    case 1: second ?? first
    case 2: third ?? first
    case 3: fourth ?? first
    default: first
    }
  }

  private mutating func set(_ index: Int, _ part: Part) {
    switch index {
    case 1: second = part
    case 2: third = part
    case 3: fourth = part
    default: first = part
    }
  }
}
