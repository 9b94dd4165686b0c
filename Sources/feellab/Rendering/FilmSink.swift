internal import Glibc

/// A film, written by ffmpeg, which gets the frames through a pipe.
struct FilmSink: FrameSink {
  private let path: String
  private let process: pid_t
  private var pipe: Int32
  private let isAbandoned: () -> Bool
  private var isReaped = false
  let sampleCount: Int

  /// The most frames that a GIF's colours are taken from.
  private static let mostSamples = 48

  /// Starts ffmpeg.
  ///
  /// - Parameter isAbandoned: asked while ffmpeg has to be waited for.
  /// - Throws: `CommandFailure` when the file cannot be written, or ffmpeg is not installed or cannot be started; a file that was there is then as it was.
  init(
    path: String, _ shape: FrameShape, isAbandoned: @escaping () -> Bool
  ) throws(CommandFailure) {
    // The file comes first: where it cannot be written, installing ffmpeg would not help. And a sentence says so, not ffmpeg's words.
    try File.checkWritable(path)
    guard let program = Self.encoder else {
      throw CommandFailure(
        .noEncoder,
        "\(quoted(path)) needs ffmpeg, which is not installed: apt install ffmpeg, or name a .png, "
          + "an .apng or a folder/.")
    }
    sampleCount = path.hasSuffix(".gif") ? min(Self.mostSamples, shape.count) : 0
    let arguments =
      [
        program, "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr0",
        "-s", "\(shape.width)x\(shape.height)", "-r", "\(shape.framesPerSecond)", "-i", "-",
      ] + Self.coding(samples: sampleCount) + ["file:" + path]
    // A dead encoder shall end in a sentence, not in a signal.
    signal(SIGPIPE, SIG_IGN)
    self.path = path
    self.isAbandoned = isAbandoned
    (process, pipe) = try Self.start(arguments)
  }

  /// The flags for what becomes of the frames.
  private static func coding(samples: Int) -> [String] {
    guard samples > 0 else {
      // yuv420p, which every player reads, has no odd sides.
      return ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-crf", "16"]
    }
    // The colours come from frames that are sent ahead, so that ffmpeg need not keep the film in memory until it has seen all of it.
    let filter =
      "split[a][b];[a]trim=end_frame=\(samples),palettegen[p];"
      + "[b]trim=start_frame=\(samples),setpts=PTS-STARTPTS[c];[c][p]paletteuse=dither=none"
    return ["-filter_complex", filter]
  }

  mutating func append(_ pixels: [UInt32]) throws(CommandFailure) {
    let isWritten = unsafe pixels.withUnsafeBytes { unsafe write($0) }
    guard isWritten || isAbandoned() else { throw failed() }
  }

  /// Writes as fast as ffmpeg reads; returns whether all was written.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while start < bytes.count, !isAbandoned() {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
      let count = unsafe Glibc.write(pipe, rest.baseAddress, rest.count)
      if count > 0 {
        start += count
      } else if errno == EAGAIN {
        var wanted = pollfd(fd: pipe, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wanted, 1, 100)
      } else if errno != EINTR {
        return false
      }
    }
    return start == bytes.count
  }

  mutating func finish() throws(CommandFailure) {
    closePipe()
    var status: Int32 = 0
    while unsafe waitpid(process, &status, WNOHANG) == 0 {
      if isAbandoned() { return }
      usleep(2000)
    }
    isReaped = true
    guard status == 0 else { throw failed() }
  }

  mutating func abandon() {
    closePipe()
    if !isReaped {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      isReaped = true
    }
    File.remove(path)
  }

  private mutating func closePipe() {
    if pipe >= 0 { close(pipe) }
    pipe = -1
  }

  private func failed() -> CommandFailure {
    CommandFailure(
      .noEncoder,
      "ffmpeg ended before \(quoted(path)) was whole; what it said is on the standard error.")
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
    // Its own end only: ffmpeg waits for frames as it is used to.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
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
