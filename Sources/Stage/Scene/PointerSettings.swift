/// How fast and how steady a hand with a mouse is, as its desktop has been told.
///
/// They decide what is a click and what is a drag in the panels of a window. The controls under
/// test keep the slop of their own: they feel the same on every desktop.
public struct PointerSettings: Hashable, Sendable {
  /// The longest time between the two presses of a double click, in seconds.
  public var doubleClickTime: Double
  /// How far a press in a panel drifts before it is a drag, in points.
  public var dragThreshold: Double

  /// Creates settings; without arguments those of a hand of which nothing is known.
  ///
  /// - Precondition: both are positive and finite.
  public init(doubleClickTime: Double = 0.4, dragThreshold: Double = 3) {
    precondition(doubleClickTime > 0 && doubleClickTime.isFinite, "a time is positive and finite")
    precondition(dragThreshold > 0 && dragThreshold.isFinite, "a distance is positive and finite")
    (self.doubleClickTime, self.dragThreshold) = (doubleClickTime, dragThreshold)
  }
}
