import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing
import TextLayout

/// Typing into a text field goes to the field, whichever moment is shown, and triggers no
/// shortcuts.
struct TypingTests {
  enum Moment: CaseIterable { case live, paused, past, playedAgain }

  private func session(_ id: String, _ moment: Moment) throws -> Session {
    var session = try Session(id, size: Size(1200, 1000))
    session.advance(to: Instant(seconds: 2))
    switch moment {
    case .live: break
    case .paused: session.key(.character("p"))
    case .past, .playedAgain:
      session.key(.character("p"))
      for _ in 0..<60 { session.key(.character(",")) }
      #expect(session.isShowingPast)
      if moment == .playedAgain { session.key(.character("p")) }
    }
    return session
  }

  /// State that typing must not change.
  private func window(_ session: Session) -> [String] {
    [
      "\(session.isPaused)", "\(session.speed)", "\(session.overlays.letters)",
      session.sceneType.id, "\(session.isShowingPast)", "\(session.parameters.changed)",
      "\(session.parametersB != nil)", session.accessibility(at: session.now).value,
    ]
  }

  /// Gives the keyboard to each text field of the scene in turn.
  private func eachField(
    _ id: String, _ moment: Moment, _ body: (inout Session) throws -> Void
  ) throws -> Int {
    var session = try session(id, moment)
    var count = 0
    for _ in 0..<12 {
      session.key(.tab)
      guard session.focused?.role == .textField else { continue }
      count += 1
      var copy = session
      try body(&copy)
    }
    return count
  }

  @Test func `Ctrl+A selects a field's text, and the next edit replaces it`() throws {
    let count = try eachField("carousel", .live) { session in
      func type(_ text: String) { session.type(text) }
      type("12")
      let fonts = try FontBook()
      let plain = session.drawn(fonts)
      session.key(.character("a"), .control)
      #expect(session.drawn(fonts) != plain)
      type("34")
      #expect(session.focused?.value == "34")
      session.key(.character("a"), .control)
      session.key(.backspace)
      #expect(session.focused?.value == "")
      // Undo restores the replaced text.
      session.key(.character("z"), .control)
      #expect(session.focused?.value == "34")
    }
    #expect(count > 0)
    // In the panel, too.
    var session = try session("carousel", .live)
    session.key(.function(9))
    let key = "physics.decay.keptPerMillisecond"
    let field = try session.element(key)
    session.click(field.frame.center, at: 3)
    session.type("0.95")
    session.key(.character("a"), .control)
    session.type("0.99")
    session.key(.return)
    #expect(session.parameters.changed.map(\.key) == [key])
    #expect(session.parameters[key] == .number(0.99))
  }

  @Test(arguments: ["carousel", "curves"], Moment.allCases)
  func `a letter typed into a field of the stage has no other effect`(id: String, moment: Moment)
    throws
  {
    let count = try eachField(id, moment) { session in
      let before = window(session)
      for letter in Keymap.signs {
        session.key(.character("a"), .control)
        session.keys(.delete, .character(letter))
        #expect(session.focused?.value == String(letter))
        #expect(window(session) == before, "\(letter)")
      }
      session.key(.character("a"), .control)
      session.keys(.delete, .character("1"))
      _ = session.takeEffects()
      session.key(.return)
      // A committed entry resumes from the moment shown.
      #expect(!session.isShowingPast)
      #expect(session.focused?.value == "")
    }
    #expect(count > 0)
  }

  @Test(
    arguments: [
      "overview", "progress-slider", "integer-slider", "long-press", "carousel", "scroll-view",
      "curves",
    ], Moment.allCases)
  func `a letter typed into a field of the panel has no other effect`(id: String, moment: Moment)
    throws
  {
    var session = try session(id, moment)
    session.keys(.function(9), .function(6))
    let id = session.focused?.id
    let first = try #require(id)
    var (seen, fields) = (0, 0)
    repeat {
      defer { seen += 1 }
      guard session.focused?.role == .spinButton else {
        session.key(.tab)
        continue
      }
      fields += 1
      let before = window(session)
      for letter in "hp5," {
        session.key(.character("a"), .control)
        session.keys(.delete, .character(letter))
        session.key(.character("c"), .control)
        #expect(session.takeRequests() == [.copy(String(letter))])
        #expect(window(session) == before, "\(letter)")
      }
      session.key(.tab)
    } while session.focused?.id != first && seen < 100
    let shown = session.parameters.parameters.filter { parameter in
      session.parameters.applies(parameter.key) && parameter.form != .constant
    }
    #expect(fields == shown.count { $0.domain.isNumber })
  }

  @Test func `typed text survives viewing another moment and is not recorded`() throws {
    var session = try session("carousel", .live)
    for _ in 0..<12 where session.focused?.role != .textField { session.key(.tab) }
    session.key(.character("3"))
    // A moment before the field had the keyboard.
    session.key(.character(","), .alt)
    #expect(session.isShowingPast)
    session.key(.character("7"))
    #expect(session.focused?.value == "37")
    let journal = session.takeJournal()
    session.key(.return)
    #expect(session.takeJournal().map(\.order) == ["go-to 37.0"])
    #expect(!session.isShowingPast)
    session.key(.character("p"))
    #expect(session.focused?.value == "p")
    #expect(
      !journal.contains { event in
        if case .stage(.key(let sample)) = event { sample.key == .character("3") } else { false }
      })
  }

  @Test func `while the help is open, typing reaches neither field nor window`() throws {
    var session = try session("carousel", .live)
    for _ in 0..<12 where session.focused?.role != .textField { session.key(.tab) }
    session.key(.function(1))
    let before = window(session)
    for letter in Keymap.signs where letter != "?" { session.key(.character(letter)) }
    #expect(window(session) == before)
    session.keys(.character("?"), .character("4"))
    #expect(session.focused?.value == "4")
  }

  @Test func `only one element has the keyboard at a time`() throws {
    var session = try session("carousel", .live)
    session.keys(.function(8), .function(9))
    for _ in 0..<12 where session.focused?.role != .textField { session.key(.tab) }
    for id in ["timeline", "physics.decay.keptPerMillisecond"] {
      session.click(try session.place(of: id), at: session.now.seconds + 1)
      let holders = session.elements.filter { $0.states.contains(.focused) }
      #expect(holders.map(\.id) == [id])
    }
    session.keys(.escape, .tab, .tab)
    session.click(try session.place(of: "timeline"), at: 9)
    session.key(.tab)
    #expect(session.focused?.id == "carousel")
  }

  @Test func `Ctrl+Z in a field undoes typing first, then parameter edits`() throws {
    var session = try session("carousel", .live)
    session.keys(.function(9), .function(6))
    while session.focused?.role != .spinButton { session.key(.tab) }
    let focused = session.focused?.id
    let id = try #require(focused)
    let start = session.parameters[id]
    session.keys(.up, .character("4"), .character("2"))
    session.key(.character("z"), .control)
    session.key(.character("c"), .control)
    #expect(session.takeRequests() == [.copy("4")])
    session.key(.character("z"), .control)
    #expect(session.parameters[id] != start)
    session.key(.character("z"), .control)
    #expect(session.parameters[id] == start)
  }

  @Test func `a press in a field of the stage places the caret, and a double click selects a word`()
    throws
  {
    var session = try session("carousel", .live)
    session.tell(.fonts(try FontBook()))
    let field = try #require(session.elements.first { $0.role == .textField })
    let (start, end) = (
      Vector(field.frame.minX + 2, field.frame.midY), Vector(field.frame.maxX - 2, field.frame.midY)
    )
    session.click(end, at: 3)
    session.type("34")
    session.click(start, at: 5)
    session.type("12")
    #expect(session.focused?.value == "1234")
    // A double click.
    session.click(start, at: 7)
    session.click(start, at: 7.1)
    session.key(.character("5"))
    #expect(session.focused?.value == "5")
    session.type("678")
    // Drag across it from its end to its start.
    session.pointer(.down, end, at: 9)
    session.pointer(.moved, start, at: 9.1)
    session.pointer(.up, start, at: 9.2)
    session.key(.backspace)
    #expect(session.focused?.value == "")
  }
}

extension Parameter.Domain {
  fileprivate var isNumber: Bool {
    switch self {
    case .number, .integer, .limit: true
    case .choice, .flag: false
    }
  }
}

extension SessionEvent {
  /// A command and its number, as text.
  fileprivate var order: String? {
    guard case .change(_, .command(let command)) = self else { return nil }
    return "\(command.name) \(command.number ?? 0)"
  }
}
