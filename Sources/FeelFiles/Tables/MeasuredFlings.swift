internal import Feel
package import Observe

/// Flings of which only duration and distance are known, from a table.
package struct MeasuredFlings {
  /// Those that ran out by themselves, or all where it is not known how they ended.
  package let rows: [FlingFit.Row]
  /// Where each stands in its file.
  package let places: [String]
  /// Whether it is known how they ended.
  package let tellsEnds: Bool

  /// Takes the columns of a table.
  ///
  /// - Throws: `CommandFailure` with the line of a cell that holds no number, or of an ending that
  ///   is not known.
  package init(_ table: Table) throws(CommandFailure) {
    let end = table.column("ended")
    var (rows, places): ([FlingFit.Row], [String]) = ([], [])
    for row in table.cells.indices {
      if let end {
        let word = table.cells[row][end]
        guard let outcome = Fling.Outcome(rawValue: word) else {
          let known = Fling.Outcome.allCases.map(\.rawValue).joined(separator: ", ")
          throw .badFile(
            "\(table.place(row)): \(quoted(word)) is not an end of a fling. Use \(known).")
        }
        guard outcome == .ranOut else { continue }
      }
      rows.append(
        FlingFit.Row(duration: try table.number(row, 0), distance: try table.number(row, 1)))
      places.append(table.place(row))
    }
    (self.rows, self.places, tellsEnds) = (rows, places, end != nil)
  }
}
