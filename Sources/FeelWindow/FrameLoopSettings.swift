package import Feel
package import FeelFiles
package import Lab
package import Stage

/// A recording that takes a while to read.
package struct LongRecording {
  /// From how many bytes on one is long: fewer are read before anybody would see a window.
  package static let bytes = 1 << 20

  /// What is done to a recording before it is shown.
  package typealias Preparation = @Sendable (inout TraceFile) throws(CommandFailure) -> Void

  let path: String
  /// What is changed of it before it is shown.
  let prepare: Preparation

  package init(path: String, prepare: @escaping Preparation) {
    (self.path, self.prepare) = (path, prepare)
  }
}

/// What a loop is told besides its window and its session.
package struct FrameLoopSettings {
  /// What introduces the program.
  package enum Introduction {
    /// A recorded session, and then the user's own steps.
    case shown
    /// The steps alone, where nothing moves unasked.
    case steps
  }

  /// Where to record to.
  package var recording: String?
  /// A file that is opened once the window is there.
  package var opened: String?
  /// Where to write the states.
  package var stateFile: String?
  /// Where to write which frames were late, and why.
  package var frameLog: String?
  /// When to end by itself, on the window's clock.
  package var autoquit: Instant?
  package var replay: TraceFile?
  package var stream: StreamFeed?
  /// The parameters' file to follow, with the flags that go on top of it.
  package var watched: WatchedParameters?
  /// What to fill the scenes with; `nil` for what was kept.
  package var content: Content?
  /// What to draw over the stage from the start.
  package var overlays: Set<Overlay> = []
  /// How it introduces the program, if it does.
  package var introduction: Introduction?
  package var replaySpeed = 1.0
  /// Whether to end with it.
  package var quitsAfterReplay = false
  /// Threads that draw large frames.
  package var threads = 1
  /// Whether to say on the standard error what the controls do.
  package var announces = false
  /// What was kept of how the window was set.
  package var memory = PreferenceMemory(isOff: true)
  /// What the window follows while the desktop changes it: its theme, its setting for reduced
  /// motion.
  package var followsDesktop: Set<Preference> = [.theme, .motion]

  package init() {}
}

/// A file of parameters to follow, and what to make of it.
package struct WatchedParameters {
  let path: String
  /// A scene's parameters as the file sets them, with the flags that go on top of it.
  let read: (any Scene.Type) throws(CommandFailure) -> ParameterSet

  package init(
    _ path: String, read: @escaping (any Scene.Type) throws(CommandFailure) -> ParameterSet
  ) {
    (self.path, self.read) = (path, read)
  }
}
