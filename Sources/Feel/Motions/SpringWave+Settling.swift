internal import Glibc

extension SpringWave {
  /// The first moment after which |x| < `threshold` for good, in seconds.
  ///
  /// Exact up to rounding: |x| has its maxima at known times, the last one that reaches the threshold starts a
  /// monotone stretch, and in it the crossing is bracketed.
  func settlingTime(within threshold: Double) -> Double {
    guard offset != 0 || speed != 0 else { return 0 }
    guard let turn = derivative.firstZero else {
      return abs(offset) < threshold ? 0 : crossing(of: threshold, from: 0)
    }
    let peak = abs(value(at: turn))
    guard peak >= threshold else {
      guard abs(offset) >= threshold else { return 0 }
      return crossing(of: threshold, between: 0, and: turn)
    }
    guard oscillates else { return crossing(of: threshold, from: turn) }
    // Each half turn loses the same share of the amplitude.
    let halfTurn = Double.pi / split
    let count = (log(peak / threshold) / (decay * halfTurn)).rounded(.down)
    let last = turn + max(0, count) * halfTurn
    return crossing(of: threshold, between: last, and: last + halfTurn)
  }

  /// The moment at which the monotone tail from `start` on has come down to `threshold`.
  private func crossing(of threshold: Double, from start: Double) -> Double {
    var step = 1 / squaredFrequency.squareRoot()
    var end = start + step
    while abs(value(at: end)) >= threshold, step < 1e15 {
      step *= 2
      end = start + step
    }
    return crossing(of: threshold, between: start, and: end)
  }

  /// The moment in a monotone stretch at which |x| has come down from the first end's value to `threshold`.
  private func crossing(of threshold: Double, between start: Double, and end: Double) -> Double {
    let side: Double = value(at: start) < 0 ? -1 : 1
    var (low, high) = (start, end)
    for _ in 0..<100 {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if side * value(at: middle) >= threshold { low = middle } else { high = middle }
    }
    return high
  }
}
