import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// A recording made in the window matches what the window did.
  @Suite struct RecordingTests {
    @Test(arguments: [true, false])
    func `the introduction is refused during a recording, with how to end it`(isWhole: Bool) throws
    {
      let folder = try TemporaryFolder()
      let program = try Program(
        ["--announce"] + (isWhole ? ["--record", folder.file("a.feel")] : []))
      try program.xdotool(isWhole ? "key shift+F1" : "key ctrl+e sleep 0.5 key shift+F1")
      program.expectSaid(isWhole ? "is recorded (--record)" : "Stop it first with Ctrl+E")
    }

    @Test func `a session recorded live replays to the states that the window had`() throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("live.feel")
      let program = try Program(["--record", trace] + Program.settlesSoon)
      let seen = try Overview(program.server.display)
      let (x, y) = try seen.sliderEnd()
      let (hold, row) = (try seen.holdButton(), try seen.cardRow())
      try program.xdotool(
        "mousemove \(x) \(y) mousedown 1 mousemove \(x + 120) \(y + 60) mouseup 1")
      try program.xdotool("mousemove \(hold.x) \(hold.y) mousedown 1 sleep 2.2 mouseup 1")
      let moves = String(repeating: " mousemove_relative -- -50 3 sleep 0.01", count: 6)
      try program.xdotool("mousemove 900 \(row) mousedown 1\(moves) mouseup 1 sleep 0.2 click 5")
      let last = try program.awaitState {
        $0.isSettled && $0["carousel.nearest"] > 1 && $0["hold.circle.fired"] == 1
      }
      try program.quit()
      #expect(abs(last["carousel.center"]) <= 1)

      try expectReplays(trace)
    }

    @Test func `a recording begun and ended in the window replays to its states`() throws {
      let program = try Program(
        ["--scene", "carousel", "--preset", "uikit-fast", "--set", "physics.momentum=carried"])
      try program.xdotool("mousemove 600 400 click 5 sleep 0.2")
      try program.awaitState { $0.isSettled && $0["carousel.nearest"] == 2 }
      let count = program.states.count
      // Starting a recording restarts the scene.
      try program.xdotool("key ctrl+e")
      try program.awaitState(after: count) { $0["carousel.nearest"] == 1 }
      try program.xdotool("click 5 sleep 0.3 click 5 sleep 0.3")
      try program.awaitState(after: count) { $0.isSettled && $0["carousel.nearest"] == 3 }
      try program.quit(after: "key ctrl+e")
      let trace = program.folder.file("recording-1.feel")
      #expect(contents(of: trace).contains("wheel"))
      // The header contains everything in force: the preset's values and the overrides.
      let header = try #require(contents(of: trace).split(separator: "\n").first)
      for value in [
        #""preset": "uikit-fast""#, #""physics.decay.keptPerMillisecond": 0.99,"#,
        #""physics.momentum": "carried""#, #""physics.velocity.maximum": null"#,
      ] { #expect(header.contains(value), "\(header)") }
      try expectReplays(trace)
    }

    @Test func `without a state, a recording keeps the takes so far, and nothing stays behind`()
      throws
    {
      let temporary = try TemporaryFolder()
      let program = try Program(
        ["--announce", "--scene", "carousel"], environment: ["TMPDIR": temporary.path])
      try program.xdotool("mousemove 600 400 click 5 sleep 0.2")
      try program.awaitState { $0.isSettled && $0["carousel.nearest"] == 2 }
      try program.xdotool("key ctrl+e")
      program.expectSaid("Earlier takes are in the menu")
      try program.quit(after: "key ctrl+e")
      #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
    }
  }
}
