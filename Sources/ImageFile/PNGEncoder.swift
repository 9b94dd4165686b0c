internal import FeelGeometry

/// Encodes pixels as a PNG file.
///
/// With one version of zlib, the same pixels give the same bytes.
/// Source: PNG Specification, Third Edition (W3C).
public struct PNGEncoder: Hashable, Sendable {
  /// The channels stored in the file.
  public var format: ChannelFormat
  /// zlib's compression level, 0 (no compression) … 9.
  public var level: Int

  /// Creates an encoder.
  ///
  /// - Precondition: `level` lies in 0…9.
  public init(format: ChannelFormat = .rgb, level: Int = 6) {
    precondition((0...9).contains(level), "a compression level lies in 0...9")
    (self.format, self.level) = (format, level)
  }

  /// The bytes of the file.
  ///
  /// - Parameters:
  ///   - width: Width, in pixels.
  ///   - height: Height, in pixels.
  ///   - pixels: 0x00RRGGBB, or straight 0xAARRGGBB with `.rgba`; row-major, `width` pixels per
  ///     row.
  /// - Precondition: `pixels` has exactly `width · height` pixels, and both sides are positive and
  ///   below 2³¹.
  public func encode(width: Int, height: Int, pixels: [UInt32]) -> [UInt8] {
    checkSides(width, height)
    precondition(pixels.count == width * height, "an image has width times height pixels")
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    var file = ChunkWriter()
    file.appendHeader(width: width, height: height, format)
    let rows = filteredRows(of: pixels, stride: width, whole, format)
    file.append("IDAT", Zlib.compress(rows, level: level))
    file.append("IEND", [])
    return file.bytes
  }

  /// The bytes of a bitmap's file.
  public func encode(_ bitmap: Bitmap) -> [UInt8] {
    encode(width: bitmap.width, height: bitmap.height, pixels: bitmap.pixels)
  }
}
