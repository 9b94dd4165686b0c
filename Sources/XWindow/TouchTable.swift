internal import CX11
internal import Feel
internal import FeelGeometry

/// The fingers on the screen: one drives the pointer, two scroll.
///
///     none --began--> pointer --second began--> scrolling --any ended--> spent --last ended--> none
///                        +------- ended --------------------------------------------------------^
///
/// What is left on the screen after a scroll does nothing, so that lifting two fingers is no click.
struct TouchTable: Hashable, Sendable {
  /// What a touch means.
  enum Outcome: Hashable, Sendable {
    case none
    case pointer(PointerSample.Phase)
    /// The second finger came: the first one's press is no press.
    case scrollBegan
    /// How far the content moves, in points, positive right and down: against the fingers.
    case scroll(Vector)
    /// One of the two was lifted.
    case scrollEnded
  }

  private enum State: Hashable {
    case none
    case pointer(Int)
    case scrolling
    case spent
  }

  private var state = State.none
  private var places: [Int: Vector] = [:]

  /// Takes one report of a finger.
  mutating func handle(_ kind: CXInputKind, id: Int, at place: Vector) -> Outcome {
    switch kind {
    case CXTouchBegan: began(id, place)
    case CXTouchMoved: moved(id, place)
    case CXTouchEnded: ended(id)
    default: .none
    }
  }

  private mutating func began(_ id: Int, _ place: Vector) -> Outcome {
    places[id] = place
    switch state {
    case .none:
      state = .pointer(id)
      return .pointer(.down)
    case .pointer:
      state = .scrolling
      return .scrollBegan
    case .scrolling, .spent:
      return .none
    }
  }

  private mutating func moved(_ id: Int, _ place: Vector) -> Outcome {
    guard let old = places.updateValue(place, forKey: id) else {
      // Its begin was cancelled away.
      places[id] = nil
      return .none
    }
    switch state {
    case .pointer(id): return .pointer(.moved)
    case .scrolling: return .scroll((old - place) * (1 / Double(places.count)))
    case .none, .pointer, .spent: return .none
    }
  }

  private mutating func ended(_ id: Int) -> Outcome {
    guard places.removeValue(forKey: id) != nil else { return .none }
    defer { if places.isEmpty { state = .none } }
    if state == .pointer(id) { return .pointer(.up) }
    guard state == .scrolling else { return .none }
    state = .spent
    return .scrollEnded
  }
}
