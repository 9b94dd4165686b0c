/// Follows by how much content has scrolled from picture to picture.
///
/// Each picture is laid over a key picture at all shifts; the shift that leaves the least is where the content went. A
/// picture that has gone far becomes the key of those after it. Lines at either end that never move are a header or a
/// footer, and bands that do not go along, such as a scroll bar, are left out. Between two pixels the shift is that by
/// which a program that blends neighbouring lines has drawn.
public struct FrameRegistration: Sendable {
  /// Where the content is in a picture.
  public struct Place: Hashable, Sendable {
    /// How far it has scrolled since the first picture, in pixels; growing as content moves up or to the left.
    public let offset: Double
    /// What is left of the difference, as a share of the picture's contrast: 0 where all pixels agree.
    public let score: Double
  }

  /// Why a picture says nothing.
  public enum Refusal: Error, Hashable, Sendable {
    /// Its size is another one.
    case sizeChanged
    /// It shows something else.
    case contentChanged
    /// It repeats every so many pixels: a shift could be any multiple.
    case periodic(Int)
    /// There is nothing on it that could be seen to move.
    case blank
    /// One part of it is older than the other.
    case torn
  }

  /// More than this is left of the difference only where pictures have little in common.
  private static let worstScore = 0.25
  /// So alike are lines that repeat.
  private static let alikeScore = 0.02
  /// Less contrast than this, in mean squared brightness, is none.
  private static let leastContrast: Float = 0.5

  private var key: FrameProfile?
  private var keyOffset = 0.0
  /// The last picture whose place was found.
  private var seen: FrameProfile?
  private var last = 0.0
  /// How far the content went from the last picture but one to the last.
  private var step = 0.0
  /// Lines that never moved while others did, at either end.
  private var still: (header: Int, footer: Int)?
  /// Bands that did not go along.
  private var leftOut: Set<Int> = []

  /// Creates a registration that begins with the next picture, at 0.
  public init() {}

  /// Where the content is in the next picture.
  ///
  /// - Throws: `Refusal`; then the next picture is laid over the same key. Another size begins anew at the last place.
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
      // The key may have gone where the picture before has not.
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
    if key.values == profile.values { return moved(to: keyOffset, 0, profile) }
    let window = window(key, profile)
    let overlay = Overlay(key: key, frame: profile, window: window, leftOut: leftOut)
    guard let shift = overlay.best(near: Int((last + step - keyOffset).rounded())) else {
      throw .blank
    }
    let bands = overlay.bandsLeftOut(at: shift)
    let refined = Overlay(
      key: key, frame: profile, window: window, leftOut: leftOut.union(bands))
    let (fraction, score) = refined.fraction(near: shift)
    guard score < Self.worstScore else {
      throw refined.isTorn(at: shift) ? .torn : .contentChanged
    }
    if score > Self.alikeScore, refined.isTorn(at: shift) { throw .torn }
    if abs(fraction) >= 2 {
      leftOut.formUnion(bands)
      still = (window.lowerBound, key.count - window.upperBound)
    }
    return moved(to: keyOffset + fraction, score, profile)
  }

  private mutating func begin(with profile: FrameProfile) throws(Refusal) {
    (key, keyOffset) = (profile, last)
    let whole = Overlay(
      key: profile, frame: profile, window: 0..<profile.count, leftOut: leftOut)
    guard whole.contrast > Self.leastContrast else {
      key = nil
      throw .blank
    }
    if let period = whole.period(alike: Self.alikeScore) {
      key = nil
      throw .periodic(period)
    }
  }

  private mutating func moved(
    to offset: Double, _ score: Double, _ profile: FrameProfile
  ) -> Place {
    (step, last, seen) = (offset - last, offset, profile)
    if abs(offset - keyOffset) > 0.35 * Double(profile.count) {
      // A picture that could be taken for a shift of itself is no key.
      let old = (key, keyOffset)
      do throws(Refusal) { try begin(with: profile) } catch { (key, keyOffset) = old }
    }
    return Place(offset: offset, score: score)
  }

  /// The lines that may move: those between what is the same at either end in this picture, and was in all before it.
  private func window(_ key: FrameProfile, _ frame: FrameProfile) -> Range<Int> {
    // A scroll bar may lie over a header, and has not been seen to move yet.
    let others = max(1, key.bands / 12)
    func isSame(_ line: Int) -> Bool {
      let moved = (line * key.bands..<(line + 1) * key.bands).count {
        !leftOut.contains($0 % key.bands) && abs(key.values[$0] - frame.values[$0]) >= 1.5
      }
      return moved <= others
    }
    var (header, footer) = (0, 0)
    let most = key.count / 3
    while header < min(most, still?.header ?? most), isSame(header) { header += 1 }
    while footer < min(most, still?.footer ?? most), isSame(key.count - 1 - footer) { footer += 1 }
    return header..<key.count - footer
  }
}

/// Two pictures laid over each other.
private struct Overlay {
  let key: FrameProfile
  let frame: FrameProfile
  /// The lines of both that count.
  let window: Range<Int>
  /// The bands that count.
  let bands: [Int]
  /// The mean squared difference of the frame's lines from their mean.
  let contrast: Float

  private static let lines = 4
  private static let together = 4
  /// Shifts are looked for that leave at least this share of the lines in both.
  private static let leastOverlap = 0.3

  init(key: FrameProfile, frame: FrameProfile, window: Range<Int>, leftOut: Set<Int>) {
    (self.key, self.frame, self.window) = (key, frame, window)
    bands = (0..<key.bands).filter { !leftOut.contains($0) }
    var sum: Float = 0
    for band in bands {
      var (total, squares): (Float, Float) = (0, 0)
      for line in window {
        let value = frame.values[line * frame.bands + band]
        total += value
        squares += value * value
      }
      let count = Float(max(1, window.count))
      sum += squares / count - total / count * (total / count)
    }
    contrast = sum / Float(max(1, bands.count))
  }

  /// The lines of the frame that a shift leaves in both.
  private func common(_ shift: Int) -> Range<Int> {
    let (low, high) = (
      max(window.lowerBound, window.lowerBound - shift),
      min(window.upperBound, window.upperBound - shift)
    )
    return low..<max(low, high)
  }

  /// What a shift leaves of the difference, as a share of the contrast.
  private func score(_ shift: Int, every step: Int = 1) -> Double {
    let lines = common(shift)
    guard lines.count >= 8 else { return .infinity }
    var sum: Float = 0
    var count = 0
    var line = lines.lowerBound
    while line < lines.upperBound {
      let (a, b) = ((line + shift) * key.bands, line * frame.bands)
      for band in bands {
        let difference = key.values[a + band] - frame.values[b + band]
        sum += difference * difference
      }
      count += bands.count
      line += step
    }
    return Double(sum) / Double(max(1, count)) / Double(2 * max(contrast, 1e-3))
  }

  private var reach: Int { Int(Double(window.count) * (1 - Self.leastOverlap)) }

  /// The shift that leaves least: near one that is expected, or else of all.
  func best(near expected: Int) -> Int? {
    guard contrast > 0.1, !bands.isEmpty else { return nil }
    let near = (expected - 6...expected + 6).map { ($0, score($0, every: 2)) }
      .min { $0.1 < $1.1 }
    if let near, near.1 < 0.005, abs(near.0 - expected) < 6 { return near.0 }
    let small = Overlay(
      key: key.reduced(lines: Self.lines, bands: Self.together),
      frame: frame.reduced(lines: Self.lines, bands: Self.together),
      window: (window.lowerBound + Self.lines - 1)
        / Self.lines..<max(
          (window.lowerBound + Self.lines - 1) / Self.lines, window.upperBound / Self.lines),
      leftOut: [])
    let far = reach / Self.lines
    let rated = (-far...far).map { ($0, small.score($0)) }.sorted { $0.1 < $1.1 }
    let tried = Set(
      rated.prefix(6).flatMap { coarse in
        (-Self.lines...Self.lines).map { coarse.0 * Self.lines + $0 }
      })
    let found = tried.map { ($0, score($0, every: 2)) }
      .min { ($0.1, abs($0.0)) < ($1.1, abs($1.0)) }
    guard let found else { return near?.0 }
    return found.1 < near?.1 ?? .infinity ? found.0 : near?.0
  }

  /// The shift between two pixels at which a blend of neighbouring lines leaves least, and what it leaves.
  func fraction(near shift: Int) -> (shift: Double, score: Double) {
    var best = (shift: Double(shift), score: score(shift))
    for first in [shift - 1, shift] {
      let lines = common(first).clamped(to: common(first + 1))
      guard lines.count >= 8 else { continue }
      var (slopes, product, squares): (Float, Float, Float) = (0, 0, 0)
      for line in lines {
        let (a, b) = ((line + first) * key.bands, line * frame.bands)
        for band in bands {
          let slope = key.values[a + key.bands + band] - key.values[a + band]
          let rest = frame.values[b + band] - key.values[a + band]
          slopes += slope * slope
          product += slope * rest
          squares += rest * rest
        }
      }
      guard slopes > 0 else { continue }
      let share = min(max(product / slopes, 0), 1)
      let left = squares - 2 * share * product + share * share * slopes
      let score =
        Double(max(0, left)) / Double(lines.count * bands.count) / Double(2 * max(contrast, 1e-3))
      if score < best.score { best = (Double(first) + Double(share), score) }
    }
    return best
  }

  /// Bands that a shift leaves much more of than it does of most.
  func bandsLeftOut(at shift: Int) -> Set<Int> {
    let lines = common(shift)
    var sums: [(band: Int, sum: Float)] = bands.map { ($0, 0) }
    for line in lines {
      let (a, b) = ((line + shift) * key.bands, line * frame.bands)
      for index in sums.indices {
        let band = sums[index].band
        let difference = key.values[a + band] - frame.values[b + band]
        sums[index].sum += difference * difference
      }
    }
    let sorted = sums.map(\.sum).sorted()
    let usual = sorted[sorted.count / 2]
    let least = Float(lines.count) * max(1, 0.02 * contrast)
    let out = sums.filter { $0.sum > 8 * usual + least }.map(\.band)
    return out.count <= bands.count / 4 ? Set(out) : []
  }

  /// Whether a stretch at one end fits badly that fits well unmoved by some other shift: it is older than the rest.
  func isTorn(at shift: Int) -> Bool {
    let lines = common(shift)
    guard lines.count >= 32 else { return false }
    let pieces = 16
    let sums = (0..<pieces).map { piece -> Double in
      let first = lines.lowerBound + lines.count * piece / pieces
      let end = lines.lowerBound + lines.count * (piece + 1) / pieces
      var sum: Float = 0
      for line in first..<end {
        let (a, b) = ((line + shift) * key.bands, line * frame.bands)
        for band in bands {
          let difference = key.values[a + band] - frame.values[b + band]
          sum += difference * difference
        }
      }
      return Double(sum) / Double((end - first) * bands.count) / Double(2 * max(contrast, 1e-3))
    }
    let isBad = sums.map { $0 > 0.15 }
    let changes = zip(isBad, isBad.dropFirst()).count { $0 != $1 }
    let bad = isBad.count { $0 }
    return changes == 1 && bad >= 2 && bad <= pieces - 2
  }

  /// After how many lines the picture repeats itself, or `nil` if it does not.
  func period(alike: Double) -> Int? {
    var wasUnlike = false
    for shift in 2...max(2, reach) {
      let score = score(shift, every: 8)
      if score > 4 * alike { wasUnlike = true }
      if wasUnlike, score < 2 * alike, self.score(shift) < alike { return shift }
    }
    return nil
  }
}
