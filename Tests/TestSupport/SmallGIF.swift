/// Animated pictures for tests.
public enum SmallGIF {
  /// A GIF of frames with up to four colours, each uncompressed: a clear code after every few
  /// pixels keeps the codes short.
  public static func file(
    width: Int, height: Int,
    _ frames: [(x: Int, y: Int, width: Int, pixels: [UInt8], delay: UInt8, flags: UInt8)],
    isInterlaced: Bool = false
  ) -> [UInt8] {
    let number: (Int) -> [UInt8] = { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    var file = Array("GIF89a".utf8) + number(width) + number(height) + [0x81, 0, 0]
    file += [0, 0, 0, 255, 0, 0, 0, 255, 0, 255, 255, 255]
    for frame in frames {
      file += [0x21, 0xF9, 4, frame.flags, frame.delay, 0, 3, 0, 0x2C]
      file += number(frame.x) + number(frame.y) + number(frame.width)
      file += number(frame.pixels.count / frame.width) + [isInterlaced ? 0x40 : 0, 2]
      var (bytes, buffer, bits) = ([UInt8](), 0, 0)
      func put(_ code: Int) {
        buffer |= code << bits
        bits += 3
        while bits >= 8 {
          bytes.append(UInt8(buffer & 0xFF))
          buffer >>= 8
          bits -= 8
        }
      }
      for (index, pixel) in frame.pixels.enumerated() {
        if index % 2 == 0 { put(4) }
        put(Int(pixel))
      }
      put(5)
      bytes.append(UInt8(buffer & 0xFF))
      for start in stride(from: 0, to: bytes.count, by: 255) {
        let block = bytes[start..<min(bytes.count, start + 255)]
        file += [UInt8(block.count)] + block
      }
      file.append(0)
    }
    return file + [0x3B]
  }
}
