import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// The lines between stage and panels.
struct SplitterTests {
  private func session(_ size: Size = Size(1200, 800)) throws -> Session {
    let scene = try #require(Catalog.all.scene("carousel"))
    var session = Session(catalog: .all, scene: scene, size: size)
    session.key(.function(8), at: 0)
    session.key(.function(9), at: 0)
    return session
  }

  private func frame(_ id: String, _ session: Session) throws -> Rect {
    try #require(session.accessibility(at: session.now).all.first { $0.id == id }).frame
  }

  @Test func `a drag makes the panel as large as the hand has it, and changes nothing under it`()
    throws
  {
    var session = try session()
    let (before, stage) = (session.parameters, session.stagePlace.size)
    let (width, height) = (
      try frame("parameters", session).width, try frame("time", session).height
    )
    let edge = Vector(try frame("parameters", session).minX, 200)
    session.pointer(.moved, edge, at: 1)
    #expect(session.cursor == .resizeHorizontal)
    let end = session.drag(from: edge, by: Vector(-60, 0), at: 1.1, lasting: 0.2)
    session.pointer(.up, edge - Vector(60, 0), at: end)
    #expect(try frame("parameters", session).width == width + 60)
    let top = try session.place(of: "splitter.timeline")
    session.pointer(.moved, top, at: 2)
    #expect(session.cursor == .resizeVertical)
    let last = session.drag(from: top, by: Vector(0, 50), at: 2.1, lasting: 0.2)
    session.pointer(.up, top + Vector(0, 50), at: last)
    #expect(try frame("time", session).height == height - 50)
    #expect(session.parameters == before)
    #expect(session.stagePlace.size == Size(stage.width - 60, stage.height + 50))
    #expect(session.reading(at: session.now)?.state == .idle && !session.isPaused)
  }

  @Test func `it stops where the panel is as small or as large as it can be`() throws {
    var session = try session()
    for (way, width) in [(900.0, 264.0), (-900, 480)] {
      let edge = Vector(try frame("parameters", session).minX, 200)
      let end = session.drag(from: edge, by: Vector(way, 0), at: 5, lasting: 0.1)
      session.pointer(.up, edge + Vector(way, 0), at: end)
      #expect(try frame("parameters", session).width == width)
    }
  }

  @Test(arguments: ["two presses", "keys"])
  func `its default comes back`(way: String) throws {
    var session = try session()
    let usual = try frame("parameters", session)
    session.handle(.host(session.now, .prefer(.inspectorWidth, .number(400))))
    let edge = Vector(try frame("parameters", session).minX, 200)
    #expect(edge.x == 800)
    if way == "keys" {
      session.key(.function(6), at: 1)
      session.key(.function(6), at: 1)
      session.key(.return, at: 1)
    } else {
      session.click(edge, at: 1)
      session.click(edge, at: 1.2)
    }
    #expect(try frame("parameters", session) == usual)
  }

  @Test func `Escape and another button give back what a drag has made of it`() throws {
    for way in ["escape", "button"] {
      var session = try session()
      let usual = try frame("time", session)
      let top = try session.place(of: "splitter.timeline")
      _ = session.drag(from: top, by: Vector(0, -90), at: 1, lasting: 0.1)
      #expect(try frame("time", session).height == usual.height + 90)
      if way == "escape" {
        session.key(.escape)
      } else {
        session.pointer(.down, top, at: 2, button: .secondary)
      }
      #expect(try frame("time", session) == usual)
    }
  }

  @Test func `F6 reaches each after its panel, and arrows move it`() throws {
    var session = try session()
    let (width, height) = (
      try frame("parameters", session).width, try frame("time", session).height
    )
    var focused: [String] = []
    for _ in 0..<6 {
      session.key(.function(6))
      let all = session.accessibility(at: session.now).all
      focused.append(all.first { $0.states.contains(.focused) }?.id ?? "none")
      if focused.last == "splitter.inspector" { session.key(.left) }
      if focused.last == "splitter.timeline" { session.key(.down, .shift) }
    }
    #expect(
      focused.map { $0.hasPrefix("splitter") ? $0 : "" }
        == ["", "splitter.inspector", "", "", "splitter.timeline", ""])
    #expect(try frame("parameters", session).width == width + 16)
    #expect(try frame("time", session).height == height - 1)
  }

  @Test func `sizes and folded groups are kept, and set another window`() throws {
    var session = try session()
    let panel = try frame("parameters", session)
    let edge = Vector(panel.minX, 200)
    let end = session.drag(from: edge, by: Vector(-40, 0), at: 1, lasting: 0.1)
    session.pointer(.up, edge - Vector(40, 0), at: end)
    session.click(try session.place(of: "group.Motion"), at: 2)
    let kept = session.preferences
    #expect(kept[.inspectorWidth] == .number(panel.width + 40))
    #expect(kept[.folded] == .choice("Motion"))
    #expect(kept[.timelineHeight] == .unlimited)
    var other = try self.session()
    for preference in [Preference.inspectorWidth, .timelineHeight, .folded] {
      let value = try #require(kept[preference])
      #expect(try preference.value(value.json) == value)
      other.handle(.host(other.now, .prefer(preference, value)))
    }
    #expect(try frame("parameters", other) == frame("parameters", session))
    let rows = other.accessibility(at: other.now).all.map(\.id)
    #expect(!rows.contains("physics.decay") && rows.contains("carousel.count"))
    #expect(throws: (any Error).self) {
      try Preference.inspectorWidth.value(ParameterValue.number(10).json)
    }
  }

  @Test func `lanes that were folded away are so in the next window, in every scene`() throws {
    var session = try session()
    session.click(try session.place(of: "timeline.velocity"), at: 1)
    let kept = try #require(session.preferences[.foldedLanes])
    #expect(kept == .choice("velocity") && session.preferences[.folded] == .choice(""))
    var other = try self.session()
    let before = try frame("timeline.position", other)
    other.handle(
      .host(other.now, .prefer(.foldedLanes, try Preference.foldedLanes.value(kept.json))))
    other.key(.character("6"))
    #expect(try frame("timeline.position", other) == frame("timeline.position", session))
    #expect(try frame("timeline.position", other).midY > before.midY + 20)
    #expect(throws: (any Error).self) {
      try Preference.foldedLanes.value(ParameterValue.choice("state").json)
    }
  }

  @Test func `the lanes grow with the window and its timeline`() throws {
    var heights: [Double] = []
    for height in [600.0, 800, 1000, 2160] {
      heights.append(try frame("time", session(Size(1200, height))).height)
    }
    #expect(heights == heights.sorted() && heights[0] >= 184 && heights[3] == 440)
  }
}
