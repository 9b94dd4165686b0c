/// The desktop's pointer settings: the double-click time and the drag threshold.
///
/// They separate clicks from drags in the window's panels. The controls under test keep their own
/// slop, so that they feel the same on every desktop.
public struct PointerSettings: Hashable, Sendable {
  /// The longest time between the two presses of a double click, in seconds.
  public var doubleClickTime: Double
  /// How far a press in a panel may drift before it becomes a drag, in points.
  public var dragThreshold: Double

  /// Creates settings, by default those to use if the desktop's are unknown.
  ///
  /// - Precondition: both are positive and finite.
  public init(doubleClickTime: Double = 0.4, dragThreshold: Double = 3) {
    precondition(doubleClickTime > 0 && doubleClickTime.isFinite, "a time is positive and finite")
    precondition(dragThreshold > 0 && dragThreshold.isFinite, "a distance is positive and finite")
    (self.doubleClickTime, self.dragThreshold) = (doubleClickTime, dragThreshold)
  }
}
