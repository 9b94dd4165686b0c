/// How the screen's visual keeps a pixel, and the way there from 0x00RRGGBB.
package struct PixelFormat: Hashable, Sendable {
  /// Where a colour's bits lie.
  package struct Channel: Hashable, Sendable {
    package var shift: Int
    package var bits: Int

    /// Reads a mask of the visual; `nil` if its bits are not next to each other.
    package init?(mask: UInt) {
      guard mask != 0 else { return nil }
      shift = mask.trailingZeroBitCount
      bits = mask.nonzeroBitCount
      guard mask >> UInt(shift) == (1 << UInt(bits)) - 1, bits <= 16 else { return nil }
    }

    /// An 8-bit value in this channel's place; `threshold` 0…15 of 16 dithers what the channel
    /// cannot hold.
    package func place(_ value: UInt32, threshold: UInt32) -> UInt32 {
      if bits >= 8 {
        // The high bits repeat below, so that 255 becomes all ones.
        let wide = value << UInt32(bits - 8) | value >> UInt32(16 - bits)
        return wide << UInt32(shift)
      }
      let steps = (1 << UInt32(bits)) - 1 as UInt32
      // value / 255 of the steps, rounded up where the pattern's threshold is passed.
      let level = (value * steps * 16 + threshold * 255 + 127) / (255 * 16)
      return min(level, steps) << UInt32(shift)
    }
  }

  /// The threshold pattern that spreads what 5 and 6 bits cannot hold.
  ///
  /// Source: B. E. Bayer, "An optimum method for two-level rendition of continuous-tone pictures",
  /// 1973.
  private static let pattern: [UInt32] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  package var red: Channel
  package var green: Channel
  package var blue: Channel
  /// 16 or 32.
  package var bitsPerPixel: Int
  /// Whether the server keeps the bytes of a pixel in the other order than this machine.
  package var isSwapped: Bool

  /// Whether 0x00RRGGBB is what the server wants.
  package var isNative: Bool {
    bitsPerPixel == 32 && !isSwapped && red.shift == 16 && green.shift == 8 && blue.shift == 0
      && red.bits == 8 && green.bits == 8 && blue.bits == 8
  }

  /// The format of a visual, or `nil` if it is none that can be packed.
  package init?(red: UInt, green: UInt, blue: UInt, bitsPerPixel: Int, isSwapped: Bool) {
    guard let red = Channel(mask: red), let green = Channel(mask: green),
      let blue = Channel(mask: blue), bitsPerPixel == 16 || bitsPerPixel == 32
    else { return nil }
    (self.red, self.green, self.blue) = (red, green, blue)
    (self.bitsPerPixel, self.isSwapped) = (bitsPerPixel, isSwapped)
  }

  /// A pixel 0x00RRGGBB as the server keeps it, at a place of the window that decides the dither.
  package func pack(_ pixel: UInt32, x: Int, y: Int) -> UInt32 {
    let threshold = Self.pattern[(y & 3) * 4 + (x & 3)]
    let packed =
      red.place(pixel >> 16 & 0xff, threshold: threshold)
      | green.place(pixel >> 8 & 0xff, threshold: threshold)
      | blue.place(pixel & 0xff, threshold: threshold)
    guard isSwapped else { return packed }
    return bitsPerPixel == 32
      ? packed.byteSwapped : UInt32(UInt16(truncatingIfNeeded: packed).byteSwapped)
  }
}
