/// The pixel format of the screen's visual, and the conversion from 0x00RRGGBB.
package struct PixelFormat: Hashable, Sendable {
  /// The position of a colour channel's bits.
  package struct Channel: Hashable, Sendable {
    package var shift: Int
    package var bits: Int

    /// Parses a mask of the visual; `nil` if its bits are not contiguous.
    package init?(mask: UInt) {
      guard mask != 0 else { return nil }
      shift = mask.trailingZeroBitCount
      bits = mask.nonzeroBitCount
      guard mask >> UInt(shift) == (1 << UInt(bits)) - 1, bits <= 16 else { return nil }
    }

    /// Converts an 8-bit value to this channel; `threshold` 0…15 dithers the lost precision.
    package func place(_ value: UInt32, threshold: UInt32) -> UInt32 {
      if bits >= 8 {
        // Replicate the high bits, so that 255 becomes all ones.
        let wide = value << UInt32(bits - 8) | value >> UInt32(16 - bits)
        return wide << UInt32(shift)
      }
      let steps = (1 << UInt32(bits)) - 1 as UInt32
      // The value in steps, rounded up where its remainder exceeds the threshold.
      let level = (value * steps * 16 + threshold * 255 + 127) / (255 * 16)
      return min(level, steps) << UInt32(shift)
    }
  }

  /// The ordered-dither matrix for channels of 5 and 6 bits.
  ///
  /// Source: B. E. Bayer, "An optimum method for two-level rendition of continuous-tone pictures",
  /// 1973.
  private static let pattern: [UInt32] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  package var red: Channel
  package var green: Channel
  package var blue: Channel
  /// 16 or 32.
  package var bitsPerPixel: Int
  /// Whether the server's byte order differs from this machine's.
  package var isSwapped: Bool

  /// Whether the server's format is 0x00RRGGBB.
  package var isNative: Bool {
    bitsPerPixel == 32 && !isSwapped && red.shift == 16 && green.shift == 8 && blue.shift == 0
      && red.bits == 8 && green.bits == 8 && blue.bits == 8
  }

  /// The format of a visual; `nil` if it is not supported.
  package init?(red: UInt, green: UInt, blue: UInt, bitsPerPixel: Int, isSwapped: Bool) {
    guard let red = Channel(mask: red), let green = Channel(mask: green),
      let blue = Channel(mask: blue), bitsPerPixel == 16 || bitsPerPixel == 32
    else { return nil }
    (self.red, self.green, self.blue) = (red, green, blue)
    (self.bitsPerPixel, self.isSwapped) = (bitsPerPixel, isSwapped)
  }

  /// Converts 0x00RRGGBB to the server's format; the position selects the dither threshold.
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
