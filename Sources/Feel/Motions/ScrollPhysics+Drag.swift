extension ScrollPhysics {
  /// The offset shown for a raw one, in points: the same inside the extent, resisted past its edges.
  public func shownOffset(forRaw raw: Double, in extent: ScrollExtent) -> Double {
    let edge = extent.clamped(raw)
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
/// the two, which leaves the edge itself where it is.
public struct DragAnchor: Hashable, Sendable {
  /// The raw offset at the grab, in points.
  public let rawStart: Double
  /// What the shown overscroll is multiplied by; 1 unless the content was caught beyond the band's reach.
  public let stretch: Double

  /// Takes hold of content that shows an offset.
  ///
  /// - Precondition: `offset` is finite.
  public init(at offset: Double, physics: ScrollPhysics, extent: ScrollExtent) {
    precondition(offset.isFinite, "offset is finite")
    let raw = physics.rawOffset(forShown: offset, in: extent)
    rawStart = raw
    let shown = extent.overscroll(of: physics.shownOffset(forRaw: raw, in: extent))
    let wanted = extent.overscroll(of: offset)
    // Within the band's reach the ratio is 1 but for rounding; keep it exactly 1 there.
    let ratio = shown == 0 ? 1 : wanted / shown
    stretch = abs(ratio - 1) < 1e-9 ? 1 : ratio
  }

  /// The offset shown after the content was dragged by a travel, both in points.
  public func offset(
    draggedBy travel: Double, physics: ScrollPhysics, extent: ScrollExtent
  ) -> Double {
    let shown = physics.shownOffset(forRaw: rawStart + travel, in: extent)
    guard stretch != 1 else { return shown }
    let edge = extent.clamped(shown)
    return edge + (shown - edge) * stretch
  }

  /// The content's velocity after that drag, for the dragging velocity, both in points per second.
  public func velocity(
    _ velocity: Double, draggedBy travel: Double, physics: ScrollPhysics, extent: ScrollExtent
  ) -> Double {
    let raw = rawStart + travel
    let content = physics.contentVelocity(forRaw: velocity, at: raw, in: extent)
    return extent.overscroll(of: raw) == 0 ? content : content * stretch
  }
}
