/// Any input of a control, stamped with the time of its source.
public enum InputEvent: Hashable, Sendable {
  /// A pointing device reported.
  case pointer(PointerSample)
  /// A wheel or a scrolling surface reported.
  case wheel(WheelSample)
  /// The keyboard reported.
  case key(KeySample)
  /// The current press or drag must be abandoned: no action, no fling.
  case cancel(CancelSample)

  /// When it happened.
  public var time: Instant {
    get {
      switch self {
      case .pointer(let sample): sample.time
      case .wheel(let sample): sample.time
      case .key(let sample): sample.time
      case .cancel(let sample): sample.time
      }
    }
    set {
      switch self {
      case .pointer(var sample):
        sample.time = newValue
        self = .pointer(sample)
      case .wheel(var sample):
        sample.time = newValue
        self = .wheel(sample)
      case .key(var sample):
        sample.time = newValue
        self = .key(sample)
      case .cancel(var sample):
        sample.time = newValue
        self = .cancel(sample)
      }
    }
  }
}

/// A request to abandon a gesture.
public struct CancelSample: Hashable, Sendable {
  /// Why a gesture is abandoned.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The window lost the keyboard focus.
    case focusLost
    /// Another client took the pointer.
    case grabLost
    /// The window was hidden, so a release would never arrive.
    case unmapped
    /// The device went away.
    case deviceRemoved
    /// The user cancelled with Escape or another button.
    case user
    /// The control was disabled, or its scene left.
    case disabled
    /// The window is closing, or the server connection is gone.
    case closing
  }

  /// When it happened.
  public var time: Instant
  /// The reason.
  public var reason: Reason

  /// Creates a request.
  public init(time: Instant, reason: Reason) { (self.time, self.reason) = (time, reason) }
}
