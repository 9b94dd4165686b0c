import ImageFile
import Testing

@Suite struct APNGTests {
  /// A single-colour picture with a dot in another colour.
  static func dot(_ x: Int, _ y: Int, width: Int = 20, height: Int = 10) -> [UInt32] {
    var pixels = [UInt32](repeating: 0xF3F3F5, count: width * height)
    pixels[y * width + x] = 0x1A5FB4
    return pixels
  }

  struct Chunk {
    var name: String
    var content: [UInt8]
    /// The big-endian number at an offset in the content.
    func number(_ place: Int) -> Int {
      content[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  static func chunks(_ file: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var place = 8
    while place < file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
      chunks.append(Chunk(name: name, content: Array(file[place + 8..<place + 8 + length])))
      place += 12 + length
    }
    return chunks
  }

  @Test func `a viewer without animation sees the first frame`() throws {
    var animation = APNGEncoder(width: 20, height: 10)
    animation.append(Self.dot(3, 4), delay: FrameDelay(1, 60))
    animation.append(Self.dot(8, 4), delay: FrameDelay(1, 60))
    let read = try PNGDecoder.decode(animation.finish())
    #expect(read.pixels == Self.dot(3, 4).map { $0 | 0xFF00_0000 })
  }

  @Test func `chunks are in order and numbered consecutively`() {
    var animation = APNGEncoder(width: 20, height: 10, plays: 3)
    for x in 0..<3 { animation.append(Self.dot(x, 2), delay: FrameDelay(1, 30)) }
    let chunks = Self.chunks(animation.finish())
    #expect(
      chunks.map(\.name) == [
        "IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND",
      ])
    #expect(chunks[1].number(0) == 3 && chunks[1].number(4) == 3)
    let numbered = chunks.filter { $0.name == "fcTL" || $0.name == "fdAT" }
    #expect(numbered.map { $0.number(0) } == [0, 1, 2, 3, 4])
  }

  @Test func `a frame stores only the rectangle that changed`() {
    var animation = APNGEncoder(width: 20, height: 10)
    animation.append(Self.dot(3, 4), delay: FrameDelay(1, 60))
    animation.append(Self.dot(8, 6), delay: FrameDelay(7, 60))
    animation.append(Self.dot(8, 6).map { $0 | 0xFF00_0000 }, delay: FrameDelay(1, 60))
    let frames = Self.chunks(animation.finish()).filter { $0.name == "fcTL" }
    let rects = frames.map { frame in [4, 8, 12, 16].map { frame.number($0) } }
    #expect(rects[0] == [20, 10, 0, 0])
    #expect(rects[1] == [6, 3, 3, 4])
    #expect(rects[2] == [1, 1, 0, 0], "an unused top byte is no change")
    #expect(Array(frames[1].content[20..<24]) == [0, 7, 0, 60])
  }

  @Test func `an animation without frames is refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = APNGEncoder(width: 2, height: 2).finish()
    }
  }
}
