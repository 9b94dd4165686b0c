public import Feel
internal import Raster
internal import TextLayout

extension Canvas {
  /// Draws a line that is edited, from the left of a rectangle, so that its caret can be seen: its selection, its text and, where it has the keyboard, its caret.
  public mutating func line(_ line: LineEditor, in frame: Rect, hasKeyboard: Bool) {
    let parts = line.parts
    let (caret, from, to) = (width(parts.caret), width(parts.start), width(parts.end))
    // Scrolled along where the text is longer than the field.
    let start = frame.minX - max(0, caret - frame.width)
    let ink = theme.text
    let selected = Rect(x: start + from, y: frame.midY - 9, width: to - from, height: 18)
    let shown = Rect(x: frame.minX, y: frame.minY, width: frame.width + 2, height: frame.height)
    clipped(to: shown) { canvas in
      if hasKeyboard { canvas.fill(selected, canvas.theme.accentSoft) }
      if !line.text.isEmpty {
        canvas.label(line.text, at: Vector(start, frame.midY), .body, ink)
      }
      guard hasKeyboard else { return }
      canvas.fill(
        Rect(x: start + caret, y: frame.midY - 8, width: canvas.snapped(1), height: 16), ink)
    }
  }

  private func width(_ text: String) -> Double {
    text.isEmpty ? 0 : fonts.layout(text, .body).width
  }
}
