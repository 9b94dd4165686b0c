internal import Glibc

/// ffmpeg at work: frames go in through a pipe, and what it has to say against them comes out by another.
package final class EncoderProcess {
  /// Asked while it has to be waited for.
  let isAbandoned: () -> Bool
  private let id: pid_t
  private var frames: Int32
  private let complaints: Int32
  private var isReaped = false

  /// The encoder's path, or `nil` where it is not installed.
  package static var program: String? { Program.path(of: "ffmpeg") }

  /// Starts it.
  ///
  /// - Parameter arguments: its path and what follows that.
  /// - Throws: `CommandFailure` when it cannot be started.
  init(_ arguments: [String], isAbandoned: @escaping () -> Bool) throws(CommandFailure) {
    self.isAbandoned = isAbandoned
    // A dead encoder shall end in a sentence, not in a signal.
    signal(SIGPIPE, SIG_IGN)
    let (input, errors) = (try Self.pipe(), try Self.pipe())
    // These ends only: ffmpeg waits for frames as it is used to. What it says beyond what a pipe holds is lost, and keeps nobody waiting.
    _ = fcntl(input.in, F_SETFL, O_NONBLOCK)
    for end in [errors.in, errors.out] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, input.out, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors.in, STDERR_FILENO)
    var pointers = unsafe arguments.map { unsafe strdup(FileName.bytes(of: $0)) }
    unsafe pointers.append(nil)
    var id: pid_t = 0
    let code = unsafe posix_spawn(
      &id, FileName.bytes(of: arguments[0]), &actions, nil, pointers, environ)
    unsafe pointers.forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    close(input.out)
    close(errors.in)
    (self.id, frames, complaints) = (id, input.in, errors.out)
    guard code == 0 else {
      isReaped = true
      throw .missingTool("Cannot start \(arguments[0]); install ffmpeg anew.")
    }
  }

  deinit {
    closePipe()
    if !isReaped {
      kill(id, SIGKILL)
      waitpid(id, nil, 0)
    }
    close(complaints)
  }

  /// Writes as fast as ffmpeg reads; returns whether all was written, or nobody wants it any longer.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while start < bytes.count, !isAbandoned() {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
      let count = unsafe Glibc.write(frames, rest.baseAddress, rest.count)
      if count > 0 {
        start += count
      } else if errno == EAGAIN {
        var wanted = pollfd(fd: frames, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wanted, 1, 100)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Waits for its end, and returns what is wrong with that.
  ///
  /// - Returns: `nil` where nothing is, and where it is given up, which is not waited for.
  func end() -> String? {
    closePipe()
    var status: Int32 = 0
    while unsafe waitpid(id, &status, WNOHANG) == 0 {
      if isAbandoned() { return nil }
      usleep(2000)
    }
    isReaped = true
    let signal = status & 0x7F
    if let words = lastWords() { return "ffmpeg says \(quoted(words))" }
    if signal != 0 { return "ffmpeg was ended by signal \(signal)" }
    return status == 0 ? nil : "ffmpeg ended with status \(status >> 8 & 0xFF)"
  }

  /// The last line that it wrote on its standard error.
  private func lastWords() -> String? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe read(complaints, &bytes, bytes.count)
    let lines = bytes.prefix(max(0, count)).split(separator: UInt8(ascii: "\n"))
    return lines.last.map { String(decoding: $0, as: UTF8.self) }
  }

  private func closePipe() {
    if frames >= 0 { close(frames) }
    frames = -1
  }

  private static func pipe() throws(CommandFailure) -> (out: Int32, in: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe Glibc.pipe(&ends) == 0 else {
      throw .missingTool("Cannot make a pipe to ffmpeg: \(systemReason()).")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
