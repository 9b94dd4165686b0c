internal import Lab
internal import Stage
internal import XWindow

extension Cursor {
  /// The cursor by the window's name for it.
  var shape: CursorShape {
    switch self {
    case .arrow: .standard
    case .grab: .grab
    case .grabbing: .grabbing
    case .resizeHorizontal: .horizontal
    case .pointer: .pointer
    case .crosshair: .crosshair
    case .text: .text
    }
  }
}
