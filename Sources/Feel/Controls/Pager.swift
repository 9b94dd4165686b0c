public import FeelGeometry

/// Pages side by side under a strip of tabs, each page with its own vertical scroll.
///
///     resting --press--> held --locked across--> turning --release--> to a page --> resting
///        ^                 |                                              |
///        |                 +---locked along----> the page scrolls         +-- press: caught
///        +-- tab, key, wheel, program: to that page
///
/// Where the strip is, is counted in pages: 0 is the first. A resize therefore moves nothing. A page far off is gone to directly: it takes the place of the neighbour, and the pages between are not shown.
public struct Pager: Hashable, Sendable {
  /// What the pager reports.
  public enum Effect: Hashable, Sendable {
    /// Another page is the current one: the one it rests on, is on its way to, or is dragged nearest to.
    case pageChanged(Int)
    /// A drag began, across (turning pages) or along the page.
    case dragBegan(DragAxis)
    /// A drag ended with a release.
    case dragEnded
    /// A press or drag was abandoned.
    case cancelled
    /// The pager came to rest on a page.
    case settled(Int)
    /// These pages are shown, or are about to be.
    case appeared(ClosedRange<Int>)
    /// These pages were left a second ago.
    case disappeared(ClosedRange<Int>)
  }

  /// One page.
  public struct Page: Hashable, Sendable {
    /// What its tab says.
    public var title: String
    /// How long its content is, in points; negative or not finite becomes 0.
    public var contentLength: Double {
      didSet { contentLength = ScrollLayout.length(contentLength) }
    }

    /// Creates a page.
    public init(title: String, contentLength: Double) {
      (self.title, self.contentLength) = (title, ScrollLayout.length(contentLength))
    }
  }

  /// How the page to go to is found at a release.
  public enum TurnRule: String, Hashable, Sendable, CaseIterable {
    /// The doubled predicted end: round(start + (2·travel + v/k)/width), at most one page on, k of `Turn.rate`.
    ///
    /// The articles add the end that SwiftUI predicts, travel + v/k, to the travel, which counts the travel twice: a page held still turns from a quarter on.
    case predictedEnd
    /// Where the velocity leads in a quarter of a second: round(position + v·0.25 s/width).
    case quarterSecond
    /// Half a page on in the direction of a release faster than `Turn.leastVelocity`, and from there the nearest.
    case direction
    /// The page nearest to where the laws by which pages scroll would let a run come to rest, any number of pages on.
    case free
    /// The projection of a swipe by libadwaita's `PageTurning`, at most one page on.
    case swipe
  }

  /// How the pager gets to a page.
  public enum Landing: String, Hashable, Sendable, CaseIterable {
    /// In a given time, easing out; the velocity of the release is not taken over.
    case easeOut
    /// A spring, with the velocity of the release.
    case spring
  }

  /// How the strip follows a drag past the first and last page.
  public enum Resistance: String, Hashable, Sendable, CaseIterable {
    /// By half.
    case half
    /// By the rubber band.
    case rubberBand
    /// Not at all.
    case none
  }

  /// The viewport of the pages, in points; header and tabs lie outside.
  public internal(set) var frame: Rect
  /// The pages.
  public internal(set) var pages: [Page]
  /// The gap between two pages, in points.
  public let spacing: Double
  /// The laws by which it turns; see `setTurn(_:at:)`.
  public internal(set) var turn: Turn
  /// Where the tabs are, in points, one a page, or none; a click on one goes to its page.
  public var tabs: [Rect] = [] {
    didSet { for index in tabs.indices { tabs[index] = tabs[index].plausible } }
  }
  /// Whether the user can turn pages and scroll; see `setEnabled(_:at:)`.
  public internal(set) var isEnabled = true

  /// A tab that is pressed, and the pointer that presses it.
  struct PressedTab: Hashable {
    var tab: Int
    var pointer: Int
  }

  var strip: ScrollAxis
  var scrolls: [ScrollAxis]
  var drag: ContentDrag
  /// The page nearest to the strip's place at the press: a turn counts from it.
  var startPage = 0
  /// The page under the pointer at the press: a drag along it scrolls it.
  var grabbedPage = 0
  var pressedTab: PressedTab?
  var reportedPage: Int
  var life: PageLife
  /// When the strip under way next comes to show a page or to leave one.
  var pageChange: Instant?
  /// What the last call had no room to report, in order.
  var unreported: [Effect] = []
  /// The turn to a page far off under way.
  var leap: PageLeap?
  var notches = NotchCount()
  var scale: Double
  var now = Instant.zero

  /// Creates a pager at rest on a page; it turns by `turn`, and its pages scroll by `physics`.
  ///
  /// - Precondition: there is at least one page; `spacing` lies in 0…1e9; `scale` lies in `ScrollExtent.scaleRange`, and so does that of a whole page.
  public init(
    frame: Rect, pages: [Page], at page: Int = 0, spacing: Double = 8,
    turn: Turn = Turn(), physics: ScrollPhysics = .uikit, scale: Double = 1
  ) {
    precondition(!pages.isEmpty, "there is at least one page")
    precondition(spacing >= 0 && spacing <= 1e9, "spacing lies in 0...1e9")
    ScrollExtent.check(scale: scale)
    (self.frame, self.pages, self.spacing) = (frame.plausible, pages, spacing)
    (self.turn, self.scale) = (turn, scale)
    let current = min(pages.count - 1, max(0, page))
    strip = ScrollAxis(
      physics: turn.physics, extent: ScrollExtent(maximum: 0, viewport: 1),
      offset: Double(current))
    scrolls = pages.map { _ in
      ScrollAxis(
        physics: physics, extent: ScrollExtent(maximum: 0, viewport: 0, scale: scale), offset: 0)
    }
    drag = ContentDrag(DragRecognizer(lock: turn.lock), velocity: physics.velocity)
    reportedPage = current
    life = PageLife(page: current)
    fit()
  }

  /// From one page to the next, in points; at least 1.
  var pitch: Double { max(1, frame.width + spacing) }

  /// The places on the strip: one a page, or the two that a leap shows.
  var slots: ClosedRange<Int> { leap?.slots ?? 0...pages.count - 1 }

  /// The strip's extent in pages.
  var stripExtent: ScrollExtent {
    let slots = slots
    return ScrollExtent(
      minimum: Double(slots.lowerBound), maximum: Double(slots.upperBound),
      viewport: frame.width / pitch, scale: pitch * scale)
  }

  /// Brings every axis in line with the frame and the contents.
  mutating func fit() {
    strip.change(extent: stripExtent, at: now)
    for index in pages.indices {
      let layout = ScrollLayout(content: pages[index].contentLength, viewport: frame.height)
      scrolls[index].adapt(to: ScrollView.extent(of: layout, scale: scale), at: now)
    }
  }
}
