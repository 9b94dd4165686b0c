/// Rows of words as lines, each column as wide as its widest cell.
package enum PlainTable {
  /// The lines of rows, each as long as the first.
  ///
  /// - Parameter right: the columns whose cells end, and not begin, at one place.
  package static func text(_ rows: [[String]], rightFrom right: Set<Int> = []) -> String {
    let widths = rows.reduce(into: [Int](repeating: 0, count: rows[0].count)) { widths, row in
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.count) }
    }
    return rows.map { row in
      var line = row.enumerated().map { index, cell in
        right.contains(index) ? cell.ending(at: widths[index]) : cell.padded(to: widths[index])
      }.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

extension String {
  /// It with spaces after it, up to so many letters.
  ///
  /// - Parameter gap: how many spaces there are at least.
  package func padded(to width: Int, gap: Int = 0) -> String {
    self + String(repeating: " ", count: max(gap, width - count))
  }

  /// It with spaces before it, so that it ends after so many letters.
  package func ending(at width: Int, gap: Int = 0) -> String {
    String(repeating: " ", count: max(gap, width - count)) + self
  }
}
