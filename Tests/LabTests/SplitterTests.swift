import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// The splitters between stage and panels.
struct SplitterTests {
  private func session(_ size: Size = Size(1200, 800)) throws -> Session {
    var session = try Session("carousel", size: size)
    session.keys(.function(8), .function(9), at: 0)
    return session
  }

  @Test func `dragging a splitter resizes its panel and reaches nothing below it`() throws {
    var session = try session()
    let (before, stage) = (session.parameters, session.stagePlace.size)
    let (width, height) = (
      try session.frame(of: "parameters").width, try session.frame(of: "time").height
    )
    let edge = Vector(try session.frame(of: "parameters").minX, 200)
    session.pointer(.moved, edge, at: 1)
    #expect(session.cursor == .resizeHorizontal)
    session.flick(from: edge, by: Vector(-60, 0), at: 1.1, lasting: 0.2)
    #expect(try session.frame(of: "parameters").width == width + 60)
    let top = try session.place(of: "splitter.timeline")
    session.pointer(.moved, top, at: 2)
    #expect(session.cursor == .resizeVertical)
    session.flick(from: top, by: Vector(0, 50), at: 2.1, lasting: 0.2)
    #expect(try session.frame(of: "time").height == height - 50)
    #expect(session.parameters == before)
    #expect(session.stagePlace.size == Size(stage.width - 60, stage.height + 50))
    #expect(session.reading(at: session.now)?.state == .idle && !session.isPaused)
  }

  @Test func `a splitter stops at the panel's minimum and maximum size`() throws {
    var session = try session()
    for (way, width) in [(900.0, 264.0), (-900, 480)] {
      let edge = Vector(try session.frame(of: "parameters").minX, 200)
      session.flick(from: edge, by: Vector(way, 0), at: 5, lasting: 0.1)
      #expect(try session.frame(of: "parameters").width == width)
    }
  }

  @Test(arguments: ["two presses", "keys"])
  func `a double click or Return on a splitter restores its default`(way: String) throws {
    var session = try session()
    let usual = try session.frame(of: "parameters")
    session.tell(.prefer(.inspectorWidth, .number(400)))
    let edge = Vector(try session.frame(of: "parameters").minX, 200)
    #expect(edge.x == 800)
    if way == "keys" {
      session.keys(.function(6), .function(6), .return, at: 1)
    } else {
      session.click(edge, at: 1)
      session.click(edge, at: 1.2)
    }
    #expect(try session.frame(of: "parameters") == usual)
  }

  @Test func `Escape or another button reverts a splitter's drag`() throws {
    for way in ["escape", "button"] {
      var session = try session()
      let usual = try session.frame(of: "time")
      let top = try session.place(of: "splitter.timeline")
      _ = session.drag(from: top, by: Vector(0, -90), at: 1, lasting: 0.1)
      #expect(try session.frame(of: "time").height == usual.height + 90)
      if way == "escape" {
        session.key(.escape)
      } else {
        session.pointer(.down, top, at: 2, button: .secondary)
      }
      #expect(try session.frame(of: "time") == usual)
    }
  }

  @Test func `F6 reaches each splitter after its panel, and arrows move it`() throws {
    var session = try session()
    let (width, height) = (
      try session.frame(of: "parameters").width, try session.frame(of: "time").height
    )
    var focused: [String] = []
    for _ in 0..<6 {
      session.key(.function(6))
      let all = session.elements
      focused.append(all.first { $0.states.contains(.focused) }?.id ?? "none")
      if focused.last == "splitter.inspector" { session.key(.left) }
      if focused.last == "splitter.timeline" { session.key(.down, .shift) }
    }
    #expect(
      focused.map { $0.hasPrefix("splitter") ? $0 : "" }
        == ["", "splitter.inspector", "", "", "splitter.timeline", ""])
    #expect(try session.frame(of: "parameters").width == width + 16)
    #expect(try session.frame(of: "time").height == height - 1)
  }

  @Test func `panel sizes and folded groups are kept and set another window`() throws {
    var session = try session()
    let panel = try session.frame(of: "parameters")
    let edge = Vector(panel.minX, 200)
    session.flick(from: edge, by: Vector(-40, 0), at: 1, lasting: 0.1)
    session.click(try session.place(of: "group.Motion"), at: 2)
    let kept = session.preferences
    #expect(kept[.inspectorWidth] == .number(panel.width + 40))
    #expect(kept[.folded] == .choice("Motion"))
    #expect(kept[.timelineHeight] == .unlimited)
    var other = try self.session()
    for preference in [Preference.inspectorWidth, .timelineHeight, .folded] {
      let value = try #require(kept[preference])
      #expect(try preference.value(value.json) == value)
      other.tell(.prefer(preference, value))
    }
    #expect(try other.frame(of: "parameters") == session.frame(of: "parameters"))
    let rows = other.elements.map(\.id)
    #expect(!rows.contains("physics.decay") && rows.contains("carousel.count"))
    #expect(throws: (any Error).self) {
      try Preference.inspectorWidth.value(ParameterValue.number(10).json)
    }
  }

  @Test func `folded lanes stay folded in the next window, in every scene`() throws {
    var session = try session()
    session.click(try session.place(of: "timeline.velocity"), at: 1)
    let kept = try #require(session.preferences[.foldedLanes])
    #expect(kept == .choice("velocity") && session.preferences[.folded] == .choice(""))
    var other = try self.session()
    let before = try other.frame(of: "timeline.position")
    other.tell(.prefer(.foldedLanes, try Preference.foldedLanes.value(kept.json)))
    other.key(.character("6"))
    #expect(try other.frame(of: "timeline.position") == session.frame(of: "timeline.position"))
    #expect(try other.frame(of: "timeline.position").midY > before.midY + 20)
    #expect(throws: (any Error).self) {
      try Preference.foldedLanes.value(ParameterValue.choice("state").json)
    }
  }

  @Test func `the lanes grow with the window and its timeline`() throws {
    var heights: [Double] = []
    for height in [600.0, 800, 1000, 2160] {
      heights.append(try session(Size(1200, height)).frame(of: "time").height)
    }
    #expect(heights == heights.sorted() && heights[0] >= 184 && heights[3] == 440)
  }
}
