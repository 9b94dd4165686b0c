/// How content paged by the viewport's length chooses the page for a release.
///
/// Below `threshold`, the nearest page. Otherwise the release is projected: p(v) = r·|v| pages up
/// to the knee and p(v) = b·x² − b·c² + r·`knee` beyond, x = |v| − `knee` + c, c = r/2b, velocities
/// in points per millisecond. The result is the page nearest to that, but at least the next one in
/// the direction of the release, and at most one page from where the drag began.
///
/// Source: libadwaita's adw-swipe-tracker.c, which projects points per millisecond onto pages of
/// any length.
public struct PageTurning: Hashable, Sendable {
  /// The speed below which a release goes to the nearest page, in points per second.
  public var threshold: Double
  /// r: pages per point per millisecond.
  public var reach: Double
  /// b: the curvature of the projection beyond the knee.
  public var bend: Double
  /// The speed above which the projection curves, in points per second.
  public var knee: Double
  /// Whether the landing spring starts with the release velocity; libadwaita 1.2 passes it in pages
  /// per millisecond, which is practically 0.
  public var keepsVelocity: Bool

  /// Creates the rule with libadwaita 1.2's values: r = 0.998/(1 − 0.998)/1000.
  public init(
    threshold: Double = 300, reach: Double = 0.499, bend: Double = 0.35, knee: Double = 2000,
    keepsVelocity: Bool = false
  ) {
    (self.threshold, self.reach, self.bend, self.knee) = (threshold, reach, bend, knee)
    self.keepsVelocity = keepsVelocity
  }

  /// Whether all numbers lie in 0…1e12.
  var isValid: Bool { [threshold, reach, bend, knee].allSatisfy(LawRange.notNegative.contains) }

  /// The pages of an extent: equally long, whatever the content's length, so that both ends mirror
  /// each other.
  struct Pages {
    /// The last page's number, from 0.
    let last: Double
    let extent: ScrollExtent

    /// An offset in pages.
    func number(_ offset: Double) -> Double {
      (offset - extent.minimum) / ((extent.maximum - extent.minimum) / last)
    }

    func held(_ number: Double) -> Double { min(max(number, 0), last) }

    /// A page's offset, measured from the middle, so that mirrored extents have exactly mirrored
    /// pages.
    func place(_ number: Double) -> Double {
      if number <= 0 { return extent.minimum }
      if number >= last { return extent.maximum }
      return projected(number)
    }

    /// The offset of a position in pages, also beyond the edges.
    func projected(_ number: Double) -> Double {
      let page = (extent.maximum - extent.minimum) / last
      return extent.minimum / 2 + extent.maximum / 2 + (number - last / 2) * page
    }
  }

  /// The page chosen for a release.
  struct Turn {
    /// The page's number.
    let number: Double
    let rule: ReleaseExplanation.Rule
    /// The projection of the release, in pages.
    let aim: Double
  }

  /// The pages of an extent, or `nil` if there are none: the viewport has no length, or the content
  /// is no longer than it.
  func pages(in extent: ScrollExtent) -> Pages? {
    let length = extent.maximum - extent.minimum
    guard extent.viewport > 0, length > 0 else { return nil }
    let last = max(1, (length / extent.viewport).rounded())
    guard last.isFinite, length / last > 0 else { return nil }
    return Pages(last: last, extent: extent)
  }

  /// The offset of the page for a release, in points, clamped to the extent.
  ///
  /// `start` is the offset where the drag began, in points.
  public func landing(
    from offset: Double, velocity: Double, start: Double, in extent: ScrollExtent
  ) -> Double {
    guard let pages = pages(in: extent) else { return extent.clamped(offset) }
    return pages.place(turn(on: pages, from: offset, velocity: velocity, start: start).number)
  }

  /// The page for a release, with its rule; `start` is where the drag began, in points.
  func turn(on pages: Pages, from offset: Double, velocity: Double, start: Double) -> Turn {
    let here = pages.held(pages.number(offset))
    let first = pages.held(pages.number(start)).rounded()
    guard abs(velocity) >= threshold else {
      return Turn(number: here.rounded(), rule: .nearest, aim: here)
    }
    let aim = here + projection(of: abs(velocity)) * (velocity < 0 ? -1 : 1)
    let low = max(0, first - 1)
    let high = min(pages.last, first + 1)
    let held = min(max(aim, low), max(low, high))
    let (before, after) = (held.rounded(.down), held.rounded(.up))
    // A release projected short of the next page still turns to it.
    let number =
      velocity > 0 && before == first
      ? after : velocity < 0 && after == first ? before : held.rounded()
    let nearest = pages.held(aim.rounded())
    let rule: ReleaseExplanation.Rule =
      number == nearest ? .nearest : held == aim ? .atLeastNext : .atMostNext
    return Turn(number: number, rule: rule, aim: aim)
  }

  /// The projected distance in pages for a speed in points per second.
  public func projection(of speed: Double) -> Double {
    let speed = speed / 1000
    let knee = knee / 1000
    guard speed > knee, bend > 0 else { return reach * speed }
    let center = reach / 2 / bend
    let x = speed - knee + center
    return bend * x * x - bend * center * center + reach * knee
  }

  private enum Kind: String, CaseIterable { case none, pages }

  /// Visits the choice of paging, and its rule's parameters.
  static func walk(_ paging: inout PageTurning?, _ walk: inout Walk) {
    var kind = paging == nil ? Kind.none : .pages
    var rule = paging ?? PageTurning()
    let key = "physics.paging"
    walk.choice(key, "Pages", &kind, doc: "A release lands on a page as long as the viewport.")
    walk.when(key, is: Kind.pages)
    walk.number(
      "physics.paging.threshold", "Turns above", unit: "pt/s", 0...5000, &rule.threshold,
      title: "Pages, turn above", doc: "A slower release lands on the nearest page.")
    walk.number(
      "physics.paging.reach", "Reach", 0.01...5, &rule.reach, title: "Pages, reach",
      doc: "Pages turned per point per millisecond.")
    walk.number(
      "physics.paging.bend", "Bend", 0...5, &rule.bend, title: "Pages, bend",
      doc: "How the reach grows above the knee.")
    walk.number(
      "physics.paging.knee", "Knee", unit: "pt/s", 0...20_000, &rule.knee, title: "Pages, knee",
      doc: "Speed above which the reach grows.")
    walk.flag(
      "physics.paging.velocity", "Keep velocity", &rule.keepsVelocity,
      title: "Pages, keep velocity",
      doc: "The turn starts with the release velocity instead of from rest.")
    walk.condition = nil
    paging = kind == .none ? nil : rule
  }
}
