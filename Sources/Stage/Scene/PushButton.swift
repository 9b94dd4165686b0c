public import Feel

/// What a click needs: a place, a press in it and a release in it, and how brightly the pointer lights it.
///
///     idle --press inside--> held --release inside--> clicked
///       ^                     |
///       +-- release outside, another button, cancel
public struct PushButton: Hashable, Sendable {
  /// Its place, in points.
  public var frame: Rect
  /// Whether the pointer is over it.
  public private(set) var isHovered = false
  /// Whether a press in it has not ended.
  public private(set) var isHeld = false
  private var fade = Fade(0)

  /// Creates a button that nothing touches.
  public init(frame: Rect = .zero) {
    self.frame = frame
  }

  /// Whether it looks pressed: held, with the pointer over it.
  public var isPressed: Bool { isHeld && isHovered }

  /// Follows the pointer; returns whether this was the click.
  public mutating func handle(_ sample: PointerSample) -> Bool {
    let inside = sample.phase != .exited && frame.contains(sample.location)
    hover(inside, sample.time)
    switch sample.phase {
    case .down:
      isHeld = !isHeld && inside && sample.button == .primary
    case .up where sample.button == .primary:
      defer { isHeld = false }
      return isHeld && inside
    case .up, .moved, .exited:
      break
    }
    return false
  }

  /// Abandons a press.
  public mutating func cancel() {
    isHeld = false
  }

  /// How far the pointer lights it, 0…1.
  public func light(at now: Instant) -> Double { fade.value(at: now) }

  /// Whether the light is changing.
  public func isMoving(at now: Instant) -> Bool { fade.isMoving(at: now) }

  private mutating func hover(_ isHovered: Bool, _ now: Instant) {
    guard isHovered != self.isHovered else { return }
    self.isHovered = isHovered
    fade.turn(to: isHovered ? 1 : 0, at: now, over: isHovered ? 0.08 : 0.16)
  }
}
