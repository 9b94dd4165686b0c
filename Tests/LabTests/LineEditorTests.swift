import Feel
import Stage
import Testing

/// Line editing works as in any desktop's text fields.
struct LineEditorTests {
  private func line(_ text: String, _ keys: [(KeySample.Key, Modifiers)]) -> LineEditor {
    var line = LineEditor(text)
    for (key, modifiers) in keys {
      _ = line.handle(KeySample(time: .zero, phase: .down, key: key, modifiers: modifiers))
    }
    return line
  }

  @Test func `Shift+arrows select text, and typing replaces it`() {
    let selected = line("1234", [(.left, []), (.left, .shift), (.left, .shift)])
    #expect(selected.selectedText == "23" && selected.selection == 1..<3)
    #expect(line("1234", [(.left, []), (.left, .shift), (.character("9"), [])]).text == "1294")
    #expect(line("1234", [(.home, .shift), (.character("9"), [])]).text == "9")
    #expect(line("1234", [(.home, []), (.end, .shift), (.backspace, [])]).text.isEmpty)
  }

  @Test func `arrows move visually in right-to-left text`() {
    #expect(line("שלום 12", [(.home, []), (.left, [])]).caret == 1)
    #expect(line("(12) مرحبا", [(.right, .shift)]).selectedText == "ا")
    #expect(line("ab שלום", [(.home, []), (.right, [])]).caret == 1)
  }

  @Test func `an arrow collapses a selection to its end on that side`() {
    for (key, caret) in [(KeySample.Key.left, 0), (.right, 4)] {
      var all = LineEditor("1234")
      all.selectAll()
      _ = all.handle(KeySample(time: .zero, phase: .down, key: key))
      #expect(all.caret == caret && all.selection.isEmpty && all.text == "1234")
    }
  }

  @Test func `a combining accent joins the character before it`() {
    let accented = line("ve", [(.character("\u{301}"), []), (.character("l"), [])])
    #expect(accented.text == "v\u{E9}l" && accented.caret == 3 && accented.selection.isEmpty)
    #expect(line("ve", [(.character("\u{301}"), []), (.backspace, [])]).text == "v")
  }

  @Test(arguments: ["👩\u{200D}👩\u{200D}👧", "🇯🇵", "👍🏽", "❤️\u{200D}🔥"])
  func `a joined emoji is passed and deleted as one character`(emoji: String) {
    #expect(line("a\(emoji)b", [(.left, []), (.left, [])]).caret == 1)
    #expect(line("a\(emoji)b", [(.left, []), (.left, .shift)]).selectedText == emoji)
    #expect(line("a\(emoji)b", [(.left, []), (.backspace, [])]).text == "ab")
  }

  @Test func `with Ctrl, arrows move by words, and Backspace and Delete remove them`() {
    #expect(line("12 pt/s", [(.left, .control)]).caret == 6)
    #expect(line("12 pt/s", [(.home, []), (.right, .control)]).caret == 2)
    #expect(line("12 pts", [(.backspace, .control)]).text == "12 ")
    #expect(line("12 pts", [(.home, []), (.delete, .control)]).text == " pts")
    #expect(line("12 pts", [(.left, [.control, .shift])]).selectedText == "pts")
  }

  @Test func `Backspace and Delete remove the character beside the caret`() {
    #expect(line("123", [(.left, []), (.backspace, [])]).text == "13")
    #expect(line("123", [(.left, []), (.delete, [])]).text == "12")
    #expect(line("", [(.backspace, []), (.delete, []), (.left, [])]).text.isEmpty)
  }

  @Test func `undoing a cut restores the text and its selection`() {
    var line = LineEditor("1234")
    line.selectAll()
    let cut = line.cut()
    #expect(cut == "1234" && line.text.isEmpty)
    let isUndone = line.undo()
    #expect(isUndone && line.text == "1234" && line.selectedText == "1234")
    let isUndoneAgain = line.undo()
    #expect(!isUndoneAgain)
  }

  @Test func `random keys keep the caret and the selection inside the text`() {
    var line = LineEditor("some 12.5 pt/s")
    let keys: [KeySample.Key] = [
      .left, .right, .home, .end, .backspace, .delete, .character("é"), .space,
    ]
    let held: [Modifiers] = [[], .shift, .control, [.control, .shift]]
    var state: UInt64 = 7
    for _ in 0..<4000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let key = keys[Int(state >> 33) % keys.count]
      let modifiers = held[Int(state >> 50) % held.count]
      _ = line.handle(KeySample(time: .zero, phase: .down, key: key, modifiers: modifiers))
      #expect(line.selection.lowerBound >= 0 && line.selection.upperBound <= line.text.count)
      #expect(line.selection.contains(line.caret) || line.caret == line.selection.upperBound)
      #expect(line.text.count <= LineEditor.longest)
    }
  }
}
