internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// A row of rich content, generated from its number: of an inbox, a chat, a photo grid, notes, or
/// sent mail.
struct RichRow {
  enum Kind: CaseIterable {
    case inbox, talk, pictures, notes, sent

    /// Whether a line separates it from the next one.
    var isRuled: Bool { self != .talk && self != .pictures }
  }

  let kind: Kind
  /// Its number, which selects its text and colours.
  let number: Int

  private var sender: String { translated(Words.senders[number * 7 % Words.senders.count]) }
  private var subject: String {
    translated(Words.subjects[number * 7 % Words.subjects.count])
  }

  /// The avatar's own hue.
  private func tint(_ theme: Theme) -> Color {
    Color(
      hue: Double(number * 37 % 100) / 100, saturation: 0.45,
      brightness: theme.name == .dark ? 0.55 : 0.85)
  }

  /// Draws the row without the line below.
  func draw(into canvas: inout Canvas, in row: Rect) {
    switch kind {
    case .inbox: drawMail(into: &canvas, in: row)
    case .talk: drawTalk(into: &canvas, in: row)
    case .pictures: drawPictures(into: &canvas, in: row)
    case .notes:
      let note = translated(Words.notes[number % Words.notes.count])
      label(note, at: Vector(row.minX + 20, row.midY), .body, canvas.theme.text, row, &canvas)
    case .sent:
      canvas.tick(at: Vector(row.minX + 30, row.midY), canvas.theme.success)
      label(subject, at: Vector(row.minX + 52, row.midY), .body, canvas.theme.text, row, &canvas)
    }
  }

  private func label(
    _ words: String, at point: Vector, _ style: TextStyle, _ color: Color, _ row: Rect,
    _ canvas: inout Canvas
  ) {
    canvas.label(
      words, at: point, style, color, maximumWidth: max(0, row.maxX - 20 - point.x), snapsX: false)
  }

  private func drawMail(into canvas: inout Canvas, in row: Rect) {
    let theme = canvas.theme
    let radius = min(18, row.height / 2 - 4)
    let center = Vector(row.minX + 20 + radius, row.midY)
    canvas.draw(.circle(center: center, radius: radius, .solid(tint(theme))))
    canvas.label(
      String(sender.prefix(1)), at: center, .strong, theme.name == .dark ? theme.text : Self.ink,
      align: .center, snapsX: false)
    let left = center.x + radius + 12
    guard row.height >= 40 else {
      return label(sender, at: Vector(left, row.midY), .body, theme.text, row, &canvas)
    }
    let clock = "\(8 + number % 12):\(10 + number * 17 % 50)"
    canvas.label(
      clock, at: Vector(row.maxX - 20, row.midY - 9), .small, theme.secondaryText,
      align: .trailing, snapsX: false)
    var besideClock = row
    besideClock.size.width -= canvas.fonts.layout(clock, .small).width + 8
    // The newest are unread.
    label(
      sender, at: Vector(left, row.midY - 9), number < 4 ? .strong : .body, theme.text,
      besideClock, &canvas)
    label(subject, at: Vector(left, row.midY + 9), .small, theme.secondaryText, row, &canvas)
  }

  private static let ink = Color(rgb: 0x1B1B1F)

  private func drawTalk(into canvas: inout Canvas, in row: Rect) {
    let theme = canvas.theme
    let isOwn = number % 3 == 1
    let width = min(row.width - 80, canvas.fonts.layout(subject, .body).width + 28)
    let bubble = Rect(
      x: isOwn ? row.maxX - 20 - width : row.minX + 20, y: row.minY + 5, width: width,
      height: row.height - 10)
    canvas.fill(bubble, radius: min(14, bubble.height / 2), isOwn ? theme.ink : theme.track)
    canvas.label(
      subject, at: Vector(bubble.minX + 14, bubble.midY), .body,
      isOwn ? theme.onInk : theme.text, maximumWidth: width - 28, snapsX: false)
  }

  private func drawPictures(into canvas: inout Canvas, in row: Rect) {
    let count = max(1, Int((row.width - 32) / 96))
    let width = (row.width - 40 - 8 * Double(count - 1)) / Double(count)
    for index in 0..<count {
      let place = Rect(
        x: row.minX + 20 + (width + 8) * Double(index), y: row.minY + 4, width: width,
        height: row.height - 8)
      canvas.clipped(to: place, radius: 6) { canvas in
        Cover(number: number * count + index).drawPicture(into: &canvas, in: place)
      }
    }
  }
}

extension Canvas {
  /// Draws a list row, rich or as text, with the line below it.
  mutating func row(_ words: String, or rich: RichRow, in row: Rect, snapsX: Bool = true) {
    if content == .rich {
      rich.draw(into: &self, in: row)
      guard rich.kind.isRuled else { return }
    } else {
      label(words, at: Vector(row.minX + 20, row.midY), .body, theme.text, snapsX: snapsX)
    }
    let line = snapped(1)
    fill(
      Rect(x: row.minX + 20, y: row.maxY - line, width: row.width - 40, height: line), theme.hair)
  }
}
