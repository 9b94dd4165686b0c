public import Synchronization

/// Caches a function's latest value for as long as the facts it depends on are equal.
///
/// Copies of its owner share the cache. A value for other facts replaces the cached one. The type
/// is public so that other modules can inline it: unspecialised, a generic function compares
/// through witness tables, which takes longer than the comparison itself.
public final class Kept<Facts: Equatable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline struct Newest: Sendable {
    @usableFromInline let facts: Facts
    @usableFromInline let value: Value

    @inlinable init(facts: Facts, value: Value) { (self.facts, self.value) = (facts, value) }
  }

  @usableFromInline let newest = Mutex<(Newest?, count: Int)>((nil, 0))

  package init() {}

  /// The number of values computed.
  package var count: Int { newest.withLock { $0.count } }

  /// The value for these facts, recomputed if they differ from the last ones.
  @inlinable public func value(_ facts: Facts, _ make: (Facts) -> Value) -> Value {
    let known = newest.withLock { $0.0?.facts == facts ? $0.0?.value : nil }
    if let known { return known }
    let value = make(facts)
    newest.withLock { $0 = (Newest(facts: facts, value: value), $0.count + 1) }
    return value
  }
}
