internal import CX11
internal import Feel

/// The fingers on the screen, each a pointer of its own.
///
/// The server numbers touches on and on; a pointer has the least number that no other finger has,
/// so that a recording of the same fingers is the same.
struct TouchTable: Hashable, Sendable {
  /// The touches that are down, by the number of the pointer that each is, less 1.
  private var touches: [Int?] = []

  /// Takes one report of a finger: what the pointer that it is does; `nil` for one whose beginning
  /// was not seen, or cancelled away.
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
