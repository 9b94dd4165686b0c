package import Feel

/// The part of a picture to keep, in device pixels.
package struct Crop: Hashable {
  /// Columns of the picture; never empty.
  package let columns: Range<Int>
  /// Rows of the picture; never empty.
  package let rows: Range<Int>

  /// The pixels of a rectangle in points, limited to a picture of `width` × `height` pixels; at
  /// least one.
  package init(_ frame: Rect, scale: Double, width: Int, height: Int) {
    columns = Crop.range(frame.minX, frame.maxX, scale, width)
    rows = Crop.range(frame.minY, frame.maxY, scale, height)
  }

  /// The kept pixels of a row-major picture with `stride` pixels per row.
  package func cut(_ pixels: [UInt32], stride: Int) -> [UInt32] {
    var kept: [UInt32] = []
    kept.reserveCapacity(columns.count * rows.count)
    for row in rows {
      kept += pixels[row * stride + columns.lowerBound..<row * stride + columns.upperBound]
    }
    return kept
  }

  private static func range(
    _ from: Double, _ to: Double, _ scale: Double, _ count: Int
  ) -> Range<Int> {
    let start = Int(min(max((from * scale).rounded(), 0), Double(count - 1)))
    let end = Int(min(max((to * scale).rounded(), Double(start + 1)), Double(count)))
    return start..<end
  }
}
