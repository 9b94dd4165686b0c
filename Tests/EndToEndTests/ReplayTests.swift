import Foundation
import ScreenPicture
import TestSupport
import Testing

extension EndToEnd {
  /// Gestures and recordings that are replayed.
  @Suite struct ReplayTests {
    private static let flick =
      "mousemove 800 300 mousedown 1"
      + String(repeating: " mousemove_relative -- -40 0 sleep 0.01", count: 6) + " mouseup 1"

    @Test func `a gesture that is run again in a recorded session replays with it`() throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("again.feel")
      let program = try Program(["--scene", "carousel", "--record", trace] + Program.settlesSoon)
      try program.xdotool(Self.flick)
      let first = try program.awaitState { $0.isSettled && $0["carousel.nearest"] > 1 }
      try program.xdotool("key r")
      try program.awaitState { $0.isSettled && $0["carousel.nearest"] == 1 }
      let count = program.states.count
      // The pointer may move meanwhile.
      try program.xdotool("key ctrl+Return sleep 0.3 mousemove 300 600")
      let again = try program.awaitState(after: count) {
        $0.isSettled && $0["carousel.nearest"] == first["carousel.nearest"]
      }
      #expect(again["carousel.center"] == first["carousel.center"])
      // Next time, a press takes over.
      try program.xdotool("key ctrl+Return sleep 0.33 mousemove 600 300 click 5 sleep 0.5")
      try program.quit(after: "sleep 1")
      #expect(contents(of: trace).contains("\"rerun\""))
      try expectReplays(trace)
    }

    @Test func `stepping during playback keeps the takes that are still to come`() throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("a.feel")
      let first = try Program(["--scene", "carousel", "--record", trace] + Program.settlesSoon)
      for _ in 1...2 {
        let count = first.states.count
        try first.xdotool(Self.flick)
        try first.awaitState(after: count, where: \.isSettled)
      }
      try first.quit()
      let program = try Program([trace, "--announce"], awaits: .window)
      try program.xdotool("sleep 0.5 key comma sleep 0.5 key alt+Page_Down alt+Page_Down")
      program.expectSaid("Take 2 · ")
    }

    @Test func `an opened recording is played again by Ctrl+Return`() throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("a.feel")
      let first = try Program(["--scene", "carousel", "--record", trace] + Program.settlesSoon)
      try first.xdotool(Self.flick)
      let end = try first.awaitState { $0.isSettled && $0["carousel.nearest"] > 1 }
      // The recording also contains the key, which there reruns the gesture.
      let flung = first.states.count
      try first.xdotool("sleep 0.3 key r key ctrl+Return")
      try first.awaitState(after: flung) {
        $0.isSettled && $0["carousel.nearest"] == end["carousel.nearest"]
      }
      try first.quit(after: "sleep 0.3")

      let program = try Program([trace])
      // Wait for both flicks: a press during the second would land wherever that was.
      let shown = eventually {
        program.states.filter {
          $0.isSettled && $0["carousel.nearest"] == end["carousel.nearest"]
        }.count >= 2
      }
      try #require(shown, "\(program.states)")
      try program.xdotool("mousemove 600 300 click 5 sleep 0.2 click 5")
      try program.awaitState {
        $0.isSettled && $0["carousel.nearest"] >= end["carousel.nearest"] + 1
      }
      let count = program.states.count
      try program.xdotool("key ctrl+Return")
      try program.awaitState(after: count) { $0["carousel.nearest"] == 1 }
      try program.awaitState(after: count) {
        $0.isSettled && $0["carousel.nearest"] == end["carousel.nearest"]
      }
    }

    @Test func `a recording fills a window requested in another size`() throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("a.feel")
      let first = try Program(
        ["--scene", "carousel", "--geometry", "880x600+0+0", "--record", trace])
      try first.xdotool("mousemove 440 250 sleep 0.1 click 5")
      try first.awaitState { $0.isSettled && $0["carousel.nearest"] == 2 }
      try first.quit()

      let program = try Program([trace, "--geometry", "1120x700+0+0"])
      // The topmost row of the bar.
      try program.awaitPicture { display in
        try Picture(of: display).longestRun(inRow: 2) { $0 == 0xe9eaee }.count >= 1120
      }
    }

    @Test func `End jumps to the end of a recording, with all its takes`() throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("a.feel")
      let first = try Program(["--scene", "carousel", "--record", trace] + Program.settlesSoon)
      try first.xdotool(Self.flick)
      // How far a flick goes depends on how busy the machine is.
      let end = try first.awaitState { $0.isSettled && $0["carousel.nearest"] > 1 }
      try first.quit()
      // The wheel turns ten minutes later; playback does not wait for it.
      let notch = #"{"t": 600000000, "e": "wheel", "x": 600, "y": 300, "dx": 0, "dy": 1}"# + "\n"
      try (contents(of: trace) + notch).write(toFile: trace, atomically: true, encoding: .utf8)

      let program = try Program([trace])
      try program.xdotool("mousemove 600 300 key End")
      let last = end["carousel.nearest"] + 1
      try program.awaitState { $0.isSettled && $0["carousel.nearest"] == last }
      // Another notch continues from there.
      try program.xdotool("click 5")
      try program.awaitState { $0.isSettled && $0["carousel.nearest"] == last + 1 }
    }
  }
}
