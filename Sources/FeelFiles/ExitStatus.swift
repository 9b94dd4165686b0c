/// The program's exit status, so that scripts can tell the reasons apart.
package enum ExitStatus: Int32, CaseIterable {
  /// Success.
  case ok = 0
  /// A requested check failed.
  case checkFailed = 1
  /// The command line is invalid.
  case usage = 2
  /// There is no display, or it was lost.
  case noDisplay = 3
  /// A file cannot be read or written, or holds something else.
  case badFile = 4
  /// A program that is needed, such as an encoder or a server, is not installed.
  case missingTool = 5

  /// The status in a few words.
  package var meaning: String {
    switch self {
    case .ok: "success"
    case .checkFailed: "a check failed"
    case .usage: "wrong usage"
    case .noDisplay: "no display or display lost"
    case .badFile: "a bad file"
    case .missingTool: "a missing tool"
    }
  }
}

/// The reason why a command ends early: one sentence for the user, naming the thing and the remedy.
package struct CommandFailure: Error {
  package let status: ExitStatus
  /// A sentence; empty if everything has been printed already.
  package let message: String

  package init(_ status: ExitStatus, _ message: String) {
    // The message may quote untrusted text: escape it here, for terminal and window alike.
    (self.status, self.message) = (status, shown(message))
  }

  // One factory per status.
  package static func checkFailed(_ message: String) -> Self { Self(.checkFailed, message) }
  package static func usage(_ message: String) -> Self { Self(.usage, message) }
  package static func noDisplay(_ message: String) -> Self { Self(.noDisplay, message) }
  package static func badFile(_ message: String) -> Self { Self(.badFile, message) }
  package static func missingTool(_ message: String) -> Self { Self(.missingTool, message) }
}
