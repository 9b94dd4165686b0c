internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The page of keys: in groups, with a field that leaves those of a word.
struct HelpPage: Hashable, Sendable {
  /// What is looked for.
  private(set) var query = LineEditor()
  // How far it is scrolled, in points.
  private var offset = 0.0

  private static let rowHeight = 24.0
  private static let headingHeight = 32.0
  /// Between the keys and what they do, and at least between two columns.
  private static let keyGap = 16.0
  private static let columnGap = 24.0
  /// Above the groups, in points: the title and the field.
  private static let top = 64.0

  /// A line of a column.
  private enum Line {
    case heading(String)
    case row(Keymap.Row)
  }

  // MARK: What happens

  /// Takes a key that is typed into the field, or scrolls; returns whether it was one.
  mutating func take(_ sample: KeySample) -> Bool {
    switch sample.key {
    case .character("?"): return false
    case .character, .space:
      guard sample.modifiers.isDisjoint(with: [.control, .alt]) else {
        guard sample.key == .character("a"), sample.modifiers == .control else { return false }
        query.selectAll()
        return true
      }
    case .up, .down, .pageUp, .pageDown:
      let lines = [.pageUp, .pageDown].contains(sample.key) ? 8.0 : 1
      scroll(by: lines * Self.rowHeight * ([.up, .pageUp].contains(sample.key) ? -1 : 1))
      return true
    default: break
    }
    guard query.handle(sample) == .edited else { return false }
    offset = 0
    return true
  }

  /// Scrolls by the wheel.
  mutating func turn(_ sample: WheelSample) {
    guard abs(sample.delta.y) < 1e6 else { return }
    scroll(by: sample.delta.y * (sample.unit == .notches ? 3 * Self.rowHeight : 1))
  }

  private mutating func scroll(by points: Double) { offset = max(0, offset + points) }

  /// Forgets what was looked for.
  mutating func reset() { self = HelpPage() }

  // MARK: What is shown

  /// Where the page lies in a window, in points.
  static func frame(in window: WindowState) -> Rect {
    let layout = window.layout
    let room = layout.hint.minY - layout.bar.maxY
    let size = Size(min(1168, window.size.width - 32), max(1, room - 24))
    return Rect(
      center: Vector(window.size.width / 2, layout.bar.maxY + room / 2), size: size)
  }

  /// Where the field lies in the page.
  static func field(in page: Rect) -> Rect {
    let width = min(240, page.width - 140)
    return Rect(x: page.maxX - 24 - width, y: page.minY + 16, width: width, height: 32)
  }

  /// The groups that hold what is looked for, each with its lines.
  private var groups: [[Line]] {
    let words = query.text.lowercased().split(separator: " ")
    return Keymap.Group.allCases.compactMap { group in
      let rows = Keymap.rows.filter { row in
        let known = "\(row.name) \(row.keys) \(Keymap.otherWords[row.name] ?? "") \(group.rawValue)"
        return row.group == group && words.allSatisfy(known.lowercased().contains)
      }
      return rows.isEmpty ? nil : [.heading(group.rawValue)] + rows.map(Line.row)
    }
  }

  private static func height(_ lines: [Line]) -> Double {
    lines.reduce(0) {
      if case .heading = $1 { $0 + headingHeight } else { $0 + rowHeight }
    }
  }

  /// The groups in columns of which the longest is as short as can be, none of them torn apart.
  private static func columns(_ groups: ArraySlice<[Line]>, _ count: Int) -> [[Line]] {
    guard count > 1 else { return [groups.flatMap(\.self)] }
    // Of few groups each place to begin the next column is tried.
    // The first column has the most, where it is all the same.
    return (groups.startIndex...groups.endIndex).reversed().map { next in
      [groups[..<next].flatMap(\.self)] + columns(groups[next...], count - 1)
    }.min { longest($0) < longest($1) } ?? []
  }

  private static func longest(_ columns: [[Line]]) -> Double {
    columns.map(height).max() ?? 0
  }

  /// How much of a column its keys take, and what they do, each with the gap after it.
  private struct Width {
    var keys: Double
    var names: Double
  }

  /// As many columns, up to three, as have room for all their words, with the room that is left shared among them; one is cut where even that has not.
  private func columns(in room: Double, _ fonts: FontBook) -> ([[Line]], [Width]) {
    for count in [3, 2, 1] {
      let columns = Self.columns(groups[...], count)
      var widths = columns.map { Self.width(of: $0, fonts) }
      let spare = room + Self.columnGap - widths.reduce(0) { $0 + $1.keys + $1.names }
      guard spare >= 0 || count == 1 else { continue }
      if spare < 0 { widths[0].keys = min(widths[0].keys, room * 0.46) }
      let share = spare / Double(count)
      return (columns, widths.map { Width(keys: $0.keys, names: $0.names + share) })
    }
    return ([], [])
  }

  private static func width(of lines: [Line], _ fonts: FontBook) -> Width {
    var width = Width(keys: 0, names: 0)
    for case .row(let row) in lines {
      width.keys = max(width.keys, fonts.layout(row.keys, .small).width)
      width.names = max(width.names, fonts.layout(row.name, .small).width)
    }
    return Width(
      keys: (width.keys + keyGap).rounded(.up), names: (width.names + columnGap).rounded(.up))
  }

  func draw(into canvas: inout Canvas, opacity: Double, in window: WindowState) {
    let (size, layout, theme) = (window.size, window.layout, canvas.theme)
    canvas.draw(.group(opacity: opacity))
    // Between bar and hint line, over the panels too: a stage above an open timeline is lower than this.
    canvas.fill(
      Rect(
        x: 0, y: layout.bar.maxY, width: size.width, height: layout.hint.minY - layout.bar.maxY),
      theme.background.opacity(0.72))
    let frame = Self.frame(in: window)
    canvas.floating(frame, radius: 14)
    canvas.label("Keys", at: Vector(frame.minX + 24, frame.minY + 32), .title, theme.text)
    drawField(into: &canvas, in: frame)
    let body = Rect(
      x: frame.minX + 8, y: frame.minY + Self.top, width: frame.width - 16,
      height: max(1, frame.height - Self.top - 12))
    let (columns, widths) = columns(in: body.width - 32, canvas.fonts)
    if columns[0].isEmpty {
      canvas.label(
        "No key does that", at: Vector(frame.minX + 24, body.minY + 16), .body,
        theme.secondaryText)
    }
    let longest = Self.longest(columns)
    let offset = min(offset, max(0, longest - body.height))
    canvas.clipped(to: body) { canvas in
      var x = body.minX + 16
      for (lines, width) in zip(columns, widths) {
        draw(lines, at: Vector(x, body.minY - offset), width, into: &canvas)
        x += width.keys + width.names
      }
    }
    if longest > body.height {
      let share = body.height / longest
      canvas.fill(
        Rect(
          x: frame.maxX - 10, y: body.minY + offset * share, width: 4, height: body.height * share),
        radius: 2, theme.controlBorder)
    }
    canvas.draw(.pop)
  }

  private func drawField(into canvas: inout Canvas, in page: Rect) {
    let (theme, field) = (canvas.theme, Self.field(in: page))
    canvas.fill(field, radius: 8, theme.surface)
    canvas.edge(field, radius: 8, width: 2, theme.accent)
    let inside = field.inset(by: 10, 0)
    if query.text.isEmpty {
      canvas.label(
        "Search", at: Vector(inside.minX + 4, inside.midY), .body, theme.secondaryText)
    }
    canvas.line(query, in: inside, hasKeyboard: true)
  }

  private func draw(
    _ lines: [Line], at start: Vector, _ width: Width, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    var y = start.y
    for line in lines {
      switch line {
      case .heading(let title):
        canvas.label(
          title, at: Vector(start.x, y + Self.headingHeight - 12), .strong, theme.accent,
          maximumWidth: width.keys + width.names - Self.columnGap)
        y += Self.headingHeight
      case .row(let row):
        let middle = y + Self.rowHeight / 2
        canvas.label(
          row.keys, at: Vector(start.x, middle), .small, theme.text,
          maximumWidth: width.keys - Self.keyGap / 2)
        canvas.label(
          row.name, at: Vector(start.x + width.keys, middle), .small, theme.secondaryText,
          maximumWidth: width.names - Self.columnGap / 2)
        y += Self.rowHeight
      }
    }
  }
}
