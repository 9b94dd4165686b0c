public import Feel

/// A single-line text editor with a caret and a selection, as in any desktop's text fields.
public struct LineEditor: Hashable, Sendable {
  /// The effect of a key on the line.
  public enum Outcome: Hashable, Sendable {
    /// It edits the text, or moves the caret.
    case edited
    /// It completes the text.
    case entered
    /// The line does not use it.
    case ignored
  }

  /// The state before an edit, for undo.
  private struct Moment: Hashable, Sendable {
    var text: String
    var selection: Range<Int>
  }

  /// The maximum number of characters.
  public static let longest = 64
  // The number of edits that can be undone.
  private static let depth = 50

  /// The text.
  public private(set) var text: String
  /// The caret's position, as the number of characters before it.
  public private(set) var caret: Int
  // The other end of the selection.
  private var anchor: Int
  private var past: [Moment] = []
  /// The input method's composition, shown instead of the selection.
  package private(set) var preedit: Preedit?

  /// Creates a line, its caret at the end.
  public init(_ text: String = "") {
    self.text = text
    (caret, anchor) = (text.count, text.count)
  }

  /// The range of selected characters, which the next edit replaces.
  ///
  /// Without a selection, the range is empty and at the caret.
  public var selection: Range<Int> { min(caret, anchor)..<max(caret, anchor) }

  /// The selected text.
  public var selectedText: String { piece(selection) }

  private func piece(_ range: Range<Int>) -> String {
    String(text.dropFirst(range.lowerBound).prefix(range.count))
  }

  // MARK: Composing

  /// Shows an input method's composition; `nil` ends it.
  package mutating func compose(_ preedit: Preedit?) { self.preedit = preedit }

  /// Commits the composition to the text as it is.
  package mutating func finishComposing() {
    guard let text = preedit?.text else { return }
    preedit = nil
    insert(text)
  }

  /// The line as shown, including the composition, and the range of the composition.
  package var shown: (line: LineEditor, composed: Range<Int>) {
    guard let preedit else { return (self, caret..<caret) }
    let head = piece(0..<selection.lowerBound) + preedit.text
    var line = LineEditor(head + piece(selection.upperBound..<text.count))
    let start = selection.lowerBound
    line.putCaret(before: start + preedit.caret, selects: false)
    return (line, start..<start + preedit.text.count)
  }

  // MARK: Keys

  /// Handles a key.
  public mutating func handle(_ sample: KeySample) -> Outcome {
    guard sample.phase == .down, !sample.modifiers.contains(.alt) else { return .ignored }
    let (isWord, selects) = (
      sample.modifiers.contains(.control), sample.modifiers.contains(.shift)
    )
    switch sample.key {
    case .character(let character) where !isWord:
      insert(String(sample.typed.map(Character.init) ?? character))
    case .space where !isWord: insert(" ")
    case .left, .right:
      // In a right-to-left line, back is to the right.
      let back = (sample.key == .left) != isRightToLeft
      move(to: moved(back: back, isWord, selects), selects)
    case .home: move(to: 0, selects)
    case .end: move(to: text.count, selects)
    case .backspace: delete(to: isWord ? wordEnd(back: true) : caret - 1)
    case .delete: delete(to: isWord ? wordEnd(back: false) : caret + 1)
    case .return where !isWord: return .entered
    default: return .ignored
    }
    return .edited
  }

  /// Whether its first letter belongs to a right-to-left script.
  ///
  /// Source: Unicode, "Roadmap to the SMP" and the BMP's blocks of bidirectional classes R and AL.
  private var isRightToLeft: Bool {
    let letter = text.unicodeScalars.first { $0.properties.isAlphabetic }
    return switch letter?.value ?? 0 {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  /// The caret after an arrow key: at that end of the selection, or one character or word further.
  private func moved(back: Bool, _ isWord: Bool, _ selects: Bool) -> Int {
    if !selects, !isWord, !selection.isEmpty {
      return back ? selection.lowerBound : selection.upperBound
    }
    if isWord { return wordEnd(back: back) }
    return caret + (back ? -1 : 1)
  }

  /// The end of the word next to the caret.
  private func wordEnd(back: Bool) -> Int {
    let letters = Array(text)
    let step = back ? -1 : 1
    var place = caret
    func isWord(_ place: Int) -> Bool? {
      let index = back ? place - 1 : place
      guard letters.indices.contains(index) else { return nil }
      return letters[index].isLetter || letters[index].isNumber
    }
    while isWord(place) == false { place += step }
    while isWord(place) == true { place += step }
    return place
  }

  private mutating func move(to place: Int, _ selects: Bool) {
    caret = min(max(0, place), text.count)
    if !selects { anchor = caret }
  }

  // MARK: Selecting

  /// Selects all text.
  public mutating func selectAll() { (anchor, caret) = (0, text.count) }

  /// Moves the caret, optionally extending the selection.
  ///
  /// - Parameter place: the number of characters before the caret, clamped to the text.
  /// - Parameter selects: whether the other end of the selection stays where it is.
  package mutating func putCaret(before place: Int, selects: Bool) { move(to: place, selects) }

  /// Selects the word at a position, delimited by spaces; a number with grouped digits is one word.
  ///
  /// - Parameter place: the number of characters before the position.
  package mutating func selectWord(at place: Int) {
    let letters = Array(text)
    func isGap(_ index: Int) -> Bool {
      letters[index].isWhitespace && letters[index] != "\u{2009}"
    }
    var (start, end) = (min(max(0, place), text.count), min(max(0, place), text.count))
    while start > 0, !isGap(start - 1) { start -= 1 }
    while end < letters.count, !isGap(end) { end += 1 }
    (anchor, caret) = (start, end)
  }

  /// Whether an edit can be undone.
  package var isEdited: Bool { !past.isEmpty }

  // MARK: Editing

  /// Replaces the selection with the first line of a text, without control characters, as far as it
  /// fits.
  public mutating func insert(_ more: String) {
    let seen = more.prefix { !$0.isNewline }.filter { character in
      character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
    let room = max(0, Self.longest - text.count + selection.count)
    replace(selection, with: String(seen.prefix(room)))
  }

  /// Deletes the selection or, without one, the text between the caret and a position.
  private mutating func delete(to place: Int) {
    let place = min(max(0, place), text.count)
    replace(selection.isEmpty ? min(caret, place)..<max(caret, place) : selection, with: "")
  }

  /// Deletes the selection and returns it.
  public mutating func cut() -> String {
    defer { replace(selection, with: "") }
    return selectedText
  }

  /// Clears the text.
  public mutating func clear() { replace(0..<text.count, with: "") }

  /// Undoes the last edit; returns whether there was one.
  public mutating func undo() -> Bool {
    guard let last = past.popLast() else {
      anchor = caret
      return false
    }
    text = last.text
    (anchor, caret) = (last.selection.lowerBound, last.selection.upperBound)
    return true
  }

  private mutating func replace(_ range: Range<Int>, with more: String) {
    let head = piece(0..<range.lowerBound) + more
    let next = head + piece(range.upperBound..<text.count)
    // A lone combining accent joins the character before it, so counts do not add up.
    let place = min(head.count, next.count)
    if next != text {
      past.append(Moment(text: text, selection: selection))
      if past.count > Self.depth { past.removeFirst() }
    }
    text = next
    (anchor, caret) = (place, place)
  }
}
