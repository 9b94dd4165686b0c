/// A table of numbers from a CSV file, and of how flings ended.
package struct Table {
  /// The name over the one column that holds words.
  static let wordColumn = "ended"

  /// The names over the columns, or none.
  package let names: [String]
  /// The numbers of the rows, each row as long as the first.
  package let rows: [[Double]]
  /// The words of the rows under `ended`, or none without such a column.
  package let words: [String]
  /// The number of each row's line in the file, from 1.
  package let lines: [Int]

  /// Reads a table of numbers.
  ///
  /// The first line may hold the names of the columns. Lines that begin with "#" are skipped.
  ///
  /// - Throws: `CommandFailure` with the line of the first value that is not a finite number, or of the first row that has a different length.
  package init(
    _ bytes: [UInt8], path: String, separator: Character = ","
  ) throws(CommandFailure) {
    var (names, rows, lines): ([String], [[Double]], [Int]) = ([], [], [])
    var (words, column): ([String], Int?) = ([], nil)
    let text = String(decoding: bytes, as: UTF8.self)
    let all = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in all.enumerated() {
      guard var cells = Self.cells(of: line, separator) else { continue }
      if rows.isEmpty, names.isEmpty, cells.allSatisfy({ Double($0) == nil }) {
        (names, column) = (cells, cells.firstIndex(of: Self.wordColumn))
        continue
      }
      if let column, cells.count == names.count { words.append(cells.remove(at: column)) }
      let numbers = cells.map { Double($0) }
      let row = numbers.compactMap { $0 }
      guard row.count == cells.count, row.allSatisfy(\.isFinite) else {
        throw .badFile(
          "\(path):\(index + 1): expected finite numbers, found \(quoted(String(line))).")
      }
      guard
        row.count
          == (rows.first?.count
            ?? (names.isEmpty ? row.count : names.count - (column == nil ? 0 : 1)))
      else {
        throw .badFile(
          "\(path):\(index + 1): this line has \(row.count) columns, others have more or less.")
      }
      rows.append(row)
      lines.append(index + 1)
    }
    self.init(names: names, rows: rows, words: words, lines: lines)
  }

  /// The cells of a line, without space around them; `nil` for an empty line and for a remark.
  package static func cells(
    of line: some StringProtocol, _ separator: Character = ","
  ) -> [String]? {
    let cells = line.split(separator: separator, omittingEmptySubsequences: false).map {
      trimmed(Substring($0))
    }
    return cells == [""] || line.hasPrefix("#") ? nil : cells
  }

  /// Refuses a column of times that go back.
  ///
  /// - Throws: `CommandFailure` with the line of the first that does.
  package func requireOrder(of column: Int = 0, path: String) throws(CommandFailure) {
    for index in rows.indices.dropFirst() where rows[index][column] < rows[index - 1][column] {
      throw .badFile("\(path):\(lines[index]): the time goes back.")
    }
  }

  private init(names: [String], rows: [[Double]], words: [String], lines: [Int]) {
    (self.names, self.rows, self.words, self.lines) = (names, rows, words, lines)
  }

  /// The table without the rows at which a condition does not hold.
  package func rows(where isKept: (Int) -> Bool) -> Table {
    let kept = rows.indices.filter(isKept)
    return Table(
      names: names, rows: kept.map { rows[$0] }, words: words.isEmpty ? [] : kept.map { words[$0] },
      lines: kept.map { lines[$0] })
  }

  private static func trimmed(_ cell: Substring) -> String {
    let start = cell.drop { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\u{FEFF}" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) else {
      return ""
    }
    return String(start[...last])
  }
}
