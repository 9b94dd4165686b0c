public import Synchronization

/// The newest value of a function, kept while the facts that it is a function of are equal.
///
/// Copies of its owner share it. Asking with other facts makes a new value, which is kept instead.
/// It is public so that other modules can inline it: a generic function that is called as it is
/// compares by tables, which takes longer than the comparison.
public final class Kept<Facts: Equatable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline struct Newest: Sendable {
    @usableFromInline let facts: Facts
    @usableFromInline let value: Value

    @inlinable init(facts: Facts, value: Value) { (self.facts, self.value) = (facts, value) }
  }

  @usableFromInline let newest = Mutex<(Newest?, count: Int)>((nil, 0))

  package init() {}

  /// How many values have been made.
  package var count: Int { newest.withLock { $0.count } }

  /// The value for some facts; it is made where they differ from the last ones.
  @inlinable public func value(_ facts: Facts, _ make: (Facts) -> Value) -> Value {
    let known = newest.withLock { $0.0?.facts == facts ? $0.0?.value : nil }
    if let known { return known }
    let value = make(facts)
    newest.withLock { $0 = (Newest(facts: facts, value: value), $0.count + 1) }
    return value
  }
}
