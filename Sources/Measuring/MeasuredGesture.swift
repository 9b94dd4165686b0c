internal import Feel
internal import FeelTrace
package import Observe

/// What one gesture made of a program that is measured.
package struct MeasuredGesture {
  package let gesture: ScriptedGesture
  /// What was seen, with the hand.
  package private(set) var observation: Observation
  /// From each lone sample or notch to the first picture that shows something else, in seconds, in
  /// order of time.
  package let latencies: [Double]
  /// Whether the content came to rest while it was watched.
  package let rests: Bool

  /// What was shown later than this after an input does not come from it, in seconds.
  private static let latest = 0.09

  /// Puts together what was played and what was seen of it.
  ///
  /// - Parameters:
  ///   - lines: what was played, at the server's times.
  ///   - rows: the pictures, and the one before the first.
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
    let turns = lines.compactMap { line -> Observation.Turn? in
      guard case .wheel(let amount, let phase) = line.content else { return nil }
      return Observation.Turn(time: line.time, amount: amount, phase: phase)
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

  /// The same, told of a source that is known only later.
  func with(_ source: ObservedSource) -> MeasuredGesture {
    var gesture = self
    gesture.observation = Observation(
      observation.rows, hand: observation.hand, turns: observation.turns, source: source)
    return gesture
  }

  /// The fastest that the hand went over some samples, in pixels a second: as it was to be played,
  /// and by the stream's own samples; `nil` for a wheel.
  package var speeds: (due: Double, played: Double)? {
    let played = observation.handPlaces
    guard gesture.samples.count > 1, played.count > 1 else { return nil }
    return (Self.speed(gesture.samples.map { ($0.time, $0.place) }), Self.speed(played))
  }

  /// Whether the hand went more than a fifth faster or slower than it was to, as on a busy machine.
  package var isPlayedBadly: Bool { speeds.map { abs($0.played - $0.due) > 0.2 * $0.due } ?? false }

  /// The fastest over so many samples; the server tells times to a millisecond.
  private static let window = 4

  private static func speed(_ samples: [(time: Double, place: Double)]) -> Double {
    let window = min(window, samples.count - 1)
    return zip(samples, samples.dropFirst(window)).map {
      abs($1.place - $0.place) / max($1.time - $0.time, 1e-3)
    }.max() ?? 0
  }

  /// How far the content went, in pixels.
  package var travel: Double { observation.travel }
}
