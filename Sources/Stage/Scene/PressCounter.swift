package import Feel

/// Counts presses at one place in quick succession, for double and triple clicks.
package struct PressCounter: Sendable {
  /// The greatest distance between two presses at one place, along each axis, in points.
  private static let reach = 4.0
  private var last: (time: Instant, location: Vector, count: Int)?

  package init() {}

  /// Whether a press is the second; the next one counts as the first again.
  package mutating func isSecond(_ press: PointerSample, _ settings: PointerSettings) -> Bool {
    let isSecond = count(press, settings) == 2
    if isSecond { last = nil }
    return isSecond
  }

  /// The number of this press in its succession, 1…3; after the third, counting restarts.
  package mutating func count(_ press: PointerSample, _ settings: PointerSettings) -> Int {
    var count = 1
    if let last, press.time - last.time <= settings.doubleClickTime,
      Self.areNear(last.location, press.location)
    {
      count = last.count % 3 + 1
    }
    last = (press.time, press.location, count)
    return count
  }

  /// Tracks the pointer; moving away restarts the count.
  package mutating func handle(_ sample: PointerSample) {
    if let press = last, !Self.areNear(press.location, sample.location) { last = nil }
  }

  private static func areNear(_ a: Vector, _ b: Vector) -> Bool {
    abs(a.x - b.x) <= reach && abs(a.y - b.y) <= reach
  }
}
