internal import CRaster
internal import FeelGeometry

/// Puts spans of coverage onto a surface, in one paint, through the soft clip.
///
/// A class, so that a row is drawn without copying the paint.
final class SpanPainter {
  var surface: Surface
  let paint = PaintSource()
  /// The soft clip, or `nil` where only the bounds clip.
  var clip: ClipMask?
  private let colors = Scratch<UInt32>(4096, filledWith: 0)
  /// A row's coverage times the clip's, with room past the row: blending reads eight bytes at once.
  private let product = Scratch<UInt8>(4096, filledWith: 0)

  init(surface: Surface) { self.surface = surface }

  /// Draws the spans of a row; their columns count from `x`.
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

  /// Pixels up to which a row of many colours is blended at once.
  private static let joinedPixels = 192

  /// Makes a short row's spans one stretch of the mask: of many colours that is less work than each
  /// by itself.
  @inline(__always) private func joined(
    _ spans: BufferView<cr_span>, _ count: Int, _ mask: BufferView<UInt8>
  ) -> Range<Int>? {
    guard count > 1, !paint.isSolid else { return nil }
    let (start, last) = (Int(spans[0].x), spans[count &- 1])
    let end = Int(last.x &+ last.n)
    guard end &- start <= Self.joinedPixels else { return nil }
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

  /// Draws the same spans into many rows, but for what is hidden.
  func draw(
    _ spans: BufferView<cr_span>, _ count: Int, rows: Range<Int>, x: Int, mask: BufferView<UInt8>,
    hidden: PixelRect
  ) {
    guard clip == nil, case .solid(let rgb, let alpha) = paint.kind else {
      if let part = joined(spans, count, mask) {
        let bytes = mask.dropping(part.lowerBound)
        for row in rows { self.mask(x &+ part.lowerBound, row, part.count, bytes) }
        return
      }
      for row in rows { draw(spans, count, y: row, x: x, mask: mask) }
      return
    }
    unsafe cr_blend_spans(
      spans.base, Int32(count), mask.base, surface.row(x, rows.lowerBound).base, surface.stride,
      rows.count, rgb, alpha, cr_hole(hidden, from: x, rows.lowerBound))
  }

  /// Covers a rectangle.
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

  /// Draws one coverage, 1…255, over `count` pixels.
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
