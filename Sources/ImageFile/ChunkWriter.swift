/// Collects the chunks of a PNG file.
struct ChunkWriter {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private(set) var bytes = signature

  /// Adds a chunk: its content's length, name, content and checksum.
  mutating func append(_ name: String, _ content: [UInt8]) {
    precondition(content.count < 1 << 31, "a chunk is shorter than 2^31 bytes")
    bytes += UInt32(content.count).bigEndianBytes
    let start = bytes.count
    bytes += name.utf8
    bytes += content
    bytes += Zlib.checksum(bytes[start...]).bigEndianBytes
  }

  /// Adds the header chunk of a non-interlaced image.
  mutating func appendHeader(width: Int, height: Int, _ format: ChannelFormat) {
    let sides = UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes
    append("IHDR", sides + [8, format.colorType, 0, 0, 0])
  }
}

extension FixedWidthInteger {
  /// The bytes of the number, most significant first.
  var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: self >> $0)
    }
  }
}
