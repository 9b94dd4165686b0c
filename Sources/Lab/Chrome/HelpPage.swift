internal import Feel
internal import Kit
internal import Stage
internal import TextLayout

/// The page of keyboard shortcuts, in groups, with a search field.
struct HelpPage: Hashable, Sendable {
  var query = ""

  private static let rowHeight = 24.0
  private static let headingHeight = 32.0
  /// Gap between a key and its description, and the minimum gap between columns.
  private static let keyGap = 16.0
  private static let columnGap = 24.0

  /// The frame of the page, high enough for all keys whatever the search finds.
  static func frame(in window: WindowState) -> Rect {
    let layout = window.layout
    let room = layout.hint.minY - layout.bar.maxY
    let width = min(1168, window.size.width - 32)
    let keys = window.fonts.map { longest(HelpPage().columns(in: width - 48, $0).0) + 88 }
    let size = Size(width, max(1, min(room - 16, keys ?? room)))
    return Rect(center: Vector(window.size.width / 2, layout.bar.maxY + room / 2), size: size)
  }

  func declare(_ tree: inout Tree<Session.Command>, in window: WindowState) {
    let width = Self.frame(in: window).width
    (tree.dismiss, tree.closesBeside) = (.toggleHelp, true)
    tree.add(Node("", .ground(.sheet), Box(gap: 16, padding: Insets(24, 16, 8, 12)))) { tree in
      tree.add(Node("", .none, Box(.horizontal, padding: Insets(4, 0, 16, 0)))) { tree in
        tree.label(Label(Words.Help.title, .title))
        tree.field(
          "help.search", Field(query, prompt: Words.Help.prompt, starts: true), .searchKeys,
          name: Words.Help.search, width: .fixed(min(240, width - 140)),
          actions: Words.Help.searched)
      }
      // Without fonts the number of columns that fit is unknown.
      let known = window.fonts.map { self.columns(in: width - 48, $0).0 }
      // At least as high as the "no match" line.
      let height = max(32, Self.longest(known ?? Self.columns(groups[...], 1)))
      tree.page("help.keys", height: height, keysFrom: "help.search")
    }
  }

  /// The groups with matches, each with its rows; a heading is a row without keys.
  private var groups: [[Keymap.Row]] {
    let words = query.lowercased().split(separator: " ")
    return Keymap.table.compactMap { group, all in
      let rows = all.filter { row in
        let own = "\(row.shown.name) \(row.shown.keys) \(translated(group))"
        let known = "\(own) \(row.name) \(row.keys) \(row.otherWords) \(group)".lowercased()
        return words.allSatisfy(known.contains)
      }
      return rows.isEmpty ? nil : [Keymap.Row(translated(group))] + rows.map(\.shown)
    }
  }

  private static func height(_ lines: [Keymap.Row]) -> Double {
    lines.reduce(0) { $0 + ($1.keys.isEmpty ? headingHeight : rowHeight) }
  }

  /// Splits the groups into columns so that the longest is as short as possible, without splitting
  /// a group.
  private static func columns(_ groups: ArraySlice<[Keymap.Row]>, _ count: Int) -> [[Keymap.Row]] {
    guard count > 1 else { return [groups.flatMap(\.self)] }
    // There are few groups, so every split is tried; on a tie the first column gets the most rows.
    return (groups.startIndex...groups.endIndex).reversed().map { next in
      [groups[..<next].flatMap(\.self)] + columns(groups[next...], count - 1)
    }.min { longest($0) < longest($1) } ?? []
  }

  private static func longest(_ columns: [[Keymap.Row]]) -> Double {
    columns.map(height).max() ?? 0
  }

  /// Widths of a column's keys and of their descriptions, each including the gap after it.
  private typealias Width = (keys: Double, names: Double)

  /// The most columns, up to three, whose text fits, with spare room shared out; a single one may
  /// be truncated.
  private func columns(in room: Double, _ fonts: FontBook) -> ([[Keymap.Row]], [Width]) {
    for count in [3, 2, 1] {
      let columns = Self.columns(groups[...], count)
      var widths = columns.map { Self.width(of: $0, fonts) }
      let spare = room + Self.columnGap - widths.reduce(0) { $0 + $1.keys + $1.names }
      guard spare >= 0 || count == 1 else { continue }
      if spare < 0 { widths[0].keys = min(widths[0].keys, room * 0.46) }
      let share = spare / Double(count)
      return (columns, widths.map { ($0.keys, $0.names + share) })
    }
    return ([], [])
  }

  private static func width(of lines: [Keymap.Row], _ fonts: FontBook) -> Width {
    var width: Width = (0, 0)
    for row in lines where !row.keys.isEmpty {
      width.keys = max(width.keys, fonts.layout(row.keys, .small).width + 12)
      width.names = max(width.names, fonts.layout(row.name, .small).width)
    }
    return ((width.keys + keyGap).rounded(.up), (width.names + columnGap).rounded(.up))
  }

  func draw(in frame: Rect, into canvas: inout Canvas) {
    let (columns, widths) = columns(in: frame.width - 16, canvas.fonts)
    guard columns.first?.isEmpty == false else {
      return canvas.label(
        Words.Help.noMatch, at: Vector(frame.minX, frame.minY + 16), .body,
        canvas.theme.secondaryText)
    }
    var x = frame.minX
    for (lines, width) in zip(columns, widths) {
      draw(lines, at: Vector(x, frame.minY), width, into: &canvas)
      x += width.keys + width.names
    }
  }

  private func draw(
    _ lines: [Keymap.Row], at start: Vector, _ width: Width, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    var y = start.y
    for row in lines {
      if row.keys.isEmpty {
        canvas.label(
          row.name, at: Vector(start.x, y + Self.headingHeight - 12), .strong, theme.text,
          maximumWidth: width.keys + width.names - Self.columnGap)
        y += Self.headingHeight
      } else {
        let middle = y + Self.rowHeight / 2
        let words = min(
          canvas.fonts.layout(row.keys, .small).width, width.keys - Self.keyGap - 12)
        let cap = Rect(x: start.x, y: middle - 9, width: max(20, words + 12), height: 18)
        canvas.fill(cap, radius: 5, theme.restTone)
        canvas.strongEdge(cap, radius: 5)
        canvas.label(
          row.keys, at: Vector(start.x + 6, middle), .small, theme.text, maximumWidth: words + 1)
        canvas.label(
          row.name, at: Vector(start.x + width.keys, middle), .small, theme.secondaryText,
          maximumWidth: width.names - Self.columnGap / 2)
        y += Self.rowHeight
      }
    }
  }
}
