package import Feel

/// How a part displays keyboard focus.
public enum FocusLook: Hashable, Sendable {
  /// It has no focus.
  case none
  /// Focused by a press: a field shows its caret, other parts show nothing.
  case quiet
  /// Focused, and the keyboard was used: the focus ring is shown.
  case ring
}

/// Which part of a scene has the keyboard, and whether the focus ring is shown: only after the
/// keyboard was used.
public struct Focus: Hashable, Sendable {
  /// The name of the focused part.
  public private(set) var part: String?
  /// Whether the ring is shown.
  public private(set) var isVisible = false

  private static let moving: Set<KeySample.Key> = [
    .left, .right, .up, .down, .pageUp, .pageDown, .home, .end,
  ]

  /// Creates a focus without a part.
  public init() {}

  /// Creates the focus of a part by name, or of none.
  package init(on part: String?, isVisible: Bool) {
    (self.part, self.isVisible) = (part, isVisible)
  }

  /// Gives the keyboard to the part that was pressed, or to none.
  public mutating func press(_ part: String?) { (self.part, isVisible) = (part, false) }

  /// How a part displays its focus.
  package func look(of part: String) -> FocusLook {
    part == self.part ? (isVisible ? .ring : .quiet) : .none
  }

  /// Focuses a part if none is focused and the key is a movement key, so that the hint's keys work
  /// without pressing Tab first.
  package mutating func give(to first: String?, for sample: KeySample) {
    guard part == nil, sample.phase == .down, Self.moving.contains(sample.key),
      sample.modifiers.isDisjoint(with: [.control, .alt])
    else { return }
    part = first
  }

  /// Handles Tab and Shift+Tab; any other key except characters, which are the window's, shows the
  /// ring.
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
