/// How far a pointer may drift before it is a drag, in points, for each kind of device.
public struct Slop: Hashable, Sendable {
  /// The distance for a mouse, in points.
  public let mouse: Double
  /// The distance for a finger, in points.
  public let touch: Double

  /// No slop: the first motion is a drag.
  public static let none = Slop(0)
  /// The slop of scrolling content: 6 points for a mouse, 10 for a finger.
  public static let scrolling = Slop(mouse: 6, touch: 10)

  /// Creates a slop, in points.
  ///
  /// - Precondition: both are finite and not negative.
  public init(mouse: Double, touch: Double) {
    precondition(mouse >= 0 && mouse.isFinite, "a slop is finite and not negative")
    precondition(touch >= 0 && touch.isFinite, "a slop is finite and not negative")
    (self.mouse, self.touch) = (mouse, touch)
  }

  /// Creates one slop for every device, in points.
  ///
  /// - Precondition: it is finite and not negative.
  public init(_ distance: Double) { self.init(mouse: distance, touch: distance) }

  /// The distance for a kind of device, in points.
  public func distance(for device: PointerSample.Device) -> Double {
    device == .mouse ? mouse : touch
  }
}
