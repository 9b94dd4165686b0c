import ImageFile
import TestSupport
import Testing

/// The frames of GIF and animated PNG files, as displayed.
struct AnimationTests {
  private static func frames(
    _ file: [UInt8]
  ) throws -> [(pixels: [UInt32], seconds: Double)] {
    var decoder = try GIFDecoder(file)
    var frames: [(pixels: [UInt32], seconds: Double)] = []
    while let frame = try decoder.next() { frames.append(frame) }
    return frames
  }

  private static let (red, green, blue): (UInt32, UInt32, UInt32) = (
    0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF
  )

  @Test func `GIF frames are composed over each other with their own delays`() throws {
    // The second frame is a single pixel; the third has a transparent one, and the fourth is
    // cleared afterwards.
    let file = SmallGIF.file(
      width: 2, height: 2,
      [
        (0, 0, 2, [1, 1, 2, 2], 3, 0), (1, 0, 1, [2], 4, 0), (0, 1, 2, [3, 1], 1, 1),
        (0, 0, 1, [2], 5, 2 << 2), (1, 1, 1, [2], 2, 0),
      ])
    let shown = try Self.frames(file)
    #expect(
      shown.map(\.pixels) == [
        [Self.red, Self.red, Self.green, Self.green],
        [Self.red, Self.green, Self.green, Self.green],
        [Self.red, Self.green, Self.green, Self.red],
        [Self.green, Self.green, Self.green, Self.red],
        [0, Self.green, Self.green, Self.green],
      ])
    // A delay of 0.01 s becomes 0.1 s, as in browsers.
    #expect(shown.map(\.seconds) == [0.03, 0.04, 0.1, 0.05, 0.02])
  }

  @Test func `interlaced GIF rows are put in their places`() throws {
    let order: [UInt8] = [0, 1, 2, 3, 0, 1, 2, 3]
    // Rows 0, 4, 2, 6, 1, 3, 5, 7 are written in that order.
    let written: [UInt8] = [0, 0, 2, 2, 1, 3, 1, 3]
    let file = SmallGIF.file(width: 1, height: 8, [(0, 0, 1, written, 2, 0)], isInterlaced: true)
    let plain = SmallGIF.file(width: 1, height: 8, [(0, 0, 1, order, 2, 0)])
    #expect(try Self.frames(file).map(\.pixels) == Self.frames(plain).map(\.pixels))
  }

  @Test func `a truncated or invalid GIF is refused, and a damaged one does not crash`() throws {
    let file = SmallGIF.file(width: 2, height: 2, [(0, 0, 2, [1, 1, 2, 2], 3, 0)])
    for count in 0..<file.count {
      #expect(throws: ImageFileError.self) { try Self.frames(Array(file[..<count])) }
    }
    for index in 6..<file.count {
      var damaged = file
      damaged[index] ^= 0xFF
      _ = try? Self.frames(damaged)
    }
    #expect(throws: ImageFileError.self) {
      try GIFDecoder(Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0])
    }
  }

  @Test func `an animated PNG is read back as written, a truncated one is refused`() throws {
    let pictures = [(1, 2), (5, 2), (5, 7), (19, 9)].map { APNGTests.dot($0.0, $0.1) }
    var animation = APNGEncoder(width: 20, height: 10)
    for picture in pictures { animation.append(picture, delay: FrameDelay(1, 50)) }
    let file = animation.finish()
    var decoder = try APNGDecoder(file)
    for picture in pictures {
      let frame = try #require(try decoder.next())
      #expect(frame.pixels == picture.map { $0 | 0xFF00_0000 })
      #expect(frame.seconds == 0.02)
    }
    #expect(try decoder.next() == nil)
    #expect(throws: ImageFileError.self) {
      var cut = try APNGDecoder(Array(file.prefix(file.count - 20)))
      while try cut.next() != nil {}
    }
  }
}
