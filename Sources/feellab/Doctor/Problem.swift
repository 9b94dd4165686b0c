internal import FeelFiles
internal import XWindow

/// A problem that may impede a first run, and its remedy.
struct Problem: Hashable {
  /// What is wrong, the consequence, and the remedy, in sentences.
  let words: String
  /// Whether it prevents the window from opening; other problems only disable something.
  let blocksWindow: Bool
}

extension WindowError {
  /// The remedy for the error.
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
