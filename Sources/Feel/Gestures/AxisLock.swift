public import FeelGeometry

/// The rule by which a drag that could go either way is given to one of two axes, once, at its
/// recognition.
///
/// An axis takes the drag when the travel along it is past that axis's slop and at least `ratio`
/// times the travel across. A drag so slanted that neither can take it goes to the longer one past
/// twice the greater slop.
public struct AxisLock: Hashable, Sendable {
  /// The slop of horizontal drags.
  public let horizontal: Slop
  /// The slop of vertical drags.
  public let vertical: Slop
  /// How many times longer than across a travel must be along an axis.
  public let ratio: Double

  /// Creates a rule.
  ///
  /// - Precondition: `ratio` is at least 1 and finite.
  public init(horizontal: Slop = Slop(20), vertical: Slop = .scrolling, ratio: Double = 1.5) {
    precondition(ratio >= 1 && ratio.isFinite, "ratio is at least 1")
    (self.horizontal, self.vertical, self.ratio) = (horizontal, vertical, ratio)
  }

  /// The axis that a travel from the press belongs to, or `nil` while that is open.
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
