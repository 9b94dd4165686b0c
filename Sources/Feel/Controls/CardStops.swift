/// Behaviour of a carousel at its ends, where a card at its anchor would leave the viewport partly
/// empty.
public struct CarouselEnds: Hashable, Sendable {
  /// How that empty space is treated.
  public enum Containment: String, Hashable, Sendable, CaseIterable {
    /// It is allowed: every card comes to rest at the anchor.
    case none
    /// It is avoided; every card can still be targeted, but those near an end share a rest
    /// position.
    case keep
    /// It is avoided; of the cards that share a rest position, only the innermost can be targeted.
    case trim
  }

  /// How the empty space at the ends is treated.
  public var containment: Containment
  /// Length of content before the first card, in points; not negative.
  public var leading: Double { didSet { check() } }
  /// Length of content after the last card, in points; not negative.
  public var trailing: Double { didSet { check() } }

  /// Creates a rule.
  ///
  /// - Precondition: `leading` and `trailing` lie in 0…`CardLayout.greatestLength`.
  public init(containment: Containment = .none, leading: Double = 0, trailing: Double = 0) {
    (self.containment, self.leading, self.trailing) = (containment, leading, trailing)
    check()
  }

  private func check() {
    let range = 0...CardLayout.greatestLength
    precondition(range.contains(leading), "leading lies in 0...1e24")
    precondition(range.contains(trailing), "trailing lies in 0...1e24")
  }
}

/// The rest positions of a carousel's cards in a viewport: points of the strip at its anchor.
///
/// Contained, the first card rests at the content's start and the last at its end; positions beyond
/// those, or within a point of them, are moved onto them.
///
/// Source: Embla Carousel's ScrollContain.ts, which has the same snap points with the opposite
/// sign, measured from the viewport's edge.
struct CardStops: Hashable, Sendable {
  let layout: CardLayout
  /// The anchor's distance from the viewport's leading edge, in points.
  let anchor: Double
  /// The rest positions of the first and the last card.
  let range: ClosedRange<Double>
  /// The cards with their own rest position; of those that share one, only the innermost.
  let cards: ClosedRange<Int>
  /// Whether all contained cards share one rest position, because they fit the viewport.
  let hasOnePlace: Bool
  private let isContained: Bool

  /// A rest position this near to an end is moved onto it, in points; content longer than the
  /// viewport by at most twice this does not scroll.
  private static let tolerance = 1.0

  init(_ layout: CardLayout, viewport: Double, ends: CarouselEnds) {
    self.layout = layout
    anchor = layout.anchor(in: viewport)
    isContained = ends.containment != .none
    let last = layout.count - 1
    guard isContained else {
      hasOnePlace = false
      (range, cards) = (layout.snapPoint(of: 0)...layout.snapPoint(of: last), 0...last)
      return
    }
    let low = anchor - ends.leading
    let high = anchor + layout.length + ends.trailing - viewport
    hasOnePlace = last == 0 || high - low <= 2 * Self.tolerance
    guard !hasOnePlace else {
      (range, cards) = (low...low, 0...0)
      return
    }
    range = low...high
    // Whatever their size, the first card rests at the start and the last at the end.
    let first = layout.firstIndex(atOrAfter: (low + Self.tolerance).nextUp) - 1
    let end = layout.firstIndex(atOrAfter: high - Self.tolerance)
    cards = max(0, min(first, last - 1))...min(last, max(end, 1))
  }

  /// A card's rest position.
  ///
  /// - Precondition: `index` is that of a card.
  func place(of index: Int) -> Double {
    let place = layout.snapPoint(of: index)
    guard isContained else { return place }
    if hasOnePlace || index == 0 { return range.lowerBound }
    if index == layout.count - 1 { return range.upperBound }
    if place <= range.lowerBound + Self.tolerance { return range.lowerBound }
    return place >= range.upperBound - Self.tolerance ? range.upperBound : place
  }

  /// The card itself, or the card that represents it where several share a position.
  func clamped(_ index: Int) -> Int { min(max(index, cards.lowerBound), cards.upperBound) }

  /// The card with the nearest rest position; `direction` breaks ties as in `CardLayout.nearest`.
  func nearest(to place: Double, direction: Double = 0) -> Int {
    guard isContained else { return layout.nearest(to: place, direction: direction) }
    // Near the ends, rest positions differ from the layout's snap points.
    let found = clamped(layout.nearest(to: place, direction: direction))
    var best = found
    for other in [found - 1, found + 1] where cards.contains(other) {
      let (mine, its) = (abs(self.place(of: best) - place), abs(self.place(of: other) - place))
      if its < mine || (its == mine && (direction > 0) == (other > best)) { best = other }
    }
    return best
  }

  /// The first card in a direction with a rest position beyond `place`, or the last one that way.
  func next(from place: Double, direction: Double) -> Int {
    guard isContained else { return layout.next(from: place, direction: direction) }
    let near = nearest(to: place)
    let rest = self.place(of: near)
    if direction < 0 { return rest < place ? near : clamped(near - 1) }
    return rest > place ? near : clamped(near + 1)
  }
}
