internal import CRaster
internal import FeelGeometry

/// The coverage of a soft clip, row by row: the columns that are wholly inside, and a byte for each
/// of the others.
///
/// So a large clip costs its edges, in time and in memory.
final class ClipMask {
  private(set) var bounds = PixelRect.empty
  private let rows = Scratch<Row>(256, filledWith: Row())
  private let bytes = Scratch<UInt8>(1 << 12, filledWith: 0)
  private var count = 0
  private let line = Scratch<UInt8>(1 << 12, filledWith: 0)

  /// A row's columns that are wholly inside, `start ..< end`, counted from the first of `bounds`,
  /// and where the bytes of the others begin: first those before it, then those after it.
  ///
  /// Where no column is wholly inside, both are the row's end.
  struct Row: Equatable {
    var start: Int32 = 0
    var end: Int32 = 0
    var first = 0
  }

  /// How many bytes there is memory for.
  var capacity: Int { bytes.capacity }

  /// What a row covers of some pixels, and where that lies among them.
  struct Part {
    /// The pixels that are wholly inside, counted from the first one asked for; where there are
    /// none, both are the number of pixels.
    var start: Int
    var end: Int
    /// The coverage of those before, and of those after.
    var before: BufferView<UInt8>
    var after: BufferView<UInt8>
  }

  /// What covers `count` pixels of a row, from one on; all of them lie in `bounds`.
  @inline(__always) func part(_ x: Int, _ y: Int, _ count: Int) -> Part {
    let row = rows.view[y &- bounds.y0]
    let column = x &- bounds.x0
    let start = max(0, min(count, Int(row.start) &- column))
    let end = max(start, min(count, Int(row.end) &- column))
    let bytes = self.bytes.view.dropping(row.first)
    let skipped = Int(row.end &- row.start)
    return Part(
      start: start, end: end, before: bytes.dropping(min(column, Int(row.start))),
      after: bytes.dropping(max(Int(row.start), column &+ end &- skipped)))
  }

  /// Takes the coverage of edges, times that of the clip around it.
  ///
  /// Of rows that are alike in both, one is kept; `uneven` tells which of the edges are not.
  func set(
    _ edges: EdgeList, rule: FillRule, by accumulator: Accumulator, outer: ClipMask?,
    uneven: UnevenRows? = nil
  ) {
    bounds = edges.bounds
    count = 0
    guard !bounds.isEmpty else { return }
    line.reserve(bounds.width)
    let rows = self.rows.reserve(bounds.height)
    line.view.fill(0, bounds.width, with: 0)
    let empty = keep(line.view, 0..<0)
    for row in 0..<bounds.height { rows[row] = empty }
    guard let uneven else {
      sum(bounds, edges, rule, accumulator, outer)
      return
    }
    uneven.runs(from: bounds.y0, to: bounds.y1) { top, end, areAlike in
      guard areAlike else {
        sum(bounds.rows(top, end), edges, rule, accumulator, outer)
        return
      }
      var y = top
      while y < end {
        sum(bounds.rows(y, y + 1), edges, rule, accumulator, outer)
        let (row, around) = (rows[y - bounds.y0], outer?.row(y))
        y += 1
        while y < end, outer?.row(y) == around {
          rows[y - bounds.y0] = row
          y += 1
        }
      }
    }
  }

  private func row(_ y: Int) -> Row { rows.view[y - bounds.y0] }

  /// Takes the coverage of some rows, one by one.
  private func sum(
    _ box: PixelRect, _ edges: EdgeList, _ rule: FillRule, _ accumulator: Accumulator,
    _ outer: ClipMask?
  ) {
    let (line, width) = (line.view, bounds.width)
    accumulator.rows(of: edges, rule: rule, within: box) { y, x, spans, count, mask in
      line.fill(0, width, with: 0)
      var inside = 0..<0
      for index in 0..<count {
        let span = spans[index]
        let (start, length) = (Int(span.x) + x - bounds.x0, Int(span.n))
        if span.coverage < 0 {
          line.copy(start, from: mask, Int(span.x), count: length)
        } else {
          line.fill(start, length, with: UInt8(truncatingIfNeeded: span.coverage))
          if span.coverage == 255, length > inside.count { inside = start..<start + length }
        }
      }
      if let outer { inside = multiply(line, by: outer.part(bounds.x0, y, width), inside) }
      rows.view[y - bounds.y0] = keep(line, inside)
    }
  }

  /// Multiplies a row by the clip around it; answers which columns are wholly inside both.
  private func multiply(
    _ line: BufferView<UInt8>, by outer: Part, _ inside: Range<Int>
  ) -> Range<Int> {
    if outer.start > 0 { unsafe cr_multiply(line.base, outer.before.base, outer.start) }
    let after = bounds.width - outer.end
    if after > 0 { unsafe cr_multiply(line.base + outer.end, outer.after.base, after) }
    return inside.clamped(to: outer.start..<outer.end)
  }

  /// Keeps the bytes of a row but for those that are wholly inside.
  private func keep(_ line: BufferView<UInt8>, _ inside: Range<Int>) -> Row {
    let width = bounds.width
    let (start, end) = inside.isEmpty ? (width, width) : (inside.lowerBound, inside.upperBound)
    let first = count
    count += start + width - end
    // Blending reads eight bytes at once.
    let bytes = self.bytes.reserve(count + 8)
    bytes.copy(first, from: line, 0, count: start)
    bytes.copy(first + start, from: line, end, count: width - end)
    return Row(start: Int32(start), end: Int32(end), first: first)
  }
}
