/// A table of numbers from a CSV file.
struct Table {
  /// The names over the columns, or none.
  let names: [String]
  /// The rows, each as long as the first.
  let rows: [[Double]]
  /// The number of each row's line in the file, from 1.
  let lines: [Int]

  /// Reads a table: numbers between commas, a first line of names if there is one, lines of remarks that begin with "#".
  ///
  /// - Throws: `CommandFailure` with the place of what is no finite number, and of a row of another length.
  init(_ bytes: [UInt8], path: String) throws(CommandFailure) {
    var (names, rows, lines): ([String], [[Double]], [Int]) = ([], [], [])
    let text = String(decoding: bytes, as: UTF8.self)
    let all = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in all.enumerated() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
      guard cells != [""], !line.hasPrefix("#") else { continue }
      let numbers = cells.map { Double($0) }
      if rows.isEmpty, names.isEmpty, numbers.allSatisfy({ $0 == nil }) {
        names = cells
        continue
      }
      let row = numbers.compactMap { $0 }
      guard row.count == cells.count, row.allSatisfy(\.isFinite) else {
        throw CommandFailure(
          .badFile, "\(path):\(index + 1): expected finite numbers, found \(quoted(String(line))).")
      }
      guard row.count == (rows.first?.count ?? (names.isEmpty ? row.count : names.count)) else {
        throw CommandFailure(
          .badFile,
          "\(path):\(index + 1): this line has \(row.count) columns, others have more or less.")
      }
      rows.append(row)
      lines.append(index + 1)
    }
    (self.names, self.rows, self.lines) = (names, rows, lines)
  }

  private static func trimmed(_ cell: Substring) -> String {
    let start = cell.drop { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\u{FEFF}" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) else {
      return ""
    }
    return String(start[...last])
  }
}
