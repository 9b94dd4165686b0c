public import Feel

/// Everything a session can be told, stamped with its time: what a trace records and a replay feeds.
public enum SessionEvent: Hashable, Sendable {
  /// Something a control can be fed.
  case input(InputEvent)
  /// A change of the session itself.
  case change(Instant, SessionChange)

  /// When it happened.
  public var time: Instant {
    get {
      switch self {
      case .input(let event): event.time
      case .change(let time, _): time
      }
    }
    set {
      switch self {
      case .input(var event):
        event.time = newValue
        self = .input(event)
      case .change(_, let change):
        self = .change(newValue, change)
      }
    }
  }
}

/// A change of the session that is no input to a control.
public enum SessionChange: Hashable, Sendable {
  /// The window has a new size, in points.
  case size(Size)
  /// Device pixels a point.
  case scale(Double)
  /// Another scene, by its id.
  case scene(String)
  /// Another look, by its name: light, dark or contrast.
  case theme(String)
  /// What is drawn over the stage, by the letters of its keys: "hvt".
  case overlays(String)
  /// A parameter of the scene, by its key.
  case parameter(String, ParameterValue)
  /// A whole set of parameters, by its name.
  case preset(String)
  /// What moves only for show should not, or may again.
  case reducedMotion(Bool)
  /// A letter, digit or sign alone is a key of the window, or is none.
  case letterKeys(Bool)
  /// The panel shows springs by frequency and damping, or by duration and bounce.
  case physicalSprings(Bool)
  /// How fast and how steady the hand with the mouse is.
  case habits(PointerHabits)
  /// The window has the keyboard, or lost it.
  case focus(Bool)
  /// The stage's clock stands, or goes on.
  case pause(Bool)
  /// Stage seconds a second.
  case speed(Double)
  /// An order of the scene by name, with a number where it takes one: "go-to 37".
  case command(String, Double?)
  /// A motion brought in from outside, to be looked at.
  case track(MotionTrack)
  /// The scene as it was at its start, parameters kept.
  case reset
}

/// What a parameter can be set to.
public enum ParameterValue: Hashable, Sendable {
  /// A number in the parameter's unit.
  case number(Double)
  /// One of the parameter's named choices.
  case choice(String)
  /// On or off.
  case flag(Bool)
  /// No limit, where a parameter is a limit that need not be.
  case unlimited
}
