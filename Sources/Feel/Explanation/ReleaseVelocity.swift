/// The derivation of a release velocity, step by step, all in points per second, positive for a
/// growing offset.
public struct ReleaseVelocity: Hashable, Sendable {
  /// The reason why the velocity is not simply the sum of gain and momentum.
  public enum Limit: String, Hashable, Sendable, CaseIterable {
    /// The pointer was released without a drag.
    case noDrag = "no-drag"
    /// The pointer's travel was too short for a fling.
    case shortTravel = "short-travel"
    /// The velocity is below the minimum.
    case minimum
    /// The velocity was clamped to the maximum.
    case maximum
  }

  /// The pointer's velocity, as estimated from its samples.
  public let pointer: Double
  /// The content's velocity: past an edge, the band passes on only a share of the pointer's.
  public let content: Double
  /// The content's velocity times the physics' gain.
  public let gained: Double
  /// Momentum from a motion that the press caught.
  public let carried: Double
  /// The initial velocity of the motion.
  public internal(set) var value: Double
  /// The limit that applied, if any.
  public let limit: Limit?

  /// The same in another unit; `unit` is the factor.
  func scaled(by unit: Double) -> ReleaseVelocity {
    ReleaseVelocity(
      pointer: pointer * unit, content: content * unit, gained: gained * unit,
      carried: carried * unit, value: value * unit, limit: limit)
  }
}

// In an extension, so that the type keeps its memberwise initialiser.
extension ReleaseVelocity {
  /// Creates a velocity of 0, for a reason.
  init(pointer: Double, stoppedBy limit: Limit) {
    self.init(pointer: pointer, content: 0, gained: 0, carried: 0, value: 0, limit: limit)
  }
}
