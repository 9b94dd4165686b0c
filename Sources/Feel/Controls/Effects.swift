/// The events a control reports to its host from one call, in order; at most eight, stored inline.
///
/// Nothing is allocated, and a copy is a plain memory copy: with a heap-allocated list next to the
/// slots, a move cost six times as much. A control has few effects by design: at most one change of
/// value per call, and the beginnings and ends that belong to it. A control that may have more to
/// report after a long time keeps the rest, and its deadline requests another call at once.
@frozen
public struct Effects<Effect: Hashable & Sendable>: Hashable, Sendable, RandomAccessCollection {
  /// The maximum number of effects per call.
  @inlinable public static var capacity: Int { 8 }

  @usableFromInline internal var slots: InlineArray<8, Effect?>
  /// The number of effects, 0…8.
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
    // By index: iterating over the list would copy it.
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

/// A control whose state changes with time.
protocol Passing {
  associatedtype Effect: Hashable & Sendable

  /// Performs all changes due by `time`.
  mutating func pass(to time: Instant, _ effects: inout Effects<Effect>)
}

extension Passing {
  /// The state at a later time, if there are no events until then.
  func advanced(to time: Instant) -> Self {
    var (copy, effects) = (self, Effects<Effect>())
    copy.pass(to: time, &effects)
    return copy
  }
}
