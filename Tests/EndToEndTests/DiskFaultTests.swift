import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// Disk failures while a window is open, and their effect on the files being written.
  @Suite struct DiskFaultTests {
    /// Limits the program's files to this many kilobytes, as if the disk were full then.
    private func withRoom(kilobytes: Int) -> [String] {
      ["bash", "-c", #"ulimit -f "$1"; trap "" XFSZ; shift; exec "$@""#, "-", "\(kilobytes)"]
    }

    /// The exit status of verifying a recording.
    private func verify(_ trace: String, in folder: TemporaryFolder) throws -> Int32? {
      let verify = try Program.start(["diff", trace, trace], errors: folder.file("verify"))
      return eventually { verify.exitStatus }
    }

    @Test func `on a full disk a recording ends and verifies, and the window goes on`() throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("kept.feel")
      let program = try Program(["--record", trace, "--no-shm"], launcher: withRoom(kilobytes: 64))
      let moves = (0..<100).map { " mousemove \(300 + $0 * 5) \(300 + $0 % 7)" }.joined()
      let hasEnded = try eventually {
        try program.xdotool(moves)
        return program.errors.contains("The recording ends here")
      }
      #expect(hasEnded, "\(program.errors)")
      #expect(program.errors.contains("Cannot write “\(trace)”: File too large."))
      try program.open("carousel", by: 5)
      try program.xdotool("key ctrl+q")
      #expect(try program.awaitEnd() == 4)
      #expect(program.errors.split(separator: "\n").count == 1, "\(program.errors)")
      #expect(try verify(trace, in: folder) == 0, "\(contents(of: folder.file("verify")))")
      #expect(contents(of: trace).hasSuffix("\n"))
    }

    @Test func `a truncated recording is read to its last whole line, which is reported`() throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("cut.feel")
      let program = try Program(["--record", trace])
      try program.quit(after: "mousemove 300 300 mousemove 320 300")
      let text = contents(of: trace)
      truncate(trace, text.utf8.count - 7)
      #expect(try verify(trace, in: folder) == 0)
      let lines = text.split(separator: "\n").count
      #expect(
        contents(of: folder.file("verify")).contains("\(trace):\(lines): skipped the last line"))
    }

    @Test(arguments: ["--state-file", "--frame-log"])
    func `a log that cannot be written is reported once, and the window goes on without it`(
      flag: String
    ) throws {
      let server = try XServer()
      let folder = try TemporaryFolder()
      let errors = folder.file("errors")
      let process = try Program.start(
        ["--no-intro", "--no-state", "--announce", flag, "/dev/full"],
        ["DISPLAY": server.display, "HOME": folder.path], errors: errors)
      let xdotool = Xdotool(display: server.display)
      try xdotool("search --sync --onlyvisible --name ^FeelLab")
      try xdotool("mousemove 600 400 key 5")
      try xdotool("search --sync --onlyvisible --name Carousel")
      #expect(process.exitStatus == nil)
      try xdotool("key ctrl+q")
      #expect(eventually { process.exitStatus } == 4)
      let sentences = contents(of: errors).split(separator: "\n").filter {
        $0.hasPrefix("feellab: Cannot write “/dev/full”: No space left on device.")
      }
      #expect(sentences.count == 1, "\(contents(of: errors))")
    }

    @Test func `a link with the name of a temporary file is not followed`() throws {
      let server = try XServer()
      let folder = try TemporaryFolder()
      let state = folder.file(".local/state/feellab")
      for name in [".local", ".local/state", ".local/state/feellab"] {
        mkdir(folder.file(name), 0o755)
      }
      // The shell execs the program, which keeps its process ID.
      let script = #"ln -s victim "$0/view.json.$$.new"; exec "$@""#
      let process = try ChildProcess(
        "bash", ["-c", script, state, Program.path, "--no-intro"],
        environment: ChildProcess.environment.merging(
          ["DISPLAY": server.display, "HOME": folder.path]
        ) { $1 }.filter { !$0.key.hasPrefix("XDG_") })
      let xdotool = Xdotool(display: server.display)
      try xdotool("search --sync --onlyvisible --name ^FeelLab")
      try xdotool("mousemove 600 400 key h key ctrl+q")
      #expect(eventually { process.exitStatus } == 0)
      #expect(contents(of: state + "/view.json").contains(#""overlays": "h""#))
      #expect(access(state + "/victim", F_OK) != 0)
    }

    @Test func `signals ignored at the start stay ignored, as under nohup`() throws {
      let program = try Program(
        launcher: ["bash", "-c", #"trap "" HUP INT; exec "$@""#, "-"])
      for signal in [SIGHUP, SIGINT] { program.process.send(signal) }
      try program.open("carousel", by: 5)
      #expect(program.process.exitStatus == nil)
      program.process.send(SIGTERM)
      #expect(try program.awaitEnd() == 0)
    }
  }
}
