internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

extension Chrome {
  func drawHelp(into canvas: inout Canvas, opacity: Double, in window: WindowState) {
    let (size, layout) = (window.size, window.layout)
    let theme = canvas.theme
    canvas.draw(.group(opacity: opacity))
    let rows = (Keymap.rows.count + 1) / 2
    // Between bar and hint line, over the panels too: a stage above an open timeline is lower than this.
    let height = layout.hint.minY - layout.bar.maxY
    canvas.fill(
      Rect(x: 0, y: layout.bar.maxY, width: size.width, height: height),
      theme.background.opacity(0.72))
    let row = min(28, ((height - 16 - 84) / Double(rows)).rounded(.down))
    let frame = Rect(
      center: Vector(size.width / 2, layout.bar.maxY + height / 2),
      size: Size(min(840, size.width - 32), 84 + row * Double(rows)))
    canvas.floating(frame, radius: 14)
    canvas.label("Keys", at: Vector(frame.minX + 24, frame.minY + 32), .title, theme.text)
    let column = (frame.width - 48) / 2
    for (index, entry) in Keymap.rows.enumerated() {
      let x = frame.minX + 24 + column * Double(index / rows)
      let y = frame.minY + 64 + row * Double(index % rows) + row / 2
      canvas.label(entry.keys, at: Vector(x, y), .strong, theme.text, maximumWidth: 176)
      canvas.label(
        entry.name, at: Vector(x + 184, y), .body, theme.secondaryText,
        maximumWidth: column - 192)
    }
    canvas.draw(.pop)
  }
}
