/// The estimator `meanOfPairs`: the tracker pairs, merges and smooths the samples first.
enum MeanOfPairs: EstimatorLaw {
  static let title = "mean of pairs"
  static let (cap, takesAll, isPairwise) = (4, true, true)

  static func velocity(_ window: VelocityWindow) -> Vector {
    (1..<window.count).reduce(.zero) { $0 + window.pair($1) } * (1 / Double(window.count - 1))
  }

  static func words(_ settings: VelocityTracker.Settings) -> String {
    "the mean of the last \(settings.cap - 1) pairs"
  }
}

extension VelocityTracker {
  /// The mean of the velocities between the samples that count, each smoothed by those before it and held to the limit.
  func meanOfPairs(fates: borrowing InlineArray<256, VelocitySample.Fate>) -> Vector {
    let fates = fates.span
    let gain = min(max(0, settings.smoothing), 1)
    var (sum, smooth) = (Vector.zero, Vector.zero)
    var (pairs, isFirst) = (0, true)
    var last: Stored?
    for age in (0..<count).reversed() {
      guard fates[age] == .used || fates[age] == .old || fates[age] == .unneeded else { continue }
      let stored = place(age)
      if let last {
        let seconds =
          Double(VelocityTracker.difference(stored.microseconds, last.microseconds)) / 1e6
        let pair = Vector(stored.x - last.x, stored.y - last.y) * (1 / seconds)
        smooth = pair * gain + smooth * (1 - gain)
      }
      if fates[age] == .used {
        if !isFirst {
          sum += Vector(limited(smooth.x), limited(smooth.y))
          pairs += 1
        }
        isFirst = false
      }
      last = stored
    }
    guard pairs > 0 else { return .zero }
    let mean = sum * (1 / Double(pairs))
    return mean.isFinite ? mean : .zero
  }

  private func limited(_ speed: Double) -> Double {
    min(max(speed, -settings.pairLimit), settings.pairLimit)
  }

  /// Merges samples that come in groups and those nearer than the spacing, then counts the last of the pairs left.
  func pair(
    _ fates: inout InlineArray<256, VelocitySample.Fate>, spacing: Int64
  ) {
    let grouping = VelocityTracker.microseconds(settings.grouping)
    var (groupStart, lastKept) = (Int64?.none, Int64?.none)
    var open: Int?
    for age in (0..<count).reversed() where fates[age] == .used || fates[age] == .old {
      let time = ring[slot(age)].microseconds
      if isPress(age) {
        (groupStart, lastKept) = (nil, time)
        continue
      }
      if let start = groupStart, let open, VelocityTracker.difference(time, start) < grouping {
        fates[open] = .thinned
      } else {
        if let lastKept, VelocityTracker.difference(time, lastKept) <= spacing {
          fates[age] = .thinned
          continue
        }
        groupStart = time
      }
      (open, lastKept) = (age, time)
    }
    // Of the pairs left the last count; the older sample of the first of them may be older than the window.
    var used = 0
    var hasBase = false
    for age in 0..<count where fates[age] == .used || fates[age] == .old {
      if fates[age] == .used, used < settings.cap - 1 {
        used += 1
      } else if !hasBase, used > 0 {
        fates[age] = .used
        hasBase = true
      } else if fates[age] == .used {
        fates[age] = .unneeded
      }
    }
  }
}
