internal import FeelGeometry

/// The filtered rows of a rectangle of pixels, ready to be compressed.
///
/// `pixels` is row-major, `stride` pixels per row.
func filteredRows(
  of pixels: [UInt32], stride: Int, _ rect: PixelRect, _ format: PixelFormat
) -> [UInt8] {
  let step = format.bytesPerPixel
  var bytes: [UInt8] = []
  bytes.reserveCapacity(rect.height * (1 + rect.width * step))
  var row = [UInt8](repeating: 0, count: step + rect.width * step)
  var above = row
  for y in rect.y0..<rect.y1 {
    var place = step
    for pixel in pixels[y * stride + rect.x0..<y * stride + rect.x1] {
      row[place] = UInt8(truncatingIfNeeded: pixel >> 16)
      row[place + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      row[place + 2] = UInt8(truncatingIfNeeded: pixel)
      if format == .rgba { row[place + 3] = UInt8(truncatingIfNeeded: pixel >> 24) }
      place += step
    }
    let filter = RowFilter.best(row, above: above, step: step)
    filter.apply(row, above: above, step: step, to: &bytes)
    swap(&row, &above)
  }
  return bytes
}
