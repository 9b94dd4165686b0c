public import Feel

/// The limits of a control's motion: its ends, the reach past them, slop, and zones of finer drags.
public struct MotionLimits: Hashable, Sendable {
  /// A height on the stage from which a drag counts less.
  public struct Zone: Hashable, Sendable {
    /// In points.
    public var y: Double
    /// The fraction of a drag that counts from there on: "½".
    public var label: String

    /// Creates a zone.
    public init(y: Double, label: String) { (self.y, self.label) = (y, label) }
  }

  /// The ends of the moving thing, along its direction, in points on the stage.
  public var edges: [Double] = []
  /// The furthest that the rubber band lets a drag pull those ends; infinite ones are left out.
  public var reach: [Double] = []
  /// How far a press may drift before it becomes a drag, in points: one value, or one per axis.
  public var slops: [Double] = []
  /// The zones of finer drags.
  public var zones: [Zone] = []
  /// The area that a held pointer must not leave.
  public var leash: MovingShape?
  /// Where on the stage the unstepped value is, while steps hide it.
  public var raw: Vector?

  /// Creates limits; omitted ones do not exist.
  public init(edges: [Double] = [], reach: [Double] = [], slops: [Double] = []) {
    (self.edges, self.slops) = (edges, slops)
    self.reach = reach.filter(\.isFinite)
  }
}
