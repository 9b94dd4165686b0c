internal import Synchronization

/// Caches the newest value of a function while its inputs are equal.
///
/// Copies of the owner share it. Other inputs compute a new value, which replaces the old one.
package final class Kept<Facts: Equatable & Sendable, Value: Sendable>: Sendable {
  private struct Newest {
    let facts: Facts
    let value: Value
  }

  private let newest = Mutex<(Newest?, count: Int)>((nil, 0))

  package init() {}

  /// The number of values computed so far.
  package var count: Int { newest.withLock { $0.count } }

  /// The value for some inputs, computed if they differ from the last ones.
  package func value(_ facts: Facts, _ make: (Facts) -> Value) -> Value {
    let known = newest.withLock { $0.0?.facts == facts ? $0.0?.value : nil }
    if let known { return known }
    let value = make(facts)
    newest.withLock { $0 = (Newest(facts: facts, value: value), $0.count + 1) }
    return value
  }
}
