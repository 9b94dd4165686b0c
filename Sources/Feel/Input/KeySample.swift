/// One report of the keyboard.
public struct KeySample: Hashable, Sendable {
  /// What happened to the key.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// It went down, or repeats while held.
    case down
    /// It was lifted.
    case up
  }

  /// The key; keys that type are identified by their character.
  public enum Key: Hashable, Sendable {
    /// An arrow key.
    case left, right, up, down
    /// A paging key.
    case pageUp, pageDown, home, end
    /// A key with a function of its own.
    case space, `return`, escape, tab, backspace, delete
    /// The key that opens a context menu.
    case menu
    /// A function key, 1…12.
    case function(Int)
    /// A key that types one character: as typed, including Shift, but with letters in lower case.
    case character(Character)
  }

  /// When it happened.
  public var time: Instant
  /// What happened to the key.
  public var phase: Phase
  /// The key.
  public var key: Key
  /// Whether this `down` comes from auto-repeat.
  public var isRepeat: Bool
  /// The modifier keys held.
  public var modifiers: Modifiers
  /// The character typed, if different from the key's: “A” for the key “a”.
  public var typed: Unicode.Scalar?

  /// Creates a sample.
  public init(
    time: Instant, phase: Phase, key: Key, isRepeat: Bool = false, modifiers: Modifiers = [],
    typed: Unicode.Scalar? = nil
  ) {
    (self.time, self.phase, self.key) = (time, phase, key)
    (self.isRepeat, self.modifiers, self.typed) = (isRepeat, modifiers, typed)
  }
}
