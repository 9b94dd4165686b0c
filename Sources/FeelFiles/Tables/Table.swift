internal import FeelTrace

/// A table in any of the usual text formats: the names of its columns, and its cells as text.
///
/// Cells are separated by tabs, semicolons, bars, commas or spaces, whichever gives rows of equal
/// length. Quotes and brackets keep a cell together. Numbers may have a decimal comma. JSON and
/// logs are read too. A cell with a position, “{0, 29.5}”, becomes two columns. Empty lines, lines
/// that begin with "#" and row counts below the table are skipped.
package struct Table: Sendable {
  /// The columns' names, with “ (unit)” appended if there is a row of units; empty without a
  /// header.
  package private(set) var names: [String]
  /// The cells, trimmed, in rows of equal length; numbers are in Swift's notation.
  package private(set) var cells: [[String]]
  /// The lines before the table that start with "#".
  package let remarks: [String]
  private let lines: [Int]
  private let path: String

  /// Reads a table.
  ///
  /// - Throws: `CommandFailure` with the line of the first row that has a different number of
  ///   cells, or the position where the JSON is invalid.
  package init(_ bytes: [UInt8], path: String) throws(CommandFailure) {
    let text = bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    // A line of a log may begin with a word in brackets, which is not JSON.
    let word = String(decoding: text.dropFirst().prefix { !" ,]".utf8.contains($0) }, as: UTF8.self)
    let isWord = word.first.map { $0.isLetter || $0.isNumber } ?? false && Double(word) == nil
    self =
      text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") && !isWord
      ? try JSONTable.read(bytes, path: path) : try Table(Self.text(of: bytes), path: path)
  }

  init(names: [String], cells: [[String]], lines: [Int], path: String, remarks: [String] = []) {
    (self.names, self.cells, self.lines, self.path) = (names, cells, lines, path)
    self.remarks = remarks
    partPlaces()
  }

  /// A table of rows with named cells; missing ones are empty.
  init(
    rows: [(line: Int, cells: [(name: String, cell: String)])], path: String, remarks: [String] = []
  ) {
    var (names, columns): ([String], [String: Int]) = ([], [:])
    var cells: [[String]] = []
    for row in rows {
      var own = [String](repeating: "", count: names.count)
      for (name, cell) in row.cells {
        if let column = columns[name] {
          own[column] = cell
        } else {
          columns[name] = names.count
          names.append(name)
          own.append(cell)
        }
      }
      cells.append(own)
    }
    let full = cells.map { $0 + [String](repeating: "", count: names.count - $0.count) }
    self.init(names: names, cells: full, lines: rows.map(\.line), path: path, remarks: remarks)
  }

  private init(_ text: Text, path: String) throws(CommandFailure) {
    if let log = Self.log(text, path: path) {
      self = log
      return
    }
    var all = text.lines
    var separator = Separator(all.prefix(Separator.asked).map(\.text))
    if let first = all.first?.text, let stated = Separator(statedBy: first) {
      // Spreadsheets declare the separator in a line of its own.
      separator = stated
      all.removeFirst()
    }
    var rows = all.map { (number: $0.number, text: $0.text, cells: separator.cells(of: $0.text)) }
    if separator == .bar { rows.removeAll { $0.cells.allSatisfy(Self.isRule) } }
    var names: [String] = []
    // Some programs write a title before the header.
    let start = rows.firstIndex { $0.cells.count(where: Self.isValue) > 1 } ?? 0
    let heads = rows.prefix(max(start, 1)).indices.filter {
      let cells = separator == .comma ? [] : DecimalMark.comma.plain(rows[$0].cells)
      return !(rows[$0].cells + cells).contains(where: Self.isValue)
    }
    var units: [String]?
    if let last = heads.last {
      units = heads.count > 1 ? Self.units(rows[last].cells) : nil
      names = rows[units == nil ? last : heads[heads.count - 2]].cells
      let areAligned = separator == .space && rows[last].text.hasPrefix(" ")
      rows.removeFirst(last + 1)
      if Self.areNumbered(rows, under: names, areAligned: areAligned) { names.insert("", at: 0) }
    }
    if let units, units.count == names.count {
      names = zip(names, units).map { $1.isEmpty ? $0 : "\($0) (\($1))" }
    }
    let width = names.isEmpty ? rows.first?.cells.count ?? 0 : names.count
    for index in rows.indices where rows[index].cells.count != width {
      // Some programs end each row with a separator.
      guard rows[index].cells.count == width + 1, rows[index].cells.last == "" else {
        let (line, count) = (rows[index].number, counted(rows[index].cells.count, "cell"))
        let list = names.map(quoted).joined(separator: ", ")
        throw .badFile(
          names.isEmpty
            ? "\(path):\(line): this line has \(count), the first row has \(width)."
            : "\(path):\(line): this line has \(count), but there are names for \(width): \(list).")
      }
      rows[index].cells.removeLast()
    }
    let mark = DecimalMark(rows.lazy.flatMap(\.cells))
    self.init(
      names: names, cells: mark == .point ? rows.map(\.cells) : rows.map { mark.plain($0.cells) },
      lines: rows.map(\.number), path: path, remarks: text.remarks)
  }

  /// Whether rows begin with an unnamed column of row numbers: pandas aligns the names with their
  /// columns, R quotes the row numbers.
  private static func areNumbered(
    _ rows: [(number: Int, text: Substring, cells: [String])], under names: [String],
    areAligned: Bool
  ) -> Bool {
    let numbers = rows.map { Int($0.cells[0]) ?? 0 }
    return rows.count > 1 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 &+ 1 == $1 }
      && rows.allSatisfy { row in
        row.cells.count == names.count + 1 && row.cells.last != ""
          && (areAligned || row.text.hasPrefix("\"") && !row.text.hasSuffix("\""))
      }
  }

  /// The non-empty lines with their numbers from 1, and the remarks before them.
  private typealias Text = (remarks: [String], lines: [(number: Int, text: Substring)])

  /// Decodes UTF-8 or UTF-16; anything else counts as Latin-1.
  private static func text(of bytes: [UInt8]) -> Text {
    var text =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.lazy.map { UnicodeScalar($0) }))
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let (low, high) = bytes[0] == 0xFF ? (0, 1) : (1, 0)
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8
      }
      text = String(decoding: units, as: UTF16.self)
    } else if text.unicodeScalars.first == "\u{FEFF}" {
      text.unicodeScalars.removeFirst()
    }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated().map { (number: $0 + 1, text: $1) }
      .filter { !$0.text.allSatisfy(\.isWhitespace) }
    if let last = lines.last?.text, isCountOfRows(last) { lines.removeLast() }
    let remarks = lines.prefix { isRemark($0.text) }.map { String($0.text) }
    return (remarks, lines.filter { !isRemark($0.text) })
  }

  /// Whether a line is a remark, rather than a header whose first column is “#”.
  private static func isRemark(_ line: Substring) -> Bool {
    line.hasPrefix("#") && !(line.dropFirst().first.map { ",;|\t".contains($0) } ?? false)
  }

  /// Whether a line is a row count: “(123 rows)”, “[123 rows x 2 columns]”.
  private static func isCountOfRows(_ line: Substring) -> Bool {
    let words = line.drop { "([ ".contains($0) }
    return words.first?.isNumber ?? false && words.drop(while: \.isNumber).hasPrefix(" row")
  }

  /// The units in a row that has nothing else; `nil` for any other row.
  private static func units(_ cells: [String]) -> [String]? {
    let units = cells.map { $0.trimmed { "()[]".contains($0) } }
    let isOne = units.contains { !$0.isEmpty } && units.allSatisfy { $0.isEmpty || isUnit($0) }
    return isOne ? units : nil
  }

  /// The name of the column for a logger's own time stamps.
  private static let logged = "time of the log"

  private static func isClock(_ word: String) -> Bool {
    word.count { $0 == ":" } == 2 && CellNumber(word)?.unit == "iso"
  }

  /// Whether a cell belongs to the line under the header of a Markdown or psql table.
  private static func isRule(_ cell: String) -> Bool { cell.allSatisfy { "-+: ".contains($0) } }

  /// Whether a cell is a number or a position.
  fileprivate static func isValue(_ cell: String) -> Bool {
    CellNumber.isOne(cell) || PlaceCell(cell) != nil
  }

  /// Splits columns of positions into one column per axis.
  private mutating func partPlaces() {
    let axes = (cells.first ?? []).indices.map { column in
      let places = cells.lazy.compactMap { PlaceCell($0[column]) }
      // Plain numbers among positions are one-dimensional, on an unknown axis.
      let isMixed = places.first != nil && cells.contains { CellNumber.isOne($0[column]) }
      return isMixed ? [] : ["x", "y"].filter { axis in places.contains { $0[axis] != nil } }
    }
    guard axes.contains(where: { !$0.isEmpty }) else { return }
    // In a column of CSS transforms, “none” is the position 0.
    let areStyles = axes.indices.map { column in cells.contains { PlaceCell.isStyle($0[column]) } }
    cells = cells.map { row in
      row.indices.flatMap { column in
        let (cell, place) = (row[column], PlaceCell(row[column]))
        let isZero = areStyles[column] && cell == "none"
        return axes[column].isEmpty
          ? [cell] : axes[column].map { place?[$0] ?? (place != nil || isZero ? "0" : cell) }
      }
    }
    let own = names.isEmpty ? axes.map { _ in "" } : names
    names = zip(own, axes).flatMap { name, axes in
      axes.isEmpty ? [name] : axes.map { name.isEmpty ? $0 : "\(name).\($0)" }
    }
  }

  /// A log whose lines name their numbers, “t=0.0167 scrollY=29.5”, or end in a JSON object; `nil`
  /// for any other text.
  private static func log(_ text: Text, path: String) -> Table? {
    var rows: [(line: Int, cells: [(name: String, cell: String)])] = []
    for line in text.lines where line.text.utf8.contains(where: { "={".utf8.contains($0) }) {
      var cells = line.text.parts { " \t,;".contains($0) }.flatMap(named)
      guard cells.contains(where: { isValue($0.cell) }) else { continue }
      // Falls back to the logger's time stamp if the line names no time.
      let words = line.text.split(separator: " ").prefix(3)
      if let clock = words.lazy.map({ $0.trimmed { "[]".contains($0) } }).first(where: isClock) {
        cells.append((logged, clock))
      }
      if Set(cells.map(\.name)).count > 1 { rows.append((line.number, cells)) }
    }
    guard rows.count > 1, rows.count * 2 > text.lines.count else { return nil }
    return Table(rows: rows, path: path, remarks: text.remarks)
  }

  /// The named numbers in one word of a log: “y=29.5”, “{"y": 29.5}”.
  private static func named(_ word: String) -> [(name: String, cell: String)] {
    let sign = word.hasPrefix("{") ? nil : word.firstIndex(of: "=")
    let name = sign.map { String(word[..<$0]) } ?? ""
    let value = sign.map { String(word[word.index(after: $0)...]) } ?? word
    if !name.isEmpty, isValue(value) { return [(name, value)] }
    // A position without a name belongs to a table, not to a log.
    guard value.hasPrefix("{"), PlaceCell(value) == nil,
      let json = try? JSONReader.read(Array(value.utf8))
    else { return [] }
    return JSONTable.cells(of: json, in: name)
  }

  private static func isUnit(_ word: String) -> Bool {
    word == "-" || CellNumber.units.contains(word.lowercased())
  }

  /// The columns' names in the first lines of a table, and the width of the first row with a
  /// number.
  ///
  /// - Parameter isCut: whether the last line may be incomplete.
  package static func beginning(_ bytes: [UInt8], isCut: Bool) -> (names: [String], width: Int) {
    var lines = text(of: bytes).lines
    if isCut { lines = lines.dropLast() }
    let asked = Array(lines.prefix(Separator.asked))
    guard let table = try? Table(([], asked), path: "") else {
      let separator = Separator(asked.map(\.text))
      let rows = lines.map { separator.cells(of: $0.text) }
      let first = rows.first { $0.contains(where: isValue) }
      return (rows.first ?? [], first?.count ?? 0)
    }
    let first = table.cells.first { $0.contains(where: CellNumber.isOne) }
    return (table.names, first?.count ?? 0)
  }

  /// The position of a row, for messages: “a.csv:12”.
  package func place(_ row: Int) -> String { "\(path):\(lines[row])" }

  /// Whether the rows are on consecutive lines.
  package var isUnbroken: Bool { zip(lines, lines.dropFirst()).allSatisfy { $0 + 1 == $1 } }

  /// The index of the column with this name, or `nil`.
  package func column(_ name: String) -> Int? { names.firstIndex(of: name) }

  /// The number in a cell.
  ///
  /// - Throws: `CommandFailure` with its line if the cell is not a number.
  package func number(_ row: Int, _ column: Int) throws(CommandFailure) -> Double {
    guard let number = CellNumber(cells[row][column]) else {
      // An unreadable position was copied to each axis's column: show it once.
      var shown: [String] = []
      for cell in cells[row] where cell != shown.last || CellNumber.isOne(cell) {
        shown.append(cell)
      }
      throw .badFile(
        "\(place(row)): \(quoted(shown.joined(separator: ","))) is not a row of numbers. "
          + "Separate them with commas; use a point for decimals.")
    }
    return number.value
  }
}

/// A number in a cell: plain, with a unit, or a date or time of day.
package struct CellNumber {
  /// The number; for a date or time, seconds since 1970 or since midnight.
  package let value: Double
  /// The unit after the number, in lower case; “iso” for a date or time of day; empty without one.
  package let unit: String

  /// Units recognised after a number, in a row of units, or in a column's name.
  static let units: Set = [
    "s", "sec", "ms", "msec", "us", "µs", "μs", "ns", "px", "pt", "dp", "dip", "mm", "cm", "m",
    "in", "px/s", "pt/s", "dp/s", "m/s", "mm/s",
  ]

  /// Parses a cell; `nil` if it is not a finite number.
  package init?(_ cell: String) {
    // `Double` would also accept “inf”, “nan” and hexadecimal.
    if let first = cell.utf8.first, first <= UInt8(ascii: "9"), let number = Double(cell),
      number.isFinite, !cell.utf8.contains(UInt8(ascii: "x"))
    {
      (value, unit) = (number, "")
      return
    }
    let text = cell.hasPrefix("\u{2212}") ? "-" + cell.dropFirst() : cell
    guard text.unicodeScalars.contains(where: { ("0"..."9").contains($0) }), text.count < 64 else {
      return nil
    }
    if let seconds = Self.time(text) {
      (value, unit) = (seconds, "iso")
      return
    }
    let unit = text.drop { "0123456789.+-".contains($0) }
    guard let number = Double(text.prefix(upTo: unit.startIndex)), number.isFinite else {
      return nil
    }
    let word = unit.filter { $0 != " " }.lowercased()
    guard word.isEmpty || Self.units.contains(word) else { return nil }
    (value, self.unit) = (number, word)
  }

  /// Whether a cell is a number.
  static func isOne(_ cell: String) -> Bool { CellNumber(cell) != nil }

  /// Whether a cell denotes an unknown number.
  package static func isMissing(_ cell: String) -> Bool {
    ["", "-", "nan", "na", "n/a", "#n/a", "null", "nil", "none"].contains(cell.lowercased())
  }

  /// The seconds of a date and time, or of a time alone: “2026-11-26T09:00:00.016Z”,
  /// “09:00:00,016”, “9:00:00.016 PM”.
  ///
  /// The time zone is ignored: it shifts all times equally. Source: ISO 8601 and RFC 3339.
  private static func time(_ text: String) -> Double? {
    let half = ["am", "pm"].firstIndex(of: text.suffix(2).lowercased())
    let parts = text.dropLast(half == nil ? 0 : 2).split {
      $0 == "T" || $0 == "t" || $0.isWhitespace
    }
    guard (1...2).contains(parts.count), let last = parts.last else { return nil }
    let clock = last.prefix { "0123456789:.,".contains($0) }.split(separator: ":")
    guard (2...3).contains(clock.count),
      clock.dropFirst(clock.count == 3 ? 1 : 0).allSatisfy({ $0.count >= 2 })
    else { return nil }
    var seconds = 0.0
    for (part, next) in clock.enumerated() {
      let digits = String(next.map { $0 == "," ? "." : $0 })
      guard let number = Double(digits), part == clock.count - 1 || !digits.contains(".") else {
        return nil
      }
      seconds = seconds * 60 + number
    }
    if clock.count == 2, !clock[1].contains(where: { ".,".contains($0) }) { seconds *= 60 }
    if let half {
      guard let hour = Int(clock[0]), (1...12).contains(hour) else { return nil }
      seconds += Double(half * 12 - (hour == 12 ? 12 : 0)) * 3600
    }
    guard parts.count == 2 else { return seconds }
    let date = parts[0].split(whereSeparator: { "-/".contains($0) }).compactMap { Int($0) }
    guard date.count == 3, (1...9999).contains(date[0]), (1...12).contains(date[1]),
      (1...31).contains(date[2])
    else { return nil }
    return Double(days(date[0], date[1], date[2])) * 86_400 + seconds
  }

  /// The days from 1970-01-01 to a date of the Gregorian calendar.
  ///
  /// Source: Howard Hinnant, chrono-Compatible Low-Level Date Algorithms, days_from_civil.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let (year, shifted) = (month > 2 ? year : year - 1, (month + 9) % 12)
    let (era, ofEra) = (year / 400, year % 400)
    let ofYear = (153 * shifted + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}

/// The separator of a table's cells.
private enum Separator: CaseIterable {
  case tab, semicolon, bar, comma, space

  /// The number of lines that are examined.
  static let asked = 40

  /// The first separator that splits nearly all lines into the same number of cells, with two
  /// numbers in most of them.
  init(_ lines: [Substring]) {
    let found = Self.allCases.first { separator in
      let rows = lines.map { separator.cells(of: $0) }
      let counts = Dictionary(grouping: rows, by: \.count).mapValues(\.count)
      guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }),
        usual.key > 1, usual.value * 10 >= rows.count * 8
      else { return false }
      let numbered = rows.count { $0.count(where: separator.isNumber) > 1 }
      return numbered * 2 >= rows.count && !(separator == .comma && Self.isBroken(rows))
    }
    self = found ?? .comma
  }

  /// The separator declared in the first line of a spreadsheet's table, “sep=;”.
  init?(statedBy line: Substring) {
    guard line.hasPrefix("sep="), let sign = line.last,
      let stated = Self.allCases.first(where: { $0.sign == sign })
    else { return nil }
    self = stated
  }

  /// Whether a cell is a number, with any digit grouping unless this separator could split it.
  private func isNumber(_ cell: String) -> Bool {
    if Table.isValue(cell) { return true }
    return self != .comma && cell.contains(where: \.isNumber)
      && cell.allSatisfy { $0.isNumber || DecimalMark.signs.contains($0) }
  }

  /// Whether commas are decimal marks of numbers separated by spaces: “0,016 29,5”.
  private static func isBroken(_ rows: [[String]]) -> Bool {
    rows.count { row in
      row.contains { cell in
        cell.contains(" ") && cell.allSatisfy { $0.isNumber || " +-".contains($0) }
      }
    } * 2 > rows.count
  }

  private var sign: Character? {
    switch self {
    case .tab: "\t"
    case .semicolon: ";"
    case .bar: "|"
    case .comma: ","
    case .space: nil
    }
  }

  /// The cells of a line, without the spaces and quotes around them.
  func cells(of line: Substring) -> [String] {
    guard let sign else {
      return line.parts(at: \.isWhitespace).filter { !$0.isEmpty }
    }
    var line = line
    if self == .bar {
      // Markdown rows start and end with a bar.
      line = line.drop { $0 == "|" || $0.isWhitespace }
      while let last = line.last, last == "|" || last.isWhitespace { line.removeLast() }
    }
    return line.parts { $0 == sign }
  }
}

/// The decimal mark of a table's numbers.
private enum DecimalMark {
  /// A point; numbers have no commas.
  case point
  /// A point; commas separate thousands.
  case pointWithCommas
  /// A comma; points separate thousands.
  case comma

  /// Characters of a number other than digits: marks, signs, exponents and thousands separators.
  static let signs: Set<Character> = [
    ".", ",", "'", "’", " ", "\u{A0}", "\u{202F}", "+", "-", "\u{2212}", "e", "E",
  ]

  init(_ cells: some Sequence<String>) {
    var (thousands, isComma) = (false, false)
    for cell in cells {
      thousands = thousands || cell.contains { "'’\u{A0}\u{202F}".contains($0) }
      guard cell.utf8.contains(UInt8(ascii: ",")) else { continue }
      let groups = cell.split(separator: ",", omittingEmptySubsequences: false)
      guard groups.allSatisfy({ $0.allSatisfy { $0.isNumber || ".+- ".contains($0) } }) else {
        continue
      }
      let whole = groups.dropFirst().allSatisfy { $0.prefix { $0 != "." }.count == 3 }
      let lead = groups[0].filter(\.isNumber)
      if groups.count > 2 || groups[1].contains(".") {
        thousands = true
      } else if !whole || lead.isEmpty || lead.first == "0" || groups[0].contains(".") {
        isComma = true
      } else {
        thousands = thousands || !isComma
      }
    }
    self = isComma ? .comma : thousands ? .pointWithCommas : .point
  }

  /// The cells, with numbers converted to Swift's notation.
  func plain(_ cells: [String]) -> [String] {
    cells.map { cell in
      guard cell.contains(where: \.isNumber),
        cell.allSatisfy({ $0.isNumber || Self.signs.contains($0) }), !cell.contains(" ")
      else { return cell }
      return String(
        cell.compactMap { sign in
          switch sign {
          case ",": self == .comma ? "." : nil
          case ".": self == .comma ? nil : "."
          case "'", "’", "\u{A0}", "\u{202F}": nil
          default: sign
          }
        })
    }
  }
}

extension Substring {
  /// Splits a line at separators and trims the parts; quotes, which are removed, and brackets keep
  /// a part together.
  ///
  /// A quote within quotes is doubled: RFC 4180.
  fileprivate func parts(
    withBrackets: Bool = true, at isSeparator: (Character) -> Bool
  ) -> [String] {
    guard utf8.contains(where: { "\"([{".utf8.contains($0) }) else {
      return split(omittingEmptySubsequences: false, whereSeparator: isSeparator).map {
        $0.trimmed(where: \.isWhitespace)
      }
    }
    var (parts, part, isQuoted, depth) = ([String](), "", false, 0)
    var rest = self
    while depth >= 0, let next = rest.popFirst() {
      if next == "\"", depth == 0 {
        if isQuoted, rest.first == next {
          part.append(rest.removeFirst())
        } else {
          isQuoted.toggle()
        }
      } else if isSeparator(next), !isQuoted, depth == 0 {
        parts.append(Substring(part).trimmed(where: \.isWhitespace))
        part = ""
      } else {
        part.append(next)
        if next == "\"" {
          isQuoted.toggle()
        } else if next == "\\", depth > 0, let escaped = rest.popFirst() {
          part.append(escaped)
        } else if withBrackets, !isQuoted {
          depth += "([{".contains(next) ? 1 : ")]}".contains(next) ? -1 : 0
        }
      }
    }
    // Unbalanced brackets are ordinary characters.
    guard depth == 0 else { return self.parts(withBrackets: false, at: isSeparator) }
    return parts + [Substring(part).trimmed(where: \.isWhitespace)]
  }
}

extension StringProtocol {
  /// The text without such characters at either end.
  func trimmed(where isLeftOut: (Character) -> Bool) -> String {
    let start = drop(while: isLeftOut)
    guard let last = start.lastIndex(where: { !isLeftOut($0) }) else { return "" }
    return String(start[...last])
  }
}
