/// A grid of pixels, as stored in image files.
public struct Bitmap: Hashable, Sendable {
  /// Width, in pixels.
  public let width: Int
  /// Height, in pixels.
  public let height: Int
  /// Straight (not premultiplied) 0xAARRGGBB, row-major, `width` pixels per row.
  public let pixels: [UInt32]

  /// Creates a grid.
  ///
  /// - Precondition: `pixels` has exactly `width · height` pixels, and both sides are positive and
  ///   below 2³¹.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    checkSides(width, height)
    precondition(pixels.count == width * height, "an image has width times height pixels")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}

/// The channels stored in a file, eight bits each.
public enum ChannelFormat: String, Hashable, Sendable {
  /// Red, green and blue; the top byte of a pixel is ignored.
  case rgb
  /// Red, green, blue and straight alpha.
  case rgba

  var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
  /// The PNG colour type.
  var colorType: UInt8 { self == .rgb ? 2 : 6 }
  /// The significant bits of a pixel.
  var mask: UInt32 { self == .rgb ? 0x00FF_FFFF : 0xFFFF_FFFF }
}

/// Traps if the file format cannot store the sides.
func checkSides(_ width: Int, _ height: Int) {
  precondition(
    width > 0 && height > 0 && width < 1 << 31 && height < 1 << 31,
    "an image's sides are positive and below 2^31")
}
