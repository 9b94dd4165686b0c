internal import FeelFiles
internal import XWindow

/// Something that a first run meets with, and what helps.
struct Problem: Hashable {
  /// What is wrong, what comes of it, and the remedy, in sentences.
  let words: String
  /// Whether there is no window because of it; other problems only leave something out.
  let stops: Bool
}

extension WindowError {
  /// What helps against it.
  var remedy: String {
    switch self {
    case .noDisplay where Environment.variable("WAYLAND_DISPLAY") != nil:
      "This Wayland session has no Xwayland. Install xwayland and log in again."
    case .noDisplay: "Start it in a graphical session, or set DISPLAY."
    case .cannotOpen:
      "Set DISPLAY to a running server, and XAUTHORITY to a file that grants access."
    case .tooManyFiles: "Raise the limit of open files: ulimit -n."
    case .unsupportedVisual: "Set the screen to 24 bits per pixel."
    case .lost: "Restart the server and read its log."
    }
  }
}
