/// External programs that tests need and that may not be installed.
///
/// A test that needs one is skipped without it, naming the tool: `.enabled(if:
/// Tool.xrdb.isInstalled, "xrdb is not installed")`. `.ci/hidden-tools` reads this list and reruns
/// the tests that name a tool with that tool hidden.
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
