internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

extension Chrome {
  /// The keys of the window, and what each does.
  static let keys: [(keys: String, action: String)] = [
    ("1 … 8", "Scene"),
    ("Tab · Shift+Tab", "Next control, the one before"),
    ("← → ↑ ↓", "Move the value, or by a card"),
    ("Page Up · Page Down", "Move further"),
    ("Home · End", "First, last"),
    ("Hold Space or Return", "Hold a button down"),
    ("Esc", "Abandon, close, leave"),
    ("P · Space", "Pause the stage, go on"),
    (".  ·  ,", "Pause; a frame on, back"),
    ("Shift+.  ·  Shift+,", "A millisecond on, back"),
    ("Alt+.  ·  Alt+,", "Next change of state, last"),
    ("[  ·  ]  ·  Backspace", "Slower, faster, real speed"),
    ("R · Ctrl+Shift+R", "The scene afresh; everything"),
    ("F8 · F9 · F6", "Timeline; parameters; region"),
    ("X · hold F7 or `", "Swap the sets; show the other"),
    ("H  ·  V", "Numbers; velocity"),
    ("T  ·  G", "Where it will rest; ghosts"),
    ("B  ·  S", "Bounds; the hand's samples"),
    ("F  ·  I", "Frame times; input's age"),
    ("M · Menu or Shift+F10", "Mark the moment; a menu"),
    ("Ctrl+Z · Ctrl+Shift+Z", "Undo an edit; redo it"),
    ("Ctrl+C · Ctrl+Shift+C", "Copy parameters: Swift; flags"),
    ("Ctrl+V", "Paste parameters: flags, JSON"),
    ("Ctrl+S · Ctrl+O", "Save parameters; open some"),
    ("Ctrl+E · Ctrl+Shift+S", "Record; picture of the stage"),
    ("Ctrl+Enter", "Run the last gesture again"),
    ("Ctrl+Shift+E", "Film of the last gesture"),
    ("F1 · ?", "This page"),
    ("Ctrl+,", "Preferences: look, motion, keys"),
    ("F11 · Ctrl+ +, −, 0", "Fill the screen; zoom"),
    ("Ctrl+Q", "Quit"),
  ]

  func drawHelp(into canvas: inout Canvas, opacity: Double, in size: Size) {
    let theme = canvas.theme
    canvas.draw(.group(opacity: opacity))
    let rows = (Chrome.keys.count + 1) / 2
    // Between bar and hint line, over the panels too: a stage above an open timeline is lower than this.
    let layout = layout(in: size)
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
    for (index, entry) in Chrome.keys.enumerated() {
      let x = frame.minX + 24 + column * Double(index / rows)
      let y = frame.minY + 64 + row * Double(index % rows) + row / 2
      canvas.label(entry.keys, at: Vector(x, y), .strong, theme.text, maximumWidth: 176)
      canvas.label(
        entry.action, at: Vector(x + 184, y), .body, theme.secondaryText,
        maximumWidth: column - 192)
    }
    canvas.draw(.pop)
  }
}
