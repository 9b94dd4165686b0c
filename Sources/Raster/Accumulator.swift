internal import CRaster
internal import Glibc

/// Turns edges into coverage: each cell takes the signed area an edge leaves in it, and a sum along the row is the coverage.
///
/// Cells are whole numbers, 65,536 for a full pixel, so that a sum does not depend on where it starts. A bit marks each block of four cells that holds anything: between them the coverage is constant and becomes a span without being looked at.
/// Source of the ideas: R. Levien, "Inside the fastest font renderer in the world", 2016 (cells); P. Kobalicek, Blend2D (bits).
final class Accumulator {
  private let cells = Scratch<Int32>(1 << 16, filledWith: 0)
  private let bits = Scratch<UInt64>(1 << 10, filledWith: 0)
  private let mask = Scratch<UInt8>(1 << 12, filledWith: 0)
  private let spans = Scratch<cr_span>(1 << 10, filledWith: cr_span(x: 0, n: 0, coverage: 0))

  /// Cells of one band: 4 MB, so that a scene of a window's size is one band.
  private static let bandCells = 1 << 20

  /// Calls `body` for each row the edges touch, top to bottom, with the row and its first column in device pixels, its spans, and the coverage bytes that spans of coverage −1 refer to.
  @inline(__always) func rows(
    of list: EdgeList, rule: FillRule,
    _ body: (_ y: Int, _ x: Int, _ spans: View<cr_span>, _ count: Int, _ mask: View<UInt8>) -> Void
  ) {
    let box = list.bounds
    guard !box.isEmpty else { return }
    // An edge on the right border still writes one cell past it.
    let words = (box.width + 8 + 255) / 256
    let stride = words * 256
    let bandRows = min(box.height, max(16, Self.bandCells / stride))
    let cells = self.cells.reserve(bandRows * stride)
    let bits = self.bits.reserve(bandRows * words)
    let mask = self.mask.reserve(stride)
    let spans = self.spans.reserve(stride / 4 + 4)
    var y0 = box.y0
    while y0 < box.y1 {
      let y1 = min(box.y1, y0 + bandRows)
      var band = unsafe cr_band(
        cells: cells.base, bits: bits.base, stride: Int32(stride), words: Int32(words),
        x0: Int32(box.x0), y0: Int32(y0), x1: Int32(box.x1), y1: Int32(y1))
      unsafe cr_accumulate(&band, list.edges.base, list.count)
      for row in 0..<(y1 - y0) {
        let count = unsafe cr_resolve(
          cells.base + row * stride, bits.base + row * words, Int32(words), Int32(box.width),
          rule == .evenOdd ? 1 : 0, mask.base, spans.base)
        if count > 0 { body(y0 + row, box.x0, spans, Int(count), mask) }
      }
      y0 = y1
    }
  }
}
