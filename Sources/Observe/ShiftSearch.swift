/// Finds the shifts by which one picture of a clip may have come from another.
///
/// cost(s) = Σ wᵢwᵢ₊ₛ(aᵢ₊ₛ − bᵢ)² ÷ Σ wᵢwᵢ₊ₛ, over lines and strips that count in both.
struct ShiftSearch {
  /// A shift in lines, and its cost relative to the median over all shifts.
  struct Candidate {
    let shift: Int
    let cost: Double
  }

  let grid: StripProfile.StripGrid
  private let factor: Int
  private let coarseWeights: [SIMD8<Float>]
  private let coarseShares: [SIMD8<Float>]
  private let overlaps: Overlaps
  private let coarseOverlaps: Overlaps

  /// The minimum share of the lines that both pictures must have in common.
  private static let leastOverlap = 0.2
  private static let mostValleys = 16
  private static let mostCandidates = 9
  /// Minimum number of common lines and strips for a cost.
  private static let fewest: Float = 48

  init(_ grid: StripProfile.StripGrid) {
    self.grid = grid
    let factor = grid.count >= 400 ? 4 : grid.count >= 160 ? 2 : 1
    self.factor = factor
    let lines = grid.count / factor
    var shares = [SIMD8<Float>](repeating: .zero, count: lines * grid.width)
    var weights = shares
    for index in shares.indices {
      let (line, block) = (index / grid.width, index % grid.width)
      var sum = SIMD8<Float>.zero
      for next in 0..<factor { sum += grid.weights[(line * factor + next) * grid.width + block] }
      let counts = sum .> 0
      shares[index].replace(with: 1 / sum, where: counts)
      weights[index].replace(with: 1, where: counts)
    }
    (coarseShares, coarseWeights) = (shares, weights)
    overlaps = Overlaps(grid.weights, lines: grid.count, width: grid.width)
    coarseOverlaps = Overlaps(weights, lines: lines, width: grid.width)
  }

  /// A picture's profile, in full and reduced for a first look.
  struct Look {
    let fine: StripProfile
    let coarse: StripProfile
    /// The mean squared difference of its lines from their strips' means.
    let contrast: Double
  }

  func look(at picture: GreyPicture) -> Look {
    let fine = StripProfile(picture, grid)
    return Look(
      fine: fine, coarse: fine.reduced(by: factor, grid.weights, coarseShares),
      contrast: contrast(fine, 0..<fine.count))
  }

  /// The contrast of what two pictures have in common at a shift, the sum of both.
  ///
  /// Other parts of that content differ from it by about as much; without contrast, no shift can be
  /// found.
  func contrast(_ a: Look, _ b: Look, _ shift: Int) -> Double {
    let lines = max(0, -shift)..<max(0, -shift, grid.count - max(0, shift))
    let before = lines.lowerBound + shift..<lines.upperBound + shift
    return contrast(a.fine, before) + contrast(b.fine, lines)
  }

  /// The mean squared difference of some lines from their strips' means.
  private func contrast(_ profile: StripProfile, _ lines: Range<Int>) -> Double {
    var left: Float = 0
    var all: Float = 0
    for block in 0..<profile.width {
      var (count, sum, squares) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
      for line in lines {
        let (value, weight) = (
          profile.values[line * profile.width + block], grid.weights[line * profile.width + block]
        )
        count += weight
        sum += value * weight
        squares += value * value * weight
      }
      let mean = sum / count.replacing(with: 1, where: count .== 0)
      left += (squares - mean * sum).sum()
      all += count.sum()
    }
    return Double(max(0, left) / max(1, all))
  }

  /// The mean squared difference of two pictures without a shift.
  func difference(_ a: Look, _ b: Look) -> Double {
    Double(Self.cost(a.fine, b.fine, 0, grid.weights, overlaps))
  }

  func cost(_ a: Look, _ b: Look, _ shift: Int) -> Double {
    Double(Self.cost(a.fine, b.fine, shift, grid.weights, overlaps))
  }

  private static func cost(
    _ a: StripProfile, _ b: StripProfile, _ shift: Int, _ weights: [SIMD8<Float>],
    _ overlaps: Overlaps, every step: Int = 1
  ) -> Float {
    let all = overlaps[shift]
    guard all > fewest else { return .infinity }
    let width = a.width
    let (old, new, weight) = (a.values.span, b.values.span, weights.span)
    var sum = SIMD8<Float>.zero
    var counted = SIMD8<Float>.zero
    var line = max(0, -shift)
    let end = a.count - max(0, shift)
    while line < end {
      let (first, second) = ((line &+ shift) &* width, line &* width)
      for block in 0..<width {
        let both = weight[first &+ block] * weight[second &+ block]
        let difference = old[first &+ block] - new[second &+ block]
        sum += difference * difference * both
        if step > 1 { counted += both }
      }
      line &+= step
    }
    let count = step > 1 ? counted.sum() : all
    return count > 0 ? sum.sum() / count : .infinity
  }

  /// The plausible shifts, best first.
  func candidates(_ a: Look, _ b: Look, most: Int = mostCandidates) -> [Candidate] {
    let far = Int(Double(a.coarse.count) * (1 - Self.leastOverlap))
    let coarse = (-far...far).map {
      Self.cost(a.coarse, b.coarse, $0, coarseWeights, coarseOverlaps)
    }
    let usual = max(coarse.filter(\.isFinite).sorted().medianOfSorted ?? 1, 1e-3)
    let valleys = coarse.indices.filter { index in
      coarse[index].isFinite && coarse[index] <= coarse[max(0, index - 1)]
        && coarse[index] <= coarse[min(coarse.count - 1, index + 1)]
    }.sorted { coarse[$0] < coarse[$1] }.prefix(Self.mostValleys)
    var found: [Candidate] = []
    func add(_ shift: Int) {
      guard !found.contains(where: { abs($0.shift - shift) < 2 }) else { return }
      let tried = (shift - 1...shift + 1).map { ($0, cost(a, b, $0)) }
      guard let best = tried.min(by: { $0.1 < $1.1 }), best.1.isFinite else { return }
      // Small overlaps match easily, so charge extra for large shifts.
      let share = Double(abs(best.0)) / Double(a.fine.count)
      found.append(
        Candidate(shift: best.0, cost: best.1 / Double(usual) * (1 + 2 * share * share * share)))
    }
    for valley in valleys {
      let middle = (valley - far) * factor
      let near = (middle - factor...middle + factor).map { shift in
        (
          shift,
          Self.cost(a.fine, b.fine, shift, grid.weights, overlaps, every: factor > 1 ? 3 : 1)
        )
      }
      if let best = near.min(by: { $0.1 < $1.1 }), best.1.isFinite { add(best.0) }
    }
    add(0)
    return Array(found.sorted { $0.cost < $1.cost }.prefix(most))
  }

  /// The shift to a fraction of a line near a guess, with its cost as a share of the pictures'
  /// contrast.
  ///
  /// Least squares of the brightness over the slope of both pictures, without outliers (B. Lucas
  /// and T. Kanade, An Iterative Image Registration Technique, IJCAI 1981).
  func refine(_ a: Look, _ b: Look, near guess: Double) -> (shift: Double, cost: Double)? {
    let reach = 3
    let middle = Int(guess.rounded())
    let contrast = max(a.contrast + b.contrast, 1e-3)
    let tried = (middle - reach...middle + reach).map { ($0, cost(a, b, $0)) }
    guard let best = tried.min(by: { $0.1 < $1.1 }), best.1.isFinite else { return nil }
    var shift = Double(best.0)
    var limit = Float(max(25, 9 * best.1))
    for _ in 0..<10 {
      guard let step = step(a.fine, b.fine, shift, &limit) else { break }
      shift += step
      if abs(step) < 5e-4 { break }
    }
    if abs(shift - Double(best.0)) > 1.5 { shift = Double(best.0) }
    return (shift, best.1 / contrast)
  }

  /// The mean squared residual at a fractional shift, with neighbouring lines blended.
  func blended(_ a: Look, _ b: Look, _ shift: Double) -> Double {
    let whole = Int(shift.rounded(.down))
    let share = Float(shift - Double(whole))
    let width = grid.width
    var (sum, count) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for line in max(0, -whole)..<max(0, -whole, min(grid.count, grid.count - 1 - whole)) {
      for block in 0..<width {
        let (old, new) = ((line + whole) * width + block, line * width + block)
        let both = grid.weights[old] * grid.weights[old + width] * grid.weights[new]
        let moved = a.fine.values[old] * (1 - share) + a.fine.values[old + width] * share
        let rest = b.fine.values[new] - moved
        sum += rest * rest * both
        count += both
      }
    }
    return count.sum() > 0 ? Double(sum.sum() / count.sum()) : .infinity
  }

  /// One step of the subline search; `nil` if the pictures have too little in common.
  private func step(
    _ a: StripProfile, _ b: StripProfile, _ shift: Double, _ limit: inout Float
  ) -> Double? {
    let whole = Int(shift.rounded(.down))
    let share = Float(shift - Double(whole))
    let width = a.width
    let (old, new, weight) = (a.values.span, b.values.span, grid.weights.span)
    let (start, end) = (max(1, 1 - whole), min(a.count - 1, a.count - 2 - whole))
    guard end - start >= 12 else { return nil }
    var (product, slopes, squares, counted) = (
      SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero
    )
    for line in start..<end {
      let (first, second) = ((line &+ whole) &* width, line &* width)
      for block in 0..<width {
        let (before, here) = (old[first &+ block &- width], old[first &+ block])
        let (next, after) = (old[first &+ block &+ width], old[first &+ block &+ 2 &* width])
        let moved = here * (1 - share) + next * share
        let slope = (next - before) * (1 - share) + (after - here) * share
        let own = new[second &+ block &+ width] - new[second &+ block &- width]
        let rest = new[second &+ block] - moved
        let left = weight[first &+ block &- width] * weight[first &+ block &+ 2 &* width]
        let right = weight[second &+ block &- width] * weight[second &+ block &+ width]
        var both = left * right * weight[first &+ block] * weight[second &+ block]
        both.replace(with: 0, where: rest * rest .> limit)
        let mean = (slope + own) * 0.25
        product += mean * rest * both
        slopes += mean * mean * both
        squares += rest * rest * both
        counted += both
      }
    }
    guard slopes.sum() > 1e-3 else { return nil }
    limit = max(16, 9 * squares.sum() / max(1, counted.sum()))
    return Double(min(max(product.sum() / slopes.sum(), -1), 1))
  }

  /// How many strips and lines count in both pictures, for each shift.
  private struct Overlaps {
    private let counts: [Float]
    private let middle: Int

    init(_ weights: [SIMD8<Float>], lines: Int, width: Int) {
      middle = lines - 1
      counts = (-(lines - 1)...lines - 1).map { shift in
        var sum = SIMD8<Float>.zero
        for line in max(0, -shift)..<lines - max(0, shift) {
          for block in 0..<width {
            sum += weights[(line + shift) * width + block] * weights[line * width + block]
          }
        }
        return sum.sum()
      }
    }

    subscript(shift: Int) -> Float {
      abs(shift) <= middle ? counts[shift + middle] : 0
    }
  }
}

extension Array {
  /// The middle element of a sorted array.
  var medianOfSorted: Element? { isEmpty ? nil : self[count / 2] }
}
