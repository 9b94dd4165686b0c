package import FeelFiles
internal import Glibc

/// A process of our own that clears up after a measuring, however that ends: it waits until this process closes a pipe, or is gone.
package final class RunGuard {
  private let folder: String
  private let process: StartedProgram
  private var pipe: Int32

  /// Starts it for a run's folder.
  ///
  /// - Throws: `CommandFailure` when it cannot be started.
  package init(of folder: String) throws(CommandFailure) {
    self.folder = folder
    let ends = try StartedProgram.pipe()
    defer { close(ends.out) }
    pipe = ends.in
    process = try StartedProgram(
      ["/proc/self/exe", "measure", "--clear-after", folder], environment: [:], input: ends.out)
  }

  deinit { end() }

  /// Ends all that the run has started, and removes what it left; returns when that is done.
  package func end() {
    guard pipe >= 0 else { return }
    close(pipe)
    pipe = -1
    process.wait()
    // Somebody may have ended the guard too.
    if File.exists(folder) { RunFolder.clear(folder) }
  }

  /// What the guard does: waits for the end of its standard input, and clears up.
  ///
  /// - Throws: `CommandFailure` where the folder is no run's.
  package static func work(_ folder: String) throws(CommandFailure) {
    try RunFolder.require(folder)
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    var byte: UInt8 = 0
    while true {
      let count = unsafe read(STDIN_FILENO, &byte, 1)
      if count == 0 || count < 0 && errno != EINTR { break }
    }
    RunFolder.clear(folder)
  }
}
