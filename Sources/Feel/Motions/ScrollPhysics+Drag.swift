extension ScrollPhysics {
  /// The offset shown for a raw one, in points: the same inside the extent, resisted past its edges.
  public func shownOffset(forRaw raw: Double, in extent: ScrollExtent) -> Double {
    let edge = extent.clamped(raw)
    guard raw != edge else { return edge }
    return edge + band.offset(forTravel: raw - edge, viewport: extent.viewport)
  }

  /// The raw offset that shows a given one, in points: where a drag starts that grabs the content past its edge.
  ///
  /// The overscroll is held to 99 % of what the band can show; `DragAnchor` makes up for the difference.
  public func rawOffset(forShown shown: Double, in extent: ScrollExtent) -> Double {
    let edge = extent.clamped(shown)
    return edge + band.travel(forOffset: shown - edge, viewport: extent.viewport)
  }

  /// The content's velocity for a pointer's, in points per second, at a raw offset: resisted past the edges.
  public func contentVelocity(
    forRaw velocity: Double, at raw: Double, in extent: ScrollExtent
  ) -> Double {
    let travel = extent.overscroll(of: raw)
    guard travel != 0 else { return velocity }
    return velocity * band.slope(atTravel: travel, viewport: extent.viewport)
  }
}

/// Where a drag took hold of the content, so that the content neither jumps nor drifts under the pointer.
///
/// Content caught further out than the band can show keeps its place: what the band shows is stretched by the ratio of
/// the two, which leaves the edge itself where it is. Where the band shows nothing at all, the content follows the
/// pointer inward point by point until it reaches the edge, and stands where it was caught when pulled further out.
public struct DragAnchor: Hashable, Sendable {
  /// The raw offset at the grab, in points.
  public let rawStart: Double
  /// What the shown overscroll is multiplied by; 1 unless the content was caught beyond the band's reach.
  public let stretch: Double
  /// The overscroll that was caught where the band shows nothing, in points, negative before the minimum; else 0.
  public let kept: Double

  /// A band that would have to be stretched further than this shows nothing.
  private static let greatestStretch = 1000.0

  /// Takes hold of content that shows an offset.
  ///
  /// - Precondition: `offset` is finite.
  public init(at offset: Double, physics: ScrollPhysics, extent: ScrollExtent) {
    precondition(offset.isFinite, "offset is finite")
    let raw = physics.rawOffset(forShown: offset, in: extent)
    let shown = extent.overscroll(of: physics.shownOffset(forRaw: raw, in: extent))
    let wanted = extent.overscroll(of: offset)
    guard wanted != 0 else {
      (rawStart, stretch, kept) = (offset, 1, 0)
      return
    }
    let ratio = wanted / shown
    guard ratio > 0, ratio <= DragAnchor.greatestStretch else {
      (rawStart, stretch, kept) = (offset, 1, wanted)
      return
    }
    // Within the band's reach the ratio is 1 but for rounding; keep it exactly 1 there.
    (rawStart, stretch, kept) = (raw, abs(ratio - 1) < 1e-9 ? 1 : ratio, 0)
  }

  /// The offset shown after the content was dragged by a travel, both in points.
  public func offset(
    draggedBy travel: Double, physics: ScrollPhysics, extent: ScrollExtent
  ) -> Double {
    let raw = rawStart + travel
    let travelled = extent.overscroll(of: raw)
    if travelled * kept > 0 {
      return abs(travelled) < abs(kept) ? raw : extent.clamped(raw) + kept
    }
    let shown = physics.shownOffset(forRaw: raw, in: extent)
    guard stretch != 1 else { return shown }
    let edge = extent.clamped(shown)
    return edge + (shown - edge) * stretch
  }

  /// The content's velocity after that drag, for the dragging velocity, both in points per second.
  public func velocity(
    _ velocity: Double, draggedBy travel: Double, physics: ScrollPhysics, extent: ScrollExtent
  ) -> Double {
    let raw = rawStart + travel
    let travelled = extent.overscroll(of: raw)
    if travelled * kept > 0 {
      let isOnItsWay =
        abs(travelled) < abs(kept) || (travelled == kept && velocity * kept < 0)
      return isOnItsWay ? velocity : 0
    }
    let content = physics.contentVelocity(forRaw: velocity, at: raw, in: extent)
    return travelled == 0 ? content : content * stretch
  }
}
