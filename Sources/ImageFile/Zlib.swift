internal import CZlib

/// Compression, decompression and checksums of whole byte arrays.
enum Zlib {
  /// The bytes as a zlib stream; the same bytes and level give the same stream.
  static func compress(_ bytes: [UInt8], level: Int) -> [UInt8] {
    unsafe [UInt8](
      unsafeUninitializedCapacity: Int(compressBound(UInt(bytes.count)))
    ) { room, count in
      // The room there is; after the call, what was used of it.
      var length = UInt(room.count)
      let code = unsafe compress2(
        room.baseAddress, &length, bytes, UInt(bytes.count), Int32(level))
      // Room for the worst case and a valid level leave one way to fail.
      precondition(code == Z_OK, "zlib ran out of memory")
      count = Int(length)
    }
  }

  /// The content of a zlib stream, which must be exactly `count` bytes long.
  static func decompress(_ stream: [UInt8], count: Int) throws(ImageFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var length = UInt(count)
    let code = unsafe uncompress(&bytes, &length, stream, UInt(stream.count))
    guard code == Z_OK, length == UInt(count) else { throw .badData(code: code) }
    return bytes
  }

  /// The CRC-32 of bytes, as PNG chunks carry it.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      UInt32(unsafe crc32_z(0, bytes.baseAddress, bytes.count))
    }
  }
}
