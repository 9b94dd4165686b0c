/// The rows of a shape to draw.
///
/// A shape that is symmetric top to bottom, about the boundary or the middle of a pixel row, can be
/// folded: a row of its upper half also serves for the mirrored one, and half of its edges need not
/// be processed. Controls at rest are such shapes.
struct DrawnRows {
  /// The first row to draw, and the end.
  var first: Int
  var end: Int
  /// The sum of two rows that mirror each other, or `nil` for a shape that is not folded.
  var fold: Int?

  /// Calls `body` for a row and its mirror image, as far as they are to be drawn.
  @inline(__always) func each(_ row: Int, _ body: (Int) -> Void) {
    if row >= first, row < end { body(row) }
    guard let fold, fold - row != row, fold - row >= first, fold - row < end else { return }
    body(fold - row)
  }

  /// The rows of the upper half, above `limit`, that serve for the rows to draw.
  func folded(at fold: Int, above limit: Int) -> Range<Int> {
    let upper = first..<max(first, min(end, limit))
    let mirrored = (fold - end + 1)..<max(fold - end + 1, min(fold - first + 1, limit))
    if upper.isEmpty { return mirrored }
    if mirrored.isEmpty { return upper }
    return min(upper.lowerBound, mirrored.lowerBound)..<max(upper.upperBound, mirrored.upperBound)
  }
}
