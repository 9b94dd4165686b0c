public import FeelGeometry

/// Content longer than its viewport, dragged, flung, wheeled or told where to go.
///
///     resting --press--> held --drag past the slop--> dragging --release--> moving --> resting
///        ^                                               |                    |
///        |                                               +-- cancel: back      +-- press: caught where it is
///        +-- wheel, keys, program: glides, held to the ends
///
/// The offset is the content's place that lies at the viewport's beginning, 0…max(0, content − viewport) at rest. Drags and flings may go past the ends and come back; nothing else does.
public struct ScrollView: Hashable, Sendable {
  /// What the scroll view reports; a change of offset comes first, at most one a call.
  public enum Effect: Hashable, Sendable {
    /// The content offset is another than reported last, in points.
    case offsetChanged(Double)
    /// A drag of the content or of the scroll bar began.
    case dragBegan
    /// A drag ended with a release.
    case dragEnded
    /// A press or drag was abandoned; nothing is flung.
    case cancelled
    /// A fling ended, one way or another.
    case flingEnded(Fling)
    /// The content came to rest by itself, at this offset.
    case settled(Double)
  }

  /// Which way the content scrolls.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Up and down.
    case vertical
    /// Left and right.
    case horizontal
  }

  struct FlingStart: Hashable {
    var time: Instant
    var offset: Double
    var velocity: Double
  }

  /// How far an arrow key scrolls, and how much of a page a paging key leaves in view, in points.
  public static let line = 40.0
  /// How long a scroll by a line takes, in seconds.
  public static let lineDuration = 0.12
  /// How long a scroll that a key or the program ordered takes, in seconds.
  public static let orderDuration = 0.3

  /// The viewport, in points.
  public internal(set) var frame: Rect
  /// Which way the content scrolls.
  public let direction: Direction
  /// The content's length along the direction, in points.
  public internal(set) var contentLength: Double
  /// Whether a mouse can drag the content, not only its scroll bar.
  public var isMouseDragEnabled = true
  /// How far the scroll bar's thumb keeps from both ends of the viewport, in points: where that has rounded corners they would cut it off.
  ///
  /// - Precondition: it is finite and not negative.
  public var barMargin = 0.0 {
    didSet { precondition(barMargin >= 0 && barMargin.isFinite, "barMargin is not negative") }
  }
  /// Whether the user can scroll; see `setEnabled(_:at:)`.
  public internal(set) var isEnabled = true
  /// Whether the pointer is over the viewport.
  public var isHovered: Bool { pointer.isOver(frame) }
  /// The flings so far.
  public internal(set) var flings = FlingMeter()

  /// The slop where the laws leave that to the control.
  let ownSlop: Slop
  var axis: ScrollAxis
  var drag: ContentDrag
  var bar = ScrollBar()
  var pointer = PointerPlace()
  var fling: FlingStart?
  var reportedOffset = 0.0
  var now = Instant.zero

  /// Creates a scroll view at rest.
  ///
  /// - Parameters:
  ///   - frame: the viewport, in points.
  ///   - contentLength: the content's length along the direction, in points; not finite or negative becomes 0.
  ///   - direction: the one in which it scrolls.
  ///   - offset: where it starts, held to its range; NaN counts as 0.
  ///   - physics: how the content moves.
  ///   - slop: how far a pointer may drift before it drags.
  ///   - scale: device pixels a point.
  /// - Precondition: `scale` lies in `ScrollExtent.scaleRange`.
  public init(
    frame: Rect, contentLength: Double, direction: Direction = .vertical, offset: Double = 0,
    physics: ScrollPhysics = .uikit, slop: Slop = .scrolling, scale: Double = 1
  ) {
    (self.frame, self.direction) = (frame.plausible, direction)
    self.contentLength = ScrollLayout.length(contentLength)
    let axisOfDrag = direction == .vertical ? DragAxis.vertical : .horizontal
    ownSlop = slop
    drag = ContentDrag(
      DragRecognizer(axis: axisOfDrag, slop: slop), velocity: physics.velocity)
    bar.drag = DragRecognizer(axis: axisOfDrag, slop: .none)
    let layout = ScrollLayout(
      content: contentLength, viewport: Self.length(of: frame.plausible, along: direction))
    let extent = Self.extent(of: layout, scale: scale)
    let start = extent.clamped(offset.isNaN ? 0 : offset)
    axis = ScrollAxis(physics: physics, extent: extent, offset: start)
    reportedOffset = start
  }

  /// The lengths of content and viewport, and what they make of an offset.
  public var layout: ScrollLayout {
    ScrollLayout(content: contentLength, viewport: Self.length(of: frame, along: direction))
  }

  static func length(of frame: Rect, along direction: Direction) -> Double {
    direction == .vertical ? frame.height : frame.width
  }

  static func extent(of layout: ScrollLayout, scale: Double) -> ScrollExtent {
    ScrollExtent(
      minimum: layout.minimumOffset, maximum: layout.maximumOffset, viewport: layout.viewport,
      scale: scale)
  }
}
