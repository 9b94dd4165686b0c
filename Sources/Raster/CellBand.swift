/// Rows of cells, and the walk of an edge through them.
///
/// What an edge leaves in a cell depends on the edge and the cell alone, never on the band.
struct CellBand {
  private let cells: View<Int32>
  private let bits: View<UInt64>
  private let stride: Int
  private let words: Int
  private let box: PixelRect
  private let left: Float
  private let right: Float
  private let top: Float
  private let bottom: Float

  /// One whole pixel of area.
  static let unit: Float = 65536

  init(cells: View<Int32>, bits: View<UInt64>, stride: Int, words: Int, box: PixelRect) {
    (self.cells, self.bits, self.stride, self.words, self.box) = (cells, bits, stride, words, box)
    (left, right) = (Float(box.x0), Float(box.x1))
    (top, bottom) = (Float(box.y0), Float(box.y1))
  }

  /// Adds an edge: (x0, y0, x1, y1), in device pixels.
  @inline(__always) func add(_ edge: SIMD4<Float>) {
    let down = edge.y < edge.w
    let (xTop, yTop) = down ? (edge.x, edge.y) : (edge.z, edge.w)
    let (xBottom, yBottom) = down ? (edge.z, edge.w) : (edge.x, edge.y)
    guard yBottom > top, yTop < bottom else { return }
    let slope = (xBottom - xTop) / (yBottom - yTop)
    let (low, high) = xTop < xBottom ? (xTop, xBottom) : (xBottom, xTop)
    let isInside = low >= left && high <= right
    let end = yBottom < bottom ? yBottom : bottom
    var y = yTop
    var x = xTop
    if yTop < top {
      y = top
      x = Self.held(xTop + slope * (top - yTop), low, high)
    }
    var row = Int(y)
    // Heights are differences of whole numbers, so that those of a closed outline sum to nothing.
    var height = Int32((y - Float(row)) * Self.unit)
    while y < end {
      let next = Float(row &+ 1)
      let last = next < yBottom ? next : yBottom
      // Rounding must not carry the edge past its own ends, where no cell is.
      let xNext = last == yBottom ? xBottom : Self.held(xTop + slope * (last - yTop), low, high)
      let reached = last == next ? Int32(Self.unit) : Int32((last - Float(row)) * Self.unit)
      let cover = down ? reached &- height : height &- reached
      if isInside {
        addPiece(row &- box.y0, x, xNext, cover)
      } else {
        addCutPiece(row &- box.y0, x, xNext, cover)
      }
      (x, y, height) = (xNext, last, 0)
      row &+= 1
    }
  }

  @inline(__always) private static func held(_ x: Float, _ low: Float, _ high: Float) -> Float {
    x < low ? low : (x > high ? high : x)
  }

  /// Adds a piece that stays in one row and in the band's columns; `cover` is its signed height.
  @inline(__always) private func addPiece(_ row: Int, _ a: Float, _ b: Float, _ cover: Int32) {
    let (x0, x1) = a < b ? (a, b) : (b, a)
    let first = Int(x0)
    let start = Float(first)
    let column = first &- box.x0
    let base = row &* stride &+ column
    if x1 <= start + 1 {
      let beyond = Int32(Float(cover) * (0.5 * (x0 + x1) - start))
      cells[base] &+= cover &- beyond
      cells[base &+ 1] &+= beyond
      mark(row, column, column &+ 1)
      return
    }
    let ramp = Ramp(x0, x1, first, cover)
    var rest = cover
    for index in 0..<ramp.columns {
      let share = ramp.area(index)
      cells[base &+ index] &+= share
      rest &-= share
    }
    cells[base &+ ramp.columns] &+= rest
    mark(row, column, column &+ ramp.columns)
  }

  /// Adds a piece that may leave the band's columns: what lies left of them counts in the first, what lies right in none.
  private func addCutPiece(_ row: Int, _ a: Float, _ b: Float, _ cover: Int32) {
    let (x0, x1) = a < b ? (a, b) : (b, a)
    guard x0 < right else { return }
    let first = Int(x0.rounded(.down))
    let start = Float(first)
    if x1 <= start + 1 {
      let beyond = Int32(Float(cover) * (0.5 * (x0 + x1) - start))
      put(row, first &- box.x0, cover &- beyond)
      put(row, first &+ 1 &- box.x0, beyond)
      return
    }
    let ramp = Ramp(x0, x1, first, cover)
    var rest = cover
    let shown = box.x1 &- first
    for index in 0..<(ramp.columns < shown ? ramp.columns : shown) {
      let share = ramp.area(index)
      put(row, first &+ index &- box.x0, share)
      rest &-= share
    }
    put(row, first &+ ramp.columns &- box.x0, rest)
  }

  private func put(_ row: Int, _ column: Int, _ area: Int32) {
    guard column < box.width else { return }
    let held = column > 0 ? column : 0
    cells[row &* stride &+ held] &+= area
    mark(row, held, held)
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

/// The shares of a shallow piece's area that its columns take.
private struct Ramp {
  /// Columns with a share of their own; the one after them takes the rest.
  let columns: Int
  private let cover: Float
  private let perColumn: Float
  private let head: Float
  private let tail: Float

  @inline(__always) init(_ x0: Float, _ x1: Float, _ first: Int, _ cover: Int32) {
    columns = Int(x1.rounded(.up)) &- first
    self.cover = Float(cover)
    perColumn = 1 / (x1 - x0)
    head = 1 - (x0 - Float(first))
    tail = x1 - Float(first &+ columns &- 1)
  }

  /// A column's share, which is the second difference of the area left of it.
  @inline(__always) func area(_ index: Int) -> Int32 {
    let share: Float
    if index == 0 {
      share = 0.5 * perColumn * head * head
    } else if index == columns &- 1 {
      let before = columns == 2 ? 0.5 * head * head : head + Float(columns &- 2) - 0.5
      share = 1 - perColumn * (before + 0.5 * tail * tail)
    } else if index == 1 {
      share = perColumn * (head + 0.5 - 0.5 * head * head)
    } else {
      share = perColumn
    }
    return Int32(cover * share)
  }
}
