/// How the velocity of a release came about, step by step: all in points per second, positive for a
/// growing offset.
public struct ReleaseVelocity: Hashable, Sendable {
  /// What made the velocity another one than gain and momentum do.
  public enum Limit: String, Hashable, Sendable, CaseIterable {
    /// The pointer had not dragged anything: it was let go where it was.
    case noDrag = "no-drag"
    /// The pointer went less far than a fling takes.
    case shortTravel = "short-travel"
    /// It is slower than the least speed that counts.
    case minimum
    /// It is held to the greatest speed.
    case maximum
  }

  /// The pointer's, read off its samples.
  public let pointer: Double
  /// The content's: past an edge the band lets only a share of the pointer's through.
  public let content: Double
  /// That times the gain of the laws.
  public let gained: Double
  /// What is added of a motion that the press caught.
  public let carried: Double
  /// The velocity that the motion sets out with.
  public internal(set) var value: Double
  /// What made it another one than the sum of the two, if anything did.
  public let limit: Limit?

  /// The same in another unit, of which one is worth so many points.
  func scaled(by unit: Double) -> ReleaseVelocity {
    ReleaseVelocity(
      pointer: pointer * unit, content: content * unit, gained: gained * unit,
      carried: carried * unit, value: value * unit, limit: limit)
  }
}

// Beside the type, which so keeps the initialiser of all its members.
extension ReleaseVelocity {
  /// None, for a reason.
  init(pointer: Double, stoppedBy limit: Limit) {
    self.init(pointer: pointer, content: 0, gained: 0, carried: 0, value: 0, limit: limit)
  }
}
