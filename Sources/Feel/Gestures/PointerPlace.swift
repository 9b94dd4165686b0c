package import FeelGeometry

/// The pointer relevant to a control: the one that presses it, otherwise the one seen last.
///
/// Its location is kept, so a control that moves knows at once whether the pointer is still over
/// it.
package struct PointerPlace: Hashable, Sendable {
  /// The last location, in points.
  package private(set) var location = Vector.zero
  /// The kind of device.
  package private(set) var device = PointerSample.Device.mouse
  /// Whether its location is known: false before the first sample, after it has left, and once a
  /// finger is lifted.
  package private(set) var isPresent = false

  package init() {}

  /// Handles a sample; while one pointer presses the control, other pointers are ignored.
  package mutating func handle(_ sample: PointerSample, presser: Int?) {
    guard sample.location.isPlausible, presser == nil || presser == sample.pointer else { return }
    (location, device) = (sample.location, sample.device)
    isPresent = sample.phase != .exited && !(sample.phase == .up && sample.device == .touch)
  }

  /// Whether it is over a rectangle.
  package func isOver(_ rect: Rect) -> Bool { isPresent && rect.contains(location) }
}
