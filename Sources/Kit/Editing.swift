internal import Feel
internal import Stage

/// The text of the focused field.
struct Editing: Sendable {
  let id: String
  var line: LineEditor
  // The text last received from the panel.
  private var given: String
  // The position from which a drag selects.
  private var start: Int?

  /// Starts with the whole text selected.
  init(_ id: String, _ text: String) {
    (self.id, given, line) = (id, text, LineEditor(text))
    line.selectAll()
  }

  /// Whether nothing has been typed and everything is still selected.
  var isUntouched: Bool { !line.isEdited && line.selectedText == line.text }

  /// Adopts a text changed by the panel.
  mutating func update(_ text: String) {
    guard given != text else { return }
    if line.text != text {
      line = LineEditor(text)
      line.selectAll()
    }
    given = text
  }

  /// Places the caret at the press, or selects a word or everything on the second and third press;
  /// `place` is `nil` without fonts.
  mutating func press(at place: Int?, count: Int, selects: Bool) {
    switch (place, count) {
    case (let place?, 1): line.putCaret(before: place, selects: selects)
    case (let place?, 2): line.selectWord(at: place)
    default: line.selectAll()
    }
  }

  /// Starts or ends a drag that selects.
  mutating func drag(from place: Int?) { start = place }

  mutating func drag(to place: Int?) {
    guard let start, let place else { return }
    line.putCaret(before: start, selects: false)
    line.putCaret(before: place, selects: true)
  }
}
