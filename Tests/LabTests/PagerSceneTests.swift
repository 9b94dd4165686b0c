import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// The pager scene: its own laws from preset and parameters, and titles that change while it runs.
struct PagerSceneTests {
  private func session() throws -> Session {
    let scene = try #require(Catalog.all.scene("pager"))
    return Session(
      catalog: .all, scene: scene, size: Size(1200, 800),
      parameters: ParameterSet(scene.parameters, preset: .seed))
  }

  @Test func `scrolling a page caught in mid-turn predicts where its content rests`() throws {
    var session = try session()
    session.key(.tab, at: 0.5)
    session.key(.right, .shift, at: 1)
    session.advance(to: Instant(seconds: 1.15))
    session.key(.down, .shift, at: 1.15)
    session.advance(to: Instant(seconds: 1.21))
    let held = try #require(session.reading(at: session.now))
    session.advance(to: Instant(seconds: 6))
    let rest = try #require(session.reading(at: session.now))
    #expect(held.state == .tracking && held.item > 0 && held.item == rest.item)
    // The content ends within the reach of such a flick, so the hand's last movement makes no
    // difference.
    #expect(held.rest == rest.position && rest.position > 500)
  }

  @Test
  func `turn parameters equal the preset's turn, and setting them to themselves changes nothing`()
    throws
  {
    let declared = try #require(Catalog.all.scene("pager")).parameters
    for preset in ScrollPreset.all {
      let set = ParameterSet(declared, preset: preset)
      #expect(set.settings(Pager.Turn()) == preset.turn)
      #expect(set.choice("pager.landing") == preset.turn.landing.rawValue)
      #expect(set.number("pager.spring.stiffness") == preset.turn.spring.stiffness)
      // Setting the current values changes nothing.
      var same = set
      for key in Pager.Turn().parameters.map(\.key) { try same.set(key, to: set[key]) }
      #expect(same.changed.isEmpty && same.settings(Pager.Turn()) == preset.turn)
    }
    #expect(Set(ScrollPreset.all.map(\.turn)).count > 1)
  }

  @Test(arguments: Pager.Turn().parameters.map(\.key))
  func `every parameter of the turn changes it under every preset`(key: String) throws {
    let declared = try #require(Catalog.all.scene("pager")).parameters
    for preset in ScrollPreset.all {
      var set = ParameterSet(declared, preset: preset)
      let values: [ParameterValue]
      switch try set.parameter(key).domain {
      case .choice(let words): values = words.map(ParameterValue.choice)
      case .number(let range), .limit(let range):
        values = [.number(range.lowerBound), .number(range.upperBound)]
      case .integer, .flag: values = []
      }
      let others = values.filter { $0 != set[key] }
      #expect(!others.isEmpty)
      for value in others {
        try set.set(key, to: value)
        #expect(set.settings(Pager.Turn()) != preset.turn, "\(preset.id) \(key)=\(value)")
        #expect(set.changed.map(\.key) == [key])
      }
    }
  }

  @Test func `past the first page the strip resists as the parameter or preset says`() throws {
    func pulled(_ changes: [SessionChange]) throws -> Double {
      var session = try session()
      for change in changes { session.change(change) }
      session.pointer(.down, Vector(600, 500), at: 1)
      session.pointer(.moved, Vector(820, 500), at: 1.1)
      return session.number("pager.position")
    }
    // 200 points, as a fraction of the page plus its gap, halved.
    let width = try session().element("pager.page").frame.width
    #expect(abs(try pulled([]) + 100 / (width + 8)) < 1e-9)
    let band = try pulled([.parameter("pager.resistance", .choice("rubberBand"))])
    let shown = RubberBand().offset(forTravel: 200, dimension: width) / (width + 8)
    #expect(abs(band + shown) < 1e-9)
    #expect(try pulled([.preset(.flutterIOS)]) == band)
    #expect(try pulled([.preset(.flutterAndroid)]) == 0)
  }

  @Test func `changing a title while the page moves changes nothing else`() throws {
    var session = try session()
    var quiet = session
    _ = session.drag(from: Vector(700, 500), by: Vector(-200, 0), at: 1, lasting: 0.2)
    _ = quiet.drag(from: Vector(700, 500), by: Vector(-200, 0), at: 1, lasting: 0.2)
    #expect(try session.element("pager.tab1").name == "Inbox")
    session.change(.command(Command("message")))
    session.change(.command(Command("message")))
    #expect(try session.element("pager.tab1").name == "Inbox (2)")
    #expect(try session.element("pager").value == "Page 1 of 5, Inbox (2)")
    #expect(session.number("pager.position") == quiet.number("pager.position"))
    for seconds in [1.3, 1.35, 1.5, 3] {
      if seconds == 1.3 {
        session.pointer(.up, Vector(500, 500), at: seconds)
        quiet.pointer(.up, Vector(500, 500), at: seconds)
      } else {
        session.advance(to: Instant(seconds: seconds))
        quiet.advance(to: Instant(seconds: seconds))
      }
      #expect(session.number("pager.position") == quiet.number("pager.position"))
      session.change(.command(Command("message")))
    }
    // The next page has been the current one since the release.
    #expect(try session.element("pager.tab2").name == "Mail (4)")
    // Set from outside, for all of them.
    session.change(.parameter("pager.unread", .number(30)))
    #expect(try session.element("pager.tab3").name == "Archive (30)")
    #expect(try session.element("pager.tab1").name == "Inbox (32)")
  }

  @Test func `a title counts at most as many messages as its parameter allows`() throws {
    var session = try session()
    session.change(.parameter("pager.unread", .number(998)))
    for _ in 0..<5 { session.change(.command(Command("message"))) }
    #expect(try session.element("pager.tab1").name == "Inbox (999)")
    session.change(.parameter("pager.unread", .number(999)))
    #expect(try session.element("pager.tab1").name == "Inbox (999)")
  }

  @Test(arguments: [Vector(220, 0), Vector(0, 200)])
  func `past an end the numbers say stretched for the strip and for a page`(by way: Vector) throws {
    let fonts = try FontBook()
    for preset in [ScrollPreset.seed, .uikit] {
      var session = try session()
      for change in [.preset(preset), .overlays([.hud])] as [SessionChange] {
        session.change(change)
      }
      session.pointer(.down, Vector(600, 500), at: 1)
      session.pointer(.moved, Vector(600, 500) + way, at: 1.1)
      #expect(session.state.value("pager.state") == .text("rubber"))
      let list = session.displayList(at: Instant(seconds: 2), fonts: fonts)
      #expect(list.places(of: "stretched", .smallStrong, fonts).count == 1)
    }
  }

  @Test func `the state and a timeline lane show which pages are alive`() throws {
    var session = try session()
    session.key(.function(8), at: 0)
    #expect(session.state.value("pager.alive") == .text("1"))
    let end = session.drag(from: Vector(700, 300), by: Vector(-300, 0), at: 1, lasting: 0.2)
    #expect(session.state.value("pager.alive") == .text("1 2"))
    session.pointer(.up, Vector(400, 300), at: end)
    session.advance(to: Instant(seconds: end + 0.9))
    #expect(session.state.value("pager.alive") == .text("1 2"))
    session.advance(to: Instant(seconds: end + 3))
    #expect(session.state.value("pager.alive") == .text("2"))
    let log = session.takeSheet.log
    let (first, last) = (try #require(log.samples.first), try #require(log.samples.last))
    #expect(first.alive == 1 && first.shown == 1)
    // At rest, the page that was left is still alive but not shown.
    #expect(last.alive == 3 && last.shown == 2)
    let fonts = try FontBook()
    let words = session.drawn(fonts).commands
    func count(_ word: String) -> Int {
      let glyphs = fonts.layout(word, .caption).runs.first?.glyphs.map(\.id)
      return words.count {
        guard case .glyphs(let run, _, _) = $0 else { return false }
        return run.glyphs.map(\.id) == glyphs
      }
    }
    #expect(count("Alive") == 1 && count("Mail") >= 1)
  }

  @Test func `in mid-turn the stage shows between two pages`() throws {
    var session = try session()
    _ = session.drag(from: Vector(700, 300), by: Vector(-320, 0), at: 1, lasting: 0.2)
    let frame = try session.frame(of: "pager.page")
    let picture = try Picture(session)
    let ground = Theme.light.stage.argb & 0xFF_FFFF
    // 300 points beyond the slop: the gap of 8 points is that far from the right edge.
    let row = Int(frame.minY + 200)
    let seam = (Int(frame.maxX - 320)..<Int(frame.maxX - 280)).filter {
      picture.pixels[row * picture.width + $0] == ground
    }
    #expect(seam.count == 6 && seam.max().map { $0 - (seam.min() ?? 0) } == 5)
  }

  @Test func `a new message makes its page one row longer`() throws {
    func depth(messages: Int) throws -> Double {
      var session = try session()
      for _ in 0..<messages { session.change(.command(Command("message"))) }
      session.key(.tab)
      for _ in 0..<12 {
        session.key(.pageDown)
        session.advance(to: session.now.advanced(by: 2))
      }
      return session.number("pager.offset")
    }
    #expect(abs(try depth(messages: 3) - depth(messages: 0) - 3 * 64) < 1e-6)
  }

  @Test func `the copied Swift contains all laws of the turn once one changes`() throws {
    let scene = try #require(Catalog.all.scene("pager"))
    var set = ParameterSet(scene.parameters, preset: .seed)
    #expect(!CopyForm.swift.text(set, of: scene).contains("setTurn"))
    try set.set("pager.resistance", to: .choice("rubberBand"))
    let text = CopyForm.swift.text(set, of: scene)
    #expect(text.contains("rule: .predictedEnd, leastVelocity: 20, landing: .easeOut,"))
    #expect(text.contains("resistance: .rubberBand"))
    #expect(text.contains("lock: AxisLock(horizontal: Slop(20), ratio: 1.5)"))
  }
}
