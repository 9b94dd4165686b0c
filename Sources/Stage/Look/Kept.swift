internal import Synchronization

/// The newest value of a function, kept while the facts that it is a function of are equal.
///
/// Copies of its owner share it. Asking with other facts makes a new value, which is kept instead.
package final class Kept<Facts: Equatable & Sendable, Value: Sendable>: Sendable {
  private struct Newest {
    let facts: Facts
    let value: Value
  }

  private let newest = Mutex<(Newest?, count: Int)>((nil, 0))

  package init() {}

  /// How many values have been made.
  package var count: Int { newest.withLock { $0.count } }

  /// The value for some facts; it is made where they differ from the last ones.
  package func value(_ facts: Facts, _ make: (Facts) -> Value) -> Value {
    let known = newest.withLock { $0.0?.facts == facts ? $0.0?.value : nil }
    if let known { return known }
    let value = make(facts)
    newest.withLock { $0 = (Newest(facts: facts, value: value), $0.count + 1) }
    return value
  }
}
