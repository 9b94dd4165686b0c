import CX11
import Glibc
import ScreenPicture
import TestSupport
import Testing

extension EndToEnd {
  /// Monitors that are added, removed and changed while the program runs.
  @Suite(.enabled(if: Tool.xrandr.isInstalled, "xrandr is not installed"))
  struct MonitorTests {
    private func xrandr(_ arguments: String, _ display: String) throws {
      let words = arguments.split(separator: " ").map(String.init)
      try run("xrandr", words, ["DISPLAY": display])
    }

    @Test func `the scale follows the monitor's density as it changes`() throws {
      let server = try XServer(screen: "1600x1200x24")
      let folder = try TemporaryFolder()
      let trace = folder.file("live.feel")
      let program = try Program(on: server, ["--record", trace])
      // 1600 pixels over 211 mm are 192.6 dpi; then 144.5; then unknown.
      try xrandr("--setmonitor dense 1600/211x1200/158+0+0 screen", server.display)
      try program.awaitPicture { display in
        // The lowest line is twice as high; at scale 1 the lighter stage is there.
        let picture = try Picture(of: display)
        return picture[600, 800 - 52] == 0xe9eaee
      }
      try xrandr("--delmonitor dense", server.display)
      try program.awaitPicture { try Picture(of: $0)[600, 800 - 52] & 0xff > 0xee }
      try xrandr("--setmonitor wide 1600/281x1200/211+0+0 screen", server.display)
      try program.awaitPicture { try Picture(of: $0)[600, 800 - 40] == 0xe9eaee }
      try program.close()
      let scales = contents(of: trace).split(separator: "\n").filter {
        $0.contains(#""e": "stage""#)
      }.compactMap { $0.split(separator: " ").last }
      // Each first with the old size, then with its equivalent in points.
      let changes = scales.reduce(into: [Substring]()) { if $0.last != $1 { $0.append($1) } }
      #expect(changes == ["2.0}", "1.0}", "1.5}"])
      #expect(program.errors == "")
    }

    @Test func `moving to a denser monitor and back changes the scale and restores it`() throws {
      let server = try XServer(screen: "1600x1200x24")
      try xrandr("--setmonitor left 800/211x1200/317+0+0 screen", server.display)
      try xrandr("--setmonitor right 800/105x1200/158+800+0 none", server.display)
      let probe = try WindowProbe(on: server.display, ["--size", "300", "200"])
      let manager = try XClient(server.display)
      let window = try manager.window(named: "probe")
      manager.tellPlace(of: window, 1000, 100, width: 300, height: 200)
      try probe.awaitLine { $0 == "event scale(2.0)" }
      manager.tellPlace(of: window, 100, 100, width: 300, height: 200)
      try probe.awaitLine { $0 == "event scale(1.0)" }
      #expect(probe.errors == "")
    }

    @Test(.enabled(if: InputTestServer.isInstalled, InputTestServer.advice))
    func `without reported vblanks the frame rate follows the monitor's`() throws {
      let server = try InputTestServer()
      // Present cannot be disabled in any server, but the probe does without the library if the
      // first file of that name is empty.
      let folder = try TemporaryFolder()
      #expect(close(creat(folder.file("libXpresent.so.1"), 0o644)) == 0)
      let probe = try WindowProbe(
        on: server.display, ["--animate", "--size", "300", "200"],
        environment: ["LD_LIBRARY_PATH": folder.path])
      // By then, Present would have reported the length of a period.
      try probe.awaitLine { $0.hasPrefix("frame 30 ") }
      let client = try XClient(server.display)
      let window = try client.window(named: "probe")
      // 104.7 MHz over 1680 × 831 are 75.0 Hz.
      try xrandr(
        "--newmode fast 104.7 1280 1352 1480 1680 800 803 809 831 -hsync +vsync", server.display)
      try xrandr("--addmode DUMMY0 fast", server.display)
      try xrandr("--output DUMMY0 --mode fast", server.display)
      // Events arrive in order: when this message is handled, the new mode is known.
      client.send("WM_DELETE_WINDOW", to: window)
      probe.expectEnd(0)
      #expect(abs(probe.summary("rate") - 75) < 0.05, "\(probe.lines.last ?? "")")
      #expect(probe.lines.last?.contains("clock output") == true)
      withExtendedLifetime((server, folder)) {}
    }

    @Test func `a display whose modes have no pixel clock is recognised`() throws {
      // Without RANDR the outputs are unknown, so no conclusion is drawn.
      let servers: [([String], Bool)] = [([], false), (["-extension", "RANDR"], true)]
      for (options, hasClock) in servers {
        let server = try XServer(options)
        let probe = try WindowProbe(
          on: server.display, ["--seconds", "0.2", "--size", "300", "200"])
        probe.expectEnd(0)
        #expect(probe.lines.last?.contains("pixelClock \(hasClock)") == true)
      }
    }
  }
}
