import CX11
import TestSupport
import Testing

/// What a display shows, as red, green and blue in the low 24 bits.
struct Picture: Equatable {
  let width: Int
  let height: Int
  private let pixels: [UInt32]

  /// Takes the whole screen; with no window manager the window lies at its top-left corner.
  init(of display: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let connection = try #require(XOpenDisplay(display), sourceLocation: sourceLocation)
    defer { XCloseDisplay(connection) }
    let width = Int(XDisplayWidth(connection, 0))
    let height = Int(XDisplayHeight(connection, 0))
    let image = try #require(
      XGetImage(
        connection, XRootWindow(connection, 0), 0, 0, UInt32(width), UInt32(height),
        XAllPlanes(), ZPixmap), sourceLocation: sourceLocation)
    defer { _ = image.pointee.f.destroy_image(image) }
    try #require(image.pointee.bits_per_pixel == 32, sourceLocation: sourceLocation)
    let bytes = UnsafeRawPointer(image.pointee.data)
    let stride = Int(image.pointee.bytes_per_line)
    pixels = (0..<height).flatMap { y in
      (0..<width).map { x in
        bytes?.load(fromByteOffset: y * stride + x * 4, as: UInt32.self) ?? 0
      }
    }.map { $0 & 0xff_ffff }
    (self.width, self.height) = (width, height)
  }

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// The runs of pixels in a row that `condition` holds for, from the left.
  func runs(inRow y: Int, where condition: (UInt32) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for x in 0...width {
      if x < width && condition(self[x, y]) { continue }
      if x > start { runs.append(start..<x) }
      start = x + 1
    }
    return runs
  }

  /// The longest of these runs; an empty one if there is none.
  func longestRun(inRow y: Int, where condition: (UInt32) -> Bool) -> Range<Int> {
    runs(inRow: y, where: condition).max { $0.count < $1.count } ?? 0..<0
  }
}
