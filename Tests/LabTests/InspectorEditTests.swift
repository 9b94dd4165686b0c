import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

/// Edits in the panel by keys, wheel, name and button; resetting and undoing them.
struct InspectorEditTests {
  private func session(_ id: String = "carousel") throws -> Session {
    var session = try Session(id, size: Size(1200, 3000))
    session.key(.function(9))
    return session
  }

  private func isOffered(_ session: Session) -> Bool {
    session.elements.contains { $0.id == "offer.undo" }
  }

  private func width(_ session: Session) -> Double { session.parameters.number("carousel.width") }

  private func turn(
    _ session: inout Session, by notches: Double, over id: String, at seconds: Double
  ) throws {
    session.wheel(Vector(0, -notches), over: try session.place(of: id), at: seconds)
  }

  @Test func `the wheel changes a number only while its field has the keyboard`() throws {
    var session = try session()
    try turn(&session, by: 3, over: "carousel.width", at: 1)
    #expect(width(session) == 280)
    session.click(try session.place(of: "carousel.width"), at: 2)
    try turn(&session, by: 3, over: "carousel.spacing", at: 3)
    #expect(session.parameters.changed.isEmpty)
    // Turning right after scrolling continues the scroll.
    try turn(&session, by: 1, over: "carousel.width", at: 3.2)
    #expect(width(session) == 280)
    try turn(&session, by: 0.5, over: "carousel.width", at: 4)
    #expect(width(session) == 280)
    for step in 0..<5 {
      try turn(&session, by: 0.5, over: "carousel.width", at: 4.1 + Double(step) / 10)
    }
    #expect(width(session) == 283)
    try turn(&session, by: -1, over: "carousel.width", at: 4.6)
    #expect(width(session) == 282)
    // One gesture is one undo entry; the next gesture is another.
    try turn(&session, by: 10, over: "carousel.width", at: 6)
    session.key(.character("z"), .control)
    #expect(width(session) == 282)
    session.key(.character("z"), .control)
    #expect(width(session) == 280)
  }

  @Test func `Escape reverts changes by keys and wheel, and Return commits them`() throws {
    var session = try session()
    let field = try session.place(of: "carousel.width")
    session.click(field, at: 1)
    session.keys(.up, .pageUp)
    try turn(&session, by: 4, over: "carousel.width", at: 2)
    #expect(width(session) == 295)
    session.key(.escape)
    #expect(width(session) == 280)
    // A reset by mistake can be undone.
    session.key(.character("z"), .control)
    #expect(width(session) == 295)
    session.click(field, at: 3)
    session.keys(.down, .return, .up, .escape)
    #expect(width(session) == 294)
    session.click(field, at: 4)
    session.type("400")
    session.keys(.return, .escape)
    #expect(width(session) == 400)
  }

  @Test(arguments: ["Tab", "press elsewhere", "panel closed", "files opened"])
  func `typed text is committed when its field loses the keyboard`(way: String) throws {
    var session = try session()
    func leave() {
      switch way {
      case "Tab": session.key(.tab)
      case "press elsewhere": session.click(Vector(400, 2000), at: session.now.seconds + 1)
      case "panel closed": session.key(.function(9))
      default: session.key(.character("o"), .control)
      }
    }
    session.click(try session.place(of: "carousel.width"), at: 1)
    session.type("333")
    #expect(width(session) == 280)
    leave()
    #expect(width(session) == 333)
    if way == "panel closed" { session.key(.function(9)) }
    if way == "files opened" { session.key(.escape) }
    // One edit; an invalid value is reported and changes nothing.
    session.click(try session.place(of: "carousel.width"), at: session.now.seconds + 1)
    session.type("39x")
    leave()
    session.advance(to: session.now.advanced(by: 0.5))
    let fonts = try FontBook()
    let words = Alphabet(.smallMedium, fonts).lines(of: session.drawn(fonts))
    #expect(words.joined().contains("cannotbe39x"), "\(words)")
    #expect(width(session) == 333)
    if way == "files opened" { session.key(.escape) }
    session.key(.character("z"), .control)
    #expect(width(session) == 280)
  }

  @Test(arguments: [1200.0, 1100, 880])
  func `an invalid value shows an error in the hint line, in the danger colour`(width wide: Double)
    throws
  {
    let fonts = try FontBook()
    var session = try session()
    session.tell(.fonts(fonts))
    session.tell(.size(Size(wide, 3000)))
    session.click(try session.place(of: "carousel.width"), at: 1)
    session.type("39x")
    session.key(.return)
    let danger = Theme.named(.light).danger
    func complaint() -> [Vector] {
      session.drawn(fonts).commands.compactMap { command in
        guard case .glyphs(let run, at: let place, let color) = command, color == danger,
          !run.glyphs.isEmpty
        else { return nil }
        return place
      }
    }
    #expect(!complaint().isEmpty)
    #expect(complaint().allSatisfy { $0.y > 3000 - 32 })
    // The message can be read in full: chips in its way are hidden.
    let list = session.drawn(fonts)
    let words = "Card width cannot be 39x. It takes a number from 40.0 to 1000.0 pt."
    let start = try #require(list.places(of: words, .small, fonts).first).x
    let chips = session.elements.filter { $0.id.hasPrefix("overlay") }
    #expect(chips.allSatisfy { $0.frame.minX > start + fonts.layout(words, .small).width })
    session.key(.character("4"))
    #expect(complaint().isEmpty && width(session) == 280)
    session.key(.escape)
    session.click(try session.place(of: "carousel.width"), at: 2)
    session.key(.character("c"), .control)
    #expect(session.takeRequests() == [.copy("280")])
  }

  @Test func `holding a key is one edit, and pressing it again is another`() throws {
    var session = try session()
    session.click(try session.place(of: "carousel.width"), at: 1)
    for _ in 0..<2 {
      for index in 0..<30 { session.key(.up, isRepeat: index > 0) }
      session.key(.up, phase: .up)
    }
    #expect(width(session) == 340)
    session.key(.character("z"), .control)
    #expect(width(session) == 310)
    session.key(.character("z"), .control)
    #expect(width(session) == 280)
  }

  @Test func `a double click on a name restores the default, a single click does nothing`() throws {
    var session = try session()
    let label = Vector(920, 0)
    func name(_ id: String) throws -> Vector { label + Vector(0, try session.place(of: id).y) }
    session.change(.preset(.gtk4))
    for (id, value) in [
      ("carousel.snap", ParameterValue.choice("whenOffsetRests")),
      ("physics.outside", .choice("glide")),
    ] { session.change(.parameter(id, value)) }
    let changed = session.parameters
    #expect(changed.changed.count == 2)
    for (index, id) in ["carousel.snap", "physics.outside", "preset"].enumerated() {
      let time = Double(2 * index + 2)
      session.click(try name(id), at: time)
      #expect(session.elements.allSatisfy { $0.role != .menu })
      session.click(try name(id), at: time + 0.2)
    }
    #expect(session.parameters.changed.isEmpty)
    #expect(session.parameters.preset == .uikit)
    for _ in 0..<3 { session.key(.character("z"), .control) }
    #expect(session.parameters == changed)
  }

  @Test func `dragging a name with Shift is ten times as fine, from the current value`() throws {
    var session = try session()
    let name = try session.place(of: "carousel.width.name")
    session.pointer(.down, name, at: 1)
    session.pointer(.moved, name + Vector(20, 0), at: 1.1)
    #expect(width(session) == 290)
    session.pointer(.moved, name + Vector(60, 0), at: 1.2, modifiers: .shift)
    #expect(width(session) == 292)
    session.pointer(.moved, name + Vector(70, 0), at: 1.3)
    #expect(width(session) == 297)
    session.pointer(.up, name + Vector(70, 0), at: 1.4)
    session.key(.character("z"), .control)
    #expect(width(session) == 280)
  }

  @Test func `at most two hundred edits can be undone`() throws {
    var session = try session()
    session.click(try session.place(of: "carousel.width"), at: 1)
    for _ in 0..<250 { session.key(.up) }
    #expect(width(session) == 530)
    for _ in 0..<300 { session.key(.character("z"), .control) }
    #expect(width(session) == 330)
    for _ in 0..<300 { session.key(.character("y"), .control) }
    #expect(width(session) == 530)
  }

  /// A session with edits in two scenes, slowed and paused, in which everything was then reset.
  private func reset(_ way: String) throws -> (Session, before: ParameterSet) {
    var session = try session("integer-slider")
    session.change(.parameter("integer.maximum", .number(40)))
    session.change(.scene("carousel"))
    session.change(.parameter("carousel.width", .number(500)))
    session.keys(.character("["), .character("p"), at: 1)
    let before = session.parameters
    if way == "button" {
      try session.chooseMore("Reset everything", at: 1.7)
    } else {
      session.key(.character("r"), [.control, .shift], at: 2.1)
    }
    #expect(session.parameters.changed.isEmpty && session.speed == 1 && !session.isPaused)
    return (session, before)
  }

  @Test(arguments: ["button", "key"], ["button", "key"])
  func `resetting everything can be undone for five seconds`(way: String, back: String) throws {
    var (session, before) = try reset(way)
    if back == "button" {
      session.click(try session.place(of: "offer.undo"), at: 6.7)
    } else {
      session.key(.character("z"), .control, at: 6.8)
    }
    #expect(session.parameters == before)
    #expect(session.speed == 0.5 && session.isPaused)
    #expect(!isOffered(session))
    session.change(.scene("integer-slider"))
    #expect(session.parameters.number("integer.maximum") == 40)
  }

  @Test func `undoing a reset of everything brings back what was on the stage`() throws {
    var session = try Session("carousel")
    session.flick(from: Vector(700, 240), by: Vector(-200, 0), at: 1, lasting: 0.1)
    session.advance(to: Instant(seconds: 6))
    func place() -> Double? { session.reading(at: session.now)?.position }
    let shown = try #require(place())
    session.key(.character("r"), [.control, .shift], at: 6.5)
    session.advance(to: Instant(seconds: 7))
    try #require(place() != shown)
    session.key(.character("z"), .control, at: 7.5)
    #expect(place() == shown)
    session.advance(to: Instant(seconds: 9))
    #expect(place() == shown)
  }

  @Test(arguments: ["release", "escape"])
  func `a press holds the offer, which disappears a second after its release`(end: String) throws {
    var (session, _) = try reset("key")
    let undo = session.elements.first { $0.id == "offer.undo" }
    let button = try #require(undo).frame
    let words = Vector(button.minX - 20, button.midY)
    session.pointer(.down, words, at: 4)
    session.advance(to: Instant(seconds: 12))
    #expect(isOffered(session))
    if end == "release" {
      session.pointer(.up, words, at: 12)
    } else {
      session.cancel(.user, at: 12)
    }
    #expect(session.deadline.map { $0 > session.now } ?? true)
    session.advance(to: Instant(seconds: 12.9))
    #expect(isOffered(session))
    session.advance(to: Instant(seconds: 13.5))
    #expect(!isOffered(session))
  }

  @Test func `the offer disappears after five seconds, and the scene's edits can still be undone`()
    throws
  {
    var (session, before) = try reset("key")
    session.advance(to: Instant(seconds: 7))
    _ = try session.place(of: "offer.undo")
    session.advance(to: Instant(seconds: 7.4))
    #expect(!isOffered(session))
    session.key(.character("z"), .control)
    #expect(session.parameters == before)
    #expect(session.speed == 1)
    session.change(.scene("integer-slider"))
    #expect(session.parameters.number("integer.maximum") == 10)
  }

  @Test func `a drag onto the offer does not press it, and one from it drags nothing else`() throws
  {
    var (session, _) = try reset("key")
    let undo = try session.place(of: "offer.undo")
    let start = try session.place(of: "carousel")
    session.pointer(.down, start, at: 3)
    session.pointer(.moved, undo, at: 3.1)
    session.pointer(.up, undo, at: 3.2)
    #expect(session.parameters.changed.isEmpty)
    session.pointer(.down, undo, at: 4)
    session.pointer(.moved, undo + Vector(-400, 0), at: 4.1)
    #expect(session.reading(at: session.now)?.state != .tracking)
    session.pointer(.up, undo + Vector(-400, 0), at: 9)
    #expect(session.parameters.changed.isEmpty)
  }

  @Test func `Paste parameters requests them, and so does Ctrl+V without a focused field`() throws {
    var session = try session()
    try session.chooseMore("Paste parameters", at: 1)
    session.key(.character("v"), .control)
    #expect(session.takeRequests() == [.pasteParameters, .pasteParameters])
    session.click(try session.place(of: "carousel.width"), at: 2)
    session.key(.character("v"), .control)
    #expect(session.takeRequests() == [.paste])
  }

  @Test(
    arguments: Budget.seeds(
      8, quick: 3, of: "random input in the fields replays to the same values"))
  func `random input in the fields replays to the same values`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var session = try session()
    session.tell(.prefer(.letters, .flag(false)))
    let ids = [
      "carousel.width", "carousel.spacing", "physics.edge.spring.stiffness",
      "physics.edge.spring.ratio",
    ]
    for _ in 0..<400 {
      let time = session.now.seconds + Double.random(in: 0.01...0.9, using: &random)
      let id = try #require(ids.randomElement(using: &random))
      switch Int.random(in: 0..<9, using: &random) {
      case 0: session.click(try session.place(of: id), at: time)
      case 1: try turn(&session, by: .random(in: -3...3, using: &random), over: id, at: time)
      case 2: session.key(.up, at: time)
      case 3: session.key(.pageDown, at: time)
      case 4: session.key(.escape, at: time)
      case 5: session.type("12", at: time)
      case 6: session.key(.return, at: time)
      case 7: session.key(.character("z"), .control, at: time)
      default: session.key(.tab, at: time)
      }
    }
    var again = try self.session()
    for event in session.takeJournal() { again.handle(event) }
    #expect(again.parameters == session.parameters)
    #expect(again.theme == session.theme)
  }
}
