import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Preferences set in one window and found by the next.
  @Suite struct PreferenceTests {
    /// A home folder, with its preferences and view files.
    private struct Home {
      let folder: TemporaryFolder
      var settings: String { folder.file(".config/feellab/preferences.json") }
      var view: String { folder.file(".local/state/feellab/view.json") }

      init() throws {
        folder = try TemporaryFolder()
      }

      func write(_ text: String, to path: String) throws {
        let place = URL(filePath: path)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: place, atomically: false, encoding: .utf8)
      }
    }

    /// The first line of a recording.
    private func header(_ trace: String) -> String {
      String(contents(of: trace).split(separator: "\n").first ?? "")
    }

    @Test func `preferences set by hand apply in the next window and in its recording`() throws {
      let home = try Home()
      let first = try Program(theme: nil, home: home.folder)
      // Theme, reduced motion, letter keys; the panel and an overlay stay open.
      try first.xdotool("key h key ctrl+comma key Down key Tab key space key Tab key space")
      try first.quit()
      let kept = contents(of: home.settings)
      for words in [#""theme": "dark""#, #""reducedMotion": true"#, #""letterKeys": false"#] {
        #expect(kept.contains(words), "\(kept)")
      }
      #expect(!kept.contains("zoom"))
      let view = contents(of: home.view)
      #expect(view.contains(#""overlays": "h""#) && view.contains(#""inspector": true"#))

      let trace = home.folder.file("live.feel")
      let second = try Program(["--record", trace], theme: nil, home: home.folder)
      try second.xdotool("key p mousemove 300 400 mousedown 1 mousemove 200 400 mouseup 1")
      try second.quit()
      #expect(header(trace).contains(#""theme": "dark""#))
      #expect(header(trace).contains(#""reducedMotion": true"#))
      let text = contents(of: trace)
      // Of the panel, only the space taken from the stage is recorded; of the letters, nothing.
      #expect(text.contains(#""overlays": ["hud"]"#) && text.contains(#""size": [888.0"#))
      #expect(!text.contains("letterKeys") && !text.contains("keydown"))
      #expect(second.errors.isEmpty, "\(second.errors)")

      // It replays as written, whatever the preferences of the machine.
      try home.write(#"{"theme": "light", "letterKeys": true, "zoom": 2}"#, to: home.settings)
      try expectReplays(trace, environment: ["HOME": home.folder.path])
    }

    @Test func `a recording keeps the panels and overlays of the next window`() throws {
      let home = try Home()
      let program = try Program(home: home.folder)
      try program.xdotool("key h key F9 sleep 0.5 key ctrl+e sleep 0.5")
      try program.quit()
      #expect(program.errors.contains("Recorded as"), "\(program.errors)")
      let view = contents(of: home.view)
      #expect(view.contains(#""overlays": "h""#) && view.contains(#""inspector": true"#), "\(view)")
    }

    @Test func `a flag overrides a saved preference, and without state nothing is read or saved`()
      throws
    {
      let home = try Home()
      let text = #"{"theme": "dark", "reducedMotion": true}"#
      try home.write(text, to: home.settings)
      let trace = home.folder.file("live.feel")
      let flagged = try Program(["--record", trace], theme: "contrast", home: home.folder)
      try flagged.quit()
      #expect(header(trace).contains(#""theme": "contrast""#))
      #expect(header(trace).contains(#""reducedMotion": true"#))
      #expect(contents(of: home.settings) == text)

      let variables = ["HOME": home.folder.path]
      let other = home.folder.file("other.feel")
      let bare = try Program(["--record", other], theme: nil, environment: variables)
      try bare.xdotool("key ctrl+comma key Down key h")
      try bare.quit()
      #expect(header(other).contains(#""theme": "light""#))
      #expect(header(other).contains(#""reducedMotion": false"#))
      #expect(contents(of: home.settings) == text)
      #expect(contents(of: home.view).isEmpty)
    }

    @Test func `the zoom is saved, and a requested scale overrides it`() throws {
      let home = try Home()
      let first = try Program(home: home.folder)
      try first.xdotool("key ctrl+plus key ctrl+plus")
      try first.quit()
      #expect(contents(of: home.settings).contains(#""zoom": 1.5"#))
      for (flags, environment, scale) in [
        ([], [:], "1.5"), (["--scale", "1"], [:], "1.0"), ([], ["FEELLAB_SCALE": "2"], "2.0"),
      ] as [([String], [String: String], String)] {
        let trace = home.folder.file("scale\(scale).feel")
        let program = try Program(
          ["--record", trace] + flags, environment: environment, home: home.folder)
        try program.quit()
        #expect(header(trace).contains("\"scale\": \(scale)"), "\(header(trace))")
      }
      // After the reset, the file does not contain it any more.
      let last = try Program(home: home.folder)
      try last.xdotool("key ctrl+comma key shift+Tab sleep 0.1 key ctrl+comma")
      try last.xdotool("\(String(repeating: "key Tab ", count: 8))key space")
      try last.quit()
      #expect(contents(of: home.settings) == "{}\n")
    }

    @Test func `a double-click time set as a preference overrides the desktop's`() throws {
      let home = try Home()
      try home.write(#"{"doubleClickTime": 1.5}"#, to: home.settings)
      let server = try XServer()
      let manager = try SettingsManager(server.display, [("Net/DoubleClickTime", .integer(250))])
      let program = try Program(on: server, ["--scene", "curves"], home: home.folder)
      let whole = try program.awaitState { $0["curves.to"] > 0 }
      try program.xdotool("mousemove 500 300 click 4 click 4 click 4")
      try program.awaitState { $0["curves.to"] < whole["curves.to"] - 0.01 }
      let count = program.states.count
      try program.xdotool("click 1 sleep 0.7 click 1")
      try program.awaitState(after: count) { $0["curves.to"] == whole["curves.to"] }
      try program.quit()
      withExtendedLifetime(manager) {}
    }

    @Test func `a recording begun in the window follows its letter-key preference`() throws {
      let home = try Home()
      try home.write(#"{"letterKeys": false, "physicalSprings": true}"#, to: home.settings)
      let program = try Program(["--scene", "carousel"], home: home.folder)
      let count = program.states.count
      try program.xdotool("mousemove 600 400 click 5")
      try program.awaitState(after: count) { $0["carousel.nearest"] == 2 }
      let moved = program.states.count
      try program.xdotool("key ctrl+e")
      try program.awaitState(after: moved) { $0["carousel.nearest"] == 1 }
      try program.xdotool("key p click 5 sleep 0.3 key ctrl+e sleep 0.1")
      try program.quit()
      let trace = program.folder.file("recording-1.feel")
      let text = contents(of: trace)
      // The letter was no shortcut, so it did nothing.
      #expect(!text.contains(#""e": "pause""#) && !text.contains("keydown"))
      try expectReplays(trace)
    }

    @Test(arguments: [#"{"theme": "dark", "#, #"{"theme": "blue"}"#, "[]", "", "{\"zoom\": 1e9}"])
    func `an invalid preferences file is reported once and left as it is`(text: String) throws {
      let home = try Home()
      try home.write(text, to: home.settings)
      let program = try Program(theme: nil, home: home.folder)
      try program.xdotool("key ctrl+comma key Down key Tab key space")
      try program.quit()
      #expect(contents(of: home.settings) == text)
      #expect(program.errors.split(separator: "\n").count == 1, "\(program.errors)")
      #expect(program.errors.contains(home.settings) && program.errors.contains("remove the file"))
      // The other file is valid, and is kept.
      #expect(contents(of: home.view).contains(#""inspector": true"#))
    }

    @Test func `two windows keep each other's preferences, and unknown ones`() throws {
      let home = try Home()
      try home.write(#"{"theme": "light", "fromLater": [1, 2]}"#, to: home.settings)
      let server = try XServer()
      let one = try Program(on: server, theme: nil, home: home.folder)
      try one.xdotool("key ctrl+comma key Down")
      #expect(eventually { contents(of: home.settings).contains("dark") })
      let two = try Program(on: server, theme: nil, home: home.folder)
      try two.xdotool("key ctrl+comma key Tab key Tab key space")
      #expect(eventually { contents(of: home.settings).contains("letterKeys") })
      try two.quit()
      try one.xdotool("key h")
      try one.quit()
      let kept = contents(of: home.settings)
      for words in [#""theme": "dark""#, #""letterKeys": false"#, #""fromLater": [1, 2]"#] {
        #expect(kept.contains(words), "\(kept)")
      }
    }
  }
}
