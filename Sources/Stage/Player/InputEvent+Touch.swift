package import Feel

extension InputEvent {
  /// Whether a hand does something with it, rather than hovers or lets go.
  package var touches: Bool {
    switch self {
    case .pointer(let sample): sample.phase == .down
    case .key(let sample): sample.phase == .down
    case .wheel: true
    case .cancel: false
    }
  }
}
