/// A PNG row filter: stores each byte minus a prediction from the bytes to its left and above.
///
/// Source: PNG Specification, Third Edition (W3C), § 9, "Filtering".
enum RowFilter: UInt8, CaseIterable {
  case none, left, above, average, paeth

  /// The prediction for a byte from those to its left, above, and above left.
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

  /// Chooses the filter that most likely compresses a row best.
  ///
  /// In a picture of a user interface, most bytes repeat the pixel to their left or above. Such
  /// rows compress best and fastest unfiltered: deflate finds repeated words and edges, which
  /// differences would hide. For other rows, such as gradients and photographs, the filter with the
  /// smallest sum of absolute differences is used.
  ///
  /// Both rows start with `step` zeros, the left neighbour of the first pixel.
  static func best(_ row: [UInt8], above: [UInt8], step: Int) -> RowFilter {
    // Unchanged rows are the most common.
    guard row != above else { return .above }
    let repeats = repeats(row.span, above.span, step)
    return 2 * repeats >= row.count - step ? .none : smallest(row.span, above.span, step)
  }

  /// The number of bytes equal to those of the pixel to the left or above.
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

  /// Writes a filtered row at a position, without the leading zeros that both rows have.
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

  /// Undoes the filter in place; both rows start with `step` zeros.
  func undo(_ row: inout [UInt8], above: [UInt8], step: Int) {
    for i in step..<row.count {
      row[i] = row[i] &+ guess(row[i - step], above[i], above[i - step])
    }
  }
}
