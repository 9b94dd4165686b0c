/// The rows of a shape in which its outline is not vertical; between them, all rows are alike.
///
/// At most four ranges: a rectangle's upper and lower corners, and the two ends of a partial
/// outline.
struct UnevenRows {
  private var tops = SIMD4<Int>.zero
  private var ends = SIMD4<Int>.zero
  private var count = 0

  /// Fewer alike rows than this are not worth separating.
  private static let fewest = 6

  /// Corners that extend from `outside` an edge to `inside` it.
  init(_ shape: DeviceRect, outside: Double = 0, inside: Double) {
    add(from: shape.y0 - outside, to: shape.y0 + inside)
    add(from: shape.y1 - inside, to: shape.y1 + outside)
  }

  /// Adds a range, in device pixels.
  mutating func add(from top: Double, to bottom: Double) {
    // Clamped to the reach of any picture before conversion to integers.
    func clamped(_ y: Double) -> Int { Int(max(-1e6, min(1e6, y))) }
    tops[count] = clamped(top.rounded(.down))
    ends[count] = clamped(bottom.rounded(.up))
    count += 1
  }

  /// Calls `body` with the ranges of rows from one row to another, top to bottom: either rows that
  /// are all alike, or rows that may differ.
  @inline(__always) func runs(
    from first: Int, to last: Int, _ body: (_ top: Int, _ end: Int, _ areAlike: Bool) -> Void
  ) {
    var (start, y) = (first, first)
    while y < last {
      var (end, next) = (y, last)
      for index in 0..<count {
        if tops[index] > y { next = min(next, tops[index]) } else { end = max(end, ends[index]) }
      }
      if end > y {
        y = end
      } else {
        if next - y >= Self.fewest {
          if start < y { body(start, y, false) }
          body(y, next, true)
          start = next
        }
        y = next
      }
    }
    if start < last { body(start, last, false) }
  }
}
