/// The rows of a shape that are drawn.
///
/// A shape that is its own mirror image, top to bottom, about the border or the middle of a pixel
/// row can be folded: a row of its upper half stands for the one that mirrors it too, and half of
/// its edges are never looked at. Controls at rest are such shapes.
struct DrawnRows {
  /// The first row that is drawn, and the one past the last.
  var first: Int
  var end: Int
  /// The sum of two rows that mirror each other, or `nil` for a shape that is not folded.
  var fold: Int?

  /// Calls `body` with those that are drawn of a row and the one that mirrors it.
  @inline(__always) func each(_ row: Int, _ body: (Int) -> Void) {
    if row >= first, row < end { body(row) }
    guard let fold, fold - row != row, fold - row >= first, fold - row < end else { return }
    body(fold - row)
  }

  /// The rows of the upper half, above `limit`, that stand for those that are drawn.
  func folded(at fold: Int, above limit: Int) -> Range<Int> {
    let upper = first..<max(first, min(end, limit))
    let mirrored = (fold - end + 1)..<max(fold - end + 1, min(fold - first + 1, limit))
    if upper.isEmpty { return mirrored }
    if mirrored.isEmpty { return upper }
    return min(upper.lowerBound, mirrored.lowerBound)..<max(upper.upperBound, mirrored.upperBound)
  }
}
