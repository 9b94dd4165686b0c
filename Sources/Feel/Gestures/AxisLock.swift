public import FeelGeometry

/// Decides, once, at recognition, to which of two axes a drag belongs.
///
/// An axis takes the drag when the travel along it exceeds that axis's slop and is at least `ratio`
/// times the travel across it. A drag too diagonal for either goes to the axis with the longer
/// travel once that exceeds twice the larger slop.
public struct AxisLock: Hashable, Sendable {
  /// The slop of horizontal drags.
  public let horizontal: Slop
  /// The slop of vertical drags.
  public let vertical: Slop
  /// The minimum ratio of the travel along an axis to that across it.
  public let ratio: Double

  /// Creates a rule.
  ///
  /// - Precondition: `ratio` is at least 1 and finite.
  public init(horizontal: Slop = Slop(20), vertical: Slop = .scrolling, ratio: Double = 1.5) {
    precondition(ratio >= 1 && ratio.isFinite, "ratio is at least 1")
    (self.horizontal, self.vertical, self.ratio) = (horizontal, vertical, ratio)
  }

  /// The axis to which a travel from the press belongs, or `nil` while undecided.
  public func axis(of travel: Vector, device: PointerSample.Device) -> DragAxis? {
    let (across, down) = (abs(travel.x), abs(travel.y))
    let (left, top) = (horizontal.distance(for: device), vertical.distance(for: device))
    if across > left, across >= ratio * down { return .horizontal }
    if down > top, down >= ratio * across { return .vertical }
    guard max(across, down) > 2 * max(left, top) else { return nil }
    return across > down ? .horizontal : .vertical
  }

  /// The slop of an axis.
  public func slop(of axis: DragAxis) -> Slop { axis == .horizontal ? horizontal : vertical }
}
