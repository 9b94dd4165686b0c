/// A large value that rarely changes, held once on the heap.
///
/// Copies share it: a control that holds it in place is so large that every question to it would
/// copy it.
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
