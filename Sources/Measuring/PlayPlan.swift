internal import Feel
internal import Glibc
package import Observe

/// How long the rest of a script takes: the planned duration of each step, less what is played.
///
/// The time left never goes up: a step that takes longer than planned holds it, and one that ends
/// early lowers it.
package struct PlayPlan {
  /// What each step takes, in seconds, in the order in which they are played.
  private let durations: [Double]
  private let whole: Double
  /// The step that is played now, and when it began.
  private var step: (index: Int, start: Double)?
  private var least: Double

  /// Plans some steps.
  ///
  /// - Parameter durations: what each of them takes, in seconds; not negative.
  package init(_ durations: [Double]) {
    self.durations = durations
    whole = durations.reduce(0, +)
    least = whole
  }

  /// Begins a step; those before it are done.
  ///
  /// - Parameter index: from 0 on; the number of steps ends the plan.
  package mutating func begin(_ index: Int, at now: Double) { step = (index, now) }

  /// The time left, in seconds; at most what it was when it was asked for last.
  package mutating func left(at now: Double) -> Double {
    guard let step else { return least }
    let later = durations.dropFirst(step.index + 1).reduce(0, +)
    let own = durations.indices.contains(step.index) ? durations[step.index] : 0
    least = min(least, later + max(0, own - (now - step.start)))
    return least
  }

  /// Which share of the plan is done, 0…1, by the time left.
  package mutating func share(at now: Double) -> Double {
    whole > 0 ? 1 - left(at: now) / whole : 1
  }
}

extension PlayPlan {
  /// A script, and the flick against the edge where it is played.
  ///
  /// - Parameters:
  ///   - edge: the flick back that is played against the edge, or `nil` where none is.
  ///   - rest: how long content keeps still until a gesture is over, in seconds.
  package init(_ script: [ScriptedGesture], edge: ScriptedGesture?, rest: Double) {
    var durations = script.map { $0.duration + rest }
    if let edge {
      // Content goes as far as it is fast, and flicks back undo that; one more finds the edge.
      // Then come a drag away from it and the flick that is measured.
      let flicks = script.map { $0.coastSpeeds.reduce(0, +) }.reduce(0, +) / max(1, edge.speed)
      durations.append((flicks.rounded(.up) + 3) * (edge.duration + rest))
    }
    self.init(durations)
  }
}

extension ScriptedGesture {
  /// The decay of content that coasts longest, as UIKit's and Firefox's, per second.
  private static let decay = 2.0
  /// Below this it stands, in pixels a second.
  private static let stop = 10.0
  /// A turn of the wheel takes at most so long, in seconds.
  private static let turn = 0.4

  /// How fast the content is at each release, in pixels a second; 0 where the hand paused before.
  fileprivate var coastSpeeds: [Double] {
    zip(samples, samples.dropFirst()).compactMap { last, end in
      guard end.phase == .end else { return nil }
      return end.time - last.time > 0.1 ? 0 : speed
    }
  }

  /// How long it is played, and content coasts after it, in seconds.
  fileprivate var duration: Double {
    guard let end = samples.last?.time else { return Self.turn + 0.05 * Double(abs(notches)) }
    let speed = coastSpeeds.last ?? 0
    return end + (speed > Self.stop ? log(speed / Self.stop) / Self.decay : 0)
  }
}
