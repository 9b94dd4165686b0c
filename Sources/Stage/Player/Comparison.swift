public import Feel

/// How one gesture goes under two sets of parameters, A and B.
public struct Comparison: Hashable, Sendable {
  /// How it goes under one set.
  public struct Outcome: Hashable, Sendable {
    /// Where the control comes to rest, in its unit.
    public var rest: Double
    /// How long that takes from the release, in seconds.
    public var settle: Double
    /// How far it goes past its rest before it comes back, in its unit.
    public var overshoot: Double
  }

  /// Which control: "carousel", "slider".
  public var control: String
  /// The unit of its position: "pt", or nothing for a share or a count.
  public var unit: String
  /// When the gesture was let go, in stage time.
  public var release: Instant
  /// How it goes under A.
  public var a: Outcome
  /// How it goes under B.
  public var b: Outcome
  /// How far the two are apart at most, in the unit.
  public var greatest: Double

  /// The differences in words, B less A.
  public var text: String {
    let suffix = unit.isEmpty ? "" : " \(unit)"
    let decimals = unit.isEmpty ? 3 : 1
    let rest = (b.rest - a.rest).signed(decimals: decimals) + suffix
    let overshoot = (b.overshoot - a.overshoot).signed(decimals: decimals) + suffix
    let greatest = greatest.text(decimals: decimals) + suffix
    return "rest \(rest) · settle \(((b.settle - a.settle) * 1000).signed(decimals: 0)) ms"
      + " · overshoot \(overshoot) · max |Δx| \(greatest)"
  }
}

extension Comparison {
  /// One set's run of a gesture: where it was, from the press to the rest.
  package struct Track {
    package var positions: [Double] = []
    /// When the control rests.
    package var restTime: Instant
    /// Which of the positions is that of the release.
    package var release = 0

    package init(restTime: Instant) { self.restTime = restTime }

    fileprivate func outcome(release time: Instant) -> Outcome {
      let rest = positions[positions.count - 1]
      let way = rest - positions[release]
      // Beyond its rest, in the direction in which it came.
      let overshoot = positions[release...].reduce(0) { most, position in
        max(most, way >= 0 ? position - rest : rest - position)
      }
      return Outcome(rest: rest, settle: restTime - time, overshoot: overshoot)
    }
  }

  package init(of reading: MotionReading, release: Instant, a: Track, b: Track) {
    (control, unit, self.release) = (reading.control, reading.unit, release)
    (self.a, self.b) = (a.outcome(release: release), b.outcome(release: release))
    greatest = zip(a.positions, b.positions).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }
}

extension Double {
  /// The number with its sign, "+12.0", "−3.5", "0.0".
  fileprivate func signed(decimals: Int) -> String {
    let text = text(decimals: decimals)
    return self > 0 && text.contains { $0 != "0" && $0 != "." } ? "+" + text : text
  }
}
