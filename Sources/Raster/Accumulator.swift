internal import CRaster
internal import FeelGeometry
internal import Glibc

/// Converts edges to coverage: each cell accumulates the signed area of the edges in it, and the
/// running sum along a row is the coverage.
///
/// Cells are integers, 65,536 for a full pixel, so that a sum does not depend on where it starts. A
/// bit marks each block of eight cells that has any content: between such blocks, coverage is
/// constant and becomes a span without being examined. Source of the ideas: R. Levien, "Inside the
/// fastest font renderer in the world", 2016 (cells); P. Kobalicek, Blend2D (bits).
final class Accumulator {
  private let cells = Scratch<Int32>(bandCells, filledWith: 0)
  private let bits = Scratch<UInt64>(1 << 10, filledWith: 0)
  private let mask = Scratch<UInt8>(1 << 12, filledWith: 0)
  private let spans = Scratch<cr_span>(1 << 10, filledWith: cr_span(x: 0, n: 0, coverage: 0))

  /// Cells per band: 1 MB.
  ///
  /// Four times as many are 5 % faster for a line across a large window, but take four times the
  /// memory.
  private static let bandCells = 1 << 18

  /// Calls `body` for each row touched by the edges, top to bottom, with the row and its first
  /// column in device pixels, its spans, and the coverage bytes to which spans of coverage −1
  /// refer.
  @inline(__always) func rows(
    of list: EdgeList, rule: FillRule, within box: PixelRect? = nil,
    _ body: (
      _ y: Int, _ x: Int, _ spans: BufferView<cr_span>, _ count: Int, _ mask: BufferView<UInt8>
    ) -> Void
  ) {
    unsafe bands(of: list, within: box ?? list.bounds) { band in
      let stride = unsafe Int(band.stride)
      let mask = self.mask.reserve(stride + 8)
      let spans = self.spans.reserve(stride / 8 + 4)
      for row in 0..<(unsafe Int(band.y1 - band.y0)) {
        let count = unsafe cr_resolve(
          band.cells + row * stride, band.bits + row * Int(band.words), band.words,
          band.x1 - band.x0, rule == .evenOdd ? 1 : 0, mask.base, spans.base)
        guard count > 0 else { continue }
        unsafe body(Int(band.y0) + row, Int(band.x0), spans, Int(count), mask)
      }
    }
  }

  /// Blends the interior of the edges within a box, except for a hidden rectangle.
  ///
  /// For a folded shape, `box` is the upper half, and `rows` are the rows to draw in both halves.
  func blend(
    _ list: EdgeList, rule: FillRule, within box: PixelRect, rows: DrawnRows,
    onto surface: Surface, _ ink: cr_ink, hidden: PixelRect
  ) {
    if unsafe ink.rows == nil, rows.fold == nil, hidden.isEmpty,
      let sides = list.sides(within: box)
    {
      let (x, top, end) = (list.clip.x0, sides.rows.lowerBound, sides.rows.upperBound)
      unsafe withUnsafePointer(to: sides.edges) { edges in
        unsafe edges.withMemoryRebound(to: Float.self, capacity: 8) {
          unsafe cr_blend_thin(
            $0, Int32(x), Int32(top), Int32(end), surface.row(x, top).base, surface.stride,
            ink.color, ink.alpha)
        }
      }
      for rest in [(box.y0, top), (end, box.y1)] {
        unsafe blend(
          list, rule: rule, within: box.rows(rest.0, rest.1),
          rows: DrawnRows(first: rest.0, end: rest.1), onto: surface, ink, hidden: hidden)
      }
      return
    }
    let drawn = cr_rows(rows)
    let (x, y) = (box.x0, Int(drawn.y0))
    unsafe withUnsafePointer(to: ink) { ink in
      unsafe bands(of: list, within: box) { band in
        unsafe cr_sweep(
          &band, rule == .evenOdd ? 1 : 0, drawn, surface.row(x, y).base, surface.stride, ink,
          cr_hole(hidden, from: x, y))
      }
    }
  }

  /// Calls `body` with the accumulated edges of as many rows as fit, top to bottom; `body` clears
  /// them.
  @inline(__always) private func bands(
    of list: EdgeList, within box: PixelRect, _ body: (inout cr_band) -> Void
  ) {
    guard !box.isEmpty else { return }
    // An edge on the right border still writes cells past it. An odd number of cache lines per row
    // avoids cache conflicts between the rows of a column.
    let stride = ((box.width + 16 + 15) / 16 | 1) * 16
    let words = (stride + 511) / 512
    let bandRows = min(box.height, max(16, Self.bandCells / stride))
    let cells = self.cells.reserve(bandRows * stride)
    let bits = self.bits.reserve(bandRows * words)
    var y0 = box.y0
    while y0 < box.y1 {
      let y1 = min(box.y1, y0 + bandRows)
      var band = unsafe cr_band(
        cells: cells.base, bits: bits.base, stride: Int32(stride), words: Int32(words),
        x0: Int32(box.x0), y0: Int32(y0), x1: Int32(box.x1), y1: Int32(y1))
      unsafe list.edges.base.withMemoryRebound(to: Float.self, capacity: list.count * 4) {
        unsafe cr_accumulate(&band, $0, list.count)
      }
      unsafe body(&band)
      y0 = y1
    }
  }
}

extension cr_rows {
  init(_ rows: DrawnRows) {
    self.init(
      y0: Int32(rows.first), y1: Int32(rows.end), fold: Int32(rows.fold ?? 0),
      is_folded: rows.fold == nil ? 0 : 1)
  }
}

extension cr_hole {
  /// A rectangle of device pixels, relative to a pixel.
  init(_ rect: PixelRect, from x: Int, _ y: Int) {
    self.init(
      x0: Int32(rect.x0 - x), y0: Int32(rect.y0 - y), x1: Int32(rect.x1 - x),
      y1: Int32(rect.y1 - y))
  }
}
