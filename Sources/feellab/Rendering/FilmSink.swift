internal import Glibc

/// A film, written by ffmpeg, which gets the frames through a pipe.
struct FilmSink: FrameSink {
  private let process: pid_t
  private let pipe: Int32
  private let path: String

  /// Starts ffmpeg.
  ///
  /// - Throws: `CommandFailure` when it is not installed or cannot be started.
  init(path: String, width: Int, height: Int, framesPerSecond: Double) throws(CommandFailure) {
    guard let program = Self.encoder else {
      throw CommandFailure(
        .noEncoder,
        "\(quoted(path)) needs ffmpeg, which is not installed; install it, or name a .png, "
          + "an .apng or a folder/.")
    }
    // yuv420p, which every player reads, has no odd sides.
    let filter =
      path.hasSuffix(".gif")
      ? "split[a][b];[a]palettegen[p];[b][p]paletteuse"
      : "pad=ceil(iw/2)*2:ceil(ih/2)*2"
    let format = path.hasSuffix(".gif") ? [] : ["-pix_fmt", "yuv420p", "-crf", "16"]
    let arguments =
      [
        program, "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr0",
        "-s", "\(width)x\(height)", "-r", "\(framesPerSecond)", "-i", "-", "-vf", filter,
      ] + format + ["file:" + path]
    // A dead encoder shall end in a sentence, not in a signal.
    signal(SIGPIPE, SIG_IGN)
    self.path = path
    (process, pipe) = try Self.start(arguments)
  }

  mutating func append(_ pixels: [UInt32]) throws(CommandFailure) {
    let reason = unsafe pixels.withUnsafeBytes { bytes in
      unsafe FileDescriptor.write(bytes, to: pipe)
    }
    guard reason == nil else { throw failed() }
  }

  mutating func finish() throws(CommandFailure) {
    close(pipe)
    var status: Int32 = 0
    unsafe waitpid(process, &status, 0)
    guard status == 0 else { throw failed() }
  }

  private func failed() -> CommandFailure {
    CommandFailure(.noEncoder, "ffmpeg could not write \(quoted(path)); its reason is above.")
  }

  /// The encoder's path, or `nil` where it is not installed.
  static var encoder: String? {
    let folders = (Environment.variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/ffmpeg" }.first { unsafe access($0, X_OK) == 0 }
  }

  private static func start(_ arguments: [String]) throws(CommandFailure) -> (pid_t, Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe Glibc.pipe(&ends) == 0 else {
      throw CommandFailure(.noEncoder, "Cannot make a pipe to ffmpeg: \(systemReason()).")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    var pointers = unsafe arguments.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, arguments[0], &actions, nil, pointers, environ)
    unsafe pointers.forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    close(ends[0])
    guard code == 0 else {
      close(ends[1])
      throw CommandFailure(.noEncoder, "Cannot start \(arguments[0]); install ffmpeg anew.")
    }
    return (process, ends[1])
  }
}
