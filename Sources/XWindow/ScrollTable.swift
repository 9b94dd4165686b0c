/// The readings of every scrolling axis, which turns absolute positions into notches.
///
/// An axis moves on while the pointer is elsewhere, so after each entry its reading is learnt anew before anything counts. The server's own
/// reports of a change of device carry exact readings at their place in the stream; a query made on entry is later than the events already on
/// their way, so the first of those only sets the reading.
struct ScrollTable: Hashable, Sendable {
  private struct Key: Hashable {
    var device: Int
    var number: Int
  }

  private struct Axis: Hashable {
    var isHorizontal: Bool
    var increment: Double
    /// The reading at this place of the stream, or `nil` when it is not known.
    var reading: Double?
    /// The reading that a query found, good for events after it.
    var queried: Double
  }

  /// More notches in one event than a hand can turn: a device that was reset.
  private static let limit = 30.0
  private var axes: [Key: Axis] = [:]
  private var query: UInt = 0

  /// Whether a device scrolls by axes, so that its wheel buttons are only echoes.
  func scrolls(_ device: Int) -> Bool {
    axes.keys.contains { $0.device == device }
  }

  /// Takes the readings as they are at this place of the stream.
  mutating func learn(_ list: [ScrollAxis]) {
    for axis in list where axis.increment != 0 && axis.increment.isFinite {
      axes[Key(device: axis.device, number: axis.number)] = Axis(
        isHorizontal: axis.isHorizontal, increment: axis.increment, reading: axis.value,
        queried: axis.value)
    }
  }

  /// Takes readings that request number `query` asked for: they hold for events after it, not for those already under way.
  mutating func restart(_ list: [ScrollAxis], query: UInt) {
    learn(list)
    self.query = query
    for key in axes.keys { axes[key]?.reading = nil }
  }

  /// Notches since the last reading, positive right and down.
  mutating func notches(device: Int, values: [AxisValue], serial: UInt) -> (x: Double, y: Double) {
    var (x, y) = (0.0, 0.0)
    for value in values {
      let key = Key(device: device, number: value.number)
      guard var axis = axes[key] else { continue }
      let old = axis.reading ?? (serial >= query ? axis.queried : nil)
      axis.reading = value.value
      axes[key] = axis
      guard let old else { continue }
      let turned = (value.value - old) / axis.increment
      guard turned.isFinite, abs(turned) <= Self.limit else { continue }
      if axis.isHorizontal { x += turned } else { y += turned }
    }
    return (x, y)
  }

  /// Forgets a device.
  mutating func remove(_ device: Int) {
    axes = axes.filter { $0.key.device != device }
  }
}
