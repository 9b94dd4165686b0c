internal import Feel
internal import Raster
internal import TextLayout

extension Chrome {
  /// The keys of the window, and what each does.
  static let keys: [(keys: String, action: String)] = [
    ("1 … 8 · Ctrl+Page Up, Down", "Scene"),
    ("Tab · Shift+Tab", "Next control, the one before"),
    ("← → ↑ ↓", "Move the value, or by a card"),
    ("Page Up · Page Down", "Move further"),
    ("Home · End", "First, last"),
    ("Hold Space or Return", "Hold a button down"),
    ("Esc", "Abandon a gesture; close; leave full screen"),
    ("P · Space", "Pause the stage, go on"),
    (".  ·  ,", "Pause, then a frame on, a frame back"),
    ("Shift+.  ·  Shift+,", "A millisecond on, back"),
    ("[  ·  ]  ·  Backspace", "Slower, faster, as fast as the world"),
    ("H V T G B S F I", "Overlays: numbers, velocity, rest, ghosts …"),
    ("R", "Start the scene afresh"),
    ("F1 · ?", "This page"),
    ("F11", "Fill the screen"),
    ("Ctrl+Q", "Quit"),
  ]

  func drawHelp(into canvas: inout Canvas, opacity: Double, in size: Size) {
    let theme = canvas.theme
    canvas.draw(.group(opacity: opacity))
    canvas.fill(layout(in: size).stage, theme.background.opacity(0.72))
    let row = 26.0
    let height = 84 + row * Double(Chrome.keys.count)
    let frame = Rect(
      center: layout(in: size).stage.center,
      size: Size(min(560, size.width - 32), min(height, size.height - 80)))
    drawFloating(frame, radius: 14, into: &canvas)
    canvas.label("Keys", at: Vector(frame.minX + 24, frame.minY + 32), .title, theme.text)
    for (index, entry) in Chrome.keys.enumerated() {
      let y = frame.minY + 64 + row * Double(index) + row / 2
      canvas.label(entry.keys, at: Vector(frame.minX + 24, y), .strong, theme.text)
      canvas.label(
        entry.action, at: Vector(frame.minX + 224, y), .body, theme.secondaryText,
        maximumWidth: frame.width - 248)
    }
    canvas.draw(.pop)
  }
}
