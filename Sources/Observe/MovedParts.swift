/// What the parts of two pictures that are laid over each other by a whole shift tell of the rest
/// of it.
///
/// Programs put words on whole pixels, and blend rules, edges and pictures with the lines next to
/// them: of one picture some parts say where the content is, and others only which pixel is the
/// nearest. Each band is cut into parts where it is flat for some lines. A part that is the same at
/// a whole shift was put there. The others have a shift each, along their slope, and that on which
/// most of them agree is the content's.
///
/// Slope and difference are smoothed alike and taken from both pictures evenly, so that it makes no
/// difference which of them is the sharper one.
///
/// Source: H. Farid and E. P. Simoncelli, Differentiation of Discrete Multidimensional Signals,
/// IEEE Transactions on Image Processing 13 (2004), the filters of three taps.
struct MovedParts {
  private struct Part {
    let shift: Double
    let weight: Float
  }

  /// Those between whole pixels.
  private var parts: [Part] = []
  /// The weight of those that are the same at one line less, at the shift itself, and at one more.
  private var whole: [Float] = [0, 0, 0]

  /// The filters' taps: of smoothing in the middle and beside it, and of the slope.
  private static let (middle, beside, slope): (Float, Float, Float) = (0.540242, 0.229879, 0.425287)
  /// Differences from line to line, and from picture to picture, below this are none, in units of
  /// brightness.
  private static let flat: Float = 0.5
  /// So many flat lines part what is before them from what follows.
  private static let flatLines: Float = 3
  /// A part that the end of the lines has cut off tells something if it is as long as this.
  private static let longCut: Float = 24
  /// A part with less slope than this tells nothing, in squared brightness.
  private static let leastSlope: Float = 4
  /// A part is the same if what is left of it is less than this share of its slope.
  private static let same: Float = 0.002
  /// Parts that agree are so near to each other, in lines.
  private static let near = 0.1
  /// So many of them are enough, with such a share of the weight of all parts.
  private static let (leastCount, leastShare): (Int, Float) = (6, 0.02)

  /// Looks at all bands.
  ///
  /// - Parameters:
  ///   - key: the picture whose lines are moved.
  ///   - frame: the other one.
  ///   - shift: by how many lines.
  ///   - lines: of the frame; with one more on either side, and that moved by one line less or
  ///     more, they are in both.
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
        for lane in 0..<8 where ends[lane] { take(sums, lane, isCut: !sums.hasBegun[lane]) }
        sums.begin(ends)
      }
      for lane in 0..<8 { take(sums, lane, isCut: true) }
    }
  }

  private mutating func take(_ sums: Sums, _ lane: Int, isCut: Bool) {
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

  /// By how many lines more than the whole shift the content has moved, about −1.2…1.2, or `nil`
  /// where too little agrees.
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

  /// What the lines of a part have come to so far, in eight bands at once.
  private struct Sums {
    /// Of the slope's squares, and of its products with the difference.
    var (slopes, product) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    /// Of the squares of what a line less, the shift itself and a line more leave.
    var (less, here, more) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    var length = SIMD8<Float>.zero
    /// Whether there were flat lines before it.
    private(set) var hasBegun = SIMDMask<SIMD8<Int32>>(repeating: false)
    private var flatLines = SIMD8<Float>.zero

    typealias Lines = (before: SIMD8<Float>, at: SIMD8<Float>, after: SIMD8<Float>)

    /// Adds a line of both pictures, with those next to it; returns the bands in which a part has
    /// come to its end.
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

    /// Begins anew in some bands.
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
