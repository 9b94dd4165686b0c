/// Plain memory that a renderer keeps between frames, so that a frame allocates nothing.
///
/// The only type that owns raw memory: arrays in a class would need a uniqueness and a bounds check
/// for every access, ten times the work of a blend.
@safe final class Scratch<Element: BitwiseCopyable> {
  private var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  private let zero: Element

  /// Allocates memory filled with one value.
  init(_ capacity: Int, filledWith zero: Element) {
    unsafe base = .allocate(capacity: capacity)
    unsafe base.initialize(repeating: zero, count: capacity)
    (self.capacity, self.zero) = (capacity, zero)
  }

  deinit { unsafe base.deallocate() }

  /// A view of the memory, valid until the next `reserve`.
  var view: BufferView<Element> { unsafe BufferView(base: base, count: capacity) }

  /// Ensures capacity for `count` elements and returns the view; existing elements are kept.
  @discardableResult func reserve(_ count: Int) -> BufferView<Element> {
    guard count > capacity else { return view }
    let grown = max(count, capacity * 2)
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: grown)
    unsafe fresh.initialize(from: base, count: capacity)
    unsafe (fresh + capacity).initialize(repeating: zero, count: grown - capacity)
    unsafe base.deallocate()
    unsafe base = fresh
    capacity = grown
    return view
  }
}

/// A view of plain memory; indices are checked in debug builds only.
@safe struct BufferView<Element: BitwiseCopyable> {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  @unsafe init(base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe (self.base, self.count) = (base, count)
  }

  @inline(__always) subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count, "index within the view")
      return unsafe base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count, "index within the view")
      unsafe base[index] = newValue
    }
  }

  /// The part that starts at an element.
  @inline(__always) func dropping(_ first: Int) -> BufferView {
    assert(first >= 0 && first <= count, "the part starts within the view")
    return unsafe BufferView(base: base + first, count: count - first)
  }

  /// Sets `count` elements from `first` on.
  @inline(__always) func fill(_ first: Int, _ count: Int, with value: Element) {
    assert(first >= 0 && count >= 0 && first + count <= self.count, "the part is within the view")
    unsafe (base + first).update(repeating: value, count: count)
  }

  /// Copies `count` elements from another view.
  @inline(__always) func copy(_ first: Int, from other: BufferView, _ start: Int, count: Int) {
    assert(first >= 0 && first + count <= self.count, "the target is within the view")
    assert(start >= 0 && start + count <= other.count, "the source is within the view")
    unsafe (base + first).update(from: other.base + start, count: count)
  }
}
