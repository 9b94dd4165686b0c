/// Measures how far content has scrolled from picture to picture.
///
/// Each picture is compared with a key picture at all shifts; the shift with the smallest residual
/// is the content's. A picture that has moved far becomes the next key. Lines at either end that
/// never move are a header or a footer, and bands that do not move along, such as a scroll bar, are
/// left out. Between two pixels, the shift is that on which the parts drawn there agree
/// (`MovedParts`), or else that at which a blend of neighbouring lines matches the picture.
public struct FrameRegistration: Sendable {
  /// The content's position in a picture.
  public struct Place: Hashable, Sendable {
    /// The distance scrolled since the first picture, in pixels; positive as content moves up or to
    /// the left.
    public let offset: Double
    /// The residual as a share of the picture's contrast, 0 if all pixels agree.
    public let score: Double
  }

  /// Why a picture could not be located.
  public enum Refusal: Error, Hashable, Sendable {
    /// Its size has changed.
    case sizeChanged
    /// It shows something else.
    case contentChanged
    /// It repeats after this many pixels, so that a shift could be any multiple.
    case periodic(Int)
    /// It has too little contrast to show movement.
    case blank
    /// One part of it is older than the rest.
    case torn
  }

  /// A residual above this means that the pictures have little in common.
  private static let worstScore = 0.25
  /// A residual above this may mean, among other things, that a part of the picture is older.
  private static let tornScore = 0.02
  /// Minimum contrast, in mean squared brightness.
  private static let leastContrast: Float = 0.5

  private var key: FrameProfile?
  private var keyOffset = 0.0
  /// The last picture that was located.
  private var seen: FrameProfile?
  private var last = 0.0
  /// The distance between the last two pictures.
  private var step = 0.0
  /// Lines at either end that did not move while others did.
  private var still: (header: Int, footer: Int)?
  /// Bands that do not move along.
  private var leftOut: Set<Int> = []

  /// Creates a registration; the first picture is at 0.
  public init() {}

  /// Locates the content in the next picture.
  ///
  /// - Throws: `Refusal`; the next picture is then compared with the same key. If the size changed,
  ///   the registration restarts at the last place.
  public mutating func place(of profile: FrameProfile) throws(Refusal) -> Place {
    guard let key else {
      try begin(with: profile)
      return Place(offset: last, score: 0)
    }
    guard key.count == profile.count, key.bands == profile.bands else {
      still = nil
      leftOut = []
      try begin(with: profile)
      throw .sizeChanged
    }
    do throws(Refusal) { return try place(of: profile, over: key) } catch {
      // The key may have scrolled out of view; the previous picture has not.
      guard error != .blank, let seen, keyOffset != last else { throw error }
      let old = (key, keyOffset)
      do throws(Refusal) {
        try begin(with: seen)
        return try place(of: profile, over: seen)
      } catch {
        (self.key, keyOffset) = old
      }
      throw error
    }
  }

  private mutating func place(
    of profile: FrameProfile, over key: FrameProfile
  ) throws(Refusal) -> Place {
    if key.blocks == profile.blocks { return moved(to: keyOffset, 0, profile) }
    let window = window(key, profile)
    let overlay = Overlay(key: key, frame: profile, window: window, leftOut: leftOut)
    guard let shift = overlay.best(near: Int((last + step - keyOffset).rounded())) else {
      throw .blank
    }
    let bands = overlay.bandsLeftOut(at: shift)
    let refined = Overlay(key: key, frame: profile, window: window, leftOut: leftOut.union(bands))
    let (blended, score) = refined.fraction(near: shift)
    guard score < Self.worstScore else {
      throw refined.isTorn(at: shift) ? .torn : .contentChanged
    }
    if score > Self.tornScore, refined.isTorn(at: shift) { throw .torn }
    let fraction = refined.agreed(near: blended)
    if abs(fraction) >= 2 {
      leftOut.formUnion(bands)
      still = (window.lowerBound, key.count - window.upperBound)
    }
    return moved(to: keyOffset + fraction, score, profile)
  }

  private mutating func begin(with profile: FrameProfile) throws(Refusal) {
    (key, keyOffset) = (profile, last)
    let whole = Overlay(key: profile, frame: profile, window: 0..<profile.count, leftOut: leftOut)
    guard whole.contrast > Self.leastContrast else {
      key = nil
      throw .blank
    }
    if let period = whole.period {
      key = nil
      throw .periodic(period)
    }
  }

  private mutating func moved(
    to offset: Double, _ score: Double, _ profile: FrameProfile
  ) -> Place {
    (step, last, seen) = (offset - last, offset, profile)
    let way = abs(offset - keyOffset) / Double(profile.count)
    // A picture drawn between pixels is blurred, and anything compared with it is slightly off; a
    // sharp one follows soon enough.
    if way > 0.5 || way > 0.15 && abs(offset - offset.rounded()) < 0.06 {
      // A picture that matches a shifted copy of itself cannot be a key.
      let old = (key, keyOffset)
      do throws(Refusal) { try begin(with: profile) } catch { (key, keyOffset) = old }
    }
    return Place(offset: offset, score: score)
  }

  /// The lines that may move: those between the ends that are equal in this and in all earlier
  /// pictures.
  private func window(_ key: FrameProfile, _ frame: FrameProfile) -> Range<Int> {
    // A scroll bar may cover a header, and may not have moved yet.
    let others = max(1, key.bands / 12)
    let bands = (0..<key.bands).filter { !leftOut.contains($0) }
    func isSame(_ line: Int) -> Bool {
      let first = line * key.width
      let moved = bands.count {
        let place = first + $0 / 8
        return abs(key.blocks[place][$0 % 8] - frame.blocks[place][$0 % 8]) >= 1.5
      }
      return moved <= others
    }
    var (header, footer) = (0, 0)
    let most = key.count / 3
    while header < min(most, still?.header ?? most), isSame(header) { header += 1 }
    while footer < min(most, still?.footer ?? most), isSame(key.count - 1 - footer) { footer += 1 }
    // Smoothing has mixed lines next to still ones with them; lines at the very ends are not
    // smoothed.
    return header + 2..<key.count - footer - 2
  }
}

/// Two pictures compared at shifts of one against the other.
private struct Overlay {
  let key: FrameProfile
  let frame: FrameProfile
  /// The lines of both that count.
  let window: Range<Int>
  /// The bands that count.
  let bands: [Int]
  /// The counted bands as 1 and the others as 0, in blocks.
  private let counted: [SIMD8<Float>]
  /// The mean squared deviation of the frame's lines from their mean.
  let contrast: Float

  private static let lines = 4
  private static let together = 4
  /// How many shifts of the coarse search are examined in detail.
  private static let mostValleys = 32
  /// How many of these are refined between pixels.
  private static let mostCandidates = 6
  /// Shifts whose residuals are within this of the best are ties; the one closest to the expected
  /// shift wins.
  private static let alike = 0.003
  /// If the best residual exceeds this, part of the picture has changed.
  private static let changed = 0.02
  /// Line step of the sparse search: hardly any row height is a multiple of it, so that all lines
  /// of a row are sampled.
  private static let sparse = 7
  /// A residual above this multiple of the best plus this constant is hopeless between pixels too.
  private static let hopeless = (factor: 4.0, more: 0.2)
  /// A residual above this means that different things are compared.
  private static let unlike = 0.08
  /// The minimum gain of a fractional shift over a whole one.
  private static let leastGain = 2e-5
  /// The minimum share of the lines that both pictures must have in common.
  private static let leastOverlap = 0.3

  init(key: FrameProfile, frame: FrameProfile, window: Range<Int>, leftOut: Set<Int>) {
    (self.key, self.frame, self.window) = (key, frame, window)
    bands = (0..<key.bands).filter { !leftOut.contains($0) }
    var counted = [SIMD8<Float>](repeating: .zero, count: key.width)
    for band in bands { counted[band / 8][band % 8] = 1 }
    self.counted = counted
    var sum: Float = 0
    let count = Float(max(1, window.count))
    for block in counted.indices {
      var (total, squares) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      for line in window {
        let value = frame.blocks[line * frame.width + block]
        total += value
        squares += value * value
      }
      let mean = total / count
      sum += ((squares / count - mean * mean) * counted[block]).sum()
    }
    contrast = sum / Float(max(1, bands.count))
  }

  /// The squared differences between a line of the frame and the shifted line of the key, by band.
  private func squares(_ line: Int, _ shift: Int) -> SIMD8<Float> {
    let (a, b) = ((line + shift) * key.width, line * frame.width)
    var sum = SIMD8<Float>.zero
    for block in counted.indices {
      let difference = (key.blocks[a + block] - frame.blocks[b + block]) * counted[block]
      sum += difference * difference
    }
    return sum
  }

  /// The lines of the frame that are in both pictures at a shift.
  private func common(_ shift: Int) -> Range<Int> {
    let (low, high) = (
      max(window.lowerBound, window.lowerBound - shift),
      min(window.upperBound, window.upperBound - shift)
    )
    return low..<max(low, high)
  }

  /// The residual at a shift, as a share of the contrast.
  private func score(_ shift: Int, every step: Int = 1) -> Double {
    let lines = common(shift)
    guard lines.count >= 8 else { return .infinity }
    var sum = SIMD8<Float>.zero
    var count = 0
    var line = lines.lowerBound
    while line < lines.upperBound {
      sum += squares(line, shift)
      count += bands.count
      line += step
    }
    return Double(sum.sum()) / Double(max(1, count)) / Double(2 * max(contrast, 1e-3))
  }

  /// The residual of line-to-line steps at a shift, as a share of both pictures' steps.
  ///
  /// A highlighted row differs only at its ends.
  private func stepScore(_ shift: Int) -> Double {
    let lines = common(shift)
    guard lines.count >= 8 else { return .infinity }
    var (left, all) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for line in lines.dropLast() {
      let (a, b) = ((line + shift) * key.width, line * frame.width)
      for block in counted.indices {
        let (keyLine, frameLine) = (a + block, b + block)
        let old = (key.blocks[keyLine + key.width] - key.blocks[keyLine]) * counted[block]
        let new = (frame.blocks[frameLine + frame.width] - frame.blocks[frameLine]) * counted[block]
        left += (old - new) * (old - new)
        all += old * old + new * new
      }
    }
    return Double(left.sum() / max(all.sum(), 1e-3))
  }

  private var reach: Int { Int(Double(window.count) * (1 - Self.leastOverlap)) }

  /// The shifts whose residuals are not hopeless, smallest first.
  private func closest(_ shifts: [(Int, Double)]) -> [(Int, Double)] {
    let sorted = shifts.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    let most = Self.hopeless.factor * (sorted.first?.1 ?? 0) + Self.hopeless.more
    return Array(sorted.prefix { $0.1 <= most })
  }

  /// The shift with the smallest residual, near an expected one if possible, else among all.
  func best(near expected: Int) -> Int? {
    guard contrast > 0.1, !bands.isEmpty else { return nil }
    let near = closest((expected - 6...expected + 6).map { ($0, score($0, every: Self.sparse)) })
      .prefix(3).map { ($0.0, score($0.0)) }.min { $0.1 < $1.1 }
    if let near, near.1 < 0.005, abs(near.0 - expected) < 6 { return near.0 }
    let small = Overlay(
      key: key.reduced(lines: Self.lines, bands: Self.together),
      frame: frame.reduced(lines: Self.lines, bands: Self.together),
      window: (window.lowerBound + Self.lines - 1)
        / Self.lines..<max(
          (window.lowerBound + Self.lines - 1) / Self.lines, window.upperBound / Self.lines),
      leftOut: [])
    let far = reach / Self.lines
    let coarse = (-far...far).map { small.score($0) }
    // In a list whose rows differ only by a number, the right shift is one of many that are nearly
    // as good, so every valley is examined.
    let valleys = closest(
      coarse.indices.filter { index in
        coarse[index].isFinite && coarse[max(0, index - 1)] >= coarse[index]
          && coarse[min(coarse.count - 1, index + 1)] >= coarse[index]
      }.map { ($0, coarse[$0]) })
    let tried = Set(
      valleys.prefix(Self.mostValleys).flatMap { valley, _ in
        (-Self.lines...Self.lines).map { (valley - far) * Self.lines + $0 }
      })
    let likely = closest(tried.map { ($0, score($0, every: Self.sparse)) })
    let close = likely.prefix(24).map { ($0.0, score($0.0)) } + [near].compactMap(\.self)
    var apart: [Int] = []
    for (shift, _) in closest(close)
    where apart.count < Self.mostCandidates && apart.allSatisfy({ abs($0 - shift) > 2 }) {
      apart.append(shift)
    }
    // Content drawn between pixels leaves more at whole shifts than a wrong row's number does.
    let rated = apart.map { (shift: $0, score: fraction(near: $0).score) }
    let least = rated.map(\.score).min() ?? 0
    // Part of the picture has changed, such as a row under a pointer: compare its lines, not its
    // brightness.
    if least > Self.changed {
      return rated.map { (shift: $0.shift, score: stepScore($0.shift)) }
        .min { ($0.score, abs($0.shift - expected)) < ($1.score, abs($1.shift - expected)) }?
        .shift
    }
    return rated.filter { $0.score <= least + Self.alike }
      .min { abs($0.shift - expected) < abs($1.shift - expected) }?.shift
  }

  /// The fractional shift on which the parts agree that were drawn between pixels, or the estimate
  /// if too few do.
  func agreed(near estimate: Double) -> Double {
    var agreed = estimate
    // If it is nearer to another line, measure again from there.
    for _ in 0..<2 {
      let shift = Int(agreed.rounded())
      let lines = common(shift - 1).clamped(to: common(shift + 1))
      guard lines.count >= 16 else { return estimate }
      let parts = MovedParts(
        key, frame, shift: shift, lines: lines.lowerBound + 1..<lines.upperBound - 1,
        counted: counted)
      guard let rest = parts.rest else { return estimate }
      agreed = Double(shift) + rest
      if abs(rest) <= 0.52 { break }
    }
    return agreed
  }

  /// The fractional shift at which a blend of neighbouring lines has the smallest residual, and
  /// that residual.
  ///
  /// The sharper of the two pictures is blended to match the other.
  func fraction(near shift: Int) -> (shift: Double, score: Double) {
    // Content mixed with the edge of a header is no reason to leave whole pixels.
    var best = (shift: Double(shift), score: max(0, score(shift) - Self.leastGain))
    for first in [shift - 1, shift] {
      let lines = common(first).clamped(to: common(first + 1))
      guard lines.count >= 8 else { continue }
      let (key, frame) = (
        blend(of: self.key, into: self.frame, by: first, lines),
        blend(of: self.frame, into: self.key, by: -first - 1, lines.shifted(by: first + 1))
      )
      if let key, key.score < best.score { best = (Double(first) + key.share, key.score) }
      if let frame, frame.score < best.score {
        best = (Double(first + 1) - frame.share, frame.score)
      }
    }
    return best
  }

  /// The blending share of the next line at which one picture's lines best match another's, and the
  /// residual.
  private func blend(
    of sharp: FrameProfile, into other: FrameProfile, by shift: Int, _ lines: Range<Int>
  ) -> (share: Double, score: Double)? {
    let lines = lines.clamped(
      to: max(0, -shift)..<max(0, -shift, min(other.count, sharp.count - shift - 1)))
    guard lines.count >= 8 else { return nil }
    var sums = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    for line in lines {
      let (a, b) = ((line + shift) * sharp.width, line * other.width)
      for block in counted.indices {
        let old = sharp.blocks[a + block]
        let slope = (sharp.blocks[a + sharp.width + block] - old) * counted[block]
        let rest = (other.blocks[b + block] - old) * counted[block]
        sums.0 += slope * slope
        sums.1 += slope * rest
        sums.2 += rest * rest
      }
    }
    let (slopes, product, squares) = (sums.0.sum(), sums.1.sum(), sums.2.sum())
    guard slopes > 0 else { return nil }
    let share = min(max(product / slopes, 0), 1)
    let left = squares - 2 * share * product + share * share * slopes
    let count = Double(lines.count * bands.count)
    return (Double(share), Double(max(0, left)) / count / Double(2 * max(contrast, 1e-3)))
  }

  /// Bands that do not move along: their residual is much greater than most bands', and large for
  /// their content.
  ///
  /// The latter spares a band with text drawn between two pixels, which leaves more than an empty
  /// one.
  func bandsLeftOut(at shift: Int) -> Set<Int> {
    let lines = common(shift)
    let none = [SIMD8<Float>](repeating: .zero, count: counted.count)
    var (left, totals, powers) = (none, none, none)
    for line in lines {
      let (a, b) = ((line + shift) * key.width, line * frame.width)
      for block in none.indices {
        let value = frame.blocks[b + block]
        let difference = key.blocks[a + block] - value
        left[block] += difference * difference
        totals[block] += value
        powers[block] += value * value
      }
    }
    let sums = bands.map { band -> (band: Int, sum: Float, spread: Float) in
      let total = totals[band / 8][band % 8]
      let spread = powers[band / 8][band % 8] - total * total / Float(max(1, lines.count))
      return (band, left[band / 8][band % 8], spread)
    }
    let sorted = sums.map(\.sum).sorted()
    let usual = sorted[sorted.count / 2]
    let least = Float(lines.count) * max(1, 0.02 * contrast)
    let out = sums.filter { $0.sum > 8 * usual + least && $0.sum > 0.2 * $0.spread }.map(\.band)
    return out.count <= bands.count / 4 ? Set(out) : []
  }

  /// Whether one end fits badly at a shift and the rest fits well: that end is older.
  func isTorn(at shift: Int) -> Bool {
    let lines = common(shift)
    guard lines.count >= 32 else { return false }
    let pieces = 16
    let sums = (0..<pieces).map { piece -> Double in
      let first = lines.lowerBound + lines.count * piece / pieces
      let end = lines.lowerBound + lines.count * (piece + 1) / pieces
      let sum = (first..<end).reduce(SIMD8<Float>.zero) { $0 + squares($1, shift) }.sum()
      return Double(sum) / Double((end - first) * bands.count) / Double(2 * max(contrast, 1e-3))
    }
    let isBad = sums.map { $0 > 0.15 }
    let changes = zip(isBad, isBad.dropFirst()).count { $0 != $1 }
    let bad = isBad.count { $0 }
    return changes == 1 && bad >= 2 && bad <= pieces - 2
  }

  /// The number of lines after which the picture repeats, or `nil` if it does not.
  ///
  /// Rows that differ only by a number leave little, but still more than true repetition.
  var period: Int? {
    var wasUnlike = false
    for shift in 2...max(2, reach) {
      let score = score(shift, every: 8)
      if score > Self.unlike { wasUnlike = true }
      if wasUnlike, score < Self.unlike / 2, self.score(shift) < Self.alike { return shift }
    }
    return nil
  }
}

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Range {
    lowerBound + distance..<upperBound + distance
  }
}
