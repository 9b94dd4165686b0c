internal import FeelTrace
internal import ImageFile
package import Raster

/// A clip on disk, such as a screen recording, read frame by frame as often as needed.
///
/// MP4, MOV, MKV and WebM are read by ffmpeg; GIF and animated PNG by our own decoders.
package struct ClipFile: Sendable {
  /// A file's format, as told by its first bytes.
  package enum Format: String, Sendable {
    case mov, matroska, gif, apng

    init?(_ beginning: FileBeginning) {
      if beginning.has("GIF8") {
        self = .gif
      } else if beginning.has([0x89, 0x50, 0x4E, 0x47]), beginning.holds("acTL") {
        self = .apng
      } else if beginning.has([0x1A, 0x45, 0xDF, 0xA3]) {
        self = .matroska
      } else if ["ftyp", "moov", "mdat"].contains(where: { beginning.has($0, at: 4) }) {
        self = .mov
      } else {
        return nil
      }
    }
  }

  /// The size of frames as read, and how many of the clip's pixels one pixel of them spans.
  package struct Scale {
    package let width, height: Int
    package let x, y: Double

    /// Converts the bytes of a frame read in colour.
    package func image(_ bytes: [UInt8]) -> Image {
      let pixels = stride(from: 0, to: bytes.count, by: 4).map { place in
        (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
      }
      return Image(width: width, height: height, pixels: pixels)
    }
  }

  package let path: String
  /// The size of a frame as displayed, in pixels.
  package let width, height: Int
  /// When each frame is shown, in seconds.
  package private(set) var times: [Double]
  /// Whether the file ends before its last frame.
  package let isCut: Bool
  private let format: Format
  private let isAbandoned: @Sendable () -> Bool

  /// Reads the size of a clip and the times of its frames.
  ///
  /// - Parameter isAbandoned: polled to check whether to give up.
  /// - Throws: `CommandFailure` when the file cannot be read, holds no video, or is too large, or
  ///   when ffmpeg is needed and not installed.
  package init(
    _ path: String, _ format: Format,
    isAbandoned: @escaping @Sendable () -> Bool = { StopSignals.arrived }
  ) throws(CommandFailure) {
    guard File.isRegular(path) else {
      throw .badFile("A clip is read twice, so it cannot come through a pipe. Save it as a file.")
    }
    (self.path, self.format, self.isAbandoned) = (path, format, isAbandoned)
    if format == .mov || format == .matroska {
      let probe = try ClipProbe(path, format, ofFrames: false, isAbandoned)
      (width, height, times) = (probe.width, probe.height, probe.times)
      isCut = probe.isCut
    } else {
      isCut = false
      let animation = try Animation(path, format)
      times = []
      (width, height) = (animation.width, animation.height)
      var time = 0.0
      while !isAbandoned(), let frame = try animation.next(), times.count <= Limits.clipFrames {
        times.append(time)
        time += frame.seconds
      }
    }
    try checkSize()
    guard !times.isEmpty || isAbandoned() else { throw Self.damaged(path) }
  }

  /// The error for a file of which no frame can be decoded.
  static func damaged(_ path: String, _ reason: String? = nil) -> CommandFailure {
    let detail = reason.map { ": \($0)" } ?? ""
    return .badFile("\(path) is damaged, no frame of it can be read\(detail). Record it again.")
  }

  private func checkSize() throws(CommandFailure) {
    guard width > 0, height > 0, width * height <= Limits.clipPixels else {
      throw .badFile(
        "\(path) has frames of \(width) × \(height) pixels; at most \(Limits.clipPixels) pixels "
          + "are read.")
    }
    guard times.count <= Limits.clipFrames else {
      throw .badFile(
        "\(path) has more than \(Limits.clipFrames) frames. Cut out the part that matters.")
    }
  }

  /// The largest scale at which neither side exceeds this many pixels.
  package func scale(atMost side: Int) -> Scale {
    let factor = max(1, (max(width, height) + side - 1) / side)
    let (across, down) = (max(1, width / factor), max(1, height / factor))
    // ffmpeg scales the whole frame; our own reader drops the pixels left over at the edges.
    let isOwn = format == .gif || format == .apng
    return Scale(
      width: across, height: down, x: isOwn ? Double(factor) : Double(width) / Double(across),
      y: isOwn ? Double(factor) : Double(height) / Double(down))
  }

  /// Reads all frames, until told to stop.
  ///
  /// - Parameters:
  ///   - scale: their size.
  ///   - start: the index of the first one.
  ///   - inColor: whether a pixel is four bytes (blue, green, red and 255) instead of one (its
  ///     brightness).
  ///   - take: receives the index of a frame and its pixels, row after row; returns whether to
  ///     continue.
  /// - Throws: `CommandFailure` when there is no frame, or ffmpeg is needed and not installed.
  package func read(
    _ scale: Scale, from start: Int = 0, inColor: Bool = false,
    _ take: (_ index: Int, _ pixels: [UInt8]) -> Bool
  ) throws(CommandFailure) {
    if format == .gif || format == .apng {
      return try readAnimation(scale, from: start, inColor, take)
    }
    var modes = ["-fps_mode", "-vsync"]
    while let mode = modes.first {
      modes.removeFirst()
      let (count, reason) = try readMovie(scale, from: start, inColor, mode, take)
      if count == 0, let reason, reason.contains("fps_mode") { continue }
      guard count > 0 || start > 0 || isAbandoned() else {
        throw Self.damaged(path, reason)
      }
      return
    }
  }

  /// Replaces the packets' times by those of the decoded frames, for files whose counts differ.
  ///
  /// - Throws: as `init`.
  package mutating func readFrameTimes() throws(CommandFailure) {
    guard format == .mov || format == .matroska else { return }
    times = try ClipProbe(path, format, ofFrames: true, isAbandoned).times
  }

  // MARK: ffmpeg

  /// Flags that stop a file from making ffmpeg open another file or the network, whatever its
  /// content or its name.
  static func safe(_ path: String, _ format: Format) -> [String] {
    [
      "-protocol_whitelist", "file,pipe", "-format_whitelist", format.rawValue, "-f",
      format.rawValue, "-i", "file:" + path,
    ]
  }

  private func readMovie(
    _ scale: Scale, from start: Int, _ inColor: Bool, _ mode: String,
    _ take: (Int, [UInt8]) -> Bool
  ) throws(CommandFailure) -> (count: Int, reason: String?) {
    guard let program = FFmpegProcess.program else { throw Self.missing(path, "ffmpeg") }
    let head = [program, "-nostdin", "-hide_banner", "-loglevel", "error"]
    let limits = ["-max_pixels", "\(Limits.clipPixels)"]
    let filter =
      "scale=\(scale.width):\(scale.height):flags=area,format=\(inColor ? "bgra" : "gray")"
    // Seeks to halfway between two frames, because times are rounded.
    let seek =
      start > 0
      ? ["-seek_timestamp", "1", "-ss", "\((times[start - 1] + times[start]) / 2)"] : []
    let tail = [
      "-map", "0:v:0", mode, "passthrough", "-vf", filter, "-f", "rawvideo", "pipe:1",
    ]
    let tool = try FFmpegProcess(
      head + limits + seek + Self.safe(path, format) + tail, .fromTool,
      isAbandoned: isAbandoned)
    var index = start
    let size = scale.width * scale.height * (inColor ? 4 : 1)
    while index < Limits.clipFrames {
      let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = unsafe tool.read(UnsafeMutableRawBufferPointer(buffer))
      }
      guard pixels.count == size else { break }
      guard take(index, pixels) else { return (index + 1 - start, nil) }
      index += 1
    }
    return (index - start, tool.end())
  }

  static func missing(_ path: String, _ tool: String) -> CommandFailure {
    .missingTool(
      "\(path) needs \(tool), which is not installed: apt install ffmpeg. A GIF or an animated PNG "
        + "needs nothing.")
  }

  // MARK: GIF and animated PNG

  private func readAnimation(
    _ scale: Scale, from start: Int, _ inColor: Bool, _ take: (Int, [UInt8]) -> Bool
  ) throws(CommandFailure) {
    let animation = try Animation(path, format)
    var index = 0
    while index < times.count, !isAbandoned(), let frame = try animation.next() {
      defer { index += 1 }
      guard index >= start else { continue }
      let reduce = inColor ? Self.color : Self.grey
      guard take(index, reduce(frame.pixels, width, Int(scale.x), scale)) else { return }
    }
  }

  /// The mean brightness (ITU-R BT.601) of blocks of factor × factor pixels.
  private static func grey(
    _ pixels: [UInt32], _ width: Int, _ factor: Int, _ scale: Scale
  ) -> [UInt8] {
    var grey = [UInt8](repeating: 0, count: scale.width * scale.height)
    let source = pixels.span
    for y in 0..<scale.height {
      for x in 0..<scale.width {
        var sum: UInt32 = 0
        for row in y * factor..<(y + 1) * factor {
          for column in x * factor..<(x + 1) * factor {
            let color = source[row * width + column]
            let (red, green, blue) = (color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF)
            sum &+= (77 &* red &+ 150 &* green &+ 29 &* blue) >> 8
          }
        }
        grey[y * scale.width + x] = UInt8(truncatingIfNeeded: sum / UInt32(factor * factor))
      }
    }
    return grey
  }

  /// The mean colour of blocks of factor × factor pixels, as blue, green, red and 255.
  private static func color(
    _ pixels: [UInt32], _ width: Int, _ factor: Int, _ scale: Scale
  ) -> [UInt8] {
    var bytes = [UInt8](repeating: 255, count: scale.width * scale.height * 4)
    let (source, count) = (pixels.span, UInt32(factor * factor))
    for index in 0..<scale.width * scale.height {
      let corner = index / scale.width * factor * width + index % scale.width * factor
      for channel in 0..<3 {
        var sum: UInt32 = 0
        for row in 0..<factor {
          for column in 0..<factor {
            sum &+= source[corner + row * width + column] >> UInt32(8 * channel) & 0xFF
          }
        }
        bytes[4 * index + channel] = UInt8(truncatingIfNeeded: sum / count)
      }
    }
    return bytes
  }

  /// Decodes a GIF or an animated PNG frame by frame.
  private struct Animation {
    let width, height: Int
    private let path: String
    private let step: () throws(ImageFileError) -> (pixels: [UInt32], seconds: Double)?

    init(_ path: String, _ format: Format) throws(CommandFailure) {
      self.path = path
      let bytes = try File.read(path, atMost: Limits.recordingBytes)
      do throws(ImageFileError) {
        if format == .gif {
          var decoder = try GIFDecoder(bytes)
          (width, height) = (decoder.width, decoder.height)
          step = { () throws(ImageFileError) in try decoder.next() }
        } else {
          var decoder = try APNGDecoder(bytes)
          (width, height) = (decoder.width, decoder.height)
          step = { () throws(ImageFileError) in try decoder.next() }
        }
      } catch {
        throw Self.failure(path, error)
      }
    }

    func next() throws(CommandFailure) -> (pixels: [UInt32], seconds: Double)? {
      do throws(ImageFileError) { return try step() } catch { throw Self.failure(path, error) }
    }

    private static func failure(_ path: String, _ error: ImageFileError) -> CommandFailure {
      switch error {
      case .truncated: .badFile("\(path) is cut off. Export it again.")
      case .badSize(let width, let height):
        .badFile("\(path) has frames of \(width) × \(height) pixels, more than are read.")
      case .unsupported:
        .badFile(
          "\(path) is a kind of PNG that is not read: only RGB and RGBA "
            + "with 8 bits a channel, not interlaced.")
      default: .badFile("\(path) is damaged. Export it again.")
      }
    }
  }
}
