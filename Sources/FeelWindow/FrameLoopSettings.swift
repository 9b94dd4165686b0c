package import Feel
package import FeelFiles
package import Lab
package import Stage

/// A recording that takes a while to read.
package struct LongRecording {
  /// Minimum size in bytes: smaller ones are read before a window would become visible.
  package static let bytes = 1 << 20

  /// A modification of a recording before it is shown.
  package typealias Preparation = @Sendable (inout TraceFile) throws(CommandFailure) -> Void

  let path: String
  let prepare: Preparation

  package init(path: String, prepare: @escaping Preparation) {
    (self.path, self.prepare) = (path, prepare)
  }
}

/// A loop's inputs other than its window and session.
package struct FrameLoopSettings {
  /// How the program is introduced.
  package enum Introduction {
    /// A recorded session, then the user's own steps.
    case shown
    /// Only the steps, where nothing may move unasked.
    case steps
  }

  /// Path of the recording to write.
  package var recording: String?
  /// A file to open once the window exists.
  package var opened: String?
  /// Path of the log of states.
  package var stateFile: String?
  /// Path of the log of late frames and their reasons.
  package var frameLog: String?
  /// When to end automatically, on the window's clock.
  package var autoquit: Instant?
  package var replay: TraceFile?
  package var stream: StreamFeed?
  /// The parameter file to follow, with the flags applied over it.
  package var watched: WatchedParameters?
  /// The content of the scenes; `nil` for the stored preference.
  package var content: Content?
  /// Overlays shown from the start.
  package var overlays: Set<Overlay> = []
  /// How to introduce the program, if at all.
  package var introduction: Introduction?
  package var replaySpeed = 1.0
  /// Whether to quit after the replay.
  package var quitsAfterReplay = false
  /// Number of threads for drawing large frames.
  package var threads = 1
  /// Whether to announce the controls' actions on standard error.
  package var announces = false
  /// The stored preferences.
  package var memory = PreferenceMemory(isOff: true)
  /// Which desktop settings the window follows as they change: theme, reduced motion.
  package var followsDesktop: Set<Preference> = [.theme, .motion]

  package init() {}
}

/// A parameter file to follow, and how to read it.
package struct WatchedParameters {
  let path: String
  /// Reads a scene's parameters from the file, with the flags applied over it.
  let read: (any Scene.Type) throws(CommandFailure) -> ParameterSet

  package init(
    _ path: String, read: @escaping (any Scene.Type) throws(CommandFailure) -> ParameterSet
  ) {
    (self.path, self.read) = (path, read)
  }
}
