/// A large, rarely changed value, stored once on the heap.
///
/// Copies share it: stored inline, it would make controls so large that every query would copy it.
package struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  package init(_ value: Value) { box = Box(value) }

  package var value: Value { box.value }

  package static func == (a: Shared, b: Shared) -> Bool { a.box === b.box || a.value == b.value }

  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
