internal import ImageFile

/// The size, number and rate of a video's frames.
package struct FrameShape: Hashable {
  /// In device pixels.
  var width: Int
  /// In device pixels.
  var height: Int
  var count: Int
  var framesPerSecond: Double

  package init(width: Int, height: Int, count: Int, framesPerSecond: Double) {
    (self.width, self.height) = (width, height)
    (self.count, self.framesPerSecond) = (count, framesPerSecond)
  }
}

/// A destination for rendered frames.
package protocol FrameSink {
  /// The output path; for a new file, known for certain only after `finish()`.
  var path: String { get }
  /// The number of sample frames, spread over the video, to append before the first one, from which
  /// the palette is made.
  var sampleCount: Int { get }
  /// Appends a frame: 0x00RRGGBB with anything in the top byte, row-major.
  mutating func append(_ pixels: [UInt32]) throws(CommandFailure)
  /// Ends the output, after at least one frame; a sink dropped before that leaves no partial file.
  mutating func finish() throws(CommandFailure)
}

extension FrameSink {
  /// By default, no samples: colours are not reduced.
  var sampleCount: Int { 0 }
}

/// One picture in a PNG file.
struct StillSink: FrameSink {
  let path: String
  let width: Int
  let height: Int

  mutating func append(_ pixels: [UInt32]) throws(CommandFailure) {
    try File.write(PNGEncoder().encode(width: width, height: height, pixels: pixels), to: path)
  }

  mutating func finish() throws(CommandFailure) {}
}

/// A folder of PNG files, frame-00000.png first.
struct FolderSink: FrameSink {
  let path: String
  let width: Int
  let height: Int
  private var count = 0
  // Saves compressing identical consecutive frames again.
  private var last: (pixels: [UInt32], image: [UInt8])?

  /// Makes the folder.
  init(path: String, width: Int, height: Int) throws(CommandFailure) {
    (self.path, self.width, self.height) = (path, width, height)
    try File.makeFolder(path)
  }

  mutating func append(_ pixels: [UInt32]) throws(CommandFailure) {
    let number = String(count)
    let name = "frame-" + String(repeating: "0", count: max(0, 5 - number.count)) + number + ".png"
    // Level 1: such files are soon read by other programs, so speed matters more than size.
    let image =
      last?.pixels == pixels
      ? last?.image ?? []
      : PNGEncoder(level: 1).encode(width: width, height: height, pixels: pixels)
    last = (pixels, image)
    try File.write(image, to: path.hasSuffix("/") ? path + name : path + "/" + name)
    count += 1
  }

  /// Nothing to do: each frame was written as a whole.
  mutating func finish() throws(CommandFailure) {}
}

/// An animated PNG.
struct AnimationSink: FrameSink {
  var path: String { file.path }
  private let file: OutputFile
  private let delay: FrameDelay
  private var encoder: APNGEncoder

  /// Starts the animation.
  ///
  /// - Throws: `CommandFailure` when the file cannot be written, before any work is done.
  init(path: String, keepsOthers: Bool, _ shape: FrameShape) throws(CommandFailure) {
    file = try OutputFile(path, keepsOthers: keepsOthers)
    // In hundredths of a frame per second: 59.94 becomes 100/5994 s.
    delay = FrameDelay(100, UInt16(min(65_535, (shape.framesPerSecond * 100).rounded())))
    encoder = APNGEncoder(width: shape.width, height: shape.height)
  }

  mutating func append(_ pixels: [UInt32]) throws(CommandFailure) {
    encoder.append(pixels, delay: delay)
  }

  mutating func finish() throws(CommandFailure) {
    try file.append(encoder.finish())
    try file.finish()
  }
}
