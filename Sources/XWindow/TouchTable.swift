internal import CX11
internal import Feel

/// The fingers on the screen, each as a pointer of its own.
///
/// The server's touch ids keep increasing; a pointer gets the lowest free number instead, so that
/// the same gesture gives the same recording.
struct TouchTable: Hashable, Sendable {
  /// The active touches; the index is the pointer's number minus 1.
  private var touches: [Int?] = []

  /// Handles one report of a finger; returns its pointer's action, or `nil` if its beginning was
  /// not seen or was cancelled.
  mutating func handle(
    _ kind: CXInputKind, id: Int
  ) -> (pointer: Int, phase: PointerSample.Phase)? {
    let place = touches.firstIndex(of: id)
    switch kind {
    case CXTouchBegan:
      let free = place ?? touches.firstIndex(of: nil) ?? touches.count
      if free == touches.count { touches.append(id) } else { touches[free] = id }
      return (free + 1, .down)
    case CXTouchMoved: return place.map { ($0 + 1, .moved) }
    case CXTouchEnded:
      guard let place else { return nil }
      touches[place] = nil
      return (place + 1, .up)
    default: return nil
    }
  }
}
