/// How a PNG file writes a row: each byte less a guess from the bytes to its left and above.
///
/// Source: PNG Specification, Third Edition (W3C), § 9, "Filtering".
enum RowFilter: UInt8, CaseIterable {
  case none, left, above, average, paeth

  /// The guess for a byte from those to its left, above, and above to the left.
  @inline(__always)
  func guess(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    switch self {
    case .none: return 0
    case .left: return left
    case .above: return above
    case .average: return UInt8((UInt16(left) + UInt16(above)) / 2)
    case .paeth:
      let estimate = Int16(left) + Int16(above) - Int16(corner)
      let (a, b) = (abs(estimate - Int16(left)), abs(estimate - Int16(above)))
      let c = abs(estimate - Int16(corner))
      return a <= b && a <= c ? left : b <= c ? above : corner
    }
  }

  /// The filter that most likely lets a row deflate to the least.
  ///
  /// In a picture of a user interface most bytes repeat the pixel to their left or above. Such rows
  /// are smallest and soonest written as they are: deflate finds whole words and edges again, of
  /// which differences leave nothing to find. Of other rows, of gradients and photographs, those
  /// with the smallest differences in sum are taken to be smallest.
  ///
  /// Both rows begin with `step` zeros; so the first pixel has a left neighbour.
  static func best(_ row: [UInt8], above: [UInt8], step: Int) -> RowFilter {
    // An unchanged row is the commonest of all.
    guard row != above else { return .above }
    let repeats = repeats(row.span, above.span, step)
    return 2 * repeats >= row.count - step ? .none : smallest(row.span, above.span, step)
  }

  /// How many bytes are those of the pixel to the left or above.
  private static func repeats(_ row: Span<UInt8>, _ above: Span<UInt8>, _ step: Int) -> Int {
    var count = 0
    for i in step..<row.count where row[i] == row[i - step] || row[i] == above[i] { count += 1 }
    return count
  }

  private static func smallest(_ row: Span<UInt8>, _ above: Span<UInt8>, _ step: Int) -> RowFilter {
    var best = (filter: RowFilter.none, sum: Int.max)
    for filter in allCases {
      var sum = 0
      for i in step..<row.count {
        let guess = filter.guess(row[i - step], above[i], above[i - step])
        let difference = Int8(bitPattern: row[i] &- guess)
        sum &+= Int(difference.magnitude)
      }
      if sum < best.sum { best = (filter, sum) }
    }
    return best.filter
  }

  /// Writes a row at a place, without the leading zeros that both rows have.
  func apply(
    _ row: [UInt8], above: [UInt8], step: Int, to bytes: inout [UInt8], at start: Int
  ) {
    bytes[start] = rawValue
    let line = row.span
    let upper = above.span
    var written = bytes.mutableSpan
    for i in step..<line.count {
      written[start + 1 + i - step] = line[i] &- guess(line[i - step], upper[i], upper[i - step])
    }
  }

  /// Turns a written row back in place; both rows begin with `step` zeros.
  func undo(_ row: inout [UInt8], above: [UInt8], step: Int) {
    for i in step..<row.count {
      row[i] = row[i] &+ guess(row[i - step], above[i], above[i - step])
    }
  }
}
