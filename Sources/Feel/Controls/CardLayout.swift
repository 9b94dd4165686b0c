internal import Glibc

/// Positions of a carousel's cards along their strip, and the card nearest to a position.
///
/// The strip begins with the leading edge of card 0 at 0 and ends with the trailing edge of the
/// last. Every query takes O(1) if all cards have the same width, otherwise O(log n).
public struct CardLayout: Hashable, Sendable {
  /// The part of a card that is aligned with the same part of the viewport when the card is at
  /// rest.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// Centre on centre.
    case center
    /// Leading edge on leading edge.
    case start
    /// Trailing edge on trailing edge.
    case end

    /// The position of that part, as a share of the length: 0, ½ or 1.
    public var share: Double {
      switch self {
      case .center: 0.5
      case .start: 0
      case .end: 1
      }
    }
  }

  /// The maximum length of a strip, in points.
  public static let greatestLength = 1e24

  /// The number of cards, at least 1.
  public let count: Int
  /// The gap between two cards, in points.
  public let spacing: Double
  /// The part of a card that is aligned with the same part of the viewport at rest.
  public let alignment: Alignment

  /// Distance of the anchor beyond that part of the viewport, as a share of the viewport's length,
  /// −1…1.
  public let inset: Double

  private enum Widths: Hashable {
    case equal(Double)
    /// The leading edges of all cards, ascending, and their widths.
    case each([Double], [Double])
  }

  private let widths: Widths

  /// Creates a strip of cards of equal width.
  ///
  /// - Precondition: `count >= 1`, `width` is positive, `spacing` is not negative, count·(width +
  ///   spacing) is at most `greatestLength`, and `inset` lies in −1…1.
  public init(
    count: Int, width: Double, spacing: Double = 16, alignment: Alignment = .center,
    inset: Double = 0
  ) {
    Self.check(inset: inset)
    self.inset = inset
    precondition(count >= 1, "count is at least 1")
    precondition(width > 0 && width.isFinite, "width is positive and finite")
    precondition(spacing >= 0 && spacing.isFinite, "spacing is finite and not negative")
    (self.count, self.spacing, self.alignment) = (count, spacing, alignment)
    precondition(
      Double(count) * (width + spacing) <= Self.greatestLength, "the strip is at most 1e24 long")
    widths = .equal(width)
  }

  /// Creates a strip of cards of different widths.
  ///
  /// - Precondition: there is at least one width; all are positive; `spacing` is not negative; the
  ///   total is at most `greatestLength`; `inset` lies in −1…1.
  /// - Complexity: O(n), once.
  public init(
    widths: [Double], spacing: Double = 16, alignment: Alignment = .center, inset: Double = 0
  ) {
    self.init(
      widths: widths, gaps: Array(repeating: spacing, count: max(0, widths.count - 1)),
      spacing: spacing, alignment: alignment, inset: inset)
  }

  /// Creates a strip of cards of different widths with different gaps.
  ///
  /// `gaps`: one after each card but the last; negative where a card overlaps the next. `spacing`
  /// becomes their mean, at least 0.
  ///
  /// - Precondition: there is at least one width, and one gap fewer than widths; widths are
  ///   positive; no gap is as negative as an adjacent card is wide; the total is at most
  ///   `greatestLength`; `inset` lies in −1…1.
  /// - Complexity: O(n), once.
  public init(widths: [Double], gaps: [Double], alignment: Alignment = .center, inset: Double = 0) {
    let mean = gaps.isEmpty ? 0 : max(0, gaps.reduce(0, +) / Double(gaps.count))
    self.init(widths: widths, gaps: gaps, spacing: mean, alignment: alignment, inset: inset)
  }

  private init(
    widths: [Double], gaps: [Double], spacing: Double, alignment: Alignment, inset: Double
  ) {
    precondition(!widths.isEmpty, "there is at least one card")
    precondition(widths.allSatisfy { $0 > 0 && $0.isFinite }, "every width is positive and finite")
    precondition(spacing >= 0 && spacing.isFinite, "spacing is finite and not negative")
    precondition(gaps.count == widths.count - 1, "there is a gap between each two cards")
    for (index, gap) in gaps.enumerated() {
      let least = -min(widths[index], widths[index + 1])
      precondition(gap > least && gap.isFinite, "a gap is finite, and no card hides another")
    }
    Self.check(inset: inset)
    (count, self.spacing, self.alignment) = (widths.count, spacing, alignment)
    self.inset = inset
    var edges = [0.0]
    edges.reserveCapacity(widths.count)
    for (width, gap) in zip(widths, gaps) { edges.append(edges[edges.count - 1] + width + gap) }
    precondition(
      edges[edges.count - 1] + widths[widths.count - 1] <= Self.greatestLength,
      "the strip is at most 1e24 long")
    self.widths = .each(edges, widths)
  }

  private static func check(inset: Double) {
    precondition(inset >= -1 && inset <= 1, "inset lies in -1...1")
  }

  /// The anchor's distance from the viewport's leading edge in a viewport of a given length, in
  /// points.
  public func anchor(in viewport: Double) -> Double { (alignment.share + inset) * viewport }

  /// A card's leading edge, in points from the strip's start.
  ///
  /// - Precondition: `index` lies in 0..<`count`.
  public func leadingEdge(of index: Int) -> Double {
    precondition(index >= 0 && index < count, "index lies in 0..<count")
    switch widths {
    case .equal(let width): return Double(index) * (width + spacing)
    case .each(let edges, _): return edges[index]
    }
  }

  /// A card's width, in points.
  ///
  /// - Precondition: `index` lies in 0..<`count`.
  public func width(of index: Int) -> Double {
    precondition(index >= 0 && index < count, "index lies in 0..<count")
    switch widths {
    case .equal(let width): return width
    case .each(_, let widths): return widths[index]
    }
  }

  /// The strip's length, in points.
  public var length: Double { leadingEdge(of: count - 1) + width(of: count - 1) }

  /// The position on the strip that is at the viewport's anchor when a card is at rest.
  ///
  /// - Precondition: `index` lies in 0..<`count`.
  public func snapPoint(of index: Int) -> Double {
    leadingEdge(of: index) + alignment.share * width(of: index)
  }

  /// The card whose snap point is nearest to a position on the strip.
  ///
  /// `direction`: its sign breaks ties: positive picks the higher index, anything else the lower.
  public func nearest(to place: Double, direction: Double = 0) -> Int {
    guard !place.isNaN else { return 0 }
    let after = firstIndex(atOrAfter: place)
    guard after > 0 else { return 0 }
    guard after < count else { return count - 1 }
    let (below, above) = (place - snapPoint(of: after - 1), snapPoint(of: after) - place)
    if below == above { return direction > 0 ? after : after - 1 }
    return below < above ? after - 1 : after
  }

  /// The first card in a direction whose snap point is beyond a position, or the last one that way.
  public func next(from place: Double, direction: Double) -> Int {
    guard !place.isNaN else { return 0 }
    var index = firstIndex(atOrAfter: place)
    if direction < 0 { return max(0, index - 1) }
    if index < count, snapPoint(of: index) == place { index += 1 }
    return min(count - 1, index)
  }

  /// The cards partly or wholly between two positions on the strip.
  public func indices(from lower: Double, to upper: Double) -> Range<Int> {
    guard lower < upper else { return 0..<0 }
    var first = index(at: lower)
    if first < count, leadingEdge(of: first) + width(of: first) <= lower { first += 1 }
    var last = index(at: upper)
    if leadingEdge(of: last) >= upper { last -= 1 }
    return first <= last ? first..<(last + 1) : 0..<0
  }

  /// The card at a position on the strip, or `nil` in a gap or outside.
  public func card(at place: Double) -> Int? {
    let found = indices(from: place, to: place.nextUp)
    return found.isEmpty ? nil : found.lowerBound
  }

  /// The last card that begins at or before a position, clamped to existing cards.
  private func index(at place: Double) -> Int {
    switch widths {
    case .equal(let width): return clamped((place / (width + spacing)).rounded(.down))
    case .each(let edges, _): return max(0, Self.partition(0, count) { edges[$0] > place } - 1)
    }
  }

  /// The first card whose snap point is at or after a position; `count` if there is none.
  func firstIndex(atOrAfter place: Double) -> Int {
    switch widths {
    case .equal(let width):
      let pitch = width + spacing
      let guess = clamped(((place - alignment.share * width) / pitch).rounded(.up))
      // Rounding can put the quotient on the wrong side of an integer.
      if guess > 0, snapPoint(of: guess - 1) >= place { return guess - 1 }
      return snapPoint(of: guess) >= place ? guess : guess + 1
    case .each: return Self.partition(0, count) { snapPoint(of: $0) >= place }
    }
  }

  private func clamped(_ index: Double) -> Int {
    if index >= Double(count - 1) { return count - 1 }
    return index > 0 ? Int(index) : 0
  }

  /// The first index for which a monotone condition holds; `upper` if there is none.
  private static func partition(_ lower: Int, _ upper: Int, _ holds: (Int) -> Bool) -> Int {
    var (low, high) = (lower, upper)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
