/// Aligns cells in columns of plain text.
package enum PlainTable {
  /// The lines of a table whose rows all have as many cells as the first.
  ///
  /// - Parameter right: the columns to align on the right.
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
  /// The text padded with spaces to a width.
  ///
  /// - Parameter gap: the minimum number of spaces.
  package func padded(to width: Int, gap: Int = 0) -> String {
    self + String(repeating: " ", count: max(gap, width - count))
  }

  /// The text right-aligned to a width.
  package func ending(at width: Int, gap: Int = 0) -> String {
    String(repeating: " ", count: max(gap, width - count)) + self
  }
}
