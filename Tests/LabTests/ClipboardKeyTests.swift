import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// Copy and paste in a text field; the window owns the clipboard.
struct ClipboardKeyTests {
  /// A session in which the card number field has the keyboard.
  private func session(sourceLocation: SourceLocation = #_sourceLocation) throws -> Session {
    var session = try Session("carousel", sourceLocation: sourceLocation)
    for _ in 0..<8 {
      session.key(.tab)
      session.key(.character("v"), .control)
      if session.takeRequests() == [.paste] { return session }
    }
    try #require(Bool(false), "no field takes the keyboard", sourceLocation: sourceLocation)
    return session
  }

  @Test func `pasted text goes into the field, and Return commits it`() throws {
    var session = try session()
    _ = session.takeJournal()
    session.tell(.pasted("3\u{7}7\nand more"))
    #expect(session.takeJournal().isEmpty)
    session.key(.return)
    while let deadline = session.deadline { session.advance(to: deadline) }
    #expect(session.state.value("carousel.nearest") == .integer(37))
  }

  @Test func `composed text is not entered until the input method commits it`() throws {
    var session = try session()
    _ = session.takeJournal()
    session.tell(.composing(Preedit("37", caret: 2)))
    session.tell(.composing(nil))
    session.tell(.typed("4"))
    session.tell(.composing(Preedit("2", caret: 1)))
    #expect(session.isComposing && session.takeJournal().isEmpty)
    session.key(.return)
    while let deadline = session.deadline { session.advance(to: deadline) }
    #expect(session.state.value("carousel.nearest") == .integer(42))
  }

  @Test func `Ctrl+C copies the field's text`() throws {
    var session = try session()
    session.key(.character("c"), .control)
    #expect(session.takeRequests().isEmpty)
    session.tell(.pasted("12"))
    session.key(.character("c"), .control)
    #expect(session.takeRequests() == [.copy("12")])
  }

  @Test func `pasting into a field keeps at most 64 characters`() throws {
    var session = try session()
    session.tell(.pasted(String(repeating: "1234567890", count: 100_000)))
    session.tell(.pasted("x"))
    session.key(.character("c"), .control)
    #expect(
      session.takeRequests() == [
        .copy(String(String(repeating: "1234567890", count: 7).prefix(64)))
      ])
  }

  @Test func `without a focused field, pasted text is ignored and Ctrl+V asks for parameters`()
    throws
  {
    var session = try Session("carousel")
    session.key(.character("v"), .control)
    #expect(session.takeRequests() == [.pasteParameters])
    let before = session.state
    session.tell(.pasted("37"))
    #expect(session.state == before)
  }
}
