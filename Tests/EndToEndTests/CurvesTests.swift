import TestSupport
import Testing

extension EndToEnd {
  /// The Curves scene under a mouse.
  @Suite struct CurvesTests {
    @Test func `a flick in another scene is what Curves shows`() throws {
      let program = try Program(["--scene", "scroll-view"] + Program.settlesSoon)
      let moves = String(repeating: " mousemove_relative -- 0 -25 sleep 0.01", count: 8)
      try program.xdotool("mousemove 500 600 mousedown 1 sleep 0.02\(moves) mouseup 1")
      let scrolled = try program.awaitState { $0.isSettled && $0["scroll.offset"] > 100 }
      try program.xdotool("key 8")
      let shown = try program.awaitState { $0.text("scene") == "curves" }
      #expect(abs(shown["curves.rest"] - scrolled["scroll.offset"]) < 0.01)
      #expect(shown["curves.duration"] > 0.2)
    }

    @Test func `the wheel zooms the time, with Control the values, with Shift it moves along`()
      throws
    {
      let program = try Program(["--scene", "curves"])
      let first = try program.awaitState { $0["curves.to"] > 0 }
      func width(_ state: State) -> Double { state["curves.to"] - state["curves.from"] }
      func height(_ state: State) -> Double { state["curves.high"] - state["curves.low"] }
      try program.xdotool("mousemove 600 300 click 4 click 4 click 4")
      let zoomed = try program.awaitState { abs(width($0) - width(first) / 2) < 1e-6 }
      #expect(abs(height(zoomed) - height(first)) < 1e-6)
      try program.xdotool("keydown ctrl click 4 click 4 click 4 keyup ctrl")
      let lower = try program.awaitState { abs(height($0) - height(first) / 2) < 1e-6 }
      #expect(abs(width(lower) - width(zoomed)) < 1e-6)
      try program.xdotool("keydown shift click 5 keyup shift")
      let along = try program.awaitState { $0["curves.from"] > zoomed["curves.from"] + 0.01 }
      #expect(abs(width(along) - width(zoomed)) < 1e-6)
      try program.xdotool("click 2")
      try program.awaitState(after: program.states.count - 1) {
        abs(width($0) - width(first)) < 1e-6 && abs(height($0) - height(first)) < 1e-6
      }
    }

    @Test func `a drag reads the curve, and the numbers can be pasted elsewhere`() throws {
      let program = try Program(["--scene", "curves"])
      let first = try program.awaitState { $0["curves.to"] > 0 }
      try program.xdotool("mousemove 400 300 mousedown 1 mousemove 700 300 mouseup 1")
      let read = try program.awaitState { $0["curves.scrub"] > first["curves.scrub"] + 0.1 }
      #expect(read["curves.x"] > 700)
      // The third of the buttons at the upper left.
      try program.xdotool("mousemove 292 84 click 1")
      let text = try eventually { try XClient(program.server.display).paste("UTF8_STRING")?.text }
      let rows = try #require(text).split(separator: "\n")
      #expect(rows.first == "t,x,v")
      #expect(rows.count == 102)
      #expect(rows.last?.contains(",800.0,") ?? false)
    }
  }
}
