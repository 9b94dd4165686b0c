import Glibc
import ImageFile
import TestSupport
import Testing

/// Decodes files with Python's standard library, as a second opinion.
enum IndependentReader {
  /// A script that failed, and its output.
  struct Failure: Error {
    let words: String
  }

  /// The output of a Python script, which has the file's bytes in `data`.
  static func run(_ script: String, on file: [UInt8]) throws -> String {
    let folder = try TemporaryFolder()
    let picture = folder.file("picture")
    let stream = try #require(fopen(picture, "wb"))
    fwrite(file, 1, file.count, stream)
    fclose(stream)
    let process = try ChildProcess(
      "python3", ["-c", "data = open('\(picture)', 'rb').read()\n" + script],
      output: folder.file("output"), errors: folder.file("errors"))
    guard eventually({ process.exitStatus }) == 0 else {
      throw Failure(words: contents(of: folder.file("errors")))
    }
    return contents(of: folder.file("output"))
  }

  /// Python code that sets `frames` to the RGB bytes of each displayed picture in `data`, in
  /// hexadecimal.
  ///
  /// Names as in the PNG specification: a is the byte to the left, b above, c above left, p Paeth's
  /// estimate.
  static let readFrames = """
    import struct, zlib
    place, name, rect, picture, frames, parts = 8, '', None, None, [], b''
    def show():
      global picture
      x0, y0, w, h = rect
      raw, above = zlib.decompress(parts), bytes(3 * w)
      assert len(raw) == h * (3 * w + 1)
      if picture is None: picture = [bytearray(3 * width) for _ in range(height)]
      for y in range(h):
        kind, row = raw[y * (3 * w + 1)], bytearray(raw[y * (3 * w + 1) + 1:(y + 1) * (3 * w + 1)])
        for i in range(3 * w):
          a, b, c = row[i - 3] if i > 2 else 0, above[i], above[i - 3] if i > 2 else 0
          p = a + b - c
          near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
          row[i] = (row[i] + [0, a, b, (a + b) // 2, near][kind]) % 256
        picture[y0 + y][3 * x0:3 * (x0 + w)] = row
        above = row
      frames.append(b''.join(picture).hex())
    while place < len(data):
      length, name = struct.unpack('>I4s', data[place:place + 8])
      content = data[place + 8:place + 8 + length]
      assert zlib.crc32(name + content) == struct.unpack('>I', data[place + 8 + length:][:4])[0]
      if name == b'IHDR':
        width, height = struct.unpack('>II', content[:8])
        rect = (0, 0, width, height)
        assert content[8:] == bytes([8, 2, 0, 0, 0])
      if name in (b'fcTL', b'IEND'):
        if parts: show()
        parts = b''
      if name == b'fcTL':
        w, h, x, y = struct.unpack('>4I', content[4:20])
        rect = (x, y, w, h)
      if name == b'IDAT': parts += content
      if name == b'fdAT': parts += content[4:]
      place += 12 + length

    """
}

@Suite(.enabled(if: Tool.python3.isInstalled, "python3 is not installed"))
struct IndependentReaderTests {
  private func hex(_ pixels: [UInt32]) -> String {
    pixels.map { pixel in
      let digits = String(pixel & 0xFF_FFFF, radix: 16)
      return String(repeating: "0", count: 6 - digits.count) + digits
    }.joined()
  }

  @Test func `an independent reader decodes the same still picture`() throws {
    let pixels = PNGTests.picture(width: 33, height: 47)
    let file = PNGEncoder().encode(width: 33, height: 47, pixels: pixels)
    let seen = try IndependentReader.run(
      IndependentReader.readFrames + "print(frames[0])", on: file)
    #expect(seen == hex(pixels) + "\n")
  }

  @Test func `an independent reader decodes the same frames`() throws {
    let pictures = [(3, 4), (8, 6), (8, 6), (0, 0), (19, 9)].map { APNGTests.dot($0.0, $0.1) }
    var animation = APNGEncoder(width: 20, height: 10)
    for picture in pictures { animation.append(picture, delay: FrameDelay(1, 30)) }
    let seen = try IndependentReader.run(
      IndependentReader.readFrames + "print(chr(10).join(frames))", on: animation.finish())
    #expect(seen == pictures.map(hex).joined(separator: "\n") + "\n")
  }
}
