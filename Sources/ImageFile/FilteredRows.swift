internal import FeelGeometry

/// The filtered rows of a rectangle of pixels, ready for compression.
///
/// `pixels` is row-major, `stride` pixels per row.
func filteredRows(
  of pixels: [UInt32], stride: Int, _ rect: PixelRect, _ format: ChannelFormat
) -> [UInt8] {
  let step = format.bytesPerPixel
  let length = 1 + rect.width * step
  var bytes = [UInt8](repeating: 0, count: rect.height * length)
  var row = [UInt8](repeating: 0, count: step + rect.width * step)
  var above = row
  for y in rect.y0..<rect.y1 {
    let start = y * stride + rect.x0
    write(pixels.span, start..<start + rect.width, format, to: &row)
    let filter = RowFilter.best(row, above: above, step: step)
    filter.apply(row, above: above, step: step, to: &bytes, at: (y - rect.y0) * length)
    swap(&row, &above)
  }
  return bytes
}

/// Writes pixels as bytes after the zeros of one pixel, the left neighbour of the first.
private func write(
  _ pixels: Span<UInt32>, _ range: Range<Int>, _ format: ChannelFormat, to row: inout [UInt8]
) {
  let step = format.bytesPerPixel
  var bytes = row.mutableSpan
  var place = step
  for index in range {
    let pixel = pixels[index]
    bytes[place] = UInt8(truncatingIfNeeded: pixel >> 16)
    bytes[place + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
    bytes[place + 2] = UInt8(truncatingIfNeeded: pixel)
    if step == 4 { bytes[place + 3] = UInt8(truncatingIfNeeded: pixel >> 24) }
    place += step
  }
}
