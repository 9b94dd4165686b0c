package import Feel

/// The device pixels of a picture that are kept.
package struct Crop: Hashable {
  /// Columns of the picture; never empty.
  package let columns: Range<Int>
  /// Rows of the picture; never empty.
  package let rows: Range<Int>

  /// The pixels in a rectangle, in points, at least one, none outside of a picture of so many
  /// pixels.
  package init(_ frame: Rect, scale: Double, width: Int, height: Int) {
    columns = Crop.range(frame.minX, frame.maxX, scale, width)
    rows = Crop.range(frame.minY, frame.maxY, scale, height)
  }

  /// Those of a picture's pixels, row-major; the picture has `stride` pixels per row.
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
