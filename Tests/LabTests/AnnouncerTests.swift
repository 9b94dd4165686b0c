import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// Announcements while the window is used, one line each.
struct AnnouncerTests {
  /// A host that checks its session after every event and 60 times a second.
  private struct Host: Driven {
    var session: Session
    var announcer = Announcer()
    var lines: [String] = []

    var now: Instant { session.now }

    init(_ id: String) throws {
      session = try Session(id)
      look()
    }

    mutating func look() {
      let effects = session.takeEffects()
      lines += announcer.lines(for: session, at: session.now, effects)
    }

    mutating func run(to seconds: Double) {
      while session.now < Instant(seconds: seconds) {
        session.advance(to: min(session.now.advanced(by: 1.0 / 60), Instant(seconds: seconds)))
        look()
      }
    }

    mutating func handle(_ event: SessionEvent) {
      session.handle(event)
      look()
    }

    mutating func drag(from start: Vector, by way: Vector) {
      let begin = session.now.seconds + 0.1
      pointer(.down, start, at: begin)
      for step in 1...10 {
        pointer(.moved, start + way * (Double(step) / 10), at: begin + 0.01 * Double(step))
      }
      pointer(.up, start + way, at: begin + 0.1)
    }
  }

  @Test func `a hold announces each quarter and its completion once`() throws {
    var host = try Host("long-press")
    host.key(.tab)
    #expect(host.lines == ["Delete, hold to confirm, button"])
    host.key(.space)
    host.run(to: 6)
    host.key(.space, phase: .up)
    host.run(to: 8)
    #expect(
      host.lines.dropFirst() == [
        "Delete, 25 %", "Delete, 50 %", "Delete, 75 %", "Delete, 100 %, done",
      ])
  }

  @Test func `every hold that is released early or abandoned is announced as cancelled`() throws {
    var host = try Host("long-press")
    host.key(.tab)
    for round in 1...2 {
      host.key(.space)
      host.run(to: Double(round) * 4 - 3.2)
      if round == 1 { host.key(.space, phase: .up) } else { host.key(.escape) }
      host.run(to: Double(round) * 4)
    }
    #expect(
      host.lines.dropFirst() == [
        "Delete, 25 %", "Delete, cancelled", "Delete, 25 %", "Delete, cancelled",
      ])
  }

  @Test func `a carousel announces the card it comes to rest on once`() throws {
    var host = try Host("carousel")
    host.drag(from: try host.session.place(of: "carousel"), by: Vector(-400, 0))
    host.run(to: 8)
    let nearest = try #require(host.session.state.value("carousel.nearest"))
    guard case .integer(let card) = nearest else { return #expect(Bool(false)) }
    #expect(card > 2)
    #expect(host.lines == ["Cards, 1 of 100, carousel", "Cards, \(card) of 100"])
  }

  @Test func `a slider announces each new second and an abandoned drag`() throws {
    var host = try Host("progress-slider")
    host.keys(.tab, .right, .pageUp)
    #expect(
      host.lines == [
        "Position, 1 min 12 s of 4 min, slider", "Position, 1 min 14 s of 4 min",
        "Position, 1 min 38 s of 4 min",
      ])
    let start = try host.session.place(of: "slider")
    host.session.pointer(.down, start, at: 2)
    host.session.pointer(.moved, start + Vector(60, 0), at: 2.1)
    host.look()
    host.lines = []
    host.key(.escape)
    #expect(host.lines.first == "Position, cancelled")
  }

  @Test func `lists, pages and scenes announce the current position`() throws {
    var host = try Host("scroll-view")
    host.drag(from: try host.session.place(of: "scroll"), by: Vector(0, -300))
    host.run(to: 9)
    #expect(host.lines.count == 2)
    #expect(host.lines[0] == "List, 0 %, list")
    #expect(host.lines[1].hasPrefix("List, "))
    host.lines = []
    host.keys(.character("7"), .tab, .right)
    host.run(to: 12)
    #expect(
      host.lines == [
        "Pager", "Page 1 of 5, Inbox, tablist", "Mail, appeared", "Page 2 of 5, Mail",
        "Inbox, disappeared",
      ])
  }

  @Test
  func `pages announce when they appear, and that they are gone a second after they are left`()
    throws
  {
    var host = try Host("pager")
    let place = try host.session.place(of: "pager.page")
    host.drag(from: place, by: Vector(-300, 0))
    #expect(host.lines.contains("Mail, appeared"))
    #expect(!host.lines.contains("Inbox, disappeared"))
    host.run(to: 4)
    #expect(host.lines.count { $0 == "Mail, appeared" } == 1)
    #expect(host.lines.count { $0 == "Inbox, disappeared" } == 1)
  }

  @Test func `freezing announces the moment, and a step announces the next one`() throws {
    var host = try Host("carousel")
    host.run(to: 1.284)
    host.keys(.character("p"), .character("."), .character("p"))
    #expect(host.lines == ["1.284 s, frozen, at rest", "1.301 s, frozen, at rest", "running"])
  }
}
