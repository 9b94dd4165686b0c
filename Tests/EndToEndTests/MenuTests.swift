import TestSupport
import Testing

extension EndToEnd {
  /// Lists that a right click or a key opens.
  @Suite struct MenuTests {
    @Test func `a line's value is copied and pasted into another line by their lists`() throws {
      let program = try Program(["--scene", "carousel"])
      try program.xdotool("key F9")
      func copied(_ line: Int, is value: String) throws -> Bool {
        try program.xdotool("mousemove 950 \(line) click 3 key Down key Return")
        return try eventually {
          try XClient(program.server.display).paste("UTF8_STRING")?.text == value
        }
      }
      // How far a drag past the edge follows …
      let (coefficient, bounce) = (393, 554)
      #expect(try copied(coefficient, is: "0.55"))
      // … and an edge that bounces by as much.
      try program.xdotool("mousemove 950 \(bounce) click 3 key Down key Down key Return")
      #expect(try copied(bounce, is: "0.55"))
      try program.xdotool("key ctrl+z")
      #expect(try copied(bounce, is: "0"))
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
