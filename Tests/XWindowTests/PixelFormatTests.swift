import Testing
import XWindow

struct PixelFormatTests {
  private func format(
    _ red: UInt, _ green: UInt, _ blue: UInt, bits: Int = 32, isSwapped: Bool = false
  ) throws -> PixelFormat {
    try #require(
      PixelFormat(red: red, green: green, blue: blue, bitsPerPixel: bits, isSwapped: isSwapped))
  }

  @Test func `the usual format needs no packing`() throws {
    #expect(try format(0xff0000, 0xff00, 0xff).isNative)
    #expect(try !format(0xff0000, 0xff00, 0xff, isSwapped: true).isNative)
    #expect(try !format(0x3ff0_0000, 0xffc00, 0x3ff).isNative)
    #expect(try !format(0xff, 0xff00, 0xff0000).isNative)
  }

  @Test func `thirty bits keep black, white and values in between`() throws {
    let format = try format(0x3ff0_0000, 0xffc00, 0x3ff)
    #expect(format.pack(0xffffff, x: 0, y: 0) == 0x3fff_ffff)
    #expect(format.pack(0, x: 3, y: 1) == 0)
    #expect(format.pack(0x800000, x: 0, y: 0) == 0x202 << 20)
  }

  @Test func `sixteen bits dither to the same average colour`() throws {
    let format = try format(0xf800, 0x7e0, 0x1f, bits: 16)
    for value: UInt32 in 0...255 {
      var sum: UInt32 = 0
      for y in 0..<4 {
        for x in 0..<4 { sum += format.pack(value << 16, x: x, y: y) >> 11 }
      }
      let mean = Double(sum) / 16 / 31 * 255
      #expect(abs(mean - Double(value)) < 0.6, "\(value) became \(mean)")
    }
    #expect(format.pack(0xffffff, x: 1, y: 2) == 0xffff)
    #expect(format.pack(0, x: 2, y: 3) == 0)
  }

  @Test func `a server with the other byte order gets its bytes swapped`() throws {
    let wide = try format(0xff0000, 0xff00, 0xff, isSwapped: true)
    #expect(wide.pack(0x112233, x: 0, y: 0) == 0x3322_1100)
    let narrow = try format(0xf800, 0x7e0, 0x1f, bits: 16, isSwapped: true)
    #expect(narrow.pack(0xff0000, x: 0, y: 0) == 0x00f8)
  }

  @Test func `a mask with holes is refused`() {
    #expect(
      PixelFormat(red: 0xf0f, green: 0xff000, blue: 0xf0, bitsPerPixel: 32, isSwapped: false) == nil
    )
  }
}
