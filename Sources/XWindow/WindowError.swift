/// Why no window could be opened.
public enum WindowError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No display is named: `DISPLAY` is not set.
  case noDisplay
  /// The named display cannot be opened.
  case cannotOpen(display: String)
  /// The named display cannot be opened because next to no file can; the system's reason.
  case tooManyFiles(display: String, reason: String)
  /// The screen's default visual is none that can be drawn for: its class is not TrueColor.
  case unsupportedVisual(depth: Int)
  /// The server went away while the window was being made.
  case lost(display: String)

  /// One sentence for the user.
  public var description: String {
    switch self {
    case .noDisplay: "DISPLAY is not set"
    case .cannotOpen(let display): "cannot open display \(display)"
    case .tooManyFiles(let display, let reason): "cannot open display \(display): \(reason)"
    case .unsupportedVisual(let depth): "the screen’s visual of depth \(depth) has no true colours"
    case .lost(let display): "display \(display) was lost"
    }
  }
}
