internal import Feel
internal import FeelTrace
package import Observe

/// The effect of one gesture on a measured program.
package struct MeasuredGesture {
  package let gesture: ScriptedGesture
  /// The observed motion, with the hand.
  package private(set) var observation: Observation
  /// The time from each isolated sample, or from the first notch, to the first picture that
  /// differs, in seconds, in order of time.
  package let latencies: [Double]
  /// Whether the content came to rest while watched.
  package let rests: Bool

  /// A change later than this after an input is not its effect, in seconds.
  private static let latest = 0.09

  /// Combines what was played with what was seen.
  ///
  /// - Parameters:
  ///   - lines: what was played, at the server's times.
  ///   - rows: the pictures, including the one before the first.
  init(_ gesture: ScriptedGesture, lines: [ObservedLine], rows: [Observation.Row], rests: Bool) {
    let hand = lines.compactMap { line -> RecordedHand.Sample? in
      guard case .pointer(let place, let phase) = line.content else { return nil }
      let kind: RecordedHand.Phase =
        switch phase {
        case .down: .begin
        case .move: .update
        case .up, .cancel: .end
        }
      return RecordedHand.Sample(time: line.time, phase: kind, location: place)
    }
    let turns = lines.compactMap { line -> Observation.WheelTurn? in
      guard case .wheel(let amount, let phase) = line.content else { return nil }
      return Observation.WheelTurn(time: line.time, amount: amount, phase: phase)
    }
    let lone =
      gesture.notches != 0
      ? lines[..<min(1, lines.count)] : lines[gesture.lone.clamped(to: lines.indices)]
    latencies = lone.compactMap { line -> Double? in
      let next = zip(rows, rows.dropFirst()).first { $1.time > line.time && $1.offset != $0.offset }
      guard let late = next.map({ $1.time - line.time }), late < Self.latest else { return nil }
      return late
    }
    observation = Observation(rows, hand: hand.isEmpty ? nil : RecordedHand(hand), turns: turns)
    (self.gesture, self.rests) = (gesture, rests)
  }

  /// The gesture with a source, which is known only later.
  func with(_ source: ObservedSource) -> MeasuredGesture {
    var gesture = self
    gesture.observation = Observation(
      observation.rows, hand: observation.hand, turns: observation.turns, source: source)
    return gesture
  }

  /// The greatest speed of the hand over some samples, in pixels a second: as intended, and from
  /// the recorded samples; `nil` for a wheel.
  package var speeds: (due: Double, played: Double)? {
    let played = observation.handPlaces
    guard gesture.samples.count > 1, played.count > 1 else { return nil }
    return (Self.speed(gesture.samples.map { ($0.time, $0.place) }), Self.speed(played))
  }

  /// Whether the hand's speed was more than a fifth off the intended one, as on a busy machine.
  package var isPlayedBadly: Bool { speeds.map { abs($0.played - $0.due) > 0.2 * $0.due } ?? false }

  /// The speed is measured over this many steps, as the server's times are in milliseconds.
  private static let window = 4

  private static func speed(_ samples: [(time: Double, place: Double)]) -> Double {
    let window = min(window, samples.count - 1)
    return zip(samples, samples.dropFirst(window)).map {
      abs($1.place - $0.place) / max($1.time - $0.time, 1e-3)
    }.max() ?? 0
  }

  /// The range of the content's positions, in pixels.
  package var travel: Double { observation.travel }
}
