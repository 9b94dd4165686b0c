import Glibc
import ScreenPicture
import TestSupport
import Testing

extension EndToEnd {
  /// Videos made while the window is in use.
  @Suite struct FilmTests {
    /// Opens the carousel with the timeline, and flicks it.
    private func flicked(_ environment: [String: String] = [:]) throws -> Program {
      let program = try Program(
        ["--scene", "carousel", "--announce"] + Program.settlesSoon, environment: environment)
      try program.xdotool("key F8")
      try program.flickCards(from: (800, 260), step: 40)
      return program
    }

    /// Requests a video of the lanes by their context menu, and accepts its name and folder with a
    /// different ending.
    private func film(_ ending: String, in program: Program) throws {
      let down = String(repeating: " key Down", count: 3)
      try program.xdotool("mousemove 700 700 click 3\(down) key Return sleep 0.3")
      try program.xdotool("type film.\(ending)")
      try program.xdotool("key Return")
    }

    /// Zooms into the lanes with the wheel, so that the video is short.
    private func zoomIn(_ program: Program) throws {
      try program.xdotool("mousemove 250 700" + String(repeating: " click 4", count: 10))
    }

    /// The child processes of a process, including ended ones that it has not reaped.
    private func children(of id: pid_t) -> [pid_t] {
      entries(of: "/proc").compactMap { pid_t($0) }.filter { child in
        let words = contents(of: "/proc/\(child)/stat").split(separator: ")").last?
          .split(separator: " ")
        return words?.dropFirst().first == "\(id)"
      }
    }

    @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
    func `the lanes are filmed as MP4 during a drag`() throws {
      let program = try flicked()
      try zoomIn(program)
      let count = program.states.count
      try film("mp4", in: program)
      let moves = String(repeating: " mousemove_relative -- -8 0 sleep 0.005", count: 40)
      try program.xdotool("mousemove 800 260 mousedown 1\(moves) mouseup 1")
      try program.awaitState(after: count) { $0.isSettled && $0["carousel.nearest"] > 2 }
      let file = program.folder.file("film.mp4")
      program.expectSaid("Saved as film.mp4\n")
      #expect(contents(of: file).utf8.count > 1000)
      #expect(children(of: program.process.id).isEmpty)
    }

    @Test func `without an encoder an animated PNG is saved, and MP4 names the missing package`()
      throws
    {
      let program = try flicked(["PATH": "/nonexistent"])
      try film("mp4", in: program)
      program.expectSaid("apt install ffmpeg")
      try program.xdotool("key Escape")
      #expect(program.states.last?.isSettled ?? false)
      try zoomIn(program)
      try film("apng", in: program)
      let file = program.folder.file("film.apng")
      program.expectSaid("Saved as film.apng\n")
      #expect(contents(of: file).contains("acTL"))
    }

    /// The flicked carousel with an encoder that accepts its input and writes some output until it
    /// is killed; the encoder's folder has to be kept.
    private func withSlowEncoder() throws -> (program: Program, encoder: TemporaryFolder) {
      let folder = try TemporaryFolder()
      let script =
        "#!/bin/sh\nfor last; do :; done\necho half > \"${last#file:}\"\nexec sleep 600\n"
      chmod(try folder.write(script, to: "ffmpeg"), 0o755)
      let path = ChildProcess.environment["PATH"] ?? ""
      return (try flicked(["PATH": "\(folder.path):\(path)"]), folder)
    }

    /// Unfinished temporary files in the program's folder.
    private func unfinished(_ program: Program) -> [String] {
      entries(of: program.folder.path).filter { $0.hasPrefix(".feellab-") }
        .map { program.folder.file($0) }
    }

    /// A video in progress with an encoder that never ends: the program, the file and the encoder's
    /// process.
    private func halfFilmed(
      _ ending: String
    ) throws -> (program: Program, file: String, encoder: pid_t) {
      let (program, encoder) = try withSlowEncoder()
      try film(ending, in: program)
      let file = program.folder.file("film.\(ending)")
      #expect(eventually { unfinished(program).map(contents) == ["half\n"] })
      let children = children(of: program.process.id)
      #expect(children.count == 1)
      withExtendedLifetime(encoder) {}
      return (program, file, try #require(children.first))
    }

    @Test(arguments: ["key", "button"])
    func `a cancelled film leaves neither a file nor a process`(means: String) throws {
      let (program, file, _) = try halfFilmed("mp4")
      if means == "key" {
        try program.xdotool("key Escape")
      } else {
        // Cancel is to the right of the percentage, which is to the right of the track.
        let track = try Picture(of: program.server.display).longestRun(inRow: 784) {
          $0 == 0xdbdde3 || $0 == 0x1f57e0
        }
        try program.xdotool("mousemove \(track.upperBound + 90) 784 click 1")
      }
      program.expectSaid("Cancelled the video")
      #expect(access(file, F_OK) != 0 && unfinished(program).isEmpty)
      #expect(children(of: program.process.id).isEmpty)
      #expect(program.process.exitStatus == nil)
    }

    @Test func `a film is cancelled by a key pressed right after its request`() throws {
      let (program, encoder) = try withSlowEncoder()
      // Both keys are waiting when the window looks.
      program.process.send(SIGSTOP)
      try film("mp4", in: program)
      try program.xdotool("key Escape")
      program.process.send(SIGCONT)
      program.expectSaid("Cancelled the video")
      #expect(access(program.folder.file("film.mp4"), F_OK) != 0)
      #expect(unfinished(program).isEmpty && children(of: program.process.id).isEmpty)
      withExtendedLifetime(encoder) {}
    }

    @Test func `closing the window removes its unfinished film and ends the encoder`() throws {
      let (program, file, encoder) = try halfFilmed("gif")
      try program.quit()
      #expect(access(file, F_OK) != 0 && unfinished(program).isEmpty)
      #expect(kill(encoder, 0) != 0)
    }

    @Test func `a video whose name another window has taken meanwhile gets the next free name`()
      throws
    {
      let program = try flicked()
      // The wheel zooms into a short range.
      try program.xdotool("mousemove 250 700" + String(repeating: " click 4", count: 8))
      try film("apng", in: program)
      #expect(eventually { !unfinished(program).isEmpty })
      program.process.send(SIGSTOP)
      try program.folder.write("another window's", to: "film.apng")
      program.process.send(SIGCONT)
      let file = program.folder.file("film-1.apng")
      program.expectSaid("Saved as film-1.apng\n")
      #expect(contents(of: file).contains("acTL"))
      #expect(contents(of: program.folder.file("film.apng")) == "another window's")
      #expect(unfinished(program).isEmpty)
    }

    @Test func `a killed encoder is reported, and the window goes on`() throws {
      let (program, file, encoder) = try halfFilmed("mp4")
      kill(encoder, SIGKILL)
      program.expectSaid("ffmpeg was ended by signal 9")
      #expect(access(file, F_OK) != 0 && unfinished(program).isEmpty)
      #expect(children(of: program.process.id).isEmpty)
      try program.open("integer-slider", by: 3)
    }
  }
}
