internal import Feel
internal import Stage

/// The text of the field that has the keyboard.
struct Editing: Sendable {
  let id: String
  var line: LineEditor
  // The text that the panel gave last.
  private var given: String
  // The place in the text from which a drag selects.
  private var start: Int?

  /// Begins with all of a field's text selected.
  init(_ id: String, _ text: String) {
    (self.id, given, line) = (id, text, LineEditor(text))
    line.selectAll()
  }

  /// Whether nothing has been typed and all is selected still.
  var isUntouched: Bool { !line.isEdited && line.selectedText == line.text }

  /// Shows what the panel has made of the text.
  mutating func update(_ text: String) {
    guard given != text else { return }
    if line.text != text {
      line = LineEditor(text)
      line.selectAll()
    }
    given = text
  }

  /// Puts the caret where the pointer was pressed, or selects a word or all by the second and third
  /// press; nobody knows the place where there are no fonts.
  mutating func press(at place: Int?, count: Int, selects: Bool) {
    switch (place, count) {
    case (let place?, 1): line.putCaret(before: place, selects: selects)
    case (let place?, 2): line.selectWord(at: place)
    default: line.selectAll()
    }
  }

  /// Begins or ends a drag that selects.
  mutating func drag(from place: Int?) { start = place }

  mutating func drag(to place: Int?) {
    guard let start, let place else { return }
    line.putCaret(before: start, selects: false)
    line.putCaret(before: place, selects: true)
  }
}
