import ScreenPicture
import TestSupport
import Testing

extension EndToEnd {
  /// Desktop settings that change while the program runs.
  @Suite struct DesktopSettingsTests {
    private static let dark: [(String, SettingsManager.Value)] = [
      ("Net/ThemeName", .text("Adwaita-dark")), ("Gtk/EnableAnimations", .integer(0)),
      ("Xft/DPI", .integer(144 * 1024)),
    ]
    private static let light: [(String, SettingsManager.Value)] = [
      ("Net/ThemeName", .text("Adwaita")), ("Gtk/EnableAnimations", .integer(1)),
      ("Xft/DPI", .integer(96 * 1024)),
    ]

    /// The colour of the window around the stage in the light and the dark theme.
    private static let stages: (light: UInt32, dark: UInt32) = (0xe9eaee, 0x0f1013)

    private func shows(_ color: UInt32, _ display: String) throws -> Bool {
      let picture = try Picture(of: display)
      return stride(from: 0, to: Program.size.height, by: 16).contains {
        picture.longestRun(inRow: $0) { $0 == color }.count > Program.size.width / 2
      }
    }

    @Test func `theme, reduced motion and scale follow a settings manager that starts and changes`()
      throws
    {
      let folder = try TemporaryFolder()
      let trace = folder.file("live.feel")
      let program = try Program(["--record", trace], theme: nil)
      try program.awaitPicture { try shows(Self.stages.light, $0) }

      let manager = try SettingsManager(program.server.display, Self.dark)
      try program.awaitPicture { try shows(Self.stages.dark, $0) }
      // Other settings changing does not reapply the theme: one chosen by hand stays.
      manager.publish(Self.dark + [("Net/DoubleClickTime", .integer(300))])
      manager.publish(Self.light)
      try program.awaitPicture { try shows(Self.stages.light, $0) }
      try manager.end()
      // A manager's settings stay in force until the next one publishes others.
      let second = try SettingsManager(program.server.display, Self.dark)
      try program.awaitPicture { try shows(Self.stages.dark, $0) }
      withExtendedLifetime(second) {}

      try program.close()
      let lines = contents(of: trace).split(separator: "\n")
      func values(_ event: String) -> [String] {
        lines.filter { $0.contains(#""e": "\#(event)""#) }.compactMap {
          $0.split(separator: ":").last.map { String($0.dropFirst().dropLast()) }
        }
      }
      // The stage first changes its scale, then its size in points.
      let scales = values("stage").reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
      #expect(values("theme") == [#""dark""#, #""light""#, #""dark""#])
      #expect(values("reduced-motion") == ["true", "false", "true"])
      #expect(scales == ["1.5", "1.0", "1.5"])
      #expect(program.errors == "")
    }

    @Test func `a program that starts later finds the published settings`() throws {
      let server = try XServer()
      let manager = try SettingsManager(server.display, Self.dark)
      let folder = try TemporaryFolder()
      let trace = folder.file("live.feel")
      let program = try Program(on: server, ["--record", trace], theme: nil)
      try program.awaitPicture { try shows(Self.stages.dark, $0) }
      try program.close()
      let header = contents(of: trace).split(separator: "\n").first ?? ""
      #expect(header.contains(#""theme": "dark""#))
      #expect(header.contains(#""reducedMotion": true"#))
      #expect(header.contains(#""scale": 1.5"#))
      withExtendedLifetime(manager) {}
    }

    @Test func `high contrast and larger text are followed while the window runs`() throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("live.feel")
      let program = try Program(["--record", trace], theme: nil)
      let manager = try SettingsManager(
        program.server.display,
        [
          ("Net/ThemeName", .text("HighContrastInverse")),
          ("Gdk/WindowScalingFactor", .integer(1)),
          ("Gdk/UnscaledDPI", .integer(120 * 1024)), ("Xft/DPI", .integer(120 * 1024)),
        ])
      // The window's background is white only in the contrast theme.
      try program.awaitPicture { try shows(0xffffff, $0) }
      manager.publish(Self.light)
      try program.awaitPicture { try shows(Self.stages.light, $0) }
      try program.close()
      let text = contents(of: trace)
      #expect(text.contains(#""theme": "contrast""#))
      #expect(text.contains(#""scale": 1.25"#))
    }

    @Test func `flags override the desktop's settings`() throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("live.feel")
      let program = try Program(
        ["--record", trace, "--scale", "1", "--reduced-motion"], theme: "light")
      let manager = try SettingsManager(program.server.display, Self.dark)
      // The close request comes after the settings in the server's order.
      manager.publish(Self.light)
      manager.publish(Self.dark)
      try program.xdotool("mousemove 300 700 sleep 0.3")
      try program.awaitPicture { try shows(Self.stages.light, $0) }
      try program.close()
      let text = contents(of: trace)
      for event in ["theme", "reduced-motion"] {
        #expect(!text.contains(#""e": "\#(event)""#))
      }
      #expect(text.contains(#""scale": 1.0"#) && !text.contains(#""scale": 1.5"#))
      withExtendedLifetime(manager) {}
    }

    @Test
    func `slow double clicks follow the desktop's setting, and their recording replays without it`()
      throws
    {
      let folder = try TemporaryFolder()
      let trace = folder.file("slow.feel")
      let program = try Program(["--scene", "curves", "--record", trace])
      let whole = try program.awaitState { $0["curves.to"] > 0 }
      let clicks = "mousemove 500 300 click 4 click 4 click 4 click 1 sleep 0.7 click 1"
      try program.xdotool(clicks)
      // Two single clicks, each of which reads the curve there.
      try program.awaitState { $0["curves.to"] < whole["curves.to"] - 0.01 }
      let manager = try SettingsManager(
        program.server.display,
        [("Net/DoubleClickTime", .integer(1500)), ("Net/DndDragThreshold", .integer(12))])
      // Settings and clicks come from two clients, in no guaranteed order.
      let count = program.states.count
      let isFit = try eventually {
        try program.xdotool(
          "mousemove 700 300 sleep 0.1 mousemove 500 300 click 1 sleep 0.7 click 1")
        return program.states.dropFirst(count).contains { $0["curves.to"] == whole["curves.to"] }
      }
      #expect(isFit)
      try program.close()
      #expect(contents(of: trace).contains(#""name": "double-click""#))
      try expectReplays(trace)
      withExtendedLifetime(manager) {}
    }

    @Test func `doctor reports the server's features and the desktop's settings`() throws {
      let server = try XServer(screen: "1280x800x30", ["-extension", "RANDR"])
      let manager = try SettingsManager(
        server.display,
        [("Net/DoubleClickTime", .integer(250)), ("Xft/DPI", .integer(144 * 1024))])
      let folder = try TemporaryFolder()
      let output = folder.file("output")
      let doctor = try Program.start(["doctor"], ["DISPLAY": server.display], output: output)
      #expect(eventually { doctor.exitStatus } == 0)
      let words = contents(of: output)
      for part in [
        "display       \(server.display), ", "depth 30", "by sharedFile", "XInput 2",
        "scale         1.5, from settings", "double click within 0.25 s, drag from 3.0 pt",
      ] {
        #expect(words.contains(part), "\(words)")
      }
      #expect(words.contains("\(server.display) has no RANDR: "), "\(words)")
      withExtendedLifetime(manager) {}
    }

    @Test func `changes of the double-click time and the drag threshold are reported`() throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display)
      let manager = try SettingsManager(
        server.display,
        [("Net/DoubleClickTime", .integer(250)), ("Net/DndDragThreshold", .integer(9))])
      try probe.awaitLine {
        $0.contains("doubleClickTime: Optional(0.25)")
          && $0.contains("dragThresholdPixels: Optional(9.0)")
      }
      withExtendedLifetime(manager) {}
    }
  }
}
