import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// Japanese typed with a real input method: ibus with its engine Anthy.
  @Suite(
    .enabled(
      if: Tool.dbusRunSession.isInstalled && Tool.ibusDaemon.isInstalled,
      "dbus-run-session or ibus-daemon is not installed: ./run.sh test --with-desktop"),
    .enabled(
      if: access("/usr/share/ibus/component/anthy.xml", R_OK) == 0,
      "ibus-anthy is not installed: ./run.sh test --with-desktop"))
  struct InputMethodTests {
    // Starts ibus in hiragana mode, then the program. Anthy needs the system's Python; `ibus
    // engine` reports failure even after it has set the engine.
    private static let start = """
      mkdir -p ~/.config/glib-2.0/settings
      printf '[org/freedesktop/ibus/engine/anthy/common]\\ninput-mode=0\\n' \
        >~/.config/glib-2.0/settings/keyfile
      export PATH=/usr/bin:$PATH GSETTINGS_BACKEND=keyfile XDG_RUNTIME_DIR=$HOME
      ibus-daemon --xim --panel disable --daemonize
      until ibus engine anthy || [ "$(ibus engine)" = anthy ]; do sleep 0.1; done >/dev/null 2>&1
      exec "$0" "$@"
      """

    @Test func `a take is named in Japanese`() throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("live.feel")
      let program = try Program(
        ["--scene", "carousel", "--record", trace],
        environment: ["XMODIFIERS": "@im=ibus", "LC_ALL": "C.UTF-8"],
        launcher: ["dbus-run-session", "--", "bash", "-c", Self.start])
      try program.xdotool("mousemove 600 400 click 5")
      try program.awaitState { $0["carousel.nearest"] == 2 }
      // Keys pressed before the method's first answer are typed directly.
      let isNamed = try eventually {
        try program.xdotool("key F2 sleep 0.2 key n i h o n g o space Return Return sleep 0.2")
        return contents(of: trace).contains(#""e": "name-take", "number": 1, "name": "日本語""#)
      }
      #expect(isNamed, "\(contents(of: trace))")
      // Text still being composed when the field closes is discarded.
      try program.xdotool("key F2 sleep 0.2 key n e k o Escape Escape sleep 0.2")
      try program.quit()
      #expect(!contents(of: trace).contains("ねこ"))
      try expectReplays(trace)
    }
  }
}
