/// What a carousel does at its ends, where a card on its anchor would leave room in the viewport.
public struct CarouselEnds: Hashable, Sendable {
  /// What becomes of that room.
  public enum Containment: String, Hashable, Sendable, CaseIterable {
    /// It stays: every card comes to rest on the anchor.
    case none
    /// There is none. Every card can be gone to; those near an end share a place with the others
    /// there.
    case keep
    /// There is none. Of the cards that share a place only the innermost can be gone to.
    case trim
  }

  /// What becomes of the room.
  public var containment: Containment
  /// What belongs to the content before the first card, in points; not negative.
  public var leading: Double { didSet { check() } }
  /// What belongs to the content after the last card, in points; not negative.
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

/// Where the cards of a carousel come to rest in a viewport: the places on the strip that lie on
/// its anchor then.
///
/// Contained, the first card rests at the content's beginning, the last at its end, and what would
/// rest past those or within a point of them rests there.
///
/// Source: Embla Carousel's ScrollContain.ts, whose snap points are these with the other sign and
/// counted from the viewport's edge.
struct CardStops: Hashable, Sendable {
  let layout: CardLayout
  /// How far beyond the viewport's beginning the anchor lies, in points.
  let anchor: Double
  /// Where the first and the last card rest.
  let range: ClosedRange<Double>
  /// The cards with a place of their own, and of those that share one the innermost.
  let cards: ClosedRange<Int>
  /// Whether contained cards have one place for all, as those that fit the viewport do.
  let hasOnePlace: Bool
  private let isContained: Bool

  /// So near to an end counts as there, in points; content so little longer than the viewport,
  /// twice as much, as none.
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
    // Whatever its size, the first card rests at the beginning and the last at the end.
    let first = layout.firstIndex(atOrAfter: (low + Self.tolerance).nextUp) - 1
    let end = layout.firstIndex(atOrAfter: high - Self.tolerance)
    cards = max(0, min(first, last - 1))...min(last, max(end, 1))
  }

  /// The place at which a card comes to rest.
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

  /// A card, or the one that stands for it where several share a place.
  func held(_ index: Int) -> Int { min(max(index, cards.lowerBound), cards.upperBound) }

  /// The card that rests nearest to a place; `direction` decides a tie as in `CardLayout.nearest`.
  func nearest(to place: Double, direction: Double = 0) -> Int {
    guard isContained else { return layout.nearest(to: place, direction: direction) }
    // The cards at the ends rest elsewhere than the layout has them.
    let found = held(layout.nearest(to: place, direction: direction))
    var best = found
    for other in [found - 1, found + 1] where cards.contains(other) {
      let (mine, its) = (abs(self.place(of: best) - place), abs(self.place(of: other) - place))
      if its < mine || (its == mine && (direction > 0) == (other > best)) { best = other }
    }
    return best
  }

  /// The first card in a direction that rests beyond a place, or the last one there is.
  func next(from place: Double, direction: Double) -> Int {
    guard isContained else { return layout.next(from: place, direction: direction) }
    let near = nearest(to: place)
    let rest = self.place(of: near)
    if direction < 0 { return rest < place ? near : held(near - 1) }
    return rest > place ? near : held(near + 1)
  }
}
