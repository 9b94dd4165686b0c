public import FeelGeometry

/// Cards side by side, dragged and flicked, that come to rest on a card.
///
///     resting --press--> held --drag past the slop--> dragging --release--> moving --> settled
///        ^                 |                             |                    |
///        |                 +-- click --> to that card    +-- cancel --> snaps from rest
///        +---------------------- settled --------------------- press: caught where it is
///
/// All offsets of the strip are of the point that lies on the viewport's anchor (centre, start or end), so that a resize moves nothing: the card that was centred stays so, even in mid-motion. The work of an event, a query and a frame does not depend on the number of cards.
public struct Carousel: Hashable, Sendable {
  /// What the carousel reports; a change of offset comes first, at most one a call.
  public enum Effect: Hashable, Sendable {
    /// The content offset is another than reported last, in points.
    case offsetChanged(Double)
    /// A drag began.
    case dragBegan
    /// A drag ended with a release.
    case dragEnded
    /// A press or a drag was abandoned; the carousel snaps from rest.
    case cancelled
    /// A card was clicked, pressed and released on the same card; if it is not the settled one, the carousel is on its way to it.
    case clicked(Int)
    /// The carousel came to rest, on this card.
    case settled(Int)
  }

  /// How the card to rest on is found after a release.
  public enum SnapStrategy: String, Hashable, Sendable, CaseIterable {
    /// The rest is projected at release, and one motion lands on the card nearest to it.
    case projected
    /// The fling runs out first; then the nearest card is snapped to.
    case afterDeceleration
    /// Whenever the offset has not changed for a while, whoever holds it: it snaps away under a still finger.
    case whenOffsetRests
  }

  /// How many cards one fling may pass.
  public enum FlingLimit: String, Hashable, Sendable, CaseIterable {
    /// As many as it has momentum for.
    case unlimited
    /// To the next card in its direction, and no further.
    case one
  }

  /// What a flick faster than 100 points a second achieves at least.
  public enum FlickRule: String, Hashable, Sendable, CaseIterable {
    /// The next card in its direction.
    case atLeastNext
    /// Whatever card is nearest.
    case nearestOnly
  }

  /// Faster than this is a flick, in points per second.
  public static let flickSpeed = 100.0
  /// How long the offset must stand still for `whenOffsetRests`, in seconds.
  public static let restDelay = 0.1
  /// How long after the last precise wheel event the carousel snaps, in seconds.
  public static let wheelDelay = 0.15
  /// How many cards the notches of a wheel may be ahead of what is shown.
  public static let notchQueue = 10

  /// The viewport, in points.
  public internal(set) var frame: Rect
  /// What it does at its ends; see `setEnds(_:at:)`.
  public internal(set) var ends: CarouselEnds
  /// The height of every card, in points, positive; they lie in the middle of the viewport's height.
  public var cardHeight: Double {
    didSet { Self.check(cardHeight: cardHeight) }
  }
  /// How the card to rest on is found; a change applies from the next release on.
  public var strategy: SnapStrategy
  /// How many cards one fling may pass; a change applies from the next release on.
  public var flingLimit: FlingLimit
  /// What a flick achieves at least; a change applies from the next release on.
  public var flickRule: FlickRule
  /// Whether the carousel can be moved by the user; see `setEnabled(_:at:)`.
  public internal(set) var isEnabled = true
  /// The shape in which every card is drawn, and that the pointer has to hit for the card to be hovered, pressed and clicked.
  public var cardShape = ContainerShape.rectangle
  /// Whether the pointer is over the viewport.
  public var isHovered: Bool { pointer.isOver(frame) }

  var stops: CardStops
  var axis: ScrollAxis
  var drag: ContentDrag
  var pointer = PointerPlace()
  /// The card that was pressed, until the press ends or becomes a drag.
  var pressed: Int?
  var reportedOffset: Double
  /// When a carousel whose offset stands still snaps, if it is to.
  var snapAt: Instant?
  /// Whether the press stopped a motion, so that its release is no click.
  var hasCaught = false
  var notches = NotchCount()
  var now = Instant.zero

  /// Creates a carousel at rest on a card.
  ///
  /// - Parameters:
  ///   - frame: the viewport, in points.
  ///   - layout: where the cards lie along the strip.
  ///   - ends: what it does where a card on its anchor would leave room in the viewport.
  ///   - cardHeight: the height of every card, in points.
  ///   - index: the card it rests on, held to those there are.
  ///   - strategy: when and where it snaps.
  ///   - flingLimit: how many cards one fling may pass.
  ///   - flickRule: whether a flick always leaves its card.
  ///   - physics: how the strip moves.
  ///   - slop: how far a pointer may drift before it drags.
  ///   - scale: device pixels a point.
  /// - Precondition: `cardHeight` is positive and finite, `scale` lies in `ScrollExtent.scaleRange`.
  public init(
    frame: Rect, layout: CardLayout = CardLayout(count: 100, width: 280),
    ends: CarouselEnds = CarouselEnds(), cardHeight: Double = 200, at index: Int = 0,
    strategy: SnapStrategy = .projected,
    flingLimit: FlingLimit = .unlimited, flickRule: FlickRule = .atLeastNext,
    physics: ScrollPhysics = .uikit, slop: Slop = .scrolling, scale: Double = 1
  ) {
    Self.check(cardHeight: cardHeight)
    (self.frame, self.ends, self.cardHeight) = (frame.plausible, ends, cardHeight)
    (self.strategy, self.flingLimit, self.flickRule) = (strategy, flingLimit, flickRule)
    stops = CardStops(layout, viewport: frame.plausible.width, ends: ends)
    axis = ScrollAxis(
      physics: physics, extent: Self.extent(of: stops, in: frame.plausible, scale: scale),
      offset: stops.place(of: min(layout.count - 1, max(0, index))))
    drag = ContentDrag(
      DragRecognizer(axis: .horizontal, slop: slop), velocity: physics.velocity)
    reportedOffset = 0
    reportedOffset = contentOffset(at: now)
  }

  private static func check(cardHeight: Double) {
    precondition(cardHeight > 0 && cardHeight.isFinite, "cardHeight is positive and finite")
  }

  /// Where the cards lie along the strip.
  public var layout: CardLayout { stops.layout }

  static func extent(of stops: CardStops, in frame: Rect, scale: Double) -> ScrollExtent {
    ScrollExtent(
      minimum: stops.range.lowerBound, maximum: stops.range.upperBound, viewport: frame.width,
      scale: scale)
  }
}
