/// How content that rests on pages of a viewport's length chooses where a release takes it.
///
/// Below `threshold` the nearest page. From it on the release is projected: p(v) = r·|v| pages up to the knee and
/// p(v) = b·x² − b·c² + r·`knee` beyond, x = |v| − `knee` + c, c = r/2b, velocities in points per millisecond. Of that the
/// nearest page, but at least the next one in the direction of the release; never further than one page from where the
/// drag began.
///
/// Source: libadwaita's adw-swipe-tracker.c, which projects points a millisecond onto pages whatever their length.
public struct PageTurning: Hashable, Sendable {
  /// Up to this speed a release only goes to the nearest page, in points per second.
  public var threshold: Double
  /// r: how many pages a point per millisecond leads.
  public var reach: Double
  /// b: the bend of the projection beyond the knee.
  public var bend: Double
  /// Where the projection begins to bend, in points per second.
  public var knee: Double
  /// Whether the landing spring takes over the release velocity; libadwaita 1.2 hands it over in pages per millisecond,
  /// which amounts to none.
  public var keepsVelocity: Bool

  /// Creates the rule as libadwaita 1.2 has it: r = 0.998/(1 − 0.998)/1000.
  public init(
    threshold: Double = 300, reach: Double = 0.499, bend: Double = 0.35, knee: Double = 2000,
    keepsVelocity: Bool = false
  ) {
    (self.threshold, self.reach, self.bend, self.knee) = (threshold, reach, bend, knee)
    self.keepsVelocity = keepsVelocity
  }

  /// Whether its numbers lie in 0…1e12.
  var isValid: Bool {
    [threshold, reach, bend, knee].allSatisfy(LawRange.notNegative.contains)
  }

  /// The page's offset that a release goes to, in points, held to the extent.
  ///
  /// `start` is where the drag began, in points.
  public func landing(
    from offset: Double, velocity: Double, start: Double, in extent: ScrollExtent
  ) -> Double {
    let length = extent.maximum - extent.minimum
    guard extent.viewport > 0, length > 0 else { return extent.clamped(offset) }
    // Whole pages, however the content's length divides: those at the ends mirror each other.
    let last = max(1, (length / extent.viewport).rounded())
    let page = length / last
    // A viewport so small that its pages cannot be counted turns none.
    guard last.isFinite, page > 0 else { return extent.clamped(offset) }
    func number(_ offset: Double) -> Double { (offset - extent.minimum) / page }
    let here = min(max(number(offset), 0), last)
    let first = min(max(number(start), 0), last).rounded()
    guard abs(velocity) >= threshold else { return place(here.rounded(), of: last, in: extent) }
    let way = projection(of: abs(velocity)) * (velocity < 0 ? -1 : 1)
    let low = max(0, first - 1)
    let high = min(last, first + 1)
    let projected = min(max(here + way, low), max(low, high))
    let (before, after) = (projected.rounded(.down), projected.rounded(.up))
    // A release that projects short of the next page turns it all the same.
    if velocity > 0, before == first { return place(after, of: last, in: extent) }
    if velocity < 0, after == first { return place(before, of: last, in: extent) }
    return place(projected.rounded(), of: last, in: extent)
  }

  /// How many pages a speed leads, in points per second.
  public func projection(of speed: Double) -> Double {
    let speed = speed / 1000
    let knee = knee / 1000
    guard speed > knee, bend > 0 else { return reach * speed }
    let center = reach / 2 / bend
    let x = speed - knee + center
    return bend * x * x - bend * center * center + reach * knee
  }

  /// A page's offset, counted from the middle, so that mirror images have mirrored pages to the last digit.
  private func place(_ number: Double, of last: Double, in extent: ScrollExtent) -> Double {
    if number <= 0 { return extent.minimum }
    if number >= last { return extent.maximum }
    let page = (extent.maximum - extent.minimum) / last
    return extent.minimum / 2 + extent.maximum / 2 + (number - last / 2) * page
  }
}
