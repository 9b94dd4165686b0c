internal import Glibc

/// A video encoded by ffmpeg, which gets the frames through a pipe; the file is checked before it
/// is moved to its path.
struct VideoSink: FrameSink {
  var path: String { file.path }
  private let file: OutputFile
  private let encoder: FFmpegProcess
  private let isGIF: Bool
  private var count = 0
  let sampleCount: Int

  /// The maximum number of frames from which a GIF's palette is made.
  private static let mostSamples = 48

  /// Starts ffmpeg.
  ///
  /// - Parameter isAbandoned: polled while waiting for ffmpeg.
  /// - Throws: `CommandFailure` when the file cannot be written, or ffmpeg is not installed or
  ///   cannot be started. An existing file is then left unchanged.
  init(
    path: String, keepsOthers: Bool, _ shape: FrameShape, isAbandoned: @escaping () -> Bool
  ) throws(CommandFailure) {
    // Create the file first: if it cannot be written, installing ffmpeg would not help, and our
    // message is clearer than ffmpeg's.
    file = try OutputFile(path, keepsOthers: keepsOthers)
    guard file.isReplacing else {
      throw .badFile("\(quoted(path)) is not a file. A video needs one.")
    }
    guard let program = FFmpegProcess.program else {
      throw .missingTool(
        "\(quoted(path)) needs ffmpeg, which is not installed: apt install ffmpeg. Without it: "
          + "\(quoted(path.dropLast(4) + ".apng")), a .png or a folder/.")
    }
    isGIF = path.hasSuffix(".gif")
    sampleCount = isGIF ? min(Self.mostSamples, shape.count) : 0
    let arguments =
      [
        program, "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr0",
        "-s", "\(shape.width)x\(shape.height)", "-r", "\(shape.framesPerSecond)", "-i", "-",
      ] + Self.coding(samples: sampleCount) + ["file:" + file.currentPath]
    encoder = try FFmpegProcess(arguments, isAbandoned: isAbandoned)
  }

  /// The flags for encoding.
  private static func coding(samples: Int) -> [String] {
    guard samples > 0 else {
      // yuv420p, which every player supports, needs even sides. Crop, because padding would be
      // black.
      return [
        "-vf", "crop=max(2\\,trunc(iw/2)*2):max(2\\,trunc(ih/2)*2):0:0", "-pix_fmt", "yuv420p",
        "-crf", "16", "-f", "mp4",
      ]
    }
    // The palette is made from sample frames sent ahead, so that ffmpeg need not buffer the whole
    // video.
    let filter =
      "split[a][b];[a]trim=end_frame=\(samples),palettegen[p];"
      + "[b]trim=start_frame=\(samples),setpts=PTS-STARTPTS[c];[c][p]paletteuse=dither=none"
    return ["-filter_complex", filter, "-f", "gif"]
  }

  mutating func append(_ pixels: [UInt32]) throws(CommandFailure) {
    count += 1
    let isWritten = unsafe pixels.withUnsafeBytes { unsafe encoder.write($0) }
    guard isWritten else {
      // ffmpeg's exit has the reason.
      throw failed(encoder.end() ?? "ffmpeg stopped accepting frames")
    }
  }

  mutating func finish() throws(CommandFailure) {
    // ffmpeg 5.1 may exit with status 0 on a full disk, for example, so check its messages and the
    // file itself.
    if let reason = encoder.end() { throw failed(reason) }
    if encoder.isAbandoned() { return }
    guard let film = VideoFileCheck(file.currentPath) else { throw failed(systemReason()) }
    let flaw = isGIF ? film.flawOfGIF() : film.flawOfMP4(frames: count)
    if let flaw { throw failed(flaw) }
    try file.finish()
  }

  private func failed(_ reason: String) -> CommandFailure {
    // ffmpeg knows only the temporary path.
    let reason = reason.replacing("file:" + file.currentPath, with: file.path)
    return .badFile("Cannot write \(quoted(file.path)): \(reason).")
  }
}
