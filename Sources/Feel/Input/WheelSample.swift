/// One report of a scroll wheel or a scrolling surface.
public struct WheelSample: Hashable, Sendable {
  /// What `delta` counts.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Detents of a wheel, fractions of one included.
    case notches
    /// Points of content, from a surface that scrolls by distance.
    case points
  }

  /// When it happened.
  public var time: Instant
  /// Where the pointer was, in points.
  public var location: Vector
  /// How far, in `unit`; positive scrolls the content offset up: right and down.
  public var delta: Vector
  /// What `delta` counts.
  public var unit: Unit
  /// The modifier keys held.
  public var modifiers: Modifiers

  /// Creates a sample.
  public init(
    time: Instant, location: Vector, delta: Vector, unit: Unit = .notches,
    modifiers: Modifiers = []
  ) {
    (self.time, self.location, self.delta) = (time, location, delta)
    (self.unit, self.modifiers) = (unit, modifiers)
  }
}
