internal import CRaster
internal import Glibc

/// Turns edges into coverage: each cell takes the signed area an edge leaves in it, and a sum along the row is the coverage.
///
/// A bit marks each block of four cells that holds anything, so that a row is read only where edges are: between them the coverage is constant and becomes a span.
/// Source of the idea: R. Levien, "Inside the fastest font renderer in the world", 2016; the bits are Blend2D's.
final class Accumulator {
  private let cells = Scratch<Float>(1 << 16, filledWith: 0)
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
      let band = Band(
        cells: cells, bits: bits, stride: stride, words: words, left: Float(box.x0), top: Float(y0),
        width: Float(box.width), height: Float(y1 - y0))
      let edges = list.edges
      if y0 == box.y0 && y1 == box.y1 {
        for index in 0..<list.count { band.add(edges[index]) }
      } else {
        for index in 0..<list.count { band.addCut(edges[index]) }
      }
      for row in 0..<(y1 - y0) {
        let count = unsafe cr_resolve(
          cells.base + row * stride, bits.base + row * words, Int32(words), Int32(box.width),
          rule == .evenOdd ? 1 : 0, mask.base, spans.base)
        if count > 0 {
          body(list.clip.y0 + y0 + row, list.clip.x0 + box.x0, spans, Int(count), mask)
        }
      }
      y0 = y1
    }
  }
}

/// Rows of cells, and the walk of an edge through them.
private struct Band {
  let cells: View<Float>
  let bits: View<UInt64>
  let stride: Int
  let words: Int
  let left: Float
  let top: Float
  let width: Float
  let height: Float

  /// Adds the part of an edge that lies in the band's rows.
  func addCut(_ edge: SIMD4<Float>) {
    let (x0, y0, x1, y1) = (edge.x, edge.y - top, edge.z, edge.w - top)
    guard max(y0, y1) > 0, min(y0, y1) < height else { return }
    func cut(_ y: Float) -> (Float, Float) {
      let row = max(0, min(height, y))
      return (row == y ? (y == y0 ? x0 : x1) : x0 + (x1 - x0) * ((row - y0) / (y1 - y0)), row)
    }
    let (a, b) = (cut(y0), cut(y1))
    guard a.1 != b.1 else { return }
    let (low, high) = (min(x0, x1), max(x0, x1))
    add(
      SIMD4(
        max(low, min(high, a.0)), a.1 + top, max(low, min(high, b.0)), b.1 + top))
  }

  /// Adds an edge that lies in the band.
  @inline(__always) func add(_ edge: SIMD4<Float>) {
    let down = edge.y < edge.w
    let direction: Float = down ? 1 : -1
    let xTop = (down ? edge.x : edge.z) - left
    let xBottom = (down ? edge.z : edge.x) - left
    let yTop = (down ? edge.y : edge.w) - top
    let yBottom = (down ? edge.w : edge.y) - top
    let slope = (xBottom - xTop) / (yBottom - yTop)
    let (low, high) = xTop < xBottom ? (xTop, xBottom) : (xBottom, xTop)
    var row = Int(yTop)
    var x = xTop
    var y = yTop
    while y < yBottom {
      let next = Float(row &+ 1)
      let bottom = next < yBottom ? next : yBottom
      var xNext = xTop + slope * (bottom - yTop)
      // Rounding must not carry the edge past its own ends, where no cell is.
      xNext = xNext < low ? low : (xNext > high ? high : xNext)
      addPiece(row, x, xNext, (bottom - y) * direction)
      (x, y) = (xNext, bottom)
      row &+= 1
    }
  }

  /// Adds a piece that stays in one row; `cover` is its signed height.
  @inline(__always) private func addPiece(_ row: Int, _ a: Float, _ b: Float, _ cover: Float) {
    let (x0, x1) = a < b ? (a, b) : (b, a)
    let first = Int(x0)
    let start = Float(first)
    let base = row &* stride &+ first
    if x1 <= start + 1 {
      let right = cover * (0.5 * (x0 + x1) - start)
      cells[base] += cover - right
      cells[base &+ 1] += right
      mark(row, first, first &+ 1)
      return
    }
    let last = Int(x1.rounded(.up))
    let perColumn = 1 / (x1 - x0)
    let head = 1 - (x0 - start)
    let tail = x1 - Float(last &- 1)
    let firstArea = 0.5 * perColumn * head * head
    let lastArea = 0.5 * perColumn * tail * tail
    cells[base] += cover * firstArea
    let columns = last &- first
    if columns == 2 {
      cells[base &+ 1] += cover * (1 - firstArea - lastArea)
    } else {
      let second = perColumn * (head + 0.5)
      cells[base &+ 1] += cover * (second - firstArea)
      let step = cover * perColumn
      for column in 2..<max(2, columns &- 1) { cells[base &+ column] += step }
      let beforeLast = second + Float(columns &- 3) * perColumn
      cells[base &+ columns &- 1] += cover * (1 - beforeLast - lastArea)
    }
    cells[base &+ columns] += cover * lastArea
    mark(row, first, last)
  }

  /// Marks the blocks of the cells `first...last` of a row.
  @inline(__always) private func mark(_ row: Int, _ first: Int, _ last: Int) {
    let (from, to) = (first &>> 2, last &>> 2)
    let base = row &* words
    let word = from &>> 6
    if to &>> 6 == word {
      let run = (UInt64(2) &<< UInt64(truncatingIfNeeded: to &- from)) &- 1
      bits[base &+ word] |= run &<< UInt64(truncatingIfNeeded: from & 63)
      return
    }
    for block in from...to {
      bits[base &+ block &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: block & 63)
    }
  }
}
