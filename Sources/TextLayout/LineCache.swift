/// Caches the newest lines, at least `capacity` and at most twice as many.
///
/// Two generations: a requested line moves to the young one, and when that is full, the old one is
/// dropped. So a line requested in every frame stays, at the cost of one look-up.
struct LineCache {
  struct Key: Hashable {
    var text: String
    var style: TextStyle
    /// The maximum width, in points; infinite for a whole line.
    var limit: Double
  }

  private let capacity: Int
  private var young: [Key: TextLine] = [:]
  private var old: [Key: TextLine] = [:]

  init(capacity: Int) {
    self.capacity = capacity
    young.reserveCapacity(capacity)
    old.reserveCapacity(capacity)
  }

  mutating func find(_ key: Key) -> TextLine? {
    if let line = young[key] { return line }
    guard let line = old[key] else { return nil }
    insert(line, key)
    return line
  }

  mutating func insert(_ line: TextLine, _ key: Key) {
    // Long texts are not labels drawn in every frame.
    guard key.text.utf8.count <= 1024 else { return }
    if young.count >= capacity {
      swap(&young, &old)
      young.removeAll(keepingCapacity: true)
    }
    young[key] = line
  }
}
