internal import CX11
package import FeelFiles
internal import Glibc

/// The two processes of a measurement: the one started by the user waits for a second one, which
/// measures.
///
/// Each adopts its orphaned descendants. The measuring process ends what it has started and removes
/// the run's folder, even if the user's process is killed; if it is killed itself, the user's
/// process does that.
package enum RunGuard {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Lets another process measure, and forwards signals to it.
  ///
  /// - Parameter words: the command line of that process for a run's folder, with the program's
  ///   name.
  /// - Throws: `CommandFailure` with the status of that process, or if it cannot be started.
  package static func run(_ words: (_ folder: String) -> [String]) throws(CommandFailure) {
    Descendants.adopt()
    let folder = try RunFolder.make()
    // If SIGCHLD were ignored, the end of a child would not be reported.
    signal(SIGCHLD, SIG_DFL)
    var heard = sigset_t()
    unsafe sigemptyset(&heard)
    for signal in signals + [SIGCHLD] { unsafe sigaddset(&heard, signal) }
    var before = sigset_t()
    // Blocked, so that no signal is lost between two calls of sigwaitinfo.
    unsafe pthread_sigmask(SIG_BLOCK, &heard, &before)
    defer { unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil) }
    let status: Int32
    do throws(CommandFailure) {
      status = try wait(for: start(words(folder), mask: &before), hearing: &heard)
    } catch {
      RunFolder.clear(folder)
      throw error
    }
    if File.exists(folder) { RunFolder.clear(folder) }
    let cause = status & 0x7F
    guard cause == 0 else {
      unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
      signal(cause, SIG_DFL)
      raise(cause)
      throw .checkFailed("What measured was ended by signal \(cause).")
    }
    let code = status >> 8 & 0xFF
    if code != 0 { throw CommandFailure(ExitStatus(rawValue: code) ?? .checkFailed, "") }
  }

  private static func start(_ words: [String], mask: inout sigset_t) throws(CommandFailure) -> pid_t
  {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var id: pid_t = 0
    let code = unsafe Program.with(words) {
      unsafe posix_spawn(&id, "/proc/self/exe", nil, &attributes, $0, environ)
    }
    guard code == 0 else {
      errno = code
      throw .badFile("Cannot start a process to measure with: \(systemReason()).")
    }
    return id
  }

  /// Waits for a process, forwarding signals, and returns its status as of wait(2).
  private static func wait(for id: pid_t, hearing signals: inout sigset_t) -> Int32 {
    var status: Int32 = 0
    while true {
      let signal = unsafe sigwaitinfo(&signals, nil)
      if signal == SIGCHLD {
        while case let ended = unsafe waitpid(-1, &status, WNOHANG), ended > 0 {
          if ended == id { return status }
        }
      } else if signal > 0 {
        kill(id, signal)
      }
    }
  }

  /// Starts measuring in a run's folder, as the process started for that by the user's.
  ///
  /// - Throws: `CommandFailure` if the folder was not created for a run by that process.
  package static func begin(in folder: String) throws(CommandFailure) {
    Descendants.adopt()
    cx_end_with_parent(SIGTERM)
    // The parent may have ended before the line above, so verify that it created the folder.
    try RunFolder.require(folder, of: getppid())
  }
}
