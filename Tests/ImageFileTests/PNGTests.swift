import ImageFile
import Testing

@Suite struct PNGTests {
  /// Pixels with flat areas, ramps and noise, so that every filter is used.
  static func picture(width: Int, height: Int) -> [UInt32] {
    var noise: UInt32 = 0x1234_5678
    return (0..<width * height).map { place in
      let (x, y) = (UInt32(place % width), UInt32(place / width))
      noise = noise &* 1_664_525 &+ 1_013_904_223
      return switch (place / width / 4) % 4 {
      case 0: 0xFFD9_D9DF
      case 1: 0x8000_0000 | (x * 3 & 255) << 16 | (y * 7 & 255) << 8 | (x + y) & 255
      case 2: noise
      default: (x * 5 & 255) << 24 | (y * 9 & 255) * 0x01_0101
      }
    }
  }

  static let sizes = [(1, 1), (1, 40), (40, 1), (33, 47), (64, 64)]

  @Test(arguments: sizes)
  func `RGBA pixels are read back as written`(_ width: Int, _ height: Int) throws {
    let bitmap = Bitmap(
      width: width, height: height, pixels: Self.picture(width: width, height: height))
    #expect(try PNGDecoder.decode(PNGEncoder(format: .rgba).encode(bitmap)) == bitmap)
  }

  @Test(arguments: sizes)
  func `RGB pixels are read back opaque`(_ width: Int, _ height: Int) throws {
    let pixels = Self.picture(width: width, height: height)
    let file = PNGEncoder().encode(width: width, height: height, pixels: pixels)
    let read = try PNGDecoder.decode(file)
    #expect(read.pixels == pixels.map { $0 | 0xFF00_0000 })
  }

  @Test(arguments: 0...9)
  func `every compression level keeps every pixel`(_ level: Int) throws {
    let bitmap = Bitmap(width: 40, height: 40, pixels: Self.picture(width: 40, height: 40))
    let file = PNGEncoder(format: .rgba, level: level).encode(bitmap)
    #expect(try PNGDecoder.decode(file) == bitmap)
  }

  @Test func `the same pixels give the same bytes`() {
    let pixels = Self.picture(width: 50, height: 50)
    let first = PNGEncoder().encode(width: 50, height: 50, pixels: pixels)
    #expect(PNGEncoder().encode(width: 50, height: 50, pixels: pixels) == first)
  }

  @Test func `a picture of one colour compresses to a small file`() {
    let pixels = [UInt32](repeating: 0x1A5FB4, count: 400 * 300)
    #expect(PNGEncoder().encode(width: 400, height: 300, pixels: pixels).count < 1200)
  }

  @Test func `repeated shapes compress to a small file`() {
    // Letters of nine kinds in random order, like a text: differences from the row above would hide
    // repetitions.
    var noise: UInt32 = 7
    func next(_ count: UInt32) -> UInt32 {
      noise = noise &* 1_664_525 &+ 1_013_904_223
      return (noise >> 16) % count
    }
    let letters = (0..<9).map { _ in
      (0..<64).map { _ in next(6) == 0 ? next(256) * 0x01_0101 : 0x90_9090 }
    }
    let text = (0..<50 * 40).map { _ in Int(next(9)) }
    let pixels = (0..<320 * 400).map { place in
      let (x, y) = (place % 400, place / 400)
      return letters[text[y / 8 * 50 + x / 8]][y % 8 * 8 + x % 8]
    }
    let file = PNGEncoder().encode(width: 400, height: 320, pixels: pixels)
    #expect(file.count < 22_000)
    #expect((try? PNGDecoder.decode(file))?.pixels == pixels.map { $0 | 0xFF00_0000 })
  }

  @Test func `a file without a PNG signature is refused`() {
    #expect(throws: ImageFileError.wrongSignature) { try PNGDecoder.decode([]) }
    #expect(throws: ImageFileError.wrongSignature) { try PNGDecoder.decode(Array("GIF89a".utf8)) }
  }

  @Test func `a file truncated anywhere is refused`() {
    let file = PNGEncoder().encode(width: 3, height: 3, pixels: Self.picture(width: 3, height: 3))
    for length in 8..<file.count {
      #expect(throws: ImageFileError.truncated(offset: length)) {
        try PNGDecoder.decode(Array(file.prefix(length)))
      }
    }
  }

  @Test func `any changed byte is detected`() {
    let file = PNGEncoder().encode(width: 9, height: 9, pixels: Self.picture(width: 9, height: 9))
    for place in file.indices {
      var broken = file
      broken[place] ^= 0x10
      #expect(throws: ImageFileError.self) { try PNGDecoder.decode(broken) }
    }
  }

  @Test func `a wrong checksum is reported with its chunk`() {
    var file = PNGEncoder().encode(width: 1, height: 1, pixels: [0])
    file[16] ^= 1
    #expect(throws: ImageFileError.badChecksum(chunk: "IHDR", offset: 8)) {
      try PNGDecoder.decode(file)
    }
  }

  @Test func `a wrong number of pixels is refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = PNGEncoder().encode(width: 2, height: 2, pixels: [0, 0, 0])
    }
  }
}
