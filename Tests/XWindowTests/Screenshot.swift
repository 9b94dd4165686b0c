import CX11

/// A screen's contents, read over a separate connection.
final class Screenshot {
  private let display: OpaquePointer
  private let image: UnsafeMutablePointer<XImage>

  init?(_ displayName: String) {
    guard let display = XOpenDisplay(displayName) else { return nil }
    let (root, screen) = (XDefaultRootWindow(display), XDefaultScreen(display))
    let width = UInt32(XDisplayWidth(display, screen))
    let height = UInt32(XDisplayHeight(display, screen))
    guard let image = XGetImage(display, root, 0, 0, width, height, UInt.max, ZPixmap) else {
      XCloseDisplay(display)
      return nil
    }
    (self.display, self.image) = (display, image)
  }

  deinit {
    cx_destroy_image(image)
    XCloseDisplay(display)
  }

  /// The 32 bits of a pixel as the server stores them.
  func pixel(x: Int, y: Int) -> UInt {
    cx_get_pixel(image, Int32(x), Int32(y)) & 0xffff_ffff
  }
}
