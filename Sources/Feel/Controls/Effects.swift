/// What a control asks of its host after an event or a lapse of time, in order.
///
/// Up to eight are held inline, so that nothing is allocated. A control's effects are few by design: at most one change of value a call, and the beginnings and ends that go with it; only a call that lets much time pass at once may report more.
@frozen
public struct Effects<Effect: Hashable & Sendable>: Hashable, Sendable,
  RandomAccessCollection
{
  @usableFromInline internal var slots: InlineArray<8, Effect?>
  /// Those that find no place in the slots.
  @usableFromInline internal var further: [Effect] = []
  /// How many there are.
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
    if position >= 8, position < count { return further[position - 8] }
    guard position < count, let effect = slots[position] else {
      preconditionFailure("position lies in 0..<count")
    }
    return effect
  }

  /// Adds an effect at the end.
  internal mutating func append(_ effect: Effect) {
    if count < 8 { slots[count] = effect } else { further.append(effect) }
    count += 1
  }

  /// Adds every effect of another list at the end.
  internal mutating func append(contentsOf others: Effects) {
    for effect in others { append(effect) }
  }

  /// Takes out every effect for which the condition holds, keeping the order of the rest.
  internal mutating func removeAll(where isUnwanted: (Effect) -> Bool) {
    var kept = Effects()
    for effect in self where !isUnwanted(effect) { kept.append(effect) }
    self = kept
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
