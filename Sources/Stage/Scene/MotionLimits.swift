public import Feel

/// What a control's motion meets: the ends of what moves, how far past them a drag can pull, how
/// far a press may drift, and where a drag goes finer.
public struct MotionLimits: Hashable, Sendable {
  /// A height on the stage at which a drag counts less.
  public struct Zone: Hashable, Sendable {
    /// In points.
    public var y: Double
    /// How much counts from there on: "½".
    public var label: String

    /// Creates a zone.
    public init(y: Double, label: String) { (self.y, self.label) = (y, label) }
  }

  /// Where the ends of what moves are now, along the way that it goes, in points on the stage.
  public var edges: [Double] = []
  /// Where the rubber band lets a drag pull those ends at the furthest; infinite ones are left out.
  public var reach: [Double] = []
  /// How far a press may drift before it is a drag, in points: one, or one for each axis.
  public var slops: [Double] = []
  /// Where a drag goes finer.
  public var zones: [Zone] = []
  /// What a held pointer must not leave.
  public var leash: MovingShape?
  /// Where on the stage the value underneath the shown one is, while steps hide it.
  public var raw: Vector?

  /// Creates limits; what is left out is not there.
  public init(edges: [Double] = [], reach: [Double] = [], slops: [Double] = []) {
    (self.edges, self.slops) = (edges, slops)
    self.reach = reach.filter(\.isFinite)
  }
}
