/// Rows of words as lines, each column as wide as its widest cell.
package enum PlainTable {
  /// The lines.
  ///
  /// - Parameters:
  ///   - rows: each as long as the first.
  ///   - right: the columns that end where the others of theirs end.
  package static func text(_ rows: [[String]], rightFrom right: Set<Int> = []) -> String {
    let widths = rows.reduce(into: [Int](repeating: 0, count: rows[0].count)) { widths, row in
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.count) }
    }
    return rows.map { row in
      var line = row.enumerated().map { index, cell in
        let space = String(repeating: " ", count: widths[index] - cell.count)
        return right.contains(index) ? space + cell : cell + space
      }.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
