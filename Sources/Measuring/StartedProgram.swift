// Only for the type of the spawn attributes, which its headers import.
internal import CX11
internal import FeelFiles
internal import Glibc

/// A program started for a measurement.
///
/// It runs in a session of its own, so that terminal input does not reach it, and its output goes
/// into a pipe.
final class StartedProgram {
  /// Its name in sentences.
  let name: String
  private let id: pid_t
  private let words: Int32
  private var lines: [UInt8] = []
  private var status: Int32?

  /// POSIX_SPAWN_SETSID, a glibc extension that Swift does not import.
  ///
  /// Source: glibc 2.26 and later, `posix/spawn.h`.
  private static let newSession: Int16 = 0x80

  /// Starts the program.
  ///
  /// - Parameter output: a file for its standard output; by default the pipe.
  /// - Throws: `CommandFailure` if it cannot be started.
  init(
    _ arguments: [String], environment: [String: String], output: String? = nil
  ) throws(CommandFailure) {
    name = quoted(FileName.last(of: arguments[0]))
    guard let pipe = FileDescriptor.pipe() else {
      throw .badFile("Cannot make a pipe: \(systemReason()).")
    }
    _ = fcntl(pipe.out, F_SETFL, O_NONBLOCK)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if let output {
      unsafe posix_spawn_file_actions_addopen(
        &actions, STDOUT_FILENO, FileName.bytes(of: output), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    } else {
      unsafe posix_spawn_file_actions_adddup2(&actions, pipe.in, STDOUT_FILENO)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, pipe.in, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    unsafe posix_spawnattr_setsigmask(&attributes, &defaults)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] {
      unsafe sigaddset(&defaults, signal)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | Self.newSession)
    var id: pid_t = 0
    let code = unsafe Program.with(arguments) { words in
      unsafe Program.with(environment.map { "\($0)=\($1)" }) {
        unsafe posix_spawnp(
          &id, FileName.bytes(of: arguments[0]), &actions, &attributes, words, $0)
      }
    }
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
    close(pipe.in)
    (self.id, words) = (id, pipe.out)
    guard code == 0 else {
      status = -1
      errno = code
      throw .missingTool("Cannot start \(quoted(arguments[0])): \(systemReason()).")
    }
  }

  deinit { close(words) }

  /// How it ended, in words; `nil` while it runs.
  var end: String? {
    listen()
    if status == nil {
      var raw: Int32 = 0
      let found = unsafe waitpid(id, &raw, WNOHANG)
      // ECHILD: another part of the program has already reaped it.
      if found == id || found < 0 && errno == ECHILD { status = raw }
    }
    guard let status else { return nil }
    let signal = status & 0x7F
    let how =
      signal != 0 ? "was ended by signal \(signal)" : "ended with status \(status >> 8 & 0xFF)"
    return lastLine.map { "\(how) and said \(quoted($0))" } ?? how
  }

  /// Reads its output, so that a full pipe does not block it; only the end is kept.
  func listen() {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = unsafe read(words, &chunk, chunk.count), count > 0 {
      lines = Array((lines + chunk[..<count]).suffix(1 << 12))
    }
  }

  private var lastLine: String? {
    let line = lines.split(separator: UInt8(ascii: "\n")).last { !$0.allSatisfy { $0 <= 0x20 } }
    return line.map { String(decoding: $0.suffix(200), as: UTF8.self) }
  }
}
