internal import CZlib

/// Compression, decompression and checksums for whole byte arrays.
enum Zlib {
  /// Compresses to a zlib stream, which depends only on the bytes and the level.
  static func compress(_ bytes: [UInt8], level: Int) -> [UInt8] {
    unsafe [UInt8](
      unsafeUninitializedCapacity: Int(compressBound(UInt(bytes.count)))
    ) { room, count in
      // In: the capacity. Out: the bytes used.
      var length = UInt(room.count)
      let code = unsafe compress2(
        room.baseAddress, &length, bytes, UInt(bytes.count), Int32(level))
      // With capacity for the worst case and a valid level, only memory can run out.
      precondition(code == Z_OK, "zlib ran out of memory")
      count = Int(length)
    }
  }

  /// Decompresses a zlib stream, whose content must be exactly `count` bytes long.
  static func decompress(_ stream: [UInt8], count: Int) throws(ImageFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var length = UInt(count)
    let code = unsafe uncompress(&bytes, &length, stream, UInt(stream.count))
    guard code == Z_OK, length == UInt(count) else { throw .badData(code: code) }
    return bytes
  }

  /// The CRC-32 used in PNG chunks.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      UInt32(unsafe crc32_z(0, bytes.baseAddress, bytes.count))
    }
  }
}
