import TestSupport
import Testing

extension EndToEnd {
  /// What the window announces to assistive technology.
  @Suite struct AnnounceTests {
    @Test func `a hold by the keyboard is told from its quarters to its end`() throws {
      let program = try Program(["--announce"])
      try program.xdotool("key Tab Tab Tab keydown space sleep 2.3 keyup space")
      try program.awaitState { $0["hold.circle.fired"] == 1 }
      let lines = [
        "Cards, 1 of 100, carousel",
        "Position, 1 min 12 s of 4 min, slider", "Delete, hold to confirm, button", "Delete, 25 %",
        "Delete, 50 %", "Delete, 75 %", "Delete, 100 %, done",
      ]
      #expect(
        eventually { program.errors == lines.map { $0 + "\n" }.joined() }, "\(program.errors)")
    }
  }
}
