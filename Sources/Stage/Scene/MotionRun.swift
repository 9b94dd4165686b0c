public import Feel

/// A scroll's whole motion from start to rest, while it is under way.
public struct MotionRun: Hashable, Sendable {
  /// The motion; its values are in the control's own unit, such as pages.
  public let law: ScrollMotion
  /// When it began, in stage time.
  public let start: Instant
  /// The physics it was made with, which determine where it may come to rest.
  public let physics: ScrollPhysics
  /// The reading's units per unit of the motion's value.
  public let unit: Double

  /// Creates a run.
  public init(
    _ law: ScrollMotion, start: Instant, _ physics: ScrollPhysics, unit: Double = 1
  ) {
    (self.law, self.start, self.physics, self.unit) = (law, start, physics, unit)
  }
}
