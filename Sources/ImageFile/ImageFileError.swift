/// Why a file could not be decoded.
public enum ImageFileError: Error, Hashable, Sendable {
  /// The file does not start with the signature of its format.
  case wrongSignature
  /// The file ends within a chunk, or lacks its end; at this byte.
  case truncated(offset: Int)
  /// A chunk's checksum does not match its content; the chunk's name and byte offset.
  case badChecksum(chunk: String, offset: Int)
  /// A chunk is in the wrong place, or a critical one this decoder does not know.
  case unexpectedChunk(String, offset: Int)
  /// A side is zero or too large for this decoder, or the data are too short for the size.
  case badSize(width: Int, height: Int)
  /// An unsupported kind of PNG: only 8-bit RGB and RGBA, not interlaced.
  case unsupported(bitDepth: Int, colorType: Int, interlace: Int)
  /// The compressed data are invalid, or do not have the length implied by the size; zlib's error
  /// code.
  case badData(code: Int32)
  /// A row has an unknown filter.
  case badFilter(UInt8, row: Int)
}
