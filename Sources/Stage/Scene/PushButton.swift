public import Feel

/// What a click needs: a shape in a place, a press in it and a release in it, and how brightly the
/// pointer lights it.
///
///     idle --press inside--> held --release inside--> clicked
///       ^                     | +-- release outside, another button, cancel
public struct PushButton: Hashable, Sendable {
  /// Its place, in points.
  public private(set) var frame = Rect.zero
  /// The shape in its place that it is drawn in.
  public let shape: ContainerShape
  /// How far outside the shape a finger still hits it, in points.
  public let touchMargin: Double
  private var pointer = PointerPlace()
  /// The pointer that presses it, by its number.
  private var presser: Int?
  private var fade = Fade(0)

  /// Creates a button that has no place yet.
  ///
  /// - Parameters:
  ///   - shape: the one that it is drawn in.
  ///   - touchMargin: how far outside the shape a finger still hits it, in points. In a scene,
  ///     which finds the one of several parts that is meant, `ContainerShape.touchMargin`.
  public init(
    shape: ContainerShape = .roundedRectangle(radius: 8), touchMargin: Double = 0
  ) {
    (self.shape, self.touchMargin) = (shape, touchMargin)
  }

  /// Whether the pointer is over it.
  public var isHovered: Bool {
    pointer.isPresent && isHit(at: pointer.location, by: pointer.device)
  }

  /// Whether a press in it has not ended.
  public var isHeld: Bool { presser != nil }

  /// Whether a press at a place hits it.
  public func isHit(at location: Vector, by device: PointerSample.Device) -> Bool {
    shape.contains(location, in: frame, margin: device == .touch ? touchMargin : 0)
  }

  /// Moves or resizes it; from under a pointer that rests it takes its light along.
  public mutating func place(in frame: Rect, at now: Instant) {
    self.frame = frame
    fade.light(isHovered, at: now)
  }

  /// Whether it looks pressed: held, with the pointer over it.
  public var isPressed: Bool { isHeld && isHovered }

  /// Follows the pointer; returns whether this was the click.
  public mutating func handle(_ sample: PointerSample) -> Bool {
    // A second finger has no part in what the first one does.
    guard presser == nil || presser == sample.pointer else { return false }
    let inside = sample.phase != .exited && isHit(at: sample.location, by: sample.device)
    pointer.follow(sample, presser: presser)
    fade.light(isHovered, at: sample.time)
    switch sample.phase {
    case .down:
      presser = !isHeld && inside && sample.button == .primary ? sample.pointer : nil
    case .up where sample.button == .primary:
      defer { presser = nil }
      return isHeld && inside
    case .up, .moved, .exited:
      break
    }
    return false
  }

  /// Abandons a press.
  public mutating func cancel() { presser = nil }

  /// How far the pointer lights it, 0…1.
  public func light(at now: Instant) -> Double { fade.value(at: now) }

  /// Whether the light is changing.
  public func isMoving(at now: Instant) -> Bool { fade.isMoving(at: now) }
}
