internal import Feel
package import Observe

/// A table of flings with only their duration and distance.
package struct MeasuredFlings {
  /// The flings that ran out by themselves, or all of them if the endings are unknown.
  package let rows: [FlingFit.Row]
  /// Each row's position in the file.
  package let places: [String]
  /// Whether the table has the endings.
  package let tellsEnds: Bool

  /// Reads the rows of a table.
  ///
  /// - Throws: `CommandFailure` with the line of a cell that is not a number, or of an unknown
  ///   ending.
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
