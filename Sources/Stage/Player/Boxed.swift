/// A large value with copy-on-write storage: copying it copies a pointer.
@propertyWrapper
public struct Boxed<Value: Sendable>: Sendable {
  @usableFromInline var box: Box<Value>

  /// Creates a box around a value.
  @inlinable public init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// The value, accessed in place.
  @inlinable public var wrappedValue: Value {
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { own() }
      yield &box.value
    }
  }

  // Not inlined, to keep the copying code out of every access.
  @usableFromInline @inline(never) mutating func own() { box = Box(box.value) }
}

/// Shared storage; only a uniquely referencing `Boxed` mutates it, so it is safe to send.
@usableFromInline
final class Box<Value: Sendable>: @unchecked Sendable {
  // A mutation has exclusive access to the `Boxed` around it.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable init(_ value: Value) { self.value = value }
}
