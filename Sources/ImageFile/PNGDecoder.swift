/// Decodes PNG files with 8-bit RGB or RGBA, not interlaced.
///
/// Verifies every chunk's checksum. Of an animation, decodes the default image. Ancillary
/// information (colour profiles, text, a transparent colour) is ignored.
/// Source: PNG Specification, Third Edition (W3C).
public enum PNGDecoder {
  /// The maximum number of pixels; larger images are rejected.
  public static let largestCount = 1 << 28

  /// Decodes a file; without an alpha channel, every pixel is opaque.
  public static func decode(_ file: [UInt8]) throws(ImageFileError) -> Bitmap {
    guard file.starts(with: ChunkWriter.signature) else { throw .wrongSignature }
    var offset = ChunkWriter.signature.count
    var header: Header?
    var stream: [UInt8] = []
    while true {
      let chunk = try Chunk(file, at: offset)
      switch (chunk.name, header) {
      case ("IHDR", nil): header = try Header(chunk)
      case ("IDAT", .some): stream += chunk.content
      case ("IEND", .some(let header)):
        let (width, height) = (header.width, header.height)
        let pixels = try pixels(stream, width: width, height: height, header.format)
        return Bitmap(width: width, height: height, pixels: pixels)
      // The palette of an RGB file is only a hint for displays with few colours.
      case (_, .some) where chunk.mayBeSkipped || chunk.name == "PLTE": break
      default: throw .unexpectedChunk(chunk.name, offset: offset)
      }
      offset = chunk.end
    }
  }

  /// Decodes the pixels of an image, or of a frame of an animation.
  static func pixels(
    _ stream: [UInt8], width: Int, height: Int, _ format: ChannelFormat
  ) throws(ImageFileError) -> [UInt32] {
    let step = format.bytesPerPixel
    // A filter byte, then the row's bytes.
    let rowLength = 1 + width * step
    // Deflate compresses by a factor of at most 1032, so a header cannot claim memory without
    // sufficient data.
    guard rowLength * height <= (stream.count + 1) * 1032 else {
      throw .badSize(width: width, height: height)
    }
    let bytes = try Zlib.decompress(stream, count: rowLength * height)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    // Both rows start with a pixel of zeros, the filters' left neighbour of the first pixel.
    var row = [UInt8](repeating: 0, count: step + width * step)
    var above = row
    for y in 0..<height {
      let start = y * rowLength
      guard let filter = RowFilter(rawValue: bytes[start]) else {
        throw .badFilter(bytes[start], row: y)
      }
      for i in 0..<rowLength - 1 { row[step + i] = bytes[start + 1 + i] }
      filter.undo(&row, above: above, step: step)
      for i in stride(from: step, to: row.count, by: step) {
        let color = UInt32(row[i]) << 16 | UInt32(row[i + 1]) << 8 | UInt32(row[i + 2])
        let alpha = format == .rgba ? UInt32(row[i + 3]) : 0xFF
        pixels.append(alpha << 24 | color)
      }
      swap(&row, &above)
    }
    return pixels
  }

  /// The content of the header chunk.
  struct Header {
    let width: Int
    let height: Int
    let format: ChannelFormat

    init(_ chunk: Chunk) throws(ImageFileError) {
      let content = Array(chunk.content)
      guard content.count == 13 else {
        throw .unexpectedChunk(chunk.name, offset: chunk.start)
      }
      (width, height) = (content.number(at: 0), content.number(at: 4))
      let (depth, color, interlace) = (content[8], content[9], content[12])
      let (compression, filters) = (content[10], content[11])
      let isKnown = depth == 8 && (color == 2 || color == 6) && interlace == 0
      guard isKnown, compression == 0, filters == 0 else {
        throw .unsupported(
          bitDepth: Int(depth), colorType: Int(color), interlace: Int(interlace))
      }
      guard width > 0, height > 0, width < 1 << 31, height < 1 << 31,
        width <= PNGDecoder.largestCount / height
      else { throw .badSize(width: width, height: height) }
      format = color == 2 ? .rgb : .rgba
    }
  }

  /// A chunk of the file, with its checksum verified.
  struct Chunk {
    let name: String
    /// The start of the chunk in the file, at its length field.
    let start: Int
    /// The start of the next chunk.
    let end: Int
    let content: ArraySlice<UInt8>
    /// Whether a decoder may skip an unknown chunk: its name starts with a lower-case letter.
    let mayBeSkipped: Bool

    init(_ file: [UInt8], at start: Int) throws(ImageFileError) {
      // 12 bytes for length, name and checksum, besides the content.
      guard file.count - start >= 12 else { throw .truncated(offset: file.count) }
      let length = file.number(at: start)
      guard length <= file.count - start - 12 else { throw .truncated(offset: file.count) }
      self.start = start
      end = start + 12 + length
      content = file[start + 8..<end - 4]
      name = String(decoding: file[start + 4..<start + 8], as: UTF8.self)
      mayBeSkipped = file[start + 4] & 0x20 != 0
      let expected = Int(Zlib.checksum(file[start + 4..<end - 4]))
      guard file.number(at: end - 4) == expected else {
        throw .badChecksum(chunk: name, offset: start)
      }
    }
  }
}

extension [UInt8] {
  /// The big-endian 32-bit number at an index.
  func number(at index: Int) -> Int {
    Int(self[index]) << 24 | Int(self[index + 1]) << 16 | Int(self[index + 2]) << 8
      | Int(self[index + 3])
  }
}
