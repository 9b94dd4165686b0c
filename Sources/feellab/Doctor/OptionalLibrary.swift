internal import Glibc

/// A library that the window uses if it is installed.
enum OptionalLibrary: String, CaseIterable {
  case input = "libXi.so.6"
  case outputs = "libXrandr.so.2"
  case vblanks = "libXpresent.so.1"
  case files = "libX11-xcb.so.1"
  case cursors = "libXcursor.so.1"

  /// Its package in Debian.
  var package: String {
    switch self {
    case .input: "libxi6"
    case .outputs: "libxrandr2"
    case .vblanks: "libxpresent1"
    case .files: "libx11-xcb1"
    case .cursors: "libxcursor1"
    }
  }

  /// The consequence of its absence.
  var loss: String {
    switch self {
    case .input: "no touch and no smooth scrolling"
    case .outputs: "monitors and their rates are unknown"
    case .vblanks: "frames follow a timer, not the display"
    case .files: "pixels for a server in another container go over the connection"
    case .cursors: "the cursor is not the desktop’s"
    }
  }

  /// Whether it can be loaded, in the way the window does it.
  var isThere: Bool { unsafe dlopen(rawValue, RTLD_LAZY | RTLD_LOCAL) != nil }
}
