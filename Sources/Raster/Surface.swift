internal import FeelGeometry

/// The pixels drawn into: the caller's buffer, or the layer of a group.
struct Surface {
  /// Premultiplied 0xAARRGGBB, row-major.
  var pixels: BufferView<UInt32>
  /// Pixels from one row to the next.
  var stride: Int
  /// The device pixels in memory; the first is their top left.
  var bounds: PixelRect

  /// The pixels from a position to the end of the memory.
  @inline(__always) func row(_ x: Int, _ y: Int) -> BufferView<UInt32> {
    pixels.dropping((y &- bounds.y0) &* stride &+ (x &- bounds.x0))
  }

  /// The position of a column among the eight pixels of an aligned vector, 0…7, in the first row.
  func lane(_ x: Int) -> Int {
    unsafe Int(bitPattern: row(x, bounds.y0).base) / MemoryLayout<UInt32>.stride & 7
  }
}
