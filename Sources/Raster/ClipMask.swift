internal import CRaster
internal import FeelGeometry

/// The coverage of a soft clip, row by row: one range of columns entirely inside, and a byte for
/// each of the others.
///
/// So a large clip costs only its edges, in time and in memory.
final class ClipMask {
  private(set) var bounds = PixelRect.empty
  private let rows = Scratch<Row>(256, filledWith: Row())
  private let bytes = Scratch<UInt8>(1 << 12, filledWith: 0)
  private var count = 0
  private let line = Scratch<UInt8>(1 << 12, filledWith: 0)

  /// The columns of a row entirely inside, `start ..< end`, relative to the first of `bounds`, and
  /// the position of the bytes of the others: first those before the range, then those after it.
  ///
  /// If no column is entirely inside, both are the row's end.
  struct Row: Equatable {
    var start: Int32 = 0
    var end: Int32 = 0
    var first = 0
  }

  /// The number of bytes allocated.
  var capacity: Int { bytes.capacity }

  /// The coverage of a run of pixels in a row.
  struct Part {
    /// The pixels entirely inside, relative to the run; if there are none, both are its length.
    var start: Int
    var end: Int
    /// The coverage of the pixels before that range, and after it.
    var before: BufferView<UInt8>
    var after: BufferView<UInt8>
  }

  /// A view of the mask for drawing, valid until the mask is set again.
  ///
  /// Plain values: retaining and releasing the class for every span would stall the processor each
  /// time until all pixels are stored.
  struct View {
    fileprivate let bounds: PixelRect
    fileprivate let rows: BufferView<Row>
    fileprivate let bytes: BufferView<UInt8>

    fileprivate func row(_ y: Int) -> Row { rows[y - bounds.y0] }

    /// The coverage of `count` pixels of a row from `x` on, all within the mask's bounds.
    @inline(__always) func part(_ x: Int, _ y: Int, _ count: Int) -> Part {
      let row = rows[y &- bounds.y0]
      let column = x &- bounds.x0
      let start = max(0, min(count, Int(row.start) &- column))
      let end = max(start, min(count, Int(row.end) &- column))
      let bytes = self.bytes.dropping(row.first)
      let skipped = Int(row.end &- row.start)
      return Part(
        start: start, end: end, before: bytes.dropping(min(column, Int(row.start))),
        after: bytes.dropping(max(Int(row.start), column &+ end &- skipped)))
    }
  }

  var view: View { View(bounds: bounds, rows: rows.view, bytes: bytes.view) }

  /// Sets the coverage of edges, times that of the enclosing clip.
  ///
  /// Rows that are alike in both are stored once; `uneven` has the rows whose edges differ.
  func set(
    _ edges: EdgeList, rule: FillRule, by accumulator: Accumulator, outer: View?,
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

  /// Computes the coverage of some rows one by one.
  private func sum(
    _ box: PixelRect, _ edges: EdgeList, _ rule: FillRule, _ accumulator: Accumulator,
    _ outer: View?
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

  /// Multiplies a row by the enclosing clip; returns the columns entirely inside both.
  private func multiply(
    _ line: BufferView<UInt8>, by outer: Part, _ inside: Range<Int>
  ) -> Range<Int> {
    if outer.start > 0 { unsafe cr_multiply(line.base, outer.before.base, outer.start) }
    let after = bounds.width - outer.end
    if after > 0 { unsafe cr_multiply(line.base + outer.end, outer.after.base, after) }
    return inside.clamped(to: outer.start..<outer.end)
  }

  /// Stores the bytes of a row, except those entirely inside.
  private func keep(_ line: BufferView<UInt8>, _ inside: Range<Int>) -> Row {
    let width = bounds.width
    let (start, end) = inside.isEmpty ? (width, width) : (inside.lowerBound, inside.upperBound)
    let first = count
    count += start + width - end
    // Blending reads eight bytes at a time.
    let bytes = self.bytes.reserve(count + 8)
    bytes.copy(first, from: line, 0, count: start)
    bytes.copy(first + start, from: line, end, count: width - end)
    return Row(start: Int32(start), end: Int32(end), first: first)
  }
}
