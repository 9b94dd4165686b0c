import TestSupport
import Testing

extension EndToEnd {
  /// Lists that a right click or a key opens.
  @Suite struct MenuTests {
    @Test func `a line's value is copied and pasted into another line by their lists`() throws {
      let program = try Program(["--scene", "carousel"])
      // The second card, a card and a space from the first.
      try program.xdotool("mousemove 600 400 click 5")
      try program.awaitState { $0.isSettled && $0["carousel.offset"] == 296 }
      try program.xdotool("key F9")
      // One hundred cards …
      try program.xdotool("mousemove 950 204 click 3 key Down key Return")
      let text = try eventually { try XClient(program.server.display).paste("UTF8_STRING")?.text }
      #expect(text == "100")
      // … and cards of 100 pt.
      try program.xdotool("mousemove 950 236 click 3 key Down key Down key Return")
      try program.awaitState { $0["carousel.offset"] == 116 }
      try program.xdotool("key ctrl+z")
      try program.awaitState(after: program.states.count - 1) { $0["carousel.offset"] == 296 }
    }

    @Test func `the Menu key opens the stage's list, and its last item starts afresh`() throws {
      let program = try Program(["--scene", "carousel"])
      try program.xdotool("mousemove 600 400 click 5")
      try program.awaitState { $0.isSettled && $0["carousel.nearest"] == 2 }
      let count = program.states.count
      try program.xdotool("key Menu key End key Return")
      try program.awaitState(after: count) { $0.isSettled && $0["carousel.nearest"] == 1 }
    }
  }
}
