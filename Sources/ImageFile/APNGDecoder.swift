internal import FeelGeometry

/// Decodes an animated PNG frame by frame, each as displayed.
///
/// Supports the same kinds of PNG as ``PNGDecoder``; a PNG without animation has one frame.
/// Source: PNG Specification, Third Edition (W3C), § 11.3.4, "Animation information".
public struct APNGDecoder: Sendable {
  /// Width of every frame, in pixels.
  public let width: Int
  /// Height of every frame, in pixels.
  public let height: Int

  private let file: [UInt8]
  private var place: Int
  private let format: ChannelFormat
  private var canvas: [UInt32]
  private var isOver = false

  /// The parameters before a frame that determine how it is shown.
  private struct Control {
    let rect: PixelRect
    let seconds: Double
    let disposal: UInt8
    let blends: Bool
  }

  /// Reads a file's header.
  ///
  /// - Throws: `ImageFileError` when it is not a PNG, or of an unsupported kind.
  public init(_ file: [UInt8]) throws(ImageFileError) {
    guard file.starts(with: ChunkWriter.signature) else { throw .wrongSignature }
    let chunk = try PNGDecoder.Chunk(file, at: ChunkWriter.signature.count)
    guard chunk.name == "IHDR" else { throw .unexpectedChunk(chunk.name, offset: chunk.start) }
    let header = try PNGDecoder.Header(chunk)
    (width, height, format) = (header.width, header.height, header.format)
    (self.file, place) = (file, chunk.end)
    guard width * height <= GIFDecoder.largestCount else {
      throw .badSize(width: width, height: height)
    }
    canvas = [UInt32](repeating: 0, count: width * height)
  }

  /// The next frame: straight 0xAARRGGBB, row-major, and its duration in seconds; `nil` at the end.
  ///
  /// - Throws: `ImageFileError` if the file is truncated or invalid.
  public mutating func next() throws(ImageFileError) -> (pixels: [UInt32], seconds: Double)? {
    var control: Control?
    var stream: [UInt8] = []
    while !isOver {
      let chunk = try PNGDecoder.Chunk(file, at: place)
      let isData = chunk.name == "IDAT" || chunk.name == "fdAT"
      // A frame's data ends at the next frame, or at the end of the file.
      if !stream.isEmpty, !isData { return try show(stream, control) }
      place = chunk.end
      switch chunk.name {
      case "fcTL": control = try self.control(chunk)
      // The still image for viewers without animation is not a frame.
      case "IDAT" where control != nil: stream += chunk.content
      case "fdAT" where control != nil: stream += chunk.content.dropFirst(4)
      case "IEND": isOver = true
      default: break
      }
    }
    return nil
  }

  private func control(_ chunk: PNGDecoder.Chunk) throws(ImageFileError) -> Control {
    let content = Array(chunk.content)
    guard content.count == 26 else { throw .unexpectedChunk(chunk.name, offset: chunk.start) }
    let rect = PixelRect(
      x: content.number(at: 12), y: content.number(at: 16), width: content.number(at: 4),
      height: content.number(at: 8))
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    guard !rect.isEmpty, rect.intersection(whole) == rect else {
      throw .badSize(width: rect.width, height: rect.height)
    }
    let shares = (
      Int(content[20]) << 8 | Int(content[21]), Int(content[22]) << 8 | Int(content[23])
    )
    return Control(
      rect: rect, seconds: Double(shares.0) / Double(shares.1 == 0 ? 100 : shares.1),
      disposal: content[24], blends: content[25] == 1)
  }

  private mutating func show(
    _ stream: [UInt8], _ control: Control?
  ) throws(ImageFileError) -> (pixels: [UInt32], seconds: Double)? {
    guard let control else { return nil }
    let rect = control.rect
    let pixels = try PNGDecoder.pixels(stream, width: rect.width, height: rect.height, format)
    let before = control.disposal == 2 ? canvas : []
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let pixel = pixels[y * rect.width + x]
        // Instead of blending partial transparency, use whichever pixel is closer.
        if control.blends, pixel >> 24 < 128 { continue }
        canvas[(rect.y0 + y) * width + rect.x0 + x] = pixel
      }
    }
    let shown = canvas
    if control.disposal == 2 {
      canvas = before
    } else if control.disposal == 1 {
      for y in rect.y0..<rect.y1 { for x in rect.x0..<rect.x1 { canvas[y * width + x] = 0 } }
    }
    return (shown, control.seconds)
  }
}
