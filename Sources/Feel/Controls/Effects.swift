/// What a control asks of its host after an event or a lapse of time, in order; at most eight, held
/// inline.
///
/// Nothing is allocated, and a copy is one of plain memory: with a list on the heap beside the
/// slots a move cost six times as much. A control's effects are few by design: at most one change
/// of value a call, and the beginnings and ends that go with it. A control that may have more to
/// report after much time keeps the rest, and its deadline asks for the next call at once.
@frozen
public struct Effects<Effect: Hashable & Sendable>: Hashable, Sendable, RandomAccessCollection {
  /// The most effects that one call returns.
  @inlinable public static var capacity: Int { 8 }

  @usableFromInline internal var slots: InlineArray<8, Effect?>
  /// How many there are, 0…8.
  public internal(set) var count: Int

  /// Creates an empty list.
  public init() {
    slots = InlineArray(repeating: nil)
    count = 0
  }

  /// The position of the first effect: 0.
  @inlinable public var startIndex: Int { 0 }
  /// The position after the last effect.
  @inlinable public var endIndex: Int { count }

  /// The effect at a position, the earliest at 0.
  ///
  /// - Precondition: `0 <= position < count`.
  @inlinable public subscript(position: Int) -> Effect {
    guard position < count, let effect = slots[position] else {
      preconditionFailure("position lies in 0..<count")
    }
    return effect
  }

  /// Whether there is room for one more.
  internal var hasRoom: Bool { count < Self.capacity }

  /// Adds an effect at the end.
  ///
  /// - Precondition: there is room for it.
  internal mutating func append(_ effect: Effect) {
    precondition(hasRoom, "a call returns at most \(Self.capacity) effects")
    slots[count] = effect
    count += 1
  }

  /// Adds every effect of another list at the end.
  internal mutating func append(contentsOf others: Effects) {
    // By their places: a loop over the list would copy it.
    for index in others.indices { append(others[index]) }
  }

  /// Whether both lists hold the same effects in the same order.
  public static func == (a: Effects, b: Effects) -> Bool {
    a.count == b.count && a.indices.allSatisfy { a[$0] == b[$0] }
  }

  /// Feeds the effects, in order, to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for effect in self { hasher.combine(effect) }
  }
}

/// A control that time alone changes.
protocol Passing {
  associatedtype Effect: Hashable & Sendable

  /// Brings about what time alone does.
  mutating func pass(to time: Instant, _ effects: inout Effects<Effect>)
}

extension Passing {
  /// The state at a time to come, if nothing but time happens.
  func brought(to time: Instant) -> Self {
    var (copy, effects) = (self, Effects<Effect>())
    copy.pass(to: time, &effects)
    return copy
  }
}
