/// An image that can be drawn by a display list.
///
/// Images compare by identity, so that comparing two display lists never reads pixels.
public final class Image: Hashable, Sendable {
  /// Width, in pixels.
  public let width: Int
  /// Height, in pixels.
  public let height: Int
  /// Premultiplied 0xAARRGGBB, row-major, `width` pixels per row.
  public let pixels: [UInt32]
  /// Whether every pixel is opaque.
  public let isOpaque: Bool

  /// Creates an image.
  ///
  /// - Precondition: `pixels` holds exactly `width · height` pixels.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width >= 0 && height >= 0, "an image's sides are not negative")
    precondition(pixels.count == width * height, "an image has width times height pixels")
    (self.width, self.height, self.pixels) = (width, height, pixels)
    isOpaque = pixels.reduce(~0) { $0 & $1 } >> 24 == 255
  }

  /// Whether both are the same image.
  public static func == (a: Image, b: Image) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Calls `body` with a view of the pixels.
  @inline(__always) func withPixels(_ body: (BufferView<UInt32>) -> Void) {
    unsafe pixels.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      // The view allows writing, but no caller writes to an image.
      unsafe body(BufferView(base: UnsafeMutablePointer(mutating: base), count: buffer.count))
    }
  }
}
