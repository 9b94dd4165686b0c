public import Feel

/// What a finger or a wheel does to a measured program.
public struct ScriptedGesture: Hashable, Sendable {
  /// One report of a finger.
  public struct Sample: Hashable, Sendable {
    /// The time, in seconds from the gesture's start.
    public let time: Double
    /// What the finger does.
    public let phase: RecordedHand.Phase
    /// The position, in pixels along the axis from the start of the scrolling area.
    public let place: Double
  }

  /// Its name in reports.
  public let name: String
  /// The finger's reports, in order of time; empty for a wheel.
  public let samples: [Sample]
  /// How many notches the wheel turns, positive towards later content; 0 for a finger.
  public let notches: Int
  /// The samples used to measure latency: each is isolated and comes long after the previous one.
  public let lone: Range<Int>

  private init(
    _ name: String, _ samples: [Sample] = [], notches: Int = 0, lone: Range<Int> = 0..<0
  ) {
    (self.name, self.samples, self.notches, self.lone) = (name, samples, notches, lone)
  }

  /// The usual time between two reports of a finger, in seconds.
  public static let interval = 0.008

  /// The greatest speed of the finger, in pixels a second; 0 for a wheel.
  public var speed: Double {
    zip(samples, samples.dropFirst()).map { first, second in
      abs(second.place - first.place) / max(second.time - first.time, 1e-9)
    }.max() ?? 0
  }

  // MARK: The script

  /// The gestures' names, in the order in which they are played.
  public static let names = [
    "slow", "medium", "fast", "stop", "two", "steps", "notch", "notches", "edge",
  ]

  /// The distance of a flick in a scrolling area of this length, in pixels.
  private static func reach(_ length: Double) -> Double { min(300, length * 0.5).rounded() }

  /// The gestures played on every program, in order: three speeds, a stop before the release, two
  /// flicks in a row, single steps, one notch and three; all of ``names`` but the last.
  ///
  /// - Parameters:
  ///   - length: the length of the scrolling area along its axis, in pixels; positive.
  ///   - hasFinger: whether dragging scrolls it.
  ///   - hasWheel: whether there is a wheel to turn.
  public static func script(
    length: Double, hasFinger: Bool, hasWheel: Bool
  ) -> [ScriptedGesture] {
    let wheel =
      hasWheel
      ? [ScriptedGesture("notch", notches: 1), ScriptedGesture("notches", notches: 3)] : []
    guard hasFinger else { return wheel }
    let flick = flick(length, speed: 3000, by: reach(length))
    let pause = (flick.last?.time ?? 0) + 0.35
    let second = flick.map {
      Sample(time: $0.time + pause, phase: $0.phase, place: $0.place)
    }
    return [
      ScriptedGesture("slow", Self.flick(length, speed: 500, by: reach(length))),
      ScriptedGesture("medium", Self.flick(length, speed: 1500, by: reach(length))),
      ScriptedGesture("fast", flick),
      ScriptedGesture(
        "stop", Self.flick(length, speed: 1500, by: reach(length), hold: 0.3)),
      ScriptedGesture("two", flick + second), steps(length),
    ] + wheel
  }

  /// A slow drag held at its end, which locates what scrolls in a window of this length, in pixels.
  public static func probe(length: Double) -> ScriptedGesture {
    ScriptedGesture("probe", flick(length, speed: 400, by: min(100, length * 0.4), hold: 0.35))
  }

  /// Turns a wheel by this many notches, positive towards later content.
  public static func notches(_ count: Int) -> ScriptedGesture {
    ScriptedGesture("wheel", notches: count)
  }

  /// The gesture in the opposite direction, over the same stretch for a finger.
  public var reversed: ScriptedGesture {
    guard let first = samples.first, let last = samples.last else {
      return ScriptedGesture(name, notches: -notches, lone: lone)
    }
    let samples = samples.map {
      Sample(time: $0.time, phase: $0.phase, place: first.place + last.place - $0.place)
    }
    return ScriptedGesture(name, samples, lone: lone)
  }

  /// A fast flick back towards the start of a scrolling area of this length, in pixels.
  public static func back(length: Double) -> ScriptedGesture {
    ScriptedGesture("edge", flick(length, speed: 3000, by: -reach(length)))
  }

  /// A drag away from the start that stops before the release, in an area of this length, in
  /// pixels.
  public static func away(length: Double) -> ScriptedGesture {
    ScriptedGesture("away", flick(length, speed: 1000, by: reach(length), hold: 0.3))
  }

  /// A steady drag around the middle that moves the content by this distance, and its release.
  private static func flick(
    _ length: Double, speed: Double, by distance: Double, hold: Double = 0
  ) -> [Sample] {
    let start = length / 2 + distance / 2
    let count = max(2, Int((abs(distance) / speed / interval).rounded()))
    let interval = abs(distance) / speed / Double(count)
    var samples = [Sample(time: 0, phase: .begin, place: start)]
    for index in 1...count {
      let share = Double(index) / Double(count)
      samples.append(
        Sample(
          time: Double(index) * interval, phase: .update, place: start - distance * share))
    }
    let end = Double(count + 1) * interval + hold
    return samples + [Sample(time: end, phase: .end, place: start - distance)]
  }

  /// A drag that, once recognised, continues in single steps with pauses.
  private static func steps(_ length: Double) -> ScriptedGesture {
    let count = 16
    // The pause is no multiple of any frame interval, so that steps fall anywhere between two
    // frames.
    let (step, pause) = (max(1, (reach(length) / 40).rounded(.down)), 0.0937)
    let start = length / 2 + step * Double(count) / 2 + 20
    var samples = [Sample(time: 0, phase: .begin, place: start)]
    for index in 1...10 {
      samples.append(
        Sample(
          time: Double(index) * interval, phase: .update, place: start - 4 * Double(index)))
    }
    let first = samples.count
    for index in 1...count {
      samples.append(
        Sample(
          time: 10 * interval + 0.25 + Double(index) * pause, phase: .update,
          place: start - 40 - step * Double(index)))
    }
    let last = samples[samples.count - 1]
    samples.append(Sample(time: last.time + 0.3, phase: .end, place: last.place))
    return ScriptedGesture("steps", samples, lone: first..<first + count)
  }
}
