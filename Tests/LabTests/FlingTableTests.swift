import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// The table of flings in the Scroll scene: read, copied and saved.
struct FlingTableTests {
  private func session(_ size: Size = Size(1200, 800)) throws -> Session {
    Session(catalog: .all, scene: try #require(Catalog.all.scene("scroll-view")), size: size)
  }

  /// The scene after flicks at these speeds, each left to rest.
  private func flicked(_ velocities: [Double]) throws -> Session {
    var session = try session()
    for (index, velocity) in velocities.enumerated() {
      session.handle(
        .change(Instant(seconds: 10 * Double(index)), .command(Command("flick", velocity))))
      session.advance(to: Instant(seconds: 10 * Double(index) + 9))
    }
    return session
  }

  private func table(_ session: Session) throws -> AccessibilityElement {
    try #require(
      session.accessibility(at: session.now).all.first { $0.id == "scroll.flings" })
  }

  @Test func `each fling is a row, the newest first, with its numbers and its end`() throws {
    #expect(try table(try session()).value == "none yet")
    let session = try flicked([2000, 600, -3000])
    let table = try table(session)
    #expect(table.role == .table && table.children.map(\.role) == [.row, .row, .row])
    // (2000 − 10)/k on a whole pixel, in ln(200)/k seconds.
    #expect(table.children[2].value.hasPrefix("2000.0 pt/s, 994.0 pt, 2.64"))
    #expect(table.children[2].value.hasSuffix(" s, ran out"))
    // Thrown to the top, it went as far back as the others had gone on.
    #expect(table.children[0].value.hasPrefix("−3000.0 pt/s, −1289.0 pt"))
    #expect(table.children[0].value.hasSuffix("bounced"))
    #expect(table.value.hasPrefix("3, the newest −3000.0 pt/s"))
  }

  @Test func `it is copied and saved as the CSV that fit reads`() throws {
    var session = try flicked([2000, 600])
    _ = session.takeRequests()
    session.handle(.change(session.now, .command(Command("copy-csv"))))
    session.handle(.change(session.now, .command(Command("save-csv"))))
    let requests = session.takeRequests()
    guard case .copy(let text)? = requests.first else {
      Issue.record("a text is copied")
      return
    }
    #expect(requests.last == .saveText(text, name: "flings.csv"))
    let lines = text.split(separator: "\n")
    #expect(lines[0] == "duration_s,distance_pt,velocity_pt_s,ended" && lines.count == 3)
    #expect(lines[1].hasSuffix(",994.0,2000.0,ran out"))
    // The buttons give the same orders.
    let buttons = session.accessibility(at: session.now).all.filter { $0.role == .button }
    for name in ["Copy CSV", "Save CSV"] {
      let button = try #require(buttons.first { $0.name == name })
      session.click(button.frame.center, at: session.now.seconds + 0.1)
    }
    #expect(session.takeRequests() == requests)
  }

  @Test(arguments: ["copy-csv", "save-csv"])
  func `without a fling there is nothing to copy or save, and that is said`(order: String) throws {
    var session = try session()
    session.handle(.change(.zero, .command(Command(order))))
    #expect(session.takeRequests().isEmpty)
    let fonts = try FontBook()
    let said = session.displayList(at: Instant(seconds: 1), fonts: fonts)
    session.advance(to: Instant(seconds: 9))
    #expect(said != session.displayList(at: Instant(seconds: 9), fonts: fonts))
    session.handle(.change(session.now, .command(Command("flick", 900))))
    session.advance(to: session.now.advanced(by: 9))
    session.handle(.change(session.now, .command(Command(order))))
    #expect(session.takeRequests().count == 1)
  }

  @Test func `every fling is told of as it ends, for who listens`() throws {
    var session = try flicked([2000, -3000])
    let flings = session.takeEffects().compactMap(\.fling)
    #expect(flings.map(\.velocity) == [2000, -3000])
    #expect(flings.map(\.outcome) == [.ranOut, .bounced])
  }

  @Test(arguments: [Size(1200, 800), Size(880, 600), Size(600, 300)])
  func `it is drawn where there is room, and not where it is switched off`(size: Size) throws {
    let fonts = try FontBook()
    var session = try session(size)
    func count() -> Int {
      session.displayList(at: session.now, fonts: fonts).commands.count
    }
    for index in 0..<70 {
      session.handle(.change(session.now, .command(Command("flick", 300 + Double(index)))))
      session.advance(to: session.now.advanced(by: 5))
    }
    let shown = count()
    session.handle(.change(session.now, .parameter("scroll.table", .flag(false))))
    #expect(size.height < 400 ? count() == shown : count() < shown - 10)
    // All 64 can be read and copied, whatever there is room for.
    #expect(try table(session).children.count == FlingMeter.capacity)
  }
}
