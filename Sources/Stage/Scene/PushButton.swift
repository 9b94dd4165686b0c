public import Feel

/// The logic of a button: clicks, from a press and a release inside its shape, and the hover light.
///
///     idle --press inside--> held --release inside--> clicked
///       ^                     | +-- release outside, another button, cancel
public struct PushButton: Hashable, Sendable {
  /// Its frame, in points.
  public private(set) var frame = Rect.zero
  /// The shape it is drawn in, inside its frame.
  public let shape: ContainerShape
  /// How far outside the shape a finger still hits it, in points.
  public let touchMargin: Double
  private var pointer = PointerPlace()
  /// The pointer that presses it, by its number.
  private var presser: Int?
  private var fade = Fade(0)

  /// Creates a button without a frame.
  ///
  /// - Parameters:
  ///   - shape: the shape to draw and hit.
  ///   - touchMargin: how far outside the shape a finger still hits it, in points. In a scene,
  ///     which resolves overlaps between parts, use `ContainerShape.touchMargin`.
  public init(
    shape: ContainerShape = .roundedRectangle(radius: 8), touchMargin: Double = 0
  ) {
    (self.shape, self.touchMargin) = (shape, touchMargin)
  }

  /// Whether the pointer is over it.
  public var isHovered: Bool {
    pointer.isPresent && isHit(at: pointer.location, by: pointer.device)
  }

  /// Whether a press in it is under way.
  public var isHeld: Bool { presser != nil }

  /// Whether a press at a location hits it.
  public func isHit(at location: Vector, by device: PointerSample.Device) -> Bool {
    shape.contains(location, in: frame, margin: device == .touch ? touchMargin : 0)
  }

  /// Moves or resizes it, and updates the light, as a resting pointer may no longer be over it.
  public mutating func place(in frame: Rect, at now: Instant) {
    self.frame = frame
    fade.light(isHovered, at: now)
  }

  /// Whether it looks pressed: held, with the pointer over it.
  public var isPressed: Bool { isHeld && isHovered }

  /// Handles a pointer sample; returns whether it completed a click.
  public mutating func handle(_ sample: PointerSample) -> Bool {
    // Ignore further fingers while one presses.
    guard presser == nil || presser == sample.pointer else { return false }
    let inside = sample.phase != .exited && isHit(at: sample.location, by: sample.device)
    pointer.handle(sample, presser: presser)
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

  /// The brightness of the hover light, 0…1.
  public func light(at now: Instant) -> Double { fade.value(at: now) }

  /// Whether the light is changing.
  public func isMoving(at now: Instant) -> Bool { fade.isMoving(at: now) }
}
