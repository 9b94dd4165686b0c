/// Why a window could not be opened.
public enum WindowError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No display is named: `DISPLAY` is not set.
  case noDisplay
  /// The named display cannot be opened.
  case cannotOpen(display: String)
  /// The named display cannot be opened because hardly any file can be; with the system's reason.
  case tooManyFiles(display: String, reason: String)
  /// The screen's default visual is not supported: its class is not TrueColor.
  case unsupportedVisual(depth: Int)
  /// The server went away while the window was being created.
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
