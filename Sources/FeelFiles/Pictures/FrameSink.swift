internal import ImageFile

/// How large frames are, how many there will be, and how fast they follow each other.
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

/// Where rendered frames go.
package protocol FrameSink {
  /// Where they go; of a new file, where they went once it is finished.
  var path: String { get }
  /// How many frames it wants to see before the first one, from all over the film, to choose its
  /// colours by.
  var sampleCount: Int { get }
  /// Takes the next frame: 0x00RRGGBB with anything in the top byte, row-major.
  mutating func append(_ pixels: [UInt32]) throws(CommandFailure)
  /// Ends the output; there was at least one frame. One that is given up before leaves nothing
  /// half-written.
  mutating func finish() throws(CommandFailure)
}

extension FrameSink {
  /// Colours are kept as they are.
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
  // A frame like the one before is not compressed again.
  private var last: (pixels: [UInt32], image: [UInt8])?

  /// Makes the folder.
  init(path: String, width: Int, height: Int) throws(CommandFailure) {
    (self.path, self.width, self.height) = (path, width, height)
    try File.makeFolder(path)
  }

  mutating func append(_ pixels: [UInt32]) throws(CommandFailure) {
    let number = String(count)
    let name = "frame-" + String(repeating: "0", count: max(0, 5 - number.count)) + number + ".png"
    // Folders are made for other programs to read soon: speed counts more than size.
    let image =
      last?.pixels == pixels
      ? last?.image ?? []
      : PNGEncoder(level: 1).encode(width: width, height: height, pixels: pixels)
    last = (pixels, image)
    try File.write(image, to: path.hasSuffix("/") ? path + name : path + "/" + name)
    count += 1
  }

  /// Frames that are whole stay, whatever comes after them.
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
  /// - Throws: `CommandFailure` when the file cannot be written: it is told before the work and not
  ///   after it.
  init(path: String, keepsOthers: Bool, _ shape: FrameShape) throws(CommandFailure) {
    file = try OutputFile(path, keepsOthers: keepsOthers)
    // Hundredths of a frame a second are kept: 59.94 is 100/5994 s.
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
