/// Why a file could not be read as a PNG.
public enum ImageFileError: Error, Hashable, Sendable {
  /// The file does not begin as files of its kind do.
  case notPNG
  /// The file ends within a chunk, or lacks its end; where, in bytes.
  case truncated(offset: Int)
  /// A chunk's checksum does not fit its content; the chunk's name and place in bytes.
  case badChecksum(chunk: String, offset: Int)
  /// A chunk stands where it may not, or is one that only a newer reader understands.
  case unexpectedChunk(String, offset: Int)
  /// The sides are zero, too large for this reader, or more than the data can fill.
  case badSize(width: Int, height: Int)
  /// A kind of PNG that this reader does not read: only 8-bit RGB and RGBA, not interlaced.
  case unsupported(bitDepth: Int, colorType: Int, interlace: Int)
  /// The compressed data is broken or of another length than the sides ask for; zlib's error
  /// number.
  case badData(code: Int32)
  /// A row names a filter that does not exist.
  case badFilter(UInt8, row: Int)
}
