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

  /// Which button changed; for `moved` and `exited` it says nothing.
  public enum Button: String, Hashable, Sendable, CaseIterable {
    /// The first button, or a finger.
    case primary
    /// The second button: the wheel pressed.
    case middle
    /// The third button.
    case secondary
    /// The first of the side buttons.
    case back
    /// The second of the side buttons.
    case forward
  }

  /// What kind of device reports.
  public enum Device: String, Hashable, Sendable, CaseIterable {
    /// A mouse, or anything that hovers.
    case mouse
    /// A finger on a screen.
    case touch
  }

  /// When it happened, on the clock of the event's source.
  public var time: Instant
  /// What the pointer did.
  public var phase: Phase
  /// Where it was, in points of the space that the control's frame is given in.
  public var location: Vector
  /// Which button changed.
  public var button: Button
  /// What kind of device reports.
  public var device: Device
  /// Which pointer reports: 0 for the mouse, another number for each finger on a screen; held to
  /// 0…255.
  ///
  /// A control goes by the pointer that presses it, and ignores all others until that one is let
  /// go. A number is free again once its finger is lifted.
  public var pointer: Int {
    get { Int(number) }
    set { number = UInt8(clamping: newValue) }
  }
  // Recordings keep very many samples: a byte instead of eight.
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
