import Glibc
import ScreenPicture
import TestSupport
import Testing

extension EndToEnd {
  /// The program when idle, and when its window is changed.
  @Suite struct MannersTests {
    @Test func `Ctrl+plus makes everything larger, and Ctrl+0 restores the size`() throws {
      let program = try Program(["--scene", "progress-slider"])
      let window = try program.xdotool("search --onlyvisible --name ^FeelLab")
      try program.xdotool("windowfocus \(window)")
      let fill = try program.awaitState { $0.isSettled }["slider.fill"]
      var count = program.states.count
      // The capsule is as wide as the stage allows: the higher the zoom, the fewer points.
      try program.xdotool("key ctrl+plus key ctrl+plus key ctrl+plus key ctrl+plus")
      try program.awaitState(after: count) { $0["slider.fill"] < fill }
      count = program.states.count
      try program.xdotool("key ctrl+0")
      try program.awaitState(after: count) { $0["slider.fill"] == fill }
    }

    @Test func `at rest for five seconds the program draws nothing and uses no time`() throws {
      let program = try Program()
      // The pointer comes to rest where it hovers nothing.
      try program.xdotool("mousemove 1500 1100 sleep 1")
      let before = try program.usage()
      try program.xdotool("sleep 5")
      let after = try program.usage()
      #expect(after.cpuSeconds - before.cpuSeconds <= 0.010)
      // Without wake-ups, no frame is drawn.
      #expect(after.wakeUps - before.wakeUps <= 2)
    }

    @Test func `a close request ends the program with status 0 and no segment left`() throws {
      let program = try Program()
      try program.close()
      #expect(program.errors.isEmpty)
      #expect(program.process.sharedSegments == 0)
    }

    @Test func `unmapping the window in mid-drag restores the value, and the next drag works`()
      throws
    {
      let program = try Program()
      let before = try #require(program.states.last)
      let window = try program.window()
      let (x, y) = try Overview(program.server.display).sliderEnd()
      try program.xdotool("mousemove \(x) \(y) mousedown 1 mousemove \(x + 100) \(y)")
      try program.awaitState { abs($0["slider.fill"] - before["slider.fill"] - 100) <= 0.5 }
      let dragged = program.states.count
      try program.xdotool("windowunmap \(window) mouseup 1 windowmap \(window)")
      let cancelled = try program.awaitState(after: dragged) { $0.isSettled }
      #expect(cancelled["slider.value"] == before["slider.value"])
      try program.awaitPicture { try Overview($0).sliderEnd().x == x }
      try program.xdotool("mousemove \(x) \(y) mousedown 1 mousemove \(x + 50) \(y) mouseup 1")
      try program.awaitState {
        $0.isSettled && abs($0["slider.fill"] - before["slider.fill"] - 50) <= 0.5
      }
    }

    @Test func `an unmapped window still reports the state in which it comes to rest`() throws {
      let program = try Program()
      let before = try #require(program.states.last)
      let window = try program.window()
      let (x, y) = try Overview(program.server.display).sliderEnd()
      try program.xdotool("mousemove \(x) \(y) mousedown 1 mousemove \(x + 100) \(y)")
      try program.awaitState { abs($0["slider.fill"] - before["slider.fill"] - 100) <= 0.5 }
      let dragged = program.states.count
      try program.xdotool("windowunmap \(window) mouseup 1")
      let cancelled = try program.awaitState(after: dragged) { $0.isSettled }
      #expect(cancelled["slider.value"] == before["slider.value"])
    }

    @Test func `the frame log counts every frame, and gives the cause of each late one`() throws {
      let folder = try TemporaryFolder()
      let log = folder.file("frames")
      let program = try Program(["--frame-log", log] + Program.settlesSoon)
      let row = try Overview(program.server.display).cardRow()
      let moves = String(repeating: " mousemove_relative -- -60 0 sleep 0.01", count: 8)
      try program.xdotool("mousemove 900 \(row) mousedown 1\(moves) mouseup 1")
      try program.awaitState { $0.isSettled && $0["carousel.nearest"] > 1 }
      try program.close()
      let lines = contents(of: log).split(separator: "\n")
      let last = try #require(lines.last)
      #expect(last.hasPrefix(#"{"frames": "#))
      #expect(last.contains(#""late": \#(lines.count - 1),"#))
      #expect(lines.dropLast().allSatisfy { $0.contains(#""cause": "#) })
    }

    @Test
    func `losing the display in mid-motion ends the program with one sentence and status 3`() throws
    {
      let program = try Program()
      let row = try Overview(program.server.display).cardRow()
      let moves = String(repeating: " mousemove_relative -- -60 0 sleep 0.01", count: 8)
      try program.xdotool("mousemove 900 \(row) mousedown 1\(moves) mouseup 1")
      program.server.process.send(SIGKILL)
      #expect(try program.awaitEnd() == 3)
      #expect(program.errors.split(separator: "\n").count == 1)
      #expect(program.process.sharedSegments == 0)
    }
  }
}
