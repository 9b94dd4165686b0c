internal import Feel
internal import Glibc
package import Observe

/// Estimates the remaining time of a script from the planned duration of each step.
///
/// The estimate never increases: a step that takes longer than planned holds it, and one that ends
/// early lowers it.
package struct PlayPlan {
  /// The duration of each step, in seconds, in the order of playing.
  private let durations: [Double]
  private let whole: Double
  /// The current step, and when it began.
  private var step: (index: Int, start: Double)?
  private var least: Double

  /// Plans some steps.
  ///
  /// - Parameter durations: the duration of each step, in seconds; not negative.
  package init(_ durations: [Double]) {
    self.durations = durations
    whole = durations.reduce(0, +)
    least = whole
  }

  /// Begins a step; those before it are done.
  ///
  /// - Parameter index: counted from 0; the number of steps ends the plan.
  package mutating func begin(_ index: Int, at now: Double) { step = (index, now) }

  /// The time left, in seconds, at most the value returned last.
  package mutating func left(at now: Double) -> Double {
    guard let step else { return least }
    let later = durations.dropFirst(step.index + 1).reduce(0, +)
    let own = durations.indices.contains(step.index) ? durations[step.index] : 0
    least = min(least, later + max(0, own - (now - step.start)))
    return least
  }

  /// The completed share of the plan, 0…1, by the time left.
  package mutating func share(at now: Double) -> Double {
    whole > 0 ? 1 - left(at: now) / whole : 1
  }
}

extension PlayPlan {
  /// Plans a script, and the flick against the edge if it is played.
  ///
  /// - Parameters:
  ///   - edge: the flick back against the edge, or `nil` if there is none.
  ///   - rest: how long content must be still for a gesture to end, in seconds.
  package init(_ script: [ScriptedGesture], edge: ScriptedGesture?, rest: Double) {
    var durations = script.map { $0.duration + rest }
    if let edge {
      // Content coasts in proportion to its speed, and flicks back undo that; one more finds the
      // edge, then come a drag away from it and the measured flick.
      let flicks = script.map { $0.coastSpeeds.reduce(0, +) }.reduce(0, +) / max(1, edge.speed)
      durations.append((flicks.rounded(.up) + 3) * (edge.duration + rest))
    }
    self.init(durations)
  }
}

extension ScriptedGesture {
  /// The decay of the longest coasts, as in UIKit and Firefox, per second.
  private static let decay = 2.0
  /// Content slower than this is at rest, in pixels a second.
  private static let stop = 10.0
  /// The longest duration of a turn of the wheel, in seconds.
  private static let turn = 0.4

  /// The content's speed at each release, in pixels a second; 0 after a pause of the hand.
  fileprivate var coastSpeeds: [Double] {
    zip(samples, samples.dropFirst()).compactMap { last, end in
      guard end.phase == .end else { return nil }
      return end.time - last.time > 0.1 ? 0 : speed
    }
  }

  /// The duration of playing it and of the coast that follows, in seconds.
  fileprivate var duration: Double {
    guard let end = samples.last?.time else { return Self.turn + 0.05 * Double(abs(notches)) }
    let speed = coastSpeeds.last ?? 0
    return end + (speed > Self.stop ? log(speed / Self.stop) / Self.decay : 0)
  }
}
