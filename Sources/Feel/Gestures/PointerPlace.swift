package import FeelGeometry

/// Where the pointer is that concerns a control: the one that presses it, or else the newest one
/// seen.
///
/// The place is kept, so that a control that moves knows at once whether the pointer is still over
/// it.
package struct PointerPlace: Hashable, Sendable {
  /// Where it was last, in points.
  package private(set) var location = Vector.zero
  /// What kind of device it is.
  package private(set) var device = PointerSample.Device.mouse
  /// Whether it is somewhere: not before the first sample, after it has left, or once a finger is
  /// lifted.
  package private(set) var isPresent = false

  package init() {}

  /// Takes note of a sample; while one pointer presses the control, those of others are ignored.
  package mutating func follow(_ sample: PointerSample, presser: Int?) {
    guard sample.location.isPlausible, presser == nil || presser == sample.pointer else { return }
    (location, device) = (sample.location, sample.device)
    isPresent = sample.phase != .exited && !(sample.phase == .up && sample.device == .touch)
  }

  /// Whether it is over a rectangle.
  package func isOver(_ rect: Rect) -> Bool { isPresent && rect.contains(location) }
}
