internal import CRaster
internal import FeelGeometry

/// Rows of a picture scaled to a rectangle, in device pixels: bilinear interpolation, with border
/// pixels extended outwards.
///
/// If pixels coincide with device pixels, they are copied unchanged.
final class ImageRows {
  private var pixels: BufferView<UInt32>?
  private var bounds = PixelRect.empty
  private var width = 0
  private var height = 0
  /// The picture position of device pixel x's centre is `originX` + x·`perX`, where pixel centres
  /// are at integers.
  private var originX = 0.0
  private var originY = 0.0
  private var perX = 1.0
  private var perY = 1.0
  /// The picture's column at device column 0, if columns coincide.
  private var wholeOrigin: Int?
  /// For each column of the box: the picture's column to its left, and the fraction towards the
  /// next, in 32,768ths, repeated for each channel.
  private let columns = Scratch<Int32>(1 << 10, filledWith: 0)
  private let shares = Scratch<SIMD4<Int16>>(1 << 10, filledWith: .zero)
  private var first = 0
  private let line = Scratch<Int16>(1 << 12, filledWith: 0)

  /// Sets a picture of `width` × `height` pixels, of which `pixels` has those in `bounds`, scaled
  /// to a rectangle.
  func set(
    _ pixels: BufferView<UInt32>, bounds: PixelRect, width: Int, height: Int, over shape: DeviceRect
  ) {
    (self.pixels, self.bounds, self.width, self.height) = (pixels, bounds, width, height)
    perX = Double(width) / (shape.x1 - shape.x0)
    perY = Double(height) / (shape.y1 - shape.y0)
    originX = (0.5 - shape.x0) * perX - 0.5
    originY = (0.5 - shape.y0) * perY - 0.5
    let isWhole = perX == 1 && abs(originX) < 1e6 && originX == originX.rounded()
    wholeOrigin = isWhole ? Int(originX) : nil
  }

  /// The part of a picture of this size, scaled to a rectangle, that a box of device pixels needs.
  static func needed(
    for box: PixelRect, width: Int, height: Int, over shape: DeviceRect
  ) -> PixelRect {
    func range(_ low: Double, _ high: Double, _ from: Int, _ to: Int, _ count: Int) -> Range<Int> {
      let per = Double(count) / (high - low)
      let origin = (0.5 - low) * per - 0.5
      let (start, end) = (place(origin, per, from, count), place(origin, per, to - 1, count))
      return start.index..<min(count, end.index + 2)
    }
    let across = range(shape.x0, shape.x1, box.x0, box.x1, width)
    let down = range(shape.y0, shape.y1, box.y0, box.y1, height)
    return PixelRect(
      x0: across.lowerBound, y0: down.lowerBound, x1: across.upperBound, y1: down.upperBound)
  }

  /// The position of device pixel `index`'s centre among `count` pixels: the pixel before it, and
  /// the fraction towards the next, in 32,768ths.
  @inline(__always) private static func place(
    _ origin: Double, _ per: Double, _ index: Int, _ count: Int
  ) -> (index: Int, share: Int) {
    let place = max(0, min(Double(count - 1), origin + Double(index) * per))
    let whole = Int(place)
    let share = Int((place - Double(whole)) * 32768 + 0.5)
    return share == 32768 ? (whole + 1, 0) : (whole, share)
  }

  /// Prepares the columns of a box.
  func prepare(for box: PixelRect) {
    guard !box.isEmpty else { return }
    first = box.x0
    // Not needed if every row can be copied.
    if let wholeOrigin, perY == 1, originY == originY.rounded(), box.x0 + wholeOrigin >= 0,
      box.x1 + wholeOrigin <= width
    {
      return
    }
    let columns = self.columns.reserve(box.width)
    let shares = self.shares.reserve(box.width)
    for column in 0..<box.width {
      let (index, share) = Self.place(originX, perX, box.x0 + column, width)
      columns[column] = Int32(index)
      shares[column] = SIMD4(repeating: Int16(share))
    }
  }

  /// The existing colours of a rectangle of device pixels, with their stride, if they need no
  /// scaling; else `nil`.
  func held(_ rect: PixelRect) -> (colors: BufferView<UInt32>, stride: Int)? {
    guard !rect.isEmpty, perY == 1, let last = held(x: rect.x0, y: rect.y1 - 1, count: rect.width),
      let colors = held(x: rect.x0, y: rect.y0, count: rect.width),
      colors.count - last.count == (rect.height - 1) * bounds.width
    else { return nil }
    return (colors, bounds.width)
  }

  /// The existing colours of `count` pixels of a row, if they need no scaling; else `nil`.
  func held(x: Int, y: Int, count: Int) -> BufferView<UInt32>? {
    guard let wholeOrigin, let pixels, x + wholeOrigin >= 0, x + wholeOrigin + count <= width else {
      return nil
    }
    let (row, share) = Self.place(originY, perY, y, height)
    return share == 0 ? pixels.dropping(at(x + wholeOrigin, row)) : nil
  }

  /// Writes the premultiplied colours of `count` pixels of a row.
  func fill(_ row: BufferView<UInt32>, x: Int, y: Int, count: Int) {
    guard let pixels, count > 0 else { return }
    if let held = held(x: x, y: y, count: count) {
      row.copy(0, from: held, 0, count: count)
      return
    }
    let (top, share) = Self.place(originY, perY, y, height)
    let columns = self.columns.view.dropping(x - first)
    let (left, right) = (Int(columns[0]), min(width - 1, Int(columns[count - 1]) + 1))
    let upper = pixels.dropping(at(left, top))
    let lower = pixels.dropping(at(left, share == 0 ? top : top + 1))
    let wide = right - left + 1
    let line = self.line.reserve(4 * (right + 2))
    assert(wide <= upper.count && wide <= lower.count, "a row ends within the picture")
    unsafe cr_mix_rows(line.base + 4 * left, upper.base, lower.base, Int32(share), wide)
    let shares = self.shares.view.dropping(x - first)
    unsafe shares.base.withMemoryRebound(to: Int16.self, capacity: 4 * count) {
      unsafe cr_mix_columns(row.base, line.base, columns.base, $0, count)
    }
  }

  @inline(__always) private func at(_ x: Int, _ y: Int) -> Int {
    (y - bounds.y0) * bounds.width + x - bounds.x0
  }
}
