/// What a control is doing, as one human-readable word.
public enum ControlState: String, Hashable, Sendable, CaseIterable {
  /// Nothing: neither a pointer nor a motion controls it.
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
  /// It moves to a resting place.
  case snapping
  /// It moves to a target set by the program, a key or the wheel.
  case programmatic
  /// The gesture was abandoned, but its release has not arrived yet.
  case cancelled
}
