/// One report of a pointing device.
public struct PointerSample: Hashable, Sendable {
  /// What the pointer did.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// A button or a finger went down.
    case down
    /// The pointer moved, pressed or not.
    case moved = "move"
    /// A button or a finger was lifted.
    case up
    /// The pointer left the window without a press.
    case exited = "exit"
  }

  /// The button that changed; meaningless for `moved` and `exited`.
  public enum Button: String, Hashable, Sendable, CaseIterable {
    /// The primary button, or a finger.
    case primary
    /// The middle button: the pressed wheel.
    case middle
    /// The secondary button.
    case secondary
    /// The first side button.
    case back
    /// The second side button.
    case forward
  }

  /// The kind of device.
  public enum Device: String, Hashable, Sendable, CaseIterable {
    /// A mouse, or anything that hovers.
    case mouse
    /// A finger on a screen.
    case touch
  }

  /// When it happened, on the clock of its source.
  public var time: Instant
  /// What the pointer did.
  public var phase: Phase
  /// The location, in points of the coordinate space of the control's frame.
  public var location: Vector
  /// The button that changed.
  public var button: Button
  /// The kind of device.
  public var device: Device
  /// The pointer's id: 0 for the mouse, another number for each finger on a screen; clamped to
  /// 0…255.
  ///
  /// A control tracks the pointer that presses it and ignores all others until that one is
  /// released. An id may be reused once its finger is lifted.
  public var pointer: Int {
    get { Int(number) }
    set { number = UInt8(clamping: newValue) }
  }
  // One byte instead of eight, since recordings hold very many samples.
  private var number: UInt8
  /// The modifier keys held.
  public var modifiers: Modifiers

  /// Creates a sample.
  public init(
    time: Instant, phase: Phase, location: Vector, button: Button = .primary,
    device: Device = .mouse, pointer: Int = 0, modifiers: Modifiers = []
  ) {
    (self.time, self.phase, self.location) = (time, phase, location)
    (self.button, self.device, self.modifiers) = (button, device, modifiers)
    number = UInt8(clamping: pointer)
  }
}
