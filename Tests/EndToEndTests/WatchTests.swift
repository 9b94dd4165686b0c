import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite struct WatchTests {
    @Test func `the window follows its parameter file, however it is rewritten`() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("p.json")
      try write(step: "0", to: path)
      let program = try Program(["--params", path, "--watch"])
      try program.awaitState { abs($0["slider.value"] - 0.3) < 1e-9 }

      // In place.
      try write(step: "0.25", to: path)
      try program.awaitState { $0["slider.value"] == 0.25 }
      // By a new file that takes over the name.
      try write(step: "0.5", to: folder.file("p.json.new"))
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: folder.file("p.json.new"), toPath: path)
      try program.awaitState { $0["slider.value"] == 0.5 }
      // Invalid: reported once with line and column, and the values stay.
      try write(step: "0.25,", to: path)
      program.expectSaid("p.json:2:43")
      try write(step: "7", to: path)
      program.expectSaid("p.json:2:38: slider.step")
      #expect(program.errors.split(separator: "\n").count == 2)
      #expect(program.states.last?["slider.value"] == 0.5)
      let known = program.states.count
      try write(step: "0.25", to: path)
      try program.awaitState(after: known) { $0["slider.value"] == 0.25 }
      #expect(program.states.count == known + 1)
    }

    @Test func `a file behind a symbolic link is followed, and a reload is one undo step`() throws {
      let folder = try TemporaryFolder()
      let (path, link) = (folder.file("real.json"), folder.file("link.json"))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      try write(step: "0.5", to: path)
      let program = try Program(["--params", link, "--watch", "--set", "hold.duration=3"])
      try program.awaitState { $0["slider.value"] == 0.5 }
      try write(step: "0.25", to: path)
      try program.awaitState { $0["slider.value"] == 0.25 }
      // A reload is a single undo step.
      try program.xdotool("key ctrl+z")
      try program.awaitState { $0["slider.value"] == 0.5 }
    }

    @Test func `following a file causes no wake-ups while it is unchanged`() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("p.json")
      try write(step: "0", to: path)
      let program = try Program(["--params", path, "--watch"])
      try program.xdotool("mousemove 1500 1100 sleep 1")
      let before = try program.usage()
      try program.xdotool("sleep 3")
      let after = try program.usage()
      #expect(after.wakeUps - before.wakeUps <= 2)
    }

    private func write(step: String, to path: String) throws {
      let text = """
        {"scene": "overview", "parameters": {
          "hold.duration": 3, "slider.step": \(step)}}
        """
      // Not atomically: truncates and rewrites the same file.
      let file = try #require(fopen(path, "w"))
      fputs(text, file)
      fclose(file)
    }
  }
}
