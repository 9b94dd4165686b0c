package import FeelGeometry

/// The damage of the last frames, for bringing an older buffer up to date.
package struct DamageHistory {
  /// The number of frames remembered; older buffers are redrawn completely.
  private static let depth = 8
  private var frames: [Damage] = []
  /// The number of the newest frame; the first is 1.
  package private(set) var frame = 0

  /// An empty history.
  package init() {}

  /// Adds the damage of a new frame.
  package mutating func append(_ damage: Damage) {
    frame += 1
    frames.append(damage)
    if frames.count > Self.depth { frames.removeFirst() }
  }

  /// The damage since the given frame, or `nil` if that is no longer known.
  package func changes(since old: Int) -> Damage? {
    let count = frame - old
    guard old > 0, count <= frames.count else { return nil }
    var damage = Damage()
    for change in frames.suffix(count) { damage.formUnion(change) }
    return damage
  }

  /// Clears the history, as after a change of size; frame numbers continue.
  package mutating func forget() { frames = [] }
}
