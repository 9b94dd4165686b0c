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

  /// The filter whose differences are smallest in sum, the usual guess at what deflates best.
  ///
  /// Both rows begin with `step` zeros; so the first pixel has a left neighbour.
  static func best(_ row: [UInt8], above: [UInt8], step: Int) -> RowFilter {
    // An unchanged row is the commonest of all in pictures of a user interface.
    guard row != above else { return .above }
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

  /// The row as it is written, without the leading zeros; both rows have them.
  func apply(_ row: [UInt8], above: [UInt8], step: Int, to bytes: inout [UInt8]) {
    bytes.append(rawValue)
    for i in step..<row.count {
      bytes.append(row[i] &- guess(row[i - step], above[i], above[i - step]))
    }
  }

  /// Turns a written row back in place; both rows begin with `step` zeros.
  func undo(_ row: inout [UInt8], above: [UInt8], step: Int) {
    for i in step..<row.count {
      row[i] = row[i] &+ guess(row[i - step], above[i], above[i - step])
    }
  }
}
