internal import CX11

/// The pixels of a display: red, green and blue in the low 24 bits.
public struct Picture: Equatable, Sendable {
  /// Pixels per row.
  public let width: Int
  /// Number of rows.
  public let height: Int
  private let pixels: [UInt32]

  /// Captures the whole screen; without a window manager, the window is in its top-left corner.
  ///
  /// - Throws: `PictureError` if the display cannot be opened or read.
  public init(of display: String) throws(PictureError) {
    guard let connection = XOpenDisplay(display) else { throw PictureError(display: display) }
    defer { XCloseDisplay(connection) }
    let width = Int(XDisplayWidth(connection, 0))
    let height = Int(XDisplayHeight(connection, 0))
    guard
      let image = XGetImage(
        connection, XRootWindow(connection, 0), 0, 0, UInt32(width), UInt32(height),
        XAllPlanes(), ZPixmap),
      let visual = XDefaultVisual(connection, 0)
    else { throw PictureError(display: display) }
    defer { _ = image.pointee.f.destroy_image(image) }
    let masks = [visual.pointee.red_mask, visual.pointee.green_mask, visual.pointee.blue_mask]
    let bytes = UnsafeRawPointer(image.pointee.data)
    let stride = Int(image.pointee.bytes_per_line)
    let isLong = image.pointee.bits_per_pixel == 32
    let isPlain = masks == [0xff0000, 0xff00, 0xff]
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let raw =
          isLong
          ? bytes?.load(fromByteOffset: y * stride + x * 4, as: UInt32.self) ?? 0
          : UInt32(bytes?.load(fromByteOffset: y * stride + x * 2, as: UInt16.self) ?? 0)
        pixels.append(isPlain ? raw & 0xff_ffff : Self.color(of: raw, masks))
      }
    }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// A pixel's colour, scaled to eight bits per channel.
  private static func color(of raw: UInt32, _ masks: [UInt]) -> UInt32 {
    masks.reduce(0) { color, mask in
      color << 8 | UInt32(((UInt(raw) & mask) * 255 + mask / 2) / mask)
    }
  }

  /// The largest difference in any channel of any pixel, 0…255.
  public func largestDifference(from other: Picture) -> Int {
    zip(pixels, other.pixels).reduce(0) { largest, pair in
      [16, 8, 0].reduce(largest) { largest, shift in
        let (a, b) = (pair.0 >> UInt32(shift) & 0xff, pair.1 >> UInt32(shift) & 0xff)
        return max(largest, abs(Int(a) - Int(b)))
      }
    }
  }

  /// The pixel at a column and row.
  public subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// The runs of pixels in a row for which `condition` holds, from the left.
  public func runs(inRow y: Int, where condition: (UInt32) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for x in 0...width {
      if x < width && condition(self[x, y]) { continue }
      if x > start { runs.append(start..<x) }
      start = x + 1
    }
    return runs
  }

  /// The longest of these runs; empty if there is none.
  public func longestRun(inRow y: Int, where condition: (UInt32) -> Bool) -> Range<Int> {
    runs(inRow: y, where: condition).max { $0.count < $1.count } ?? 0..<0
  }
}

/// A display could not be captured.
public struct PictureError: Error, Hashable, CustomStringConvertible {
  /// The display's name.
  public let display: String

  /// One sentence describing the failure.
  public var description: String { "the display \(display) cannot be looked at" }
}
