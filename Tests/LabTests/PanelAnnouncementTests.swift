import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// Announcements about panels, the timeline and the clock: each change once, a drag at most twice a
/// second.
struct PanelAnnouncementTests {
  /// A host that checks its session after every event and whenever the announcer asks for it.
  private struct Host: Driven {
    var session: Session
    var announcer = Announcer()
    var lines: [(text: String, at: Double)] = []

    var texts: [String] { lines.map(\.text) }
    var now: Instant { session.now }

    init(_ id: String) throws {
      session = try Session(id, size: Size(1200, 3000))
      look()
    }

    mutating func look() {
      let effects = session.takeEffects()
      for text in announcer.lines(for: session, at: session.now, effects) {
        lines.append((text, session.now.seconds))
      }
    }

    mutating func handle(_ event: SessionEvent) {
      session.handle(event)
      look()
    }

    mutating func wait(_ seconds: Double) {
      let end = session.now.advanced(by: seconds)
      while let due = [session.deadline, announcer.deadline].compactMap({ $0 }).min(), due <= end {
        session.advance(to: max(due, session.now))
        look()
      }
      session.advance(to: end)
    }

    mutating func move(_ phase: PointerSample.Phase, to place: Vector, after seconds: Double = 0) {
      wait(seconds)
      pointer(phase, place)
    }

    /// Whether no second has more than two lines with this prefix.
    func isPaced(_ prefix: String) -> Bool {
      let times = lines.filter { $0.text.hasPrefix(prefix) }.map(\.at)
      return zip(times, times.dropFirst(2)).allSatisfy { $1 - $0 > 0.999 }
    }
  }

  @Test func `opening and closing a panel is announced`() throws {
    var host = try Host("carousel")
    for key in [9, 8, 1, 1, 8, 9] { host.key(.function(key)) }
    #expect(
      host.texts == [
        "Parameters, open", "Last minute, open", "Keys, open", "Keys, closed",
        "Last minute, closed", "Parameters, closed",
      ])
  }

  @Test func `a row of the panel is announced on focus and on change`() throws {
    var host = try Host("carousel")
    host.key(.function(9))
    host.session.foldLaws()
    host.look()
    var laws: [String] = []
    for parameter in ScrollPhysics.parameters where laws.last != parameter.group {
      laws.append(parameter.group)
    }
    host.key(.function(6))
    for _ in 0..<laws.count + 4 { host.key(.tab) }
    host.wait(2)
    host.keys(.up, .tab)
    host.wait(2)
    host.key(.down)
    #expect(
      host.texts == ["Parameters, open", "Preset, UIKit, combobox"]
        + laws.map { "\($0), collapsed, button" } + [
          "Carousel, expanded, button", "Cards, 100, spinbutton", "Card width, 280 pt, spinbutton",
          "Spacing, 16 pt, spinbutton", "Spacing, 16.1 pt", "Alignment, center, combobox",
          "Alignment, start",
        ])
  }

  @Test func `a typed value's error and an open list's items are announced`() throws {
    var host = try Host("carousel")
    host.key(.character(","), .control)
    host.keys(.return, .down, .return)
    #expect(
      host.texts == [
        "Parameters, open", "Theme, light, combobox", "light", "dark", "Theme, dark",
      ])
    host.lines = []
    host.session.click(try host.session.place(of: "carousel.width"), at: 1)
    host.look()
    host.keys(.character("x"), .return)
    #expect(host.texts.count == 2)
    #expect(host.texts.last?.contains("cannot be x") == true)
  }

  @Test func `a dragged slider is announced at most twice a second, and its final value`() throws {
    var host = try Host("carousel")
    host.key(.function(9))
    let slider = try host.session.place(of: "carousel.width.slider")
    host.move(.down, to: slider, after: 1)
    host.lines = []
    for step in 1...300 {
      host.move(.moved, to: slider + Vector(Double(step) / 10, 0), after: 0.01)
    }
    host.move(.up, to: slider + Vector(30, 0))
    host.wait(3)
    #expect((6...8).contains(host.lines.count))
    #expect(host.isPaced("Card width"))
    let width = host.session.parameters.number("carousel.width")
    #expect(host.texts.last == "Card width, \(Int(width)) pt")
  }

  @Test
  func `the effect of an edit on the stage is announced at most twice a second during a drag`()
    throws
  {
    var host = try Host("carousel")
    host.key(.function(9))
    let slider = try host.session.place(of: "carousel.count.slider")
    host.move(.down, to: slider, after: 1)
    host.lines = []
    for step in 1...100 {
      host.move(.moved, to: slider + Vector(Double(step) / 4, 0), after: 0.01)
    }
    host.move(.up, to: slider + Vector(25, 0))
    host.wait(2)
    let count = Int(host.session.parameters.number("carousel.count"))
    #expect(host.texts.contains("Cards, 1 of \(count)") && host.texts.contains("Cards, \(count)"))
    // During the drag only; its result is announced at once.
    host.lines.removeLast(2)
    #expect(host.isPaced("Cards, 1 of") && host.lines.count <= 6)
  }

  @Test func `a held key is announced at most twice a second in the panel and on the timeline`()
    throws
  {
    var host = try Host("carousel")
    host.key(.function(9))
    host.session.click(try host.session.place(of: "carousel.width"), at: 1)
    host.look()
    host.lines = []
    for index in 0..<90 {
      host.key(.up, isRepeat: index > 0)
      host.wait(1.0 / 30)
    }
    host.wait(2)
    #expect((6...8).contains(host.lines.count) && host.isPaced("Card width"))
    #expect(host.texts.last == "Card width, 370 pt")
    host.key(.escape)
    host.wait(2)
    host.key(.character("p"))
    host.lines = []
    for index in 0..<90 {
      host.key(.character(","), isRepeat: index > 0)
      host.wait(1.0 / 30)
    }
    host.wait(2)
    #expect((5...8).contains(host.lines.count) && host.isPaced(""))
    let shown = host.session.stageTime(at: host.session.now).seconds
    let said = host.texts.last?.split(separator: " ").first.flatMap { Double($0) }
    #expect(abs(try #require(said) - shown) <= 0.0005)
  }

  @Test func `scrubbing the timeline is announced at most twice a second, and where it ends`()
    throws
  {
    var host = try Host("carousel")
    host.move(.down, to: try host.session.place(of: "carousel"), after: 1)
    host.move(.moved, to: try host.session.place(of: "carousel") + Vector(-200, 0), after: 0.1)
    host.move(.up, to: try host.session.place(of: "carousel") + Vector(-200, 0), after: 0.01)
    host.wait(4)
    host.key(.function(8))
    let bar = try host.session.place(of: "timeline")
    host.lines = []
    host.move(.down, to: bar)
    // To the left, so that the moment shown precedes the last event.
    for step in 1...200 { host.move(.moved, to: bar - Vector(Double(step), 0), after: 0.01) }
    host.move(.up, to: bar - Vector(200, 0))
    host.wait(3)
    #expect(host.lines.count <= 9)
    #expect(host.lines.count { $0.text.contains("frozen") } >= 3, "\(host.lines)")
    let shown = host.session.stageTime(at: host.session.now).seconds
    let said = host.texts.last?.split(separator: " ").first.flatMap { Double($0) }
    #expect(abs(try #require(said) - shown) <= 0.0005)
  }

  @Test func `several changed values are announced as a count, and a reset with its undo key`()
    throws
  {
    var host = try Host("carousel")
    host.key(.function(9))
    for (key, value) in [("carousel.width", 300.0), ("carousel.spacing", 20)] {
      host.session.change(.parameter(key, .number(value)))
    }
    host.look()
    #expect(host.texts.last == "2 values changed")
    host.wait(2)
    host.key(.character("r"), [.control, .shift])
    #expect(host.texts.contains("Reset everything, Ctrl+Z undoes it"))
    host.wait(2)
    host.lines = []
    host.session.click(try host.session.place(of: "view.springs"), at: host.session.now.seconds + 1)
    host.look()
    #expect(host.texts == ["Physical springs, on"])
  }
}
