/// Finds the fraction of a shift from the parts of two pictures overlaid by a whole number of
/// lines.
///
/// Programs put text on whole pixels, but blend rules, edges and pictures with neighbouring lines:
/// some parts of a picture show the exact position, others only the nearest pixel. Each band is cut
/// into parts where it is flat for some lines. A part that matches at a whole shift was snapped to
/// it. Every other part gives a shift along its slope, and the shift on which most of them agree is
/// the content's.
///
/// Slope and difference are smoothed alike and taken equally from both pictures, so that it does
/// not matter which picture is sharper.
///
/// Source: H. Farid and E. P. Simoncelli, Differentiation of Discrete Multidimensional Signals,
/// IEEE Transactions on Image Processing 13 (2004), the three-tap filters.
struct MovedParts {
  private struct Part {
    let shift: Double
    let weight: Float
  }

  /// Parts between whole pixels.
  private var parts: [Part] = []
  /// Total weight of the parts that match at one line less, at the shift itself, and at one more.
  private var whole: [Float] = [0, 0, 0]

  /// Filter taps: smoothing in the centre and beside it, and slope.
  private static let (middle, beside, slope): (Float, Float, Float) = (0.540242, 0.229879, 0.425287)
  /// Differences between lines, and between pictures, below this count as flat, in units of
  /// brightness.
  private static let flat: Float = 0.5
  /// This many flat lines separate two parts.
  private static let flatLines: Float = 3
  /// Minimum length of a part that is cut off at the end of the lines.
  private static let longCut: Float = 24
  /// Minimum slope of a part, in squared brightness.
  private static let leastSlope: Float = 4
  /// A part matches a whole shift if its residual is below this share of its slope.
  private static let same: Float = 0.002
  /// Maximum spread of shifts that agree, in lines.
  private static let near = 0.1
  /// Minimum number of parts that agree, and their minimum share of the weight of all parts.
  private static let (leastCount, leastShare): (Int, Float) = (6, 0.02)

  /// Collects the parts of all bands.
  ///
  /// - Parameters:
  ///   - key: the picture whose lines are shifted.
  ///   - frame: the other picture.
  ///   - shift: the shift, in lines.
  ///   - lines: lines of the frame; both pictures contain them and one more on either side, also
  ///     when shifted by one line less or more.
  ///   - counted: 1 for each band that counts and 0 for others, in blocks.
  init(
    _ key: FrameProfile, _ frame: FrameProfile, shift: Int, lines: Range<Int>,
    counted: [SIMD8<Float>]
  ) {
    for block in counted.indices {
      var sums = Sums()
      for line in lines {
        let (a, b) = ((line + shift) * key.width + block, line * frame.width + block)
        let old = (
          key.blocks[a - key.width] * counted[block], key.blocks[a] * counted[block],
          key.blocks[a + key.width] * counted[block]
        )
        let new = (
          frame.blocks[b - frame.width] * counted[block], frame.blocks[b] * counted[block],
          frame.blocks[b + frame.width] * counted[block]
        )
        let ends = sums.add(old, new)
        guard any(ends) else { continue }
        for lane in 0..<8 where ends[lane] { add(sums, lane, isCut: !sums.hasBegun[lane]) }
        sums.begin(ends)
      }
      for lane in 0..<8 { add(sums, lane, isCut: true) }
    }
  }

  private mutating func add(_ sums: Sums, _ lane: Int, isCut: Bool) {
    let weight = sums.slopes[lane]
    guard weight > Self.leastSlope, !isCut || sums.length[lane] > Self.longCut else { return }
    let left = [sums.less[lane], sums.here[lane], sums.more[lane]]
    if let least = left.indices.min(by: { left[$0] < left[$1] }), left[least] < Self.same * weight {
      whole[least] += weight
    } else {
      let shift = Double(sums.product[lane] / weight)
      if abs(shift) < 1.2 { parts.append(Part(shift: shift, weight: weight)) }
    }
  }

  /// The content's shift beyond the whole one in lines, about −1.2…1.2, or `nil` if too little
  /// agrees.
  var rest: Double? {
    let sorted = parts.sorted { $0.shift < $1.shift }
    var (best, bestSum) = (0..<0, Float(0))
    var (first, sum) = (0, Float(0))
    for index in sorted.indices {
      sum += sorted[index].weight
      while sorted[index].shift - sorted[first].shift > Self.near {
        sum -= sorted[first].weight
        first += 1
      }
      if sum > bestSum { (best, bestSum) = (first..<index + 1, sum) }
    }
    let moved = sorted.reduce(0) { $0 + $1.weight }
    let still = whole.reduce(0, +)
    if best.count >= Self.leastCount, bestSum > 0.5 * moved,
      bestSum > Self.leastShare * (moved + still)
    {
      return sorted[best].reduce(0) { $0 + $1.shift * Double($1.weight / bestSum) }
    }
    guard moved < 0.1 * still, let most = whole.indices.max(by: { whole[$0] < whole[$1] })
    else { return nil }
    return Double(most - 1)
  }

  /// Running sums over the lines of a part, for eight bands at once.
  private struct Sums {
    /// Sums of the squared slopes, and of slope times difference.
    var (slopes, product) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    /// Sums of the squared residuals at one line less, at the shift itself, and at one line more.
    var (less, here, more) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    var length = SIMD8<Float>.zero
    /// Whether flat lines came before this part.
    private(set) var hasBegun = SIMDMask<SIMD8<Int32>>(repeating: false)
    private var flatLines = SIMD8<Float>.zero

    typealias Lines = (before: SIMD8<Float>, at: SIMD8<Float>, after: SIMD8<Float>)

    /// Adds a line of both pictures with its neighbours; returns the bands in which a part ends.
    mutating func add(_ old: Lines, _ new: Lines) -> SIMDMask<SIMD8<Int32>> {
      let slope = (old.after - old.before + new.after - new.before) * (0.5 * MovedParts.slope)
      let left = new.at - old.at
      let difference =
        (new.before - old.before + new.after - old.after) * MovedParts.beside
        + left * MovedParts.middle
      slopes += slope * slope
      product += slope * difference
      less += (new.at - old.before) * (new.at - old.before)
      here += left * left
      more += (new.at - old.after) * (new.at - old.after)
      length += 1
      let steps = slope * slope .< MovedParts.flat * MovedParts.flat
      let isFlat = steps .& (left * left .< MovedParts.flat * MovedParts.flat)
      flatLines = (flatLines + 1).replacing(with: 0, where: .!isFlat)
      return flatLines .== MovedParts.flatLines
    }

    /// Resets the sums of some bands.
    mutating func begin(_ bands: SIMDMask<SIMD8<Int32>>) {
      slopes.replace(with: 0, where: bands)
      product.replace(with: 0, where: bands)
      less.replace(with: 0, where: bands)
      here.replace(with: 0, where: bands)
      more.replace(with: 0, where: bands)
      length.replace(with: 0, where: bands)
      hasBegun = hasBegun .| bands
    }
  }
}
