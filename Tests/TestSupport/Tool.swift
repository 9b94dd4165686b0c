/// The programs that tests start, or have started by the program under test, and that a system may
/// lack.
///
/// A test that needs one is skipped by name without it: `.enabled(if: Tool.xrdb.isInstalled, "xrdb
/// is not installed")`. `.ci/hidden-tools` reads this list and runs the tests that name a tool once
/// more where it is hidden.
public enum Tool: String, CaseIterable, Sendable {
  case awesome = "awesome"
  case cc = "cc"
  case dbusRunSession = "dbus-run-session"
  case faketime = "faketime"
  case ffmpeg = "ffmpeg"
  case gtk4Demo = "gtk4-demo"
  case ibusDaemon = "ibus-daemon"
  case man = "man"
  case node = "node"
  case openbox = "openbox"
  case prlimit = "prlimit"
  case python3 = "python3"
  case unshare = "unshare"
  case weston = "weston"
  case xauth = "xauth"
  case xdotool = "xdotool"
  case xfwm4 = "xfwm4"
  case xorg = "Xorg"
  case xrandr = "xrandr"
  case xrdb = "xrdb"
  case xvfb = "Xvfb"
  case xwayland = "Xwayland"

  /// Whether it is in `PATH`.
  public var isInstalled: Bool { ChildProcess.find(rawValue) != nil }
}
