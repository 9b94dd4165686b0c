public import Feel

/// A scroll's whole motion, from its start to its rest, as a control under way has it.
public struct MotionRun: Hashable, Sendable {
  /// The motion; its values are the control's own, such as pages.
  public let law: ScrollMotion
  /// When it began, in stage time.
  public let start: Instant
  /// The laws it was made by, which say from where it may come to rest.
  public let physics: ScrollPhysics
  /// How much of the reading's position one unit of the motion's value is worth.
  public let unit: Double

  /// Creates a run.
  public init(
    _ law: ScrollMotion, start: Instant, _ physics: ScrollPhysics, unit: Double = 1
  ) {
    (self.law, self.start, self.physics, self.unit) = (law, start, physics, unit)
  }
}
