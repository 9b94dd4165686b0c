package import Feel

/// How a part shows that it has the keyboard.
public enum FocusLook: Hashable, Sendable {
  /// It does not.
  case none
  /// It does, by a press: a field shows its caret, nothing else shows.
  case quiet
  /// It does, and the keyboard was used: the ring shows.
  case ring
}

/// Which of a scene's parts has the keyboard, and whether the ring is shown: only after the
/// keyboard was used.
public struct Focus: Hashable, Sendable {
  /// The name of the part that has it.
  public private(set) var part: String?
  /// Whether the ring is shown.
  public private(set) var isVisible = false

  private static let moving: Set<KeySample.Key> = [
    .left, .right, .up, .down, .pageUp, .pageDown, .home, .end,
  ]

  /// Creates a focus that no part has.
  public init() {}

  /// Creates the focus of a part by its name, or of none.
  package init(on part: String?, isVisible: Bool) {
    (self.part, self.isVisible) = (part, isVisible)
  }

  /// Gives the keyboard to the part that was pressed, or to none.
  public mutating func press(_ part: String?) { (self.part, isVisible) = (part, false) }

  /// How a part shows that it has the keyboard, or that it does not.
  package func look(of part: String) -> FocusLook {
    part == self.part ? (isVisible ? .ring : .quiet) : .none
  }

  /// Gives the keyboard to a part if none has it and the key is one that moves things: it does what
  /// the hint says without a Tab before.
  package mutating func give(to first: String?, for sample: KeySample) {
    guard part == nil, sample.phase == .down, Self.moving.contains(sample.key),
      sample.modifiers.isDisjoint(with: [.control, .alt])
    else { return }
    part = first
  }

  /// Follows Tab and Shift+Tab through the parts that take the keyboard; any other key shows the
  /// ring if one has it, but for letters and signs, which are keys of the window.
  ///
  /// Returns whether the key was one of the two.
  package mutating func handle(_ sample: KeySample, among stops: [String]) -> Bool {
    guard sample.phase == .down, sample.modifiers.isDisjoint(with: [.control, .alt]) else {
      return false
    }
    if case .character = sample.key { return false }
    isVisible = true
    guard sample.key == .tab, !stops.isEmpty else { return false }
    let isBack = sample.modifiers.contains(.shift)
    guard let part, let place = stops.firstIndex(of: part) else {
      self.part = isBack ? stops.last : stops.first
      return true
    }
    self.part = stops[(place + (isBack ? stops.count - 1 : 1)) % stops.count]
    return true
  }
}
