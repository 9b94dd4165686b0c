package import Feel

/// Tells the second press of a double click from a first one.
package struct DoublePress: Sendable {
  /// How far apart two presses at one place can be, along each axis, in points.
  private static let reach = 4.0
  private var last: (time: Instant, location: Vector)?

  /// Creates one that has seen no press.
  package init() {}

  /// Whether a press is the second; the next one is a first again.
  package mutating func isSecond(_ press: PointerSample, _ settings: PointerSettings) -> Bool {
    if let last, press.time - last.time <= settings.doubleClickTime,
      Self.areNear(last.location, press.location)
    {
      self.last = nil
      return true
    }
    last = (press.time, press.location)
    return false
  }

  /// Follows the pointer; moving away starts the count again.
  package mutating func follow(_ sample: PointerSample) {
    if let press = last, !Self.areNear(press.location, sample.location) { last = nil }
  }

  private static func areNear(_ a: Vector, _ b: Vector) -> Bool {
    abs(a.x - b.x) <= reach && abs(a.y - b.y) <= reach
  }
}
