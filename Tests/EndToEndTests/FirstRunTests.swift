import ScreenPicture
import TestSupport
import Testing

extension EndToEnd {
  /// The window when opened for the first time.
  @Suite struct FirstRunTests {
    /// Opens the window without any saved state, with these arguments.
    private func open(
      on server: XServer, in folder: TemporaryFolder, _ words: String...
    ) throws -> ChildProcess {
      var variables = ChildProcess.environment
      variables["DISPLAY"] = server.display
      for name in ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] { variables[name] = folder.path }
      variables["FEELLAB_SCALE"] = nil
      return try ChildProcess(
        Program.path, words + ["--announce"], environment: variables, in: folder.path,
        errors: folder.file("errors"))
    }

    @Test func `a recorded drag is shown, and a press takes over`() throws {
      let (server, folder) = (try XServer(), try TemporaryFolder())
      let process = try open(on: server, in: folder)
      #expect(eventually { contents(of: folder.file("errors")).contains("\n") })
      let xdotool = Xdotool(display: server.display)
      try xdotool("mousemove 600 500 click 1 key 6")
      #expect(eventually { contents(of: folder.file("errors")).contains("Scroll\n") })
      try xdotool("key ctrl+q")
      #expect(eventually { process.exitStatus } == 0)
    }

    @Test func `a named hand is played without the introduction`() throws {
      let (server, folder) = (try XServer(), try TemporaryFolder())
      let hand = try folder.write(
        "t_ms,phase,x,y\n0,begin,0,90\n20,update,0,50\n40,end,0,20\n", to: "hand.csv")
      let process = try open(on: server, in: folder, hand)
      let said = { contents(of: folder.file("errors")) }
      #expect(eventually { said().contains("List, ") }, "\(said())")
      #expect(!said().contains("A recorded hand"), "\(said())")
      try Xdotool(display: server.display)("mousemove 600 500 key ctrl+q")
      #expect(eventually { process.exitStatus } == 0)
    }

    @Test func `without animations the first run shows its steps at once, in the desktop's theme`()
      throws
    {
      let (server, folder) = (try XServer(), try TemporaryFolder())
      let manager = try SettingsManager(
        server.display,
        [("Gtk/EnableAnimations", .integer(0)), ("Net/ThemeName", .text("Some-dark"))])
      let process = try open(on: server, in: folder)
      // The dark window is shown and no longer changes.
      let isDark = try eventually {
        try Picture(of: server.display).longestRun(inRow: 2) { $0 == 0x0f1013 }.count > 200
      }
      #expect(isDark)
      let first = "Your turn. Step 1 of 4: Flick the covers, Shift+→\n"
      #expect(eventually { contents(of: folder.file("errors")) == first })
      let xdotool = Xdotool(display: server.display)
      try xdotool("sleep 2")
      #expect(contents(of: folder.file("errors")) == first)
      try xdotool("mousemove 600 500 key ctrl+q")
      #expect(eventually { process.exitStatus } == 0)
      withExtendedLifetime(manager) {}
    }

    @Test func `Escape skips the introduction, and the next start opens the last scene`() throws {
      let (server, folder) = (try XServer(), try TemporaryFolder())
      let process = try open(on: server, in: folder)
      #expect(eventually { contents(of: folder.file("errors")).contains("\n") })
      let xdotool = Xdotool(display: server.display)
      try xdotool("mousemove 600 500 key Escape")
      #expect(eventually { contents(of: folder.file("errors")).contains("Step 1 of 4") })
      try xdotool("key 7")
      #expect(eventually { contents(of: folder.file("errors")).contains("Pager\n") })
      try xdotool("key ctrl+q")
      #expect(eventually { process.exitStatus } == 0)
      let again = try open(on: server, in: folder)
      try xdotool("search --sync --onlyvisible --name Pager$", while: again)
      try xdotool("mousemove 600 500 key ctrl+q")
      #expect(eventually { again.exitStatus } == 0)
    }
  }
}
