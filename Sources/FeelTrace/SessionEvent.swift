public import Feel

/// Everything a session can be told, stamped with its time: what a trace records and a replay feeds.
public enum SessionEvent: Hashable, Sendable {
  /// Something a control can be fed.
  case input(InputEvent)
  /// A change of the session itself.
  case change(Instant, SessionChange)
  /// Something that the session's host did or found; in no recording.
  case host(Instant, HostFact)

  /// When it happened.
  public var time: Instant {
    get {
      switch self {
      case .input(let event): event.time
      case .change(let time, _), .host(let time, _): time
      }
    }
    set {
      switch self {
      case .input(var event):
        event.time = newValue
        self = .input(event)
      case .change(_, let change):
        self = .change(newValue, change)
      case .host(_, let fact):
        self = .host(newValue, fact)
      }
    }
  }
}

/// What only the host of a session knows: what it does with the window and the desktop.
///
/// None is in a recording; what a text that was fetched sets is recorded as the change that it makes.
public enum HostFact: Hashable, Sendable {
  /// How much larger than the desktop asks for everything is shown.
  case zoom(Double)
  /// A recording was begun in the window, or ended.
  case recording(Bool)
  /// There is a recorded session that can be shown again, or no longer.
  case canReplay(Bool)
  /// Something was done that the window says.
  case notice(String)
  /// How much of a long piece of work is done, 0…1, or that it goes on no longer: `nil`.
  case progress(String, Double?)
  /// The files of parameters that were kept for the scene, by their names.
  case parameterFiles([String])
  /// The text that was fetched from the clipboard.
  case pasted(String)
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
  /// A switch of the window is on, or off.
  case turn(WindowSwitch, Bool)
  /// How fast and how steady the hand with the mouse is.
  case pointerSettings(PointerSettings)
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
