package import FeelGeometry

/// What changed in each of the last frames, so that a buffer drawn some frames ago can be brought
/// up to date.
package struct DamageHistory {
  /// Frames remembered; a buffer older than that is redrawn whole.
  private static let depth = 8
  private var frames: [Damage] = []
  /// The number of the newest frame; the first is 1.
  package private(set) var frame = 0

  /// A history without a frame.
  package init() {}

  /// Notes what a new frame changes.
  package mutating func append(_ damage: Damage) {
    frame += 1
    frames.append(damage)
    if frames.count > Self.depth { frames.removeFirst() }
  }

  /// What changed after the given frame up to the newest, or `nil` if that is no longer known.
  package func changes(since old: Int) -> Damage? {
    let count = frame - old
    guard old > 0, count <= frames.count else { return nil }
    var damage = Damage()
    for change in frames.suffix(count) { damage.formUnion(change) }
    return damage
  }

  /// Forgets everything, as after a change of size; the numbers go on.
  package mutating func forget() { frames = [] }
}
