import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// The Scroll scene's table of flings: reading, copying and saving.
struct FlingTableTests {
  /// The scene after flicks at these velocities, each run to rest.
  private func flicked(_ velocities: [Double]) throws -> Session {
    var session = try Session("scroll-view")
    for (index, velocity) in velocities.enumerated() {
      session.change(.command(Command("flick", velocity)), at: 10 * Double(index))
      session.advance(to: Instant(seconds: 10 * Double(index) + 9))
    }
    return session
  }

  @Test func `each fling is one row, newest first, with its numbers and outcome`() throws {
    #expect(try Session("scroll-view").element("scroll.flings").value == "No flings yet")
    let session = try flicked([2000, 600, -3000])
    let table = try session.element("scroll.flings")
    #expect(table.role == .table && table.children.map(\.role) == [.row, .row, .row])
    // (2000 − 10)/k on a whole pixel, in ln(200)/k seconds.
    #expect(table.children[2].value.hasPrefix("2000.0 pt/s, 994.0 pt, 2.64"))
    #expect(table.children[2].value.hasSuffix(" s, ran out"))
    // The fling to the top went back as far as the others had gone forward.
    #expect(table.children[0].value.hasPrefix("−3000.0 pt/s, −1289.0 pt"))
    #expect(table.children[0].value.hasSuffix("bounced"))
    #expect(table.value.hasPrefix("3, the newest −3000.0 pt/s"))
  }

  @Test func `the table is copied and saved as the CSV that fit reads`() throws {
    var session = try flicked([2000, 600])
    _ = session.takeRequests()
    session.change(.command(Command("copy-csv")))
    session.change(.command(Command("save-csv")))
    let requests = session.takeRequests()
    guard case .copy(let text)? = requests.first else {
      Issue.record("a text is copied")
      return
    }
    #expect(requests.last == .chooseFile(.table(text), name: "flings.csv"))
    let lines = text.split(separator: "\n")
    #expect(lines[0] == "duration_s,distance_pt,velocity_pt_s,ended" && lines.count == 3)
    #expect(lines[1].hasSuffix(",994.0,2000.0,ran out"))
    // The buttons send the same commands.
    let buttons = session.elements.filter { $0.role == .button }
    for name in ["Copy CSV", "Save CSV"] {
      let button = try #require(buttons.first { $0.name == name })
      session.click(button.frame.center, at: session.now.seconds + 0.1)
    }
    #expect(session.takeRequests() == requests)
  }

  @Test(arguments: ["copy-csv", "save-csv"])
  func `without a fling, copying and saving show a notice instead`(order: String) throws {
    var session = try Session("scroll-view")
    session.change(.command(Command(order)))
    #expect(session.takeRequests().isEmpty)
    let fonts = try FontBook()
    let said = session.displayList(at: Instant(seconds: 1), fonts: fonts)
    session.advance(to: Instant(seconds: 9))
    #expect(said != session.displayList(at: Instant(seconds: 9), fonts: fonts))
    session.change(.command(Command("flick", 900)))
    session.advance(to: session.now.advanced(by: 9))
    session.change(.command(Command(order)))
    #expect(session.takeRequests().count == 1)
  }

  /// The table with more flings than fit, and the frame of its rows.
  private func crowded() throws -> (session: Session, body: Rect) {
    let velocities = (0..<40).map { index -> Double in
      let speed = 300 + Double(index)
      return index.isMultiple(of: 2) ? speed : -speed
    }
    let session = try flicked(velocities)
    var body = try session.element("scroll.flings").frame
    // Below the heading.
    body.origin.y += 43
    body.size.height -= 43
    return (session, body)
  }

  private func shown(_ session: Session, in body: Rect) throws -> ClosedRange<Int> {
    let rows = try session.element("scroll.flings").children.map(\.frame)
    let inside = rows.indices.filter {
      rows[$0].minY > body.minY - 1 && rows[$0].maxY < body.maxY + 1
    }
    return try #require(inside.first)...(try #require(inside.last))
  }

  @Test func `rows that do not fit are reached by wheel, drag and keys`() throws {
    let (full, body) = try crowded()
    var session = full
    let list = try #require(session.state.value("scroll.offset"))
    #expect(try shown(session, in: body).lowerBound == 0)
    #expect(try shown(session, in: body).upperBound < 39)

    session.wheel(Vector(0, 1), over: body.center, at: session.now.seconds + 1)
    session.advance(to: session.now.advanced(by: 2))
    #expect(try shown(session, in: body).lowerBound == 3)

    let start = session.now.seconds + 1
    let end = session.drag(from: body.center, by: Vector(0, -80), at: start, lasting: 0.5)
    session.pointer(.up, body.center + Vector(0, -80), at: end + 0.5)
    session.advance(to: session.now.advanced(by: 5))
    #expect(try shown(session, in: body).lowerBound > 5)

    // The press gave the table the keyboard.
    session.key(.end, at: session.now.seconds + 1)
    session.advance(to: session.now.advanced(by: 2))
    #expect(try shown(session, in: body).upperBound == 39)
    #expect(session.state.value("scroll.offset") == list)

    // A new fling does not move the reader's position.
    let last = try session.element("scroll.flings").children[38]
    session.change(.command(Command("flick", 900)))
    session.advance(to: session.now.advanced(by: 9))
    #expect(try session.element("scroll.flings").children[39].frame == last.frame)
    #expect(try session.element("scroll.flings").children[39].value == last.value)
  }

  @Test func `Tab reaches the table only if it can scroll`() throws {
    let (full, body) = try crowded()
    var session = full
    for _ in 0..<2 { session.key(.tab) }
    #expect(try session.element("scroll.flings").states.contains(.focused))
    session.key(.pageDown, at: session.now.seconds + 1)
    session.advance(to: session.now.advanced(by: 2))
    #expect(try shown(session, in: body).lowerBound > 5)
    var few = try flicked([2000, 600])
    for _ in 0..<9 {
      few.key(.tab)
      #expect(try !few.element("scroll.flings").states.contains(.focused))
    }
  }

  @Test func `every fling is reported when it ends`() throws {
    var session = try flicked([2000, -3000])
    let flings = session.takeEffects().compactMap(\.fling)
    #expect(flings.map(\.velocity) == [2000, -3000])
    #expect(flings.map(\.outcome) == [.ranOut, .bounced])
  }

  @Test(arguments: [262.0, 250, 240])
  func `a table without room for rows shows its heading and the number of flings`(height: Double)
    throws
  {
    let fonts = try FontBook()
    var session = try Session("scroll-view", size: Size(1280, height))
    func list() -> DisplayList { session.drawn(fonts) }
    #expect(list().places(of: "Flings", .strong, fonts).count == 1)
    #expect(list().places(of: "No flings yet", .body, fonts).count == 1)
    session.change(.command(Command("flick", 2000)))
    session.advance(to: Instant(seconds: 9))
    #expect(list().places(of: "1 fling, in the CSV", .body, fonts).count == 1)
    expectNoWordsOverWords(list(), in: Size(1280, height))
  }

  @Test(arguments: [Size(1200, 800), Size(880, 600), Size(600, 270)])
  func `the table is drawn unless there is no room or it is switched off`(size: Size) throws {
    let fonts = try FontBook()
    var session = try Session("scroll-view", size: size)
    func count() -> Int {
      session.drawn(fonts).commands.count
    }
    for index in 0..<70 {
      // Alternate directions: an outward flick at an edge only bounces and is no fling.
      let speed = index.isMultiple(of: 2) ? 300 + Double(index) : -300
      session.change(.command(Command("flick", speed)))
      session.advance(to: session.now.advanced(by: 5))
    }
    let shown = count()
    session.change(.parameter("scroll.table", .flag(false)))
    // Without room for rows, the heading states their number.
    #expect(size.height < 400 ? count() == shown - 2 : count() < shown - 10)
    // All 64 can be read and copied, whether or not they fit.
    #expect(try session.element("scroll.flings").children.count == ScrollView.flingLimit)
  }
}
