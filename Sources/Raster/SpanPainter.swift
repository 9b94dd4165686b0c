internal import CRaster
internal import FeelGeometry

/// Draws spans of coverage onto a surface, in one paint, through the soft clip.
///
/// A class, so that drawing a row does not copy the paint.
@safe final class SpanPainter {
  var surface: Surface
  let paint = PaintSource()
  /// The soft clip, or `nil` if only the bounds clip.
  var clip: ClipMask.View?
  private let colors = Scratch<UInt32>(4096, filledWith: 0)
  /// A row's coverage times the clip's, with room beyond the row: blending reads eight bytes at a
  /// time.
  private let product = Scratch<UInt8>(4096, filledWith: 0)
  /// Pointers to the colours of rows.
  private let sources = unsafe Scratch<UnsafePointer<UInt32>?>(256, filledWith: nil)

  init(surface: Surface) { self.surface = surface }

  /// Draws the spans of a row; their columns are relative to `x`.
  @inline(__always) func draw(
    _ spans: BufferView<cr_span>, _ count: Int, y: Int, x: Int, mask: BufferView<UInt8>
  ) {
    if let part = joined(spans, count, mask) {
      self.mask(x &+ part.lowerBound, y, part.count, mask.dropping(part.lowerBound))
      return
    }
    for index in 0..<count {
      let span = spans[index]
      let start = Int(span.x)
      if span.coverage < 0 {
        self.mask(x &+ start, y, Int(span.n), mask.dropping(start))
      } else {
        constant(x &+ start, y, Int(span.n), UInt32(truncatingIfNeeded: span.coverage))
      }
    }
  }

  /// The maximum length and number of multicoloured rows to prepare or blend at once.
  private static let (shortRow, mostRows) = (192, 256)

  /// Merges a short row's spans into one range of the mask: with many colours, that is less work
  /// than drawing each span separately.
  @inline(__always) private func joined(
    _ spans: BufferView<cr_span>, _ count: Int, _ mask: BufferView<UInt8>
  ) -> Range<Int>? {
    guard count > 1, !paint.isSolid else { return nil }
    let (start, last) = (Int(spans[0].x), spans[count &- 1])
    let end = Int(last.x &+ last.n)
    guard end &- start <= Self.shortRow else { return nil }
    var next = start
    for index in 0..<count {
      let span = spans[index]
      if Int(span.x) > next { mask.fill(next, Int(span.x) &- next, with: 0) }
      next = Int(span.x &+ span.n)
      guard span.coverage >= 0 else { continue }
      mask.fill(Int(span.x), Int(span.n), with: UInt8(truncatingIfNeeded: span.coverage))
    }
    return start..<end
  }

  /// Pointers to the colours of a box's rows, from the first drawn row on; `nil` for a single
  /// colour, or if the box is too large to prepare at once.
  func sources(
    for box: PixelRect, _ drawn: DrawnRows
  ) -> UnsafePointer<UnsafePointer<UInt32>?>? {
    guard !paint.isSolid, box.width <= Self.shortRow, box.height <= Self.mostRows else {
      return nil
    }
    let room = colors.reserve(2 * box.area)
    let sources = unsafe self.sources.reserve(drawn.end - drawn.first)
    func find(_ rows: Range<Int>, in room: BufferView<UInt32>) {
      let rows = rows.clamped(to: drawn.first..<drawn.end)
      unsafe paint.find(
        rows, x: box.x0, count: box.width, in: room,
        into: sources.dropping(rows.lowerBound - drawn.first))
    }
    find(box.y0..<box.y1, in: room)
    if let fold = drawn.fold {
      find(fold - box.y1 + 1..<fold - box.y0 + 1, in: room.dropping(box.area))
    }
    return unsafe UnsafePointer(sources.base)
  }

  /// The ink for blending a box; `nil` if the box is too large to prepare at once.
  func ink(for box: PixelRect, _ drawn: DrawnRows) -> cr_ink? {
    if case .solid(let rgb, let alpha) = paint.kind {
      return unsafe cr_ink(color: rgb, alpha: alpha, rows: nil, is_opaque: 0)
    }
    guard let sources = unsafe sources(for: box, drawn) else { return nil }
    return unsafe cr_ink(color: 0, alpha: 0, rows: sources, is_opaque: paint.isOpaque ? 1 : 0)
  }

  /// Draws the same spans in many rows, except for a hidden rectangle.
  func draw(
    _ spans: BufferView<cr_span>, _ count: Int, rows: Range<Int>, x: Int, mask: BufferView<UInt8>,
    hidden: PixelRect
  ) {
    guard clip == nil, case .solid(let rgb, let alpha) = paint.kind else {
      if drawShort(spans, count, rows: rows, x: x, mask: mask) { return }
      if let column = paint.column(rows) {
        draw(spans, count, column, rows: rows, x: x, mask: mask)
      } else {
        for row in rows { draw(spans, count, y: row, x: x, mask: mask) }
      }
      return
    }
    unsafe cr_blend_spans(
      spans.base, Int32(count), mask.base, surface.row(x, rows.lowerBound).base, surface.stride,
      rows.count, rgb, alpha, cr_hole(hidden, from: x, rows.lowerBound))
  }

  /// Draws the same spans in many rows that have one colour each.
  private func draw(
    _ spans: BufferView<cr_span>, _ count: Int, _ column: BufferView<UInt32>, rows: Range<Int>,
    x: Int, mask: BufferView<UInt8>
  ) {
    for index in 0..<count {
      let (span, start) = (spans[index], Int(spans[index].x))
      if span.coverage == 255 {
        draw(column, rows: rows, x: x + start, count: Int(span.n))
      } else {
        let part = spans.dropping(index)
        for row in rows { draw(part, 1, y: row, x: x, mask: mask) }
      }
    }
  }

  /// Draws one colour per row; consecutive rows that the soft clip leaves whole are drawn at once.
  private func draw(_ column: BufferView<UInt32>, rows: Range<Int>, x: Int, count: Int) {
    func isWhole(_ y: Int) -> Bool {
      guard let part = clip?.part(x, y, count) else { return true }
      return part.start == 0 && part.end == count
    }
    var y = rows.lowerBound
    while y < rows.upperBound {
      let end = (y..<rows.upperBound).first { !isWhole($0) } ?? rows.upperBound
      unsafe cr_blend_column(
        surface.row(x, y).base, surface.stride, column.base + (y - rows.lowerBound), count, end - y)
      if end < rows.upperBound { constant(x, end, count, 255) }
      y = end + 1
    }
  }

  /// Prefetches the memory of a small rectangle that will be drawn soon.
  func prefetch(_ rect: PixelRect) {
    guard !rect.isEmpty, rect.area <= 4096 else { return }
    unsafe cr_prefetch(
      surface.row(rect.x0, rect.y0).base, surface.stride, rect.width, rect.height)
  }

  /// Draws the same spans in short multicoloured rows; returns whether the rows qualify.
  private func drawShort(
    _ spans: BufferView<cr_span>, _ count: Int, rows: Range<Int>, x: Int, mask: BufferView<UInt8>
  ) -> Bool {
    let (start, last) = (Int(spans[0].x), spans[count - 1])
    let box = PixelRect(
      x0: x + start, y0: rows.lowerBound, x1: x + Int(last.x + last.n), y1: rows.upperBound)
    guard clip == nil,
      let sources = unsafe sources(for: box, DrawnRows(first: box.y0, end: box.y1))
    else { return false }
    unsafe cr_blend_rows_spans(
      surface.row(x, box.y0).base, surface.stride, sources, box.height, paint.isOpaque ? 1 : 0,
      spans.base, Int32(count), mask.base)
    return true
  }

  /// Fills a rectangle.
  func fill(_ rect: PixelRect) {
    if clip == nil, paint.isOpaque {
      if case .solid(let rgb, _) = paint.kind {
        unsafe cr_fill(
          surface.row(rect.x0, rect.y0).base, surface.stride, 0xFF00_0000 | rgb, rect.width,
          rect.height)
        return
      }
      if let (colors, stride) = paint.held(rect) {
        unsafe cr_copy(
          surface.row(rect.x0, rect.y0).base, surface.stride, colors.base, stride, rect.width,
          rect.height)
        return
      }
    }
    for y in rect.y0..<rect.y1 { constant(rect.x0, y, rect.width, 255) }
  }

  /// Draws a constant coverage, 1…255, over `count` pixels.
  @inline(__always) func constant(_ x: Int, _ y: Int, _ count: Int, _ coverage: UInt32) {
    guard let clip else {
      plainConstant(x, y, count, coverage)
      return
    }
    let part = clip.part(x, y, count)
    let (start, end) = (part.start, part.end)
    if start > 0 { scaled(x, y, part.before, coverage, start) }
    if end > start { plainConstant(x &+ start, y, end &- start, coverage) }
    if count > end { scaled(x &+ end, y, part.after, coverage, count &- end) }
  }

  /// Draws coverage bytes over `count` pixels.
  @inline(__always) func mask(_ x: Int, _ y: Int, _ count: Int, _ mask: BufferView<UInt8>) {
    guard let clip else {
      plainMask(x, y, count, mask)
      return
    }
    let part = clip.part(x, y, count)
    let (start, end) = (part.start, part.end)
    if start > 0 { multiplied(x, y, part.before, mask, start) }
    if end > start { plainMask(x &+ start, y, end &- start, mask.dropping(start)) }
    if count > end { multiplied(x &+ end, y, part.after, mask.dropping(end), count &- end) }
  }

  private func scaled(
    _ x: Int, _ y: Int, _ bytes: BufferView<UInt8>, _ coverage: UInt32, _ count: Int
  ) {
    if coverage == 255 {
      plainMask(x, y, count, bytes)
      return
    }
    let product = self.product.reserve(count &+ 8)
    unsafe cr_scale(product.base, bytes.base, coverage, count)
    plainMask(x, y, count, product)
  }

  private func multiplied(
    _ x: Int, _ y: Int, _ bytes: BufferView<UInt8>, _ mask: BufferView<UInt8>, _ count: Int
  ) {
    let product = self.product.reserve(count &+ 8)
    product.copy(0, from: mask, 0, count: count)
    unsafe cr_multiply(product.base, bytes.base, count)
    plainMask(x, y, count, product)
  }

  @inline(__always) private func plainConstant(
    _ x: Int, _ y: Int, _ count: Int, _ coverage: UInt32
  ) {
    let row = surface.row(x, y)
    assert(count <= row.count, "a span ends within the surface")
    if case .solid(let rgb, let alpha) = paint.kind {
      let opacity = coverage == 255 ? alpha : (alpha * coverage &+ 127) / 255
      if opacity == 255 {
        unsafe cr_fill(row.base, 0, 0xFF00_0000 | rgb, count, 1)
      } else {
        unsafe cr_blend_solid(row.base, rgb, opacity, count)
      }
      return
    }
    if coverage == 255 && paint.isOpaque {
      paint.fill(row, x: x, y: y, count: count)
      return
    }
    let colors = paint.colors(x: x, y: y, count: count, in: self.colors.reserve(count))
    unsafe cr_blend_row(row.base, colors.base, coverage, count)
  }

  @inline(__always) private func plainMask(
    _ x: Int, _ y: Int, _ count: Int, _ mask: BufferView<UInt8>
  ) {
    let row = surface.row(x, y)
    assert(count <= row.count, "a span ends within the surface")
    assert((count + 7) / 8 * 8 <= mask.count, "a mask can be read eight bytes at a time")
    if case .solid(let rgb, let alpha) = paint.kind {
      unsafe cr_blend_solid_mask(row.base, 0, rgb, alpha, mask.base, 0, count, 1)
      return
    }
    let colors = paint.colors(x: x, y: y, count: count, in: self.colors.reserve(count))
    unsafe cr_blend_row_mask(row.base, colors.base, mask.base, count)
  }

  /// Blends a group's layer onto the surface.
  func compose(_ layer: Surface, over box: PixelRect, opacity: UInt32) {
    for y in box.y0..<box.y1 {
      let source = layer.row(box.x0, y)
      let target = surface.row(box.x0, y)
      guard let clip else {
        unsafe cr_blend_row(target.base, source.base, opacity, box.width)
        continue
      }
      let product = self.product.reserve(box.width)
      let part = clip.part(box.x0, y, box.width)
      let (start, end) = (part.start, part.end)
      unsafe cr_scale(product.base, part.before.base, opacity, start)
      product.fill(start, end - start, with: UInt8(opacity))
      unsafe cr_scale(product.base + end, part.after.base, opacity, box.width - end)
      unsafe cr_blend_row_mask(target.base, source.base, product.base, box.width)
    }
  }
}
