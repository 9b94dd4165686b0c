import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// The window as exposed to assistive technology.
struct AccessibilityTests {
  private static let ids = Catalog.all.scenes.map { $0.id }

  private func spoken(_ id: String, in session: Session) -> String? {
    session.elements.first { $0.id == id }?.spoken
  }

  @Test(
    arguments: [
      ("progress-slider", "slider", "Position, 1 min 12 s of 4 min"),
      ("integer-slider", "integer", "Level, 3 of 0 to 10"),
      ("long-press", "hold.circle", "Delete, hold to confirm"),
      ("carousel", "carousel", "Cards, 1 of 100"), ("scroll-view", "scroll", "List, 0 %"),
      ("pager", "pager", "Page 1 of 5, Inbox"),
    ])
  func `each control announces its name and value`(id: String, control: String, words: String)
    throws
  {
    #expect(spoken(control, in: try Session(id)) == words)
  }

  @Test func `the curve announces the moment being read`() throws {
    var session = try Session("curves")
    session.keys(.tab, .home)
    for _ in 0..<17 { session.key(.right) }
    let words = try #require(spoken("curves", in: session))
    #expect(words.hasPrefix("t 0.283 s, x "))
    #expect(words.contains(", v "))
  }

  @Test(
    arguments: [(0.0, nil), (75, "½"), (88, "¼"), (96, "1/10"), (140, "1/100")]
      as [(Double, String?)])
  func `the slider announces how fine a fine drag is`(distance: Double, fine: String?) throws {
    var session = try Session("progress-slider")
    let bar = try session.element("slider")
    let place = bar.frame.center
    session.pointer(.down, place, at: 1)
    session.pointer(.moved, place + Vector(0, distance), at: 1.1)
    let end = fine.map { ", fine \($0)" } ?? ""
    #expect(spoken("slider", in: session) == "Position, 1 min 12 s of 4 min\(end)")
  }

  @Test(arguments: ids)
  func `every element has a unique id and a name, and every focusable control lists its keys`(
    id: String
  ) throws {
    var session = try Session(id)
    session.keys(.function(8), .function(9))
    let all = session.elements
    #expect(Set(all.map(\.id)).count == all.count)
    for element in all {
      #expect(!element.name.isEmpty && !element.spoken.isEmpty, "\(element.id)")
      #expect(element.name.contains { $0.isLetter }, "\(element.name)")
    }
    // Elements that take the keyboard describe its keys.
    let stage = session.stageElements(at: session.now)
    #expect(!stage.isEmpty)
    for _ in stage {
      session.key(.tab)
      let focused = session.stageElements(at: session.now).filter { $0.states.contains(.focused) }
      #expect(focused.count == 1)
      #expect(focused.first?.actions.isEmpty == false)
    }
  }

  @Test(arguments: ids)
  func `the accessibility tree of a moment does not depend on the order of queries`(id: String)
    throws
  {
    var session = try Session(id)
    let end = session.flick(from: Vector(560, 400), by: Vector(-220, -40), at: 1, lasting: 0.1)
    let moments = (0...20).map { Instant(seconds: end + 0.1 * Double($0)) }
    let forward = moments.map { session.accessibility(at: $0) }
    let backward = moments.reversed().map { session.accessibility(at: $0) }
    #expect(forward == backward.reversed())
  }
}
