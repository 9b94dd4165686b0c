internal import FeelTrace

/// Tables written as JSON.
enum JSONTable {
  /// Reads any of these: an array of objects or arrays, an object of arrays of numbers, columns as
  /// written by pandas, JSON lines of objects or arrays, or an object that contains one of them.
  ///
  /// Nested members are named by their path: “offset.y”. Of rrweb events, only the scroll events of
  /// the most-scrolled element are rows.
  ///
  /// - Throws: `CommandFailure` with the position if the text is not valid JSON, or if it has no
  ///   table.
  static func read(_ bytes: [UInt8], path: String) throws(CommandFailure) -> Table {
    let json: JSON
    do throws(JSONError) {
      json = try value(bytes)
    } catch {
      throw .badFile("\(path):\(error).")
    }
    guard let rows = rows(json), !rows.isEmpty else {
      let example = "{\"t\": 0.0167, \"offset\": 29.5}"
      throw .badFile(
        "\(path) is JSON without a table. A table has an object for each frame, such as "
          + "\(example), in an array or one per line.")
    }
    let scrolls = scrolls(rows)
    return table(scrolls.isEmpty ? rows : scrolls, path: path)
  }

  /// Parses the text as one value, or as one value per line.
  private static func value(_ bytes: [UInt8]) throws(JSONError) -> JSON {
    let bytes = bytes.drop { [0xEF, 0xBB, 0xBF].contains($0) }
    let lines = bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A }
    let full = lines.indices.filter { lines[$0].contains { $0 > 0x20 } }
    guard full.count > 1, let first = try? JSONReader.read(lines[full[0]]), rows(first) == nil
    else { return try JSONReader.read(bytes) }
    var values: [JSON] = []
    for line in full { values.append(try JSONReader.read(lines[line], firstLine: line + 1)) }
    return .list(values)
  }

  /// The rows in a value; `nil` if it has none.
  private static func rows(_ json: JSON) -> [JSON]? {
    switch json.value {
    case .list(let list): return list.allSatisfy(isRow) ? list : nil
    case .object(let all):
      let members = columns(all)
      let columns = members.filter { $0.value.list?.contains(where: isRow) == false }
      let length = columns.map { $0.value.list?.count ?? 0 }.max() ?? 0
      let full = columns.filter { $0.value.list?.count == length }
      if full.count > 1, length > 1 {
        return (0..<length).map { row in
          JSON(
            .object(
              full.compactMap { column in column.value.list.map { .init(column.name, $0[row]) } }),
            at: full[0].value.list?[row].position ?? json.position)
        }
      }
      let found = members.compactMap { rows($0.value) }.max { $0.count < $1.count }
      guard let found, found.count > 1 else { return nil }
      // Rows that are arrays may have a list of names beside them.
      let names = columns.first { $0.value.list?.allSatisfy { $0.text != nil } ?? false }
      return (names.map { [$0.value] } ?? []) + found
    default: return nil
    }
  }

  /// Turns columns with numbered cells, {"t": {"0": 0, "1": 16}, …}, into arrays; returns others
  /// unchanged.
  private static func columns(_ members: [JSON.Member]) -> [JSON.Member] {
    let cells = members.map { member -> [JSON.Member] in
      guard case .object(let cells) = member.value.value else { return [] }
      return cells
    }
    let numbers = cells.first?.map(\.name) ?? []
    // If the members' own names are numbers too, the outer level may be the rows.
    guard members.count > 1, numbers.count > 1, numbers.allSatisfy(CellNumber.isOne),
      cells.allSatisfy({ $0.map(\.name) == numbers }),
      !members.contains(where: { CellNumber.isOne($0.name) })
    else { return members }
    return zip(members, cells).map { member, cells in
      JSON.Member(member.name, JSON(.list(cells.map(\.value)), at: member.value.position))
    }
  }

  private static func isRow(_ json: JSON) -> Bool {
    switch json.value {
    case .list(let list): !list.isEmpty && list.allSatisfy { $0.number != nil || $0.text != nil }
    case .object(let members):
      !members.isEmpty && !members.contains { $0.value.list?.contains(where: isRow) ?? false }
    default: false
    }
  }

  /// The scroll events of an rrweb recording.
  ///
  /// Source: rrweb's guide, events of the type 3, IncrementalSnapshot, of the source 3, Scroll.
  private static func scrolls(_ rows: [JSON]) -> [JSON] {
    let scrolls = rows.filter {
      $0["type"]?.number == 3 && $0["data"]?["source"]?.number == 3 && $0["timestamp"] != nil
    }
    let byElement = Dictionary(grouping: scrolls) { $0["data"]?["id"]?.number ?? 0 }
    return byElement.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.value ?? []
  }

  private static func table(_ rows: [JSON], path: String) -> Table {
    let lists = rows.compactMap { $0.list }
    if lists.count == rows.count { return table(ofLists: lists, rows.map(\.position.line), path) }
    return Table(rows: rows.map { ($0.position.line, cells(of: $0)) }, path: path)
  }

  private static func table(ofLists lists: [[JSON]], _ lines: [Int], _ path: String) -> Table {
    var (cells, lines) = (lists.map { $0.map(cell) }, lines)
    var names: [String] = []
    if !cells[0].contains(where: CellNumber.isOne) {
      names = cells.removeFirst()
      lines.removeFirst()
    }
    let width = cells.map(\.count).max() ?? 0
    let full = cells.map { $0 + [String](repeating: "", count: width - $0.count) }
    return Table(names: names.count == width ? names : [], cells: full, lines: lines, path: path)
  }

  /// The members of an object, nested ones named by their path; an array of two or three numbers
  /// becomes one cell per axis.
  static func cells(of json: JSON, in owner: String = "") -> [(name: String, cell: String)] {
    guard case .object(let members) = json.value else { return [] }
    return members.flatMap { member -> [(name: String, cell: String)] in
      let name = owner.isEmpty ? member.name : "\(owner).\(member.name)"
      let place = member.value.list ?? []
      if (2...3).contains(place.count), place.allSatisfy({ $0.number != nil }) {
        return zip("xyz", place).map { ("\(name).\($0)", cell($1)) }
      }
      guard case .object = member.value.value else { return [(name, cell(member.value))] }
      return cells(of: member.value, in: name)
    }
  }

  private static func cell(_ json: JSON) -> String {
    json.text ?? json.number.map { String($0) } ?? ""
  }
}
