internal import Feel
internal import Lab
internal import Stage

/// A recording that takes a while to read.
struct LongRecording {
  /// From how many bytes on one is long: fewer are read before anybody would see a window.
  static let bytes = 1 << 20

  /// Where it is.
  let path: String
  /// What is changed of it before it is shown.
  let prepare: FileOpener.Preparation
}

/// What a loop is told besides its window and its session.
struct FrameLoopSettings {
  /// What becomes of the recorded session that introduces the program.
  enum Introduction {
    /// It is shown.
    case shown
    /// It is only offered, and shown when somebody asks for it.
    case offered
  }

  /// Where to record to.
  var recording: String?
  /// Where to write the states.
  var stateFile: String?
  /// Where to write which frames were late, and why.
  var frameLog: String?
  /// When to end by itself, on the window's clock.
  var autoquit: Instant?
  /// A recorded session to show.
  var replay: TraceFile?
  /// The stream of another program to show.
  var stream: StreamFeed?
  /// The parameters' file to follow, with the flags that go on top of it.
  var watched: ParameterOptions?
  /// What to fill the scenes with; `nil` for what was kept.
  var content: Content?
  /// What to draw over the stage from the start.
  var overlays: Set<Overlay> = []
  /// How it introduces the program, if it does; ghosts are shown while that lasts.
  var introduction: Introduction?
  /// How fast to show it.
  var replaySpeed = 1.0
  /// Whether to end with it.
  var quitsAfterReplay = false
  /// Threads that draw large frames.
  var threads = 1
  /// Whether to say on the standard error what the controls do.
  var announces = false
  /// What was kept of how the window was set.
  var memory = PreferenceMemory(isOff: true)
  /// What the window follows while the desktop changes it: its theme, its setting for reduced motion.
  var followsDesktop: Set<Preference> = [.theme, .motion]
}
