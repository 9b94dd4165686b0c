import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// The first minute: four steps done in the window itself.
struct GuideTests {
  private static let sizes = [
    Size(480, 360), Size(640, 480), Size(880, 600), Size(1040, 740), Size(1200, 800),
    Size(1920, 1080),
  ]

  private func session(_ size: Size, _ part: FirstMinute? = .turn) throws -> Session {
    var session = try Session("carousel", size: size)
    session.tell(.fonts(try FontBook()))
    session.tell(.firstMinute(part))
    return session
  }

  /// The IDs of the open steps.
  private func steps(_ session: Session) -> [String] {
    session.elements.filter { $0.id.hasPrefix("guide.") }.map(\.id)
  }

  private func chooseAndroid(_ session: inout Session, at time: Double) throws {
    session.type("android", at: time)
    session.key(.return, at: time)
  }

  /// Flicks the cards and advances the session into the flight.
  private func flick(_ session: inout Session) throws {
    let place = try session.place(of: "carousel")
    session.flick(from: place, by: Vector(-150, 0), at: 1, lasting: 0.1, until: 1.3)
  }

  @Test(arguments: sizes)
  func `each step can be done by keys alone and then disappears`(size: Size) throws {
    var session = try session(size)
    #expect(steps(session) == ["flick", "freeze", "compare", "why"].map { "guide.\($0)" })
    session.key(.right, .shift, at: 1)
    session.advance(to: Instant(seconds: 1.5))
    #expect(steps(session) == ["freeze", "compare", "why"].map { "guide.\($0)" })
    session.key(.character("p"), at: 1.5)
    #expect(steps(session) == ["guide.compare", "guide.why"])
    session.key(.character("c"), .shift, at: 2)
    try chooseAndroid(&session, at: 2.2)
    #expect(session.parametersB?.preset.id == "android")
    #expect(steps(session) == ["guide.why"])
    session.key(.character("e"), at: 3)
    #expect(steps(session).isEmpty)
    // The guide reports completion, and no longer handles Escape.
    session.advance(to: Instant(seconds: 9))
    #expect(session.elements.allSatisfy { $0.id != "guide" })
  }

  @Test(arguments: sizes)
  func `each step can be done by the mouse alone`(size: Size) throws {
    var session = try session(size)
    try flick(&session)
    session.click(try session.place(of: "window.pause"), at: 1.5)
    #expect(steps(session) == ["guide.compare", "guide.why"])
    session.click(try session.place(of: "window.compare"), at: 2)
    func item(_ name: String) throws -> Vector {
      try #require(session.elements.first { $0.role == .menuItem && $0.name == name }).frame.center
    }
    // The list has scrolled to the name.
    session.type("android", at: 2.1)
    session.advance(to: Instant(seconds: 2.5))
    session.click(try item("Android"), at: 2.6)
    #expect(steps(session) == ["guide.why"])
    if size.width < 1100 {
      session.click(try session.place(of: "overlays.list"), at: 3)
      session.click(try item("Why it rests there"), at: 3.5)
    } else {
      session.click(try session.place(of: "overlay.explanation"), at: 3)
    }
    #expect(session.overlays.contains(.explanation) && steps(session).isEmpty)
  }

  @Test func `comparing equal sets does not complete the step, and other keys keep working`() throws
  {
    var session = try session(Size(1200, 800))
    try flick(&session)
    session.key(.character("c"), at: 2)
    #expect(session.parametersB == session.parameters)
    #expect(steps(session).contains("guide.compare"))
    session.keys(.function(8), .character("h"), at: 3)
    #expect(session.isOn(.timeline) && session.overlays.contains(.hud))
    #expect(steps(session).contains("guide.freeze"))
    // The steps are not shown in another scene.
    session.key(.character("6"), at: 4)
    #expect(steps(session).isEmpty)
    session.key(.character("5"), at: 5)
    #expect(steps(session).contains("guide.freeze"))
  }

  @Test(arguments: sizes, LanguageTests.all)
  func `step labels cover no control, and no words overlap`(size: Size, language: Language?) throws
  {
    try Language.$current.withValue(language) {
      for step in 0...3 { try checkWords(size, step) }
    }
  }

  private func checkWords(_ size: Size, _ step: Int) throws {
    let fonts = try FontBook()
    var session = try session(size)
    if step > 0 { try flick(&session) }
    if step > 1 { session.change(.pause(true)) }
    if step > 2 { session.change(.compare(.android, [])) }
    session.advance(to: session.now.advanced(by: 1))
    let all = session.elements
    let tags = all.filter { $0.id.hasPrefix("guide.") }
    #expect(tags.count == 4 - step)
    let stage = session.stageElements(at: session.now).flatMap(\.all)
    let chrome = all.filter {
      $0.id.hasPrefix("window.") || $0.id.hasPrefix("overlay") && $0.role != .toolbar
    }
    // The other tags are numbers placed on their targets.
    for tag in tags where tag.frame.height == 28 {
      #expect(tag.frame.minX >= 0 && tag.frame.maxX <= size.width, "\(tag.id) \(tag.frame)")
      for other in stage {
        #expect(tag.frame.intersection(other.frame) == nil, "\(tag.id) on \(other.id)")
      }
      for other in chrome {
        #expect(tag.frame.intersection(other.frame) == nil, "\(tag.id) on \(other.id)")
      }
    }
    expectNoWordsOverWords(session.drawn(fonts), in: size, atLeast: 8)
  }

  @Test func `pressing a step does what its key does`() throws {
    var session = try session(Size(1200, 800))
    try flick(&session)
    let place = try session.place(of: "guide.freeze")
    session.click(place, at: 1.4)
    #expect(session.isPaused)
    session.click(try session.place(of: "guide.compare"), at: 2)
    #expect(session.elements.contains { $0.role == .menuItem })
  }

  @Test func `Escape closes an open menu first, then the steps`() throws {
    var session = try session(Size(1200, 800))
    session.key(.character("c"), .shift, at: 1)
    session.key(.escape, at: 2)
    #expect(steps(session).count == 4)
    session.key(.escape, at: 3)
    #expect(steps(session).isEmpty)
    #expect(session.takeRequests().isEmpty)
    session.key(.function(1), .shift, at: 4)
    #expect(session.takeRequests() == [.introduce])
  }

  @Test func `recordings, videos and pictures do not contain the steps`() throws {
    let fonts = try FontBook()
    var (guided, plain) = (try session(Size(1200, 800)), try session(Size(1200, 800), nil))
    try flick(&guided)
    try flick(&plain)
    guided.tell(.firstMinute(nil), at: 3)
    guided.tell(.firstMinute(.turn))
    plain.advance(to: guided.now)
    let end = Instant(seconds: 9)
    guided.advance(to: end)
    plain.advance(to: end)
    #expect(guided.takeJournal() == plain.takeJournal())
    #expect(guided.state == plain.state && guided.stagePlace == plain.stagePlace)
    var (film, other) = (guided.film(from: .zero, to: end), plain.film(from: .zero, to: end))
    for time in [0.5, 1.2, 2.0] {
      let time = Instant(seconds: time)
      #expect(film.picture(at: time, fonts: fonts) == other.picture(at: time, fonts: fonts))
    }
    func picture(_ session: inout Session) -> WindowPicture? {
      session.key(.character("s"), [.control, .shift], at: 10)
      session.tell(.folder(FolderListing(path: "/", entries: [])))
      session.key(.return, at: 10)
      for case .save(.picture(let picture), _, _) in session.takeRequests() { return picture }
      return nil
    }
    let saved = try #require(picture(&guided))
    #expect(saved == picture(&plain))
  }

  @Test func `the introduction outlines the button it mentions`() throws {
    let fonts = try FontBook()
    var session = try session(Size(1200, 800), .introduction)
    func rings(_ id: String) throws -> Int {
      let button = try session.frame(of: id)
      return session.drawn(fonts).commands.count {
        guard case .outline(let rect, _, 2, _, _, _, _) = $0 else { return false }
        return rect.inset(by: -1) == button.inset(by: -3)
      }
    }
    #expect(try rings("window.pause") == 0 && rings("window.compare") == 0)
    session.change(.pause(true))
    #expect(try rings("window.pause") == 1 && rings("window.compare") == 0)
    session.change(.compare(.android, []))
    #expect(try rings("window.pause") == 0 && rings("window.compare") == 1)
    #expect(steps(session).isEmpty)
  }

  @Test func `each step is announced when it is due`() throws {
    var session = try session(Size(1200, 800))
    var announcer = Announcer()
    #expect(
      announcer.lines(for: session, at: session.now, []) == [
        "Your turn. Step 1 of 4: Flick the covers, Shift+→"
      ])
    try flick(&session)
    #expect(
      announcer.lines(for: session, at: session.now, []).contains(
        "Your turn. Step 2 of 4: Freeze it in flight, P"))
  }
}
