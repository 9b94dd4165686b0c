import Feel
import Lab
import Scenes
import Stage
import Testing
import TextLayout

/// The pointer in the panel's fields behaves as on any desktop.
struct FieldPressTests {
  private let fonts: FontBook

  init() throws { fonts = try FontBook() }

  /// A panel whose card width is a number.
  private func session(showing width: Double = 280) throws -> Session {
    var session = try Session("carousel")
    session.tell(.fonts(fonts))
    session.key(.function(9))
    session.foldLaws()
    session.change(.parameter("carousel.width", .number(width)))
    return session
  }

  /// The point after the first `count` characters of the field's text.
  private func place(after count: Int, of text: String = "280", _ session: Session) throws -> Vector
  {
    // A long number starts left of its field.
    let slider = try session.frame(of: "carousel.width.slider")
    let list = session.drawn(fonts)
    // A changed value is drawn bold.
    let start = [TextStyle.body, .strong].flatMap { list.places(of: text, $0, fonts) }
    let left = try #require(start.first { slider.contains($0) }).x
    let way = count == 0 ? 0 : fonts.layout(String(text.prefix(count)), .body).width
    return Vector(left + way, slider.midY)
  }

  private func copied(_ session: inout Session) -> [HostRequest] {
    session.key(.character("c"), .control)
    return session.takeRequests()
  }

  @Test func `the first press selects all, the next one places the caret`() throws {
    var session = try session()
    let places = try (0...3).map { try place(after: $0, session) }
    session.click(places[1], at: 1)
    #expect(copied(&session) == [.copy("280")])
    session.click(places[1], at: 2)
    session.keys(.character("4"), .backspace, .backspace, .return)
    #expect(session.parameters.number("carousel.width") == 80)
  }

  @Test(arguments: [true, false])
  func `a drag selects text in either direction`(isForward: Bool) throws {
    var session = try session()
    let ends = [try place(after: 1, session), try place(after: 3, session)]
    let (from, to) = isForward ? (ends[0], ends[1]) : (ends[1], ends[0])
    let end = session.drag(from: from, by: to - from, at: 1, lasting: 0.1)
    #expect(session.cursor == .text)
    session.pointer(.up, to, at: end)
    #expect(copied(&session) == [.copy("80")])
    session.key(.character("5"))
    #expect(copied(&session) == [.copy("25")])
    #expect(session.parameters.number("carousel.width") == 280)
  }

  @Test func `two presses select a word, three select all, and Shift+press extends the selection`()
    throws
  {
    var session = try session()
    let middle = try place(after: 1, session)
    session.click(middle, at: 1)
    for text in "280 p" { session.key(text == " " ? .space : .character(text)) }
    // Typed text ends where the number ended, so its first word starts further left.
    let left = try place(after: 1, of: "280 p", session)
    session.click(left, at: 3)
    #expect(copied(&session) == [.copy("280 p")])
    session.click(left, at: 3.3)
    #expect(copied(&session) == [.copy("280")])
    session.click(left, at: 3.6)
    #expect(copied(&session) == [.copy("280 p")])
    session.key(.home)
    let end = try place(after: 3, of: "280 p", session)
    session.pointer(.down, end, at: 5, modifiers: .shift)
    session.pointer(.up, end, at: 5.1, modifiers: .shift)
    #expect(copied(&session) == [.copy("280")])
  }

  @Test func `a number that is not edited keeps its hidden digits`() throws {
    var session = try session(showing: 280.123456789)
    let middle = try place(after: 4, of: "280.123", session)
    session.click(middle, at: 1)
    session.click(middle, at: 2)
    session.key(.return)
    #expect(session.parameters.number("carousel.width") == 280.123456789)
    // Nothing was typed, so undo applies to the previous edit.
    session.click(middle, at: 3)
    session.key(.character("z"), .control)
    #expect(session.parameters.number("carousel.width") == 280)
  }
}
