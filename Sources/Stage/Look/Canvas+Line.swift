public import Feel
internal import Raster
package import TextLayout

extension Canvas {
  /// Draws a line that is edited, from the left of a rectangle, so that its caret can be seen: its selection, its text and, where it has the keyboard, its caret.
  public mutating func line(_ line: LineEditor, in frame: Rect, hasKeyboard: Bool) {
    let parts = line.parts
    let (caret, from, to) = (
      fonts.width(parts.caret), fonts.width(parts.start), fonts.width(parts.end)
    )
    let start = line.start(in: frame, fonts)
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
}

extension LineEditor {
  /// Where its text begins in a field, from the left: scrolled along where it is longer.
  fileprivate func start(in frame: Rect, _ fonts: FontBook) -> Double {
    frame.minX - max(0, fonts.width(parts.caret) - frame.width)
  }

  /// The place in the text that is nearest to one of the screen: how many characters stand before it.
  ///
  /// - Parameter x: the place on the screen, in points.
  /// - Parameter frame: where the line is drawn, as for `Canvas.line(_:in:hasKeyboard:)`, in points.
  /// - Parameter fonts: those that it is drawn with.
  package func place(at x: Double, in frame: Rect, _ fonts: FontBook) -> Int {
    let start = start(in: frame, fonts)
    var nearest = (place: 0, distance: abs(x - start))
    for place in 1...max(1, text.count) where place <= text.count {
      let distance = abs(x - start - fonts.width(String(text.prefix(place))))
      if distance < nearest.distance { nearest = (place, distance) }
    }
    return nearest.place
  }
}

extension FontBook {
  /// How wide a line of a field's text is, in points.
  fileprivate func width(_ text: String) -> Double {
    text.isEmpty ? 0 : layout(text, .body).width
  }
}
