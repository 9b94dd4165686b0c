internal import Glibc

/// A film, written by ffmpeg, which gets the frames through a pipe, and looked at before it takes
/// its place.
struct FilmSink: FrameSink {
  var path: String { file.path }
  private let file: OutputFile
  private let encoder: EncoderProcess
  private let isGIF: Bool
  private var count = 0
  let sampleCount: Int

  /// The most frames that a GIF's colours are taken from.
  private static let mostSamples = 48

  /// Starts ffmpeg.
  ///
  /// - Parameter isAbandoned: asked while ffmpeg has to be waited for.
  /// - Throws: `CommandFailure` when the file cannot be written, or ffmpeg is not installed or
  ///   cannot be started. An existing file is then left unchanged.
  init(
    path: String, keepsOthers: Bool, _ shape: FrameShape, isAbandoned: @escaping () -> Bool
  ) throws(CommandFailure) {
    // The file comes first: where it cannot be written, installing ffmpeg would not help. And a
    // sentence says so, not ffmpeg's words.
    file = try OutputFile(path, keepsOthers: keepsOthers)
    guard file.isReplacing else {
      throw .badFile("\(quoted(path)) is not a file. A video needs one.")
    }
    guard let program = EncoderProcess.program else {
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
    encoder = try EncoderProcess(arguments, isAbandoned: isAbandoned)
  }

  /// The flags for what becomes of the frames.
  private static func coding(samples: Int) -> [String] {
    guard samples > 0 else {
      // yuv420p, which every player reads, has no odd sides; a row of padding would be black.
      return [
        "-vf", "crop=max(2\\,trunc(iw/2)*2):max(2\\,trunc(ih/2)*2):0:0", "-pix_fmt", "yuv420p",
        "-crf", "16", "-f", "mp4",
      ]
    }
    // The colours come from frames that are sent ahead, so that ffmpeg need not keep the film in
    // memory until it has seen all of it.
    let filter =
      "split[a][b];[a]trim=end_frame=\(samples),palettegen[p];"
      + "[b]trim=start_frame=\(samples),setpts=PTS-STARTPTS[c];[c][p]paletteuse=dither=none"
    return ["-filter_complex", filter, "-f", "gif"]
  }

  mutating func append(_ pixels: [UInt32]) throws(CommandFailure) {
    count += 1
    let isWritten = unsafe pixels.withUnsafeBytes { unsafe encoder.write($0) }
    guard isWritten else {
      // Its end says why.
      throw failed(encoder.end() ?? "ffmpeg stopped accepting frames")
    }
  }

  mutating func finish() throws(CommandFailure) {
    // A full disk, for one, does not keep ffmpeg 5.1 from ending well: what it said and what it
    // wrote count.
    if let reason = encoder.end() { throw failed(reason) }
    if encoder.isAbandoned() { return }
    guard let film = FilmReader(file.currentPath) else { throw failed(systemReason()) }
    let flaw = isGIF ? film.flawOfGIF() : film.flawOfMP4(frames: count)
    if let flaw { throw failed(flaw) }
    try file.finish()
  }

  private func failed(_ reason: String) -> CommandFailure {
    // ffmpeg knows the film by the name that it has until it is whole.
    let reason = reason.replacing("file:" + file.currentPath, with: file.path)
    return .badFile("Cannot write \(quoted(file.path)): \(reason).")
  }
}
