/// A large value that copies share until one of them changes it: to copy it is to copy a pointer.
@propertyWrapper
public struct Boxed<Value: Sendable>: Sendable {
  @usableFromInline var box: Box<Value>

  /// Creates a box around a value.
  @inlinable public init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// The value, lent where it lies.
  @inlinable public var wrappedValue: Value {
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { own() }
      yield &box.value
    }
  }

  // Apart, so that no access has the copy's code in it.
  @usableFromInline @inline(never) mutating func own() { box = Box(box.value) }
}

/// What copies share: only a `Boxed` that shares it with nobody changes it, so it is safe to send.
@usableFromInline
final class Box<Value: Sendable>: @unchecked Sendable {
  // Whoever changes it has exclusive access to the `Boxed` around it.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable init(_ value: Value) { self.value = value }
}
