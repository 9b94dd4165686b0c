import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing
import TextLayout

/// Fields, cursors, pausing and the page of keys behave as on any desktop.
struct WindowMannersTests {
  private func session(_ id: String = "carousel") throws -> Session {
    var session = try Session(id)
    session.key(.function(9))
    session.foldLaws()
    return session
  }

  @Test(arguments: ["400", "400 pt", "400pt", " 400 pt "])
  func `a unit may be typed with a number`(text: String) throws {
    var session = try session()
    session.click(try session.place(of: "carousel.width"), at: 1)
    session.type(text)
    session.key(.return)
    #expect(session.parameters.number("carousel.width") == 400)
  }

  @Test
  func `an error uses the panel's name for the field, and the next typed text replaces the entry`()
    throws
  {
    var session = try session()
    session.click(try session.place(of: "carousel.count"), at: 1)
    session.type("abc")
    session.key(.return)
    let field = try session.element("carousel.count")
    #expect(field.announced == "Cards cannot be abc. It takes a whole number from 1 to 10000000.")
    session.type("99")
    session.key(.return)
    #expect(session.parameters.number("carousel.count") == 99)
  }

  @Test func `a field's text can be copied, cut and edited at its caret`() throws {
    var session = try session()
    session.click(try session.place(of: "carousel.width"), at: 1)
    session.key(.character("c"), .control)
    session.key(.character("x"), .control)
    session.key(.character("z"), .control)
    #expect(session.takeRequests() == [.copy("280"), .copy("280")])
    session.keys(.right, .backspace, .character("5"), .return)
    #expect(session.parameters.number("carousel.width") == 285)
  }

  @Test func `a long number is shown in groups and can be edited`() throws {
    var session = try session()
    session.change(.parameter("carousel.count", .number(1_234_567)))
    session.click(try session.place(of: "carousel.count"), at: 1)
    session.key(.character("c"), .control)
    #expect(session.takeRequests() == [.copy("1\u{2009}234\u{2009}567")])
    session.keys(.right, .backspace, .return)
    #expect(session.parameters.number("carousel.count") == 123_456)
  }

  @Test func `the cursor says what a press would do`() throws {
    var session = try session()
    func cursor(over id: String) throws -> Cursor {
      session.pointer(.moved, try session.place(of: id), at: session.now.seconds + 0.1)
      return session.cursor
    }
    #expect(try cursor(over: "carousel.width") == .text)
    #expect(try cursor(over: "carousel.width.name") == .resizeHorizontal)
    #expect(try cursor(over: "carousel.width.slider") == .resizeHorizontal)
    #expect(try cursor(over: "parameters.copy") == .arrow)
    session.key(.function(8))
    #expect(try cursor(over: "window.pause") == .arrow)
    #expect(try cursor(over: "scene.pager") == .arrow)
    #expect(try cursor(over: "splitter.timeline") == .resizeVertical)
    #expect(try cursor(over: "splitter.inspector") == .resizeHorizontal)
    #expect(try cursor(over: "timeline.button1") == .arrow)
    #expect(try cursor(over: "carousel") == .grab)
  }

  @Test func `changing or restarting the scene resumes a frozen stage`() throws {
    for key in [KeySample.Key.character("6"), .character("r")] {
      var session = try session()
      session.key(.character("p"))
      #expect(session.isPaused)
      session.key(key)
      #expect(!session.isPaused)
    }
  }

  @Test func `typing on the page of keys filters its rows, and Escape closes it`() throws {
    let fonts = try FontBook()
    var session = try session()
    session.key(.function(1))
    session.advance(to: Instant(seconds: 1))
    func isShown(_ text: String) -> Bool {
      !session.drawn(fonts).places(of: text, .small, fonts).isEmpty
    }
    #expect(isShown("Save video") && isShown("Undo"))
    session.type("video")
    #expect(isShown("Save video") && !isShown("Undo"))
    #expect(try session.element("help.search").value == "video")
    session.key(.character("a"), .control)
    session.type("freeze")
    #expect(isShown("Freeze, resume") && !isShown("Undo"))
    // A single Escape leaves it, whatever was typed.
    session.key(.escape)
    session.advance(to: Instant(seconds: 2))
    #expect(!isShown("Freeze, resume"))
    session.key(.function(1))
    session.advance(to: Instant(seconds: 3))
    #expect(isShown("Undo"))
    session.key(.escape)
    session.advance(to: Instant(seconds: 4))
    #expect(!isShown("Undo"))
  }
}
