import ImageFile
import Scenes
import Testing

/// To renew the pictures: delete them, run these tests with `--attachments-path FOLDER`, and copy
/// the new ones back.
@Suite struct IconTests {
  @Test(arguments: AppIcon.sizes)
  func `the stored icon matches what the rasteriser draws`(_ side: Int) throws {
    let drawn = Bitmap(width: side, height: side, pixels: AppIcon.pixels(side: side))
    let name = "feellab-\(side).png"
    var isSame = false
    // Also without a stored picture: then this is the one to store.
    defer {
      if !isSame {
        Attachment.record(PNGEncoder(format: .rgba, level: 9).encode(drawn), named: name)
      }
    }
    let stored = try PNGDecoder.decode(AssetFile.read("icon/\(name)"))
    #expect(stored.width == side && stored.height == side)
    try #require(stored.pixels.count == drawn.pixels.count)
    // Rasterisers that round differently may be off by 2 of 255.
    let worst = try #require(zip(stored.pixels, drawn.pixels).map(Self.difference).max())
    isSame = worst <= 2
    #expect(isSame, "\(worst) steps")
  }

  /// The greatest difference of one channel, 0…255; colours are premultiplied, so that those of
  /// transparent pixels do not count.
  private static func difference(_ a: UInt32, _ b: UInt32) -> Int {
    func channel(_ pixel: UInt32, _ shift: UInt32) -> Int {
      let (alpha, value) = (Int(pixel >> 24), Int(pixel >> shift & 255))
      return shift == 24 ? alpha : value * alpha / 255
    }
    return [0, 8, 16, 24].map { abs(channel(a, $0) - channel(b, $0)) }.max() ?? 0
  }

  @Test(arguments: AppIcon.sizes)
  func `the icon's corners are transparent and the rest is opaque`(_ side: Int) {
    let pixels = AppIcon.pixels(side: side)
    for corner in [0, side - 1, side * (side - 1), side * side - 1] {
      #expect(pixels[corner] >> 24 < 0x80)
    }
    #expect(pixels.count { $0 >> 24 == 0xFF } > side * side * 7 / 8)
  }

  @Test func `at 16 pixels the icon's fill, track and ring are distinguishable`() {
    let pixels = AppIcon.pixels(side: 16)
    func color(_ x: Int, _ y: Int) -> UInt32 { pixels[y * 16 + x] & 0xFF_FFFF }
    #expect(color(5, 12) == 0xFFFFFF)
    #expect(color(12, 12) == 0x78AEED)
    #expect(color(8, 7) == 0x1A5FB4, "the ring is open")
    #expect(color(5, 10) == 0x1A5FB4, "a gap lies between ring and capsule")
    #expect(color(12, 7) & 0xFF > 0xE0, "the ring's right half is white")
  }

  @Test func `the desktop entry states the program, icon, file type and window class`() throws {
    let text = String(decoding: try AssetFile.read("packaging/feellab.desktop"), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "[Desktop Entry]")
    for line in [
      "Type=Application", "Exec=@program@ %f", "Icon=feellab", "StartupWMClass=FeelLab",
      "MimeType=application/x-feellab-recording;",
    ] {
      #expect(lines.contains(line))
    }
  }
}
