internal import FeelGeometry

/// Pixels being drawn into: the caller's buffer, or the layer of a group.
struct Surface {
  /// Premultiplied 0xAARRGGBB, row-major.
  var pixels: BufferView<UInt32>
  /// Pixels from one row to the next.
  var stride: Int
  /// The device pixels the memory holds; its first pixel is the top-left of these.
  var bounds: PixelRect

  /// The pixels from a place to the end of the memory.
  @inline(__always) func row(_ x: Int, _ y: Int) -> BufferView<UInt32> {
    pixels.dropping((y &- bounds.y0) &* stride &+ (x &- bounds.x0))
  }

  /// The place of a column's pixels among the eight that share a vector's memory, 0…7, as it is in
  /// the first row.
  func lane(_ x: Int) -> Int {
    unsafe Int(bitPattern: row(x, bounds.y0).base) / MemoryLayout<UInt32>.stride & 7
  }
}
