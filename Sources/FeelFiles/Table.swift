internal import FeelTrace

/// A table as people write them: its columns' names, and the words of its cells.
///
/// Cells are parted by tabs, semicolons, bars, commas or spaces, whichever makes all rows alike,
/// and
/// may stand in quotes. Numbers may have a decimal comma. Or it is JSON: an array of objects or of
/// arrays, an object of arrays, or a line for each object or array. Empty lines and lines that
/// begin
/// with "#" are skipped.
package struct Table: Sendable {
  /// The names over the columns, in a row of units followed by “ (unit)”; empty without them.
  package let names: [String]
  /// The cells of the rows, without space around them, each row with as many; numbers are written
  /// as Swift reads them.
  package let cells: [[String]]
  private let lines: [Int]
  private let path: String

  /// Reads a table.
  ///
  /// - Throws: `CommandFailure` with the line of the first row that has more or fewer cells than
  ///   others,
  ///   or the place where JSON breaks off.
  package init(_ bytes: [UInt8], path: String) throws(CommandFailure) {
    let first = bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
    self =
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      ? try JSONTable.read(bytes, path: path)
      : try Table(lines: Self.lines(of: bytes), path: path)
  }

  init(names: [String], cells: [[String]], lines: [Int], path: String) {
    (self.names, self.cells, self.lines, self.path) = (names, cells, lines, path)
  }

  private init(lines all: [(number: Int, text: Substring)], path: String) throws(CommandFailure) {
    if let table = Self.pairs(in: all, path: path) {
      self = table
      return
    }
    var all = all
    var separator = Separator(all.prefix(Separator.asked).map(\.text))
    if let first = all.first?.text, let stated = Separator(statedBy: first) {
      // Spreadsheets say so in a line of its own.
      separator = stated
      all.removeFirst()
    }
    var rows = all.map { (number: $0.number, cells: separator.cells(of: $0.text)) }
    if separator == .bar { rows.removeAll { $0.cells.allSatisfy(Self.isRule) } }
    var names: [String] = []
    // Some programs write what they are before the names.
    let start = rows.firstIndex { $0.cells.count(where: CellNumber.isOne) > 1 } ?? 0
    let heads = rows.prefix(max(start, 1)).indices.filter {
      !rows[$0].cells.contains(where: CellNumber.isOne)
    }
    var units: [String]?
    if let last = heads.last {
      units = heads.count > 1 ? Self.units(rows[last].cells) : nil
      names = rows[units == nil ? last : heads[heads.count - 2]].cells
      rows.removeFirst(last + 1)
    }
    if let units, units.count == names.count {
      names = zip(names, units).map { $1.isEmpty ? $0 : "\($0) (\($1))" }
    }
    let width = names.isEmpty ? rows.first?.cells.count ?? 0 : names.count
    for index in rows.indices where rows[index].cells.count != width {
      // Some programs end each row with a separator.
      guard rows[index].cells.count == width + 1, rows[index].cells.last == "" else {
        throw .badFile(
          "\(path):\(rows[index].number): this line has \(rows[index].cells.count) columns, "
            + "others have more or less.")
      }
      rows[index].cells.removeLast()
    }
    let mark = DecimalMark(rows.lazy.flatMap(\.cells))
    self.init(
      names: names, cells: mark == .point ? rows.map(\.cells) : rows.map { mark.plain($0.cells) },
      lines: rows.map(\.number), path: path)
  }

  /// The lines that hold something, with their numbers from 1.
  private static func lines(of bytes: [UInt8]) -> [(number: Int, text: Substring)] {
    var text = String(decoding: bytes, as: UTF8.self)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let (low, high) = bytes[0] == 0xFF ? (0, 1) : (1, 0)
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8
      }
      text = String(decoding: units, as: UTF16.self)
    } else if text.unicodeScalars.first == "\u{FEFF}" {
      text.unicodeScalars.removeFirst()
    }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .filter { !$1.allSatisfy(\.isWhitespace) && !isRemark($1) }
      .map { (number: $0 + 1, text: $1) }
  }

  /// Whether a line is a remark, and not one whose first column is called “#”.
  private static func isRemark(_ line: Substring) -> Bool {
    line.hasPrefix("#") && !(line.dropFirst().first.map { ",;|\t".contains($0) } ?? false)
  }

  /// The units of a row that holds nothing else; `nil` of any other row.
  private static func units(_ cells: [String]) -> [String]? {
    let units = cells.map { $0.trimmed { "()[]".contains($0) } }
    let isOne = units.contains { !$0.isEmpty } && units.allSatisfy { $0.isEmpty || isUnit($0) }
    return isOne ? units : nil
  }

  /// What a logger's own clock is called.
  private static let logged = "time of the log"

  private static func isClock(_ word: Substring) -> Bool {
    word.count { $0 == ":" } == 2 && CellNumber(String(word))?.unit == "iso"
  }

  /// Whether a cell is part of the line under the names of a Markdown table.
  private static func isRule(_ cell: String) -> Bool { cell.allSatisfy { "-: ".contains($0) } }

  /// A log whose lines name their numbers: “t=0.0167 scrollY=29.5”; `nil` of anything else.
  private static func pairs(in lines: [(number: Int, text: Substring)], path: String) -> Table? {
    var (names, columns): ([String], [String: Int]) = ([], [:])
    var (cells, numbers): ([[String]], [Int]) = ([], [])
    for line in lines {
      var own: [String: String] = [:]
      for word in line.text.split(whereSeparator: { " \t,;".contains($0) }) {
        guard let sign = word.firstIndex(of: "="), sign > word.startIndex else { continue }
        let value = String(word[word.index(after: sign)...])
        if CellNumber.isOne(value) { own[String(word[..<sign])] = value }
      }
      // The logger's clock counts where the line names no time.
      if !own.isEmpty, let clock = line.text.split(separator: " ").prefix(3).first(where: isClock) {
        own[Self.logged] = String(clock)
      }
      guard own.count > 1 else { continue }
      for name in own.keys.sorted(by: { ($0 == logged ? 1 : 0, $0) < ($1 == logged ? 1 : 0, $1) })
      where columns[name] == nil {
        columns[name] = names.count
        names.append(name)
      }
      cells.append(names.map { own[$0] ?? "" })
      numbers.append(line.number)
    }
    guard cells.count > 1, cells.count * 2 > lines.count else { return nil }
    let full = cells.map { $0 + [String](repeating: "", count: names.count - $0.count) }
    return Table(names: names, cells: full, lines: numbers, path: path)
  }

  private static func isUnit(_ word: String) -> Bool {
    word == "-" || CellNumber.units.contains(word.lowercased())
  }

  /// How a table begins: the names of its columns, and how many there are where a row has a number.
  ///
  /// - Parameter isCut: whether the bytes may end within a line.
  package static func beginning(_ bytes: [UInt8], isCut: Bool) -> (names: [String], width: Int) {
    var lines = lines(of: bytes)
    if isCut { lines = lines.dropLast() }
    guard let table = try? Table(lines: lines.prefix(Separator.asked).map(\.self), path: "") else {
      let separator = Separator(lines.prefix(Separator.asked).map(\.text))
      let rows = lines.map { separator.cells(of: $0.text) }
      let first = rows.first { $0.contains(where: CellNumber.isOne) }
      return (rows.first ?? [], first?.count ?? 0)
    }
    let first = table.cells.first { $0.contains(where: CellNumber.isOne) }
    return (table.names, first?.count ?? 0)
  }

  /// Where a row stands, for messages: “a.csv:12”.
  package func place(_ row: Int) -> String { "\(path):\(lines[row])" }

  /// The column of a name, or `nil`.
  package func column(_ name: String) -> Int? { names.firstIndex(of: name) }

  /// The number in a cell.
  ///
  /// - Throws: `CommandFailure` with its line where it holds none.
  package func number(_ row: Int, _ column: Int) throws(CommandFailure) -> Double {
    guard let number = CellNumber(cells[row][column]) else {
      throw .badFile(
        "\(place(row)): expected finite numbers, found \(quoted(cells[row].joined(separator: ",")))."
      )
    }
    return number.value
  }
}

/// A number in a cell: plain, with a unit, or a time of day.
package struct CellNumber {
  /// The number; of a time, seconds since 1970 or since midnight.
  package let value: Double
  /// The unit that stands behind it, in small letters; “iso” of a time of day; empty without one.
  package let unit: String

  /// Units that may stand behind a number, alone in a row, or in a column's name.
  static let units: Set = [
    "s", "sec", "ms", "msec", "us", "µs", "μs", "ns", "px", "pt", "dp", "dip", "mm", "cm", "m",
    "in", "px/s", "pt/s", "dp/s", "m/s", "mm/s",
  ]

  /// Reads a cell; `nil` where it holds no finite number.
  package init?(_ cell: String) {
    // What Double reads besides are names of what is not finite, and hexadecimal digits.
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

  /// Whether a cell holds a number.
  static func isOne(_ cell: String) -> Bool { CellNumber(cell) != nil }

  /// The seconds of a date with a time, or of a time: “2026-11-26T09:00:00.016Z”, “09:00:00,016”.
  ///
  /// A zone moves all times alike, and is left out. Source: ISO 8601 and RFC 3339.
  private static func time(_ text: String) -> Double? {
    let parts = text.split { $0 == "T" || $0 == "t" || $0 == " " }
    guard (1...2).contains(parts.count), let last = parts.last else { return nil }
    let clock = last.prefix { "0123456789:.,".contains($0) }.split(separator: ":")
    guard (2...3).contains(clock.count), clock.allSatisfy({ $0.count >= 2 }) else { return nil }
    var seconds = 0.0
    for (part, next) in clock.enumerated() {
      let digits = String(next.map { $0 == "," ? "." : $0 })
      guard let number = Double(digits), part == clock.count - 1 || !digits.contains(".") else {
        return nil
      }
      seconds = seconds * 60 + number
    }
    if clock.count == 2, !clock[1].contains(where: { ".,".contains($0) }) { seconds *= 60 }
    guard parts.count == 2 else { return seconds }
    let date = parts[0].split(whereSeparator: { "-/".contains($0) }).compactMap { Int($0) }
    guard date.count == 3, (1...9999).contains(date[0]), (1...12).contains(date[1]),
      (1...31).contains(date[2])
    else { return nil }
    return Double(days(date[0], date[1], date[2])) * 86_400 + seconds
  }

  /// The days from 1970 to a date of the Gregorian calendar.
  ///
  /// Source: Howard Hinnant, chrono-Compatible Low-Level Date Algorithms, days_from_civil.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let (year, shifted) = (month > 2 ? year : year - 1, (month + 9) % 12)
    let (era, ofEra) = (year / 400, year % 400)
    let ofYear = (153 * shifted + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}

/// What parts the cells of a line.
private enum Separator: CaseIterable {
  case tab, semicolon, bar, comma, space

  /// So many lines are looked at.
  static let asked = 40

  /// The first that parts nearly all lines into as many cells, two of which hold numbers in most.
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

  /// What its name, “sep=;” in the first line of a spreadsheet's table, stands for.
  init?(statedBy line: Substring) {
    guard line.hasPrefix("sep="), let sign = line.last,
      let stated = Self.allCases.first(where: { $0.sign == sign })
    else { return nil }
    self = stated
  }

  /// Whether a cell holds a number, however it is grouped, as far as this does not part cells.
  private func isNumber(_ cell: String) -> Bool {
    if CellNumber.isOne(cell) { return true }
    return self != .comma && cell.contains(where: \.isNumber)
      && cell.allSatisfy { $0.isNumber || DecimalMark.signs.contains($0) }
  }

  /// Whether commas stand within numbers that spaces part: “0,016 29,5”.
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

  /// The cells of a line, without space and quotes around them.
  func cells(of line: Substring) -> [String] {
    guard let sign else { return line.split(whereSeparator: \.isWhitespace).map(String.init) }
    var line = line
    if self == .bar {
      // Markdown has bars at both ends.
      line = line.drop { $0 == "|" || $0.isWhitespace }
      while let last = line.last, last == "|" || last.isWhitespace { line.removeLast() }
    }
    guard line.contains("\"") else {
      return line.split(separator: sign, omittingEmptySubsequences: false).map {
        $0.trimmed(where: \.isWhitespace)
      }
    }
    // A quote within quotes is written twice: RFC 4180.
    var (cells, cell, isQuoted) = ([String](), "", false)
    var rest = line
    while let next = rest.popFirst() {
      if next == "\"" {
        if isQuoted, rest.first == "\"" {
          cell.append(rest.removeFirst())
        } else {
          isQuoted.toggle()
        }
      } else if next == sign, !isQuoted {
        cells.append(Substring(cell).trimmed(where: \.isWhitespace))
        cell = ""
      } else {
        cell.append(next)
      }
    }
    return cells + [Substring(cell).trimmed(where: \.isWhitespace)]
  }
}

/// What stands before the fraction of a table's numbers.
private enum DecimalMark {
  /// A point; there is no comma in a number.
  case point
  /// A point; commas part thousands.
  case pointWithCommas
  /// A comma; points part thousands.
  case comma

  /// What may stand in a number besides digits: marks, signs, exponents, and what parts thousands.
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

  /// The cells with numbers as Swift reads them.
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

extension StringProtocol {
  /// It without such characters at both ends.
  fileprivate func trimmed(where isLeftOut: (Character) -> Bool) -> String {
    let start = drop(while: isLeftOut)
    guard let last = start.lastIndex(where: { !isLeftOut($0) }) else { return "" }
    return String(start[...last])
  }
}
