internal import CX11
internal import FeelGeometry

/// Finds the fastest working transport by trying.
///
/// From inside a container, the server may not see our System V segment or, worse, may attach a
/// different one with the same id on its side. So we write a pattern, put it into a pixmap on the
/// server and read it back.
enum SharedMemoryProbe {
  /// The fastest transport that works.
  static func transport(_ display: Display, window: CX11.Window) -> PixelTransport {
    guard display.hasExtension("MIT-SHM") else { return .socket }
    // SAFETY: `display` keeps the connection valid, open or lost.
    let isLocal = unsafe cx_is_local(display.handle)
    if isLocal && works(.sharedFile, display, window) { return .sharedFile }
    if works(.sharedSegment, display, window) { return .sharedSegment }
    return .socket
  }

  private static func works(
    _ transport: PixelTransport, _ display: Display, _ window: CX11.Window
  ) -> Bool {
    let size = PixelSize(64, 1)
    guard
      let buffer = PixelBuffer(display, size: size, transport: transport, drawable: window)
    else { return false }
    // SAFETY: `buffer` lives to the end, and its 64 pixels are accessed within its own byte count.
    // The pixmap, the context and the image read back are each freed once.
    let bytes = unsafe buffer.bytes
    for index in 0..<bytes.count { unsafe bytes[index] = UInt8((index * 37 + 11) & 0xff) }
    let handle = display.handle
    let depth = unsafe UInt32(XDefaultDepth(handle, display.screen))
    let pixmap = unsafe XCreatePixmap(handle, window, 64, 1, depth)
    let context = unsafe XCreateGC(handle, pixmap, 0, nil)
    defer {
      unsafe XFreeGC(handle, context)
      unsafe XFreePixmap(handle, pixmap)
    }
    guard let context = unsafe context else { return false }
    let refused = display.refuses {
      unsafe buffer.put([PixelRect(size)], to: pixmap, with: context)
    }
    guard !refused,
      let seen = unsafe XGetImage(handle, pixmap, 0, 0, 64, 1, UInt.max, ZPixmap)
    else { return false }
    defer { unsafe cx_destroy_image(seen) }
    // Ignore bits beyond the depth, which the server need not keep.
    let depthMask: UInt = depth >= 32 ? 0xffff_ffff : (1 << UInt(depth)) - 1
    let bytesPerPixel = unsafe Int(seen.pointee.bits_per_pixel) / 8
    let serverIsBig = unsafe XImageByteOrder(handle) == MSBFirst
    for x in 0..<64 {
      var written: UInt = 0
      for byte in 0..<bytesPerPixel {
        unsafe written |= UInt(bytes[x * bytesPerPixel + byte]) << UInt(8 * byte)
      }
      if serverIsBig {
        written = written.byteSwapped >> UInt(64 - 8 * bytesPerPixel)
      }
      let read = unsafe cx_get_pixel(seen, Int32(x), 0)
      if read & depthMask != written & depthMask { return false }
    }
    return true
  }
}
