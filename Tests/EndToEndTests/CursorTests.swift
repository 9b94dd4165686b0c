import Glibc
import TestSupport
import Testing

/// Whether libXcursor, which reads cursor themes, is installed.
private let hasThemes = dlopen("libXcursor.so.1", RTLD_LAZY) != nil

extension EndToEnd {
  /// The pointer's shape over the window: pictures of the theme, as shown by the server.
  @Suite(.enabled(if: hasThemes, "libXcursor is not installed")) struct CursorTests {
    private let theme = CursorThemeFile()
    private let arrow: UInt32 = 0xffaa_1100
    private let finger: UInt32 = 0xff00_bb22
    private let beam: UInt32 = 0xff11_22cc

    init() {
      theme.add("first", ["default": arrow, "pointer": finger, "ew-resize": beam])
      theme.add("second", ["default": 0xff12_3456])
      // Hides the themes installed on this machine.
      theme.add("default", ["default": 0xffee_eeee])
    }

    private var environment: [String: String] {
      ["XCURSOR_PATH": theme.folder?.path ?? "", "XCURSOR_THEME": "first", "XCURSOR_SIZE": "24"]
    }

    private func awaitCursor(
      _ color: UInt32, side: Int = 24, _ client: XClient,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let wanted = XClient.CursorPicture(width: side, height: side, color: color)
      let isShown = eventually { client.cursorPicture() == wanted }
      #expect(
        isShown, "the pointer looks like \(String(describing: client.cursorPicture()))",
        sourceLocation: sourceLocation)
    }

    @Test func `over the stage, a slider and a tab the cursor is the theme's picture for each`()
      throws
    {
      let program = try Program(environment: environment)
      let client = try XClient(program.server.display)
      let slider = try Overview(program.server.display).sliderEnd()
      try program.xdotool("mousemove 400 780")
      awaitCursor(arrow, client)
      try program.xdotool("mousemove \(slider.x) \(slider.y)")
      awaitCursor(beam, client)
      // The tab of the second scene: pressable elements use the arrow.
      try program.xdotool("mousemove 137 22")
      awaitCursor(arrow, client)
      #expect(program.errors == "")
    }

    @Test
    func `cursor theme and size follow the desktop's settings, unless the environment sets them`()
      throws
    {
      let server = try XServer()
      let settings = try SettingsManager(
        server.display,
        [("Gtk/CursorThemeName", .text("second")), ("Gtk/CursorThemeSize", .integer(48))])
      let probe = try WindowProbe(
        on: server.display, environment: environment.filter { $0.key == "XCURSOR_PATH" })
      let client = try XClient(server.display)
      try Xdotool(display: server.display)("mousemove 200 200")
      awaitCursor(0xff12_3456, side: 48, client)
      settings.publish([
        ("Gtk/CursorThemeName", .text("first")), ("Gtk/CursorThemeSize", .integer(24)),
      ])
      awaitCursor(arrow, client)
      settings.publish([
        ("Gtk/CursorThemeName", .text("second")), ("Gtk/CursorThemeSize", .integer(24)),
      ])
      awaitCursor(0xff12_3456, client)
      let chosen = try WindowProbe(
        on: server.display, ["--title", "chosen", "--size", "1600", "1200"],
        environment: environment)
      awaitCursor(arrow, client)
      #expect(probe.errors == "")
      #expect(chosen.errors == "")
      withExtendedLifetime(settings) {}
    }

    @Test(.enabled(if: Tool.xrdb.isInstalled, "xrdb is not installed"))
    func `without settings the X resources choose the cursor, also while running`() throws {
      let server = try XServer()
      let probe = try WindowProbe(
        on: server.display, environment: environment.filter { $0.key == "XCURSOR_PATH" })
      let client = try XClient(server.display)
      try Xdotool(display: server.display)("mousemove 200 200")
      try mergeResources("Xcursor.theme: first\nXcursor.size: 48\n", server.display)
      awaitCursor(arrow, side: 48, client)
      try mergeResources("Xcursor.theme: second\nXcursor.size: 24\n", server.display)
      awaitCursor(0xff12_3456, client)
      #expect(probe.errors == "")
    }
  }
}

/// Merges resources into those of a display, as a session does at its start.
func mergeResources(_ resources: String, _ display: String) throws {
  let folder = try TemporaryFolder()
  let file = try folder.write(resources, to: "resources")
  try run("xrdb", ["-nocpp", "-merge", file], ["DISPLAY": display])
}
