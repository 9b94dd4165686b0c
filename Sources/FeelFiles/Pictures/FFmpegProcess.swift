internal import Glibc

/// A running ffmpeg: frames go in or come out through one pipe, its errors come out through
/// another.
package final class FFmpegProcess {
  /// The direction of the frames.
  enum Direction { case toTool, fromTool }

  /// Polled while waiting for the tool.
  let isAbandoned: () -> Bool
  private let id: pid_t
  private var frames: Int32
  private let complaints: Int32
  private var isReaped = false

  /// The encoder's path, or `nil` where it is not installed.
  package static var program: String? { Program.path(of: "ffmpeg") }
  /// The path of ffprobe, or `nil` where it is not installed.
  static var prober: String? { Program.path(of: "ffprobe") }

  /// Starts the program at `arguments[0]`.
  ///
  /// - Throws: `CommandFailure` when it cannot be started.
  init(
    _ arguments: [String], _ direction: Direction = .toTool, isAbandoned: @escaping () -> Bool
  ) throws(CommandFailure) {
    self.isAbandoned = isAbandoned
    // Report a dead encoder as an error instead of dying by the signal.
    signal(SIGPIPE, SIG_IGN)
    guard let frames = FileDescriptor.pipe(), let errors = FileDescriptor.pipe() else {
      throw .missingTool("Cannot make a pipe to ffmpeg: \(systemReason()).")
    }
    let (own, its) = direction == .toTool ? (frames.in, frames.out) : (frames.out, frames.in)
    // Non-blocking on our side only: ffmpeg expects blocking frames. Errors beyond what a pipe
    // holds are dropped, so that ffmpeg never waits for us to read them.
    _ = fcntl(own, F_SETFL, O_NONBLOCK)
    for end in [errors.in, errors.out] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    if direction == .toTool {
      unsafe posix_spawn_file_actions_adddup2(&actions, its, STDIN_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, its, STDOUT_FILENO)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, errors.in, STDERR_FILENO)
    var id: pid_t = 0
    let code = unsafe Program.with(arguments) {
      unsafe posix_spawn(&id, FileName.bytes(of: arguments[0]), &actions, nil, $0, environ)
    }
    unsafe posix_spawn_file_actions_destroy(&actions)
    close(its)
    close(errors.in)
    (self.id, self.frames, complaints) = (id, own, errors.out)
    guard code == 0 else {
      isReaped = true
      throw .missingTool("Cannot start \(arguments[0]). Reinstall ffmpeg.")
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

  /// Writes at ffmpeg's pace; returns false on an error, true if all is written or the work is
  /// abandoned.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe FileDescriptor.write(bytes, to: frames, isAbandoned: isAbandoned) == nil
  }

  /// A tool without output for this long hangs, in milliseconds.
  private static let patience = 60_000

  /// Fills a buffer; returns the number of bytes read, fewer at the end of the output, if
  /// abandoned, or if the tool hangs.
  func read(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    var (start, waited) = (0, 0)
    while start < bytes.count, !isAbandoned(), waited < Self.patience {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      let count = unsafe Glibc.read(frames, rest.baseAddress, rest.count)
      if count > 0 {
        start += count
        waited = 0
      } else if count == 0 {
        break
      } else if errno == EAGAIN {
        var wanted = pollfd(fd: frames, events: Int16(POLLIN), revents: 0)
        if unsafe poll(&wanted, 1, 100) == 0 { waited += 100 }
      } else if errno != EINTR {
        break
      }
    }
    return start
  }

  /// Reads the tool's whole output, up to a limit.
  func readAll(atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = unsafe read(UnsafeMutableRawBufferPointer(buffer))
      }
      bytes += piece
      if piece.count < 1 << 16 { break }
    }
    return bytes
  }

  /// Waits for the tool to exit and reports what went wrong.
  ///
  /// - Returns: `nil` on success, and if abandoned, in which case the exit is not awaited.
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

  /// The last line of its standard error.
  private func lastWords() -> String? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe Glibc.read(complaints, &bytes, bytes.count)
    let lines = bytes.prefix(max(0, count)).split(separator: UInt8(ascii: "\n"))
    return lines.last.map { String(decoding: $0, as: UTF8.self) }
  }

  private func closePipe() {
    if frames >= 0 { close(frames) }
    frames = -1
  }
}
