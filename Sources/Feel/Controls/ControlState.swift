/// What a control is doing, in one word that a person can read.
public enum ControlState: String, Hashable, Sendable, CaseIterable {
  /// Nothing: neither a pointer nor a motion has it.
  case idle
  /// A pointer or a key is down, and nothing has moved yet.
  case pressed
  /// A drag moves it.
  case tracking
  /// A drag holds it past an edge.
  case rubber
  /// It coasts after a fling, losing speed.
  case decelerating
  /// It springs back from past an edge.
  case bouncing
  /// It is on its way to a place to rest.
  case snapping
  /// It moves because the program, a key or the wheel said where to.
  case programmatic
  /// The gesture was abandoned, and its release has not come yet.
  case cancelled
}
