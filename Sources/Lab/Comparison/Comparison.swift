internal import Feel

/// How one gesture differs under two sets of parameters, B less A.
public struct Comparison: Hashable, Sendable {
  /// The unit of the control's position: "pt", or nothing for a share or a count.
  public var unit: String
  /// How much further it comes to rest, in the unit.
  public var rest: Double
  /// How much longer it takes from the release to the rest, in seconds.
  public var settle: Double
  /// How much further it goes past its rest before it comes back, in the unit.
  public var overshoot: Double
  /// How far the two are apart at most, in the unit.
  public var greatest: Double

  /// The differences in words.
  public var text: String {
    let suffix = unit.isEmpty ? "" : " \(unit)"
    let decimals = unit.isEmpty ? 3 : 1
    let rest = rest.signed(decimals: decimals) + suffix
    let overshoot = overshoot.signed(decimals: decimals) + suffix
    let greatest = greatest.text(decimals: decimals) + suffix
    return "rest \(rest) · settle \((settle * 1000).signed(decimals: 0)) ms"
      + " · overshoot \(overshoot) · max |Δx| \(greatest)"
  }
}

extension Comparison {
  /// One set's run of a gesture: where it was, from the press to the rest.
  struct Track {
    var positions: [Double] = []
    var restTime: Instant
    var release: Int

    var rest: Double { positions[positions.count - 1] }

    /// How far it goes beyond its rest after the release, in the direction in which it came.
    var overshoot: Double {
      let way = rest - positions[release]
      return positions[release...].reduce(0) { most, position in
        max(most, way >= 0 ? position - rest : rest - position)
      }
    }
  }

  init(unit: String, a: Track, b: Track) {
    self.unit = unit
    rest = b.rest - a.rest
    settle = b.restTime - a.restTime
    overshoot = b.overshoot - a.overshoot
    greatest = zip(a.positions, b.positions).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }
}

extension Double {
  /// The number with its sign, "+12.0", "−3.5", "0.0".
  fileprivate func signed(decimals: Int) -> String {
    let text = text(decimals: decimals)
    let isZero = text.allSatisfy { "0.−".contains($0) }
    return isZero ? text.filter { $0 != "−" } : self > 0 ? "+" + text : text
  }
}
