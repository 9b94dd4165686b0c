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
    let visual = try #require(XDefaultVisual(connection, 0), sourceLocation: sourceLocation)
    let masks = [visual.pointee.red_mask, visual.pointee.green_mask, visual.pointee.blue_mask]
    let bytes = UnsafeRawPointer(image.pointee.data)
    let stride = Int(image.pointee.bytes_per_line)
    let size = Int(image.pointee.bits_per_pixel) / 8
    pixels = (0..<height).flatMap { y in
      (0..<width).map { x in
        let offset = y * stride + x * size
        let raw =
          size == 4
          ? bytes?.load(fromByteOffset: offset, as: UInt32.self) ?? 0
          : UInt32(bytes?.load(fromByteOffset: offset, as: UInt16.self) ?? 0)
        if masks == [0xff0000, 0xff00, 0xff] { return raw & 0xff_ffff }
        // Widened or narrowed to eight bits a channel.
        return masks.reduce(0) { color, mask in
          let value = UInt(raw) & mask
          return color << 8 | UInt32((value * 255 + mask / 2) / mask)
        }
      }
    }
    (self.width, self.height) = (width, height)
  }

  /// The largest difference of a channel at any pixel, 0…255.
  func largestDifference(from other: Picture) -> Int {
    zip(pixels, other.pixels).reduce(0) { largest, pair in
      [16, 8, 0].reduce(largest) { largest, shift in
        let (a, b) = (pair.0 >> UInt32(shift) & 0xff, pair.1 >> UInt32(shift) & 0xff)
        return max(largest, abs(Int(a) - Int(b)))
      }
    }
  }

  /// Whether every pixel is the same.
  func matches(_ other: Picture) -> Bool {
    width == other.width && height == other.height && pixels == other.pixels
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
