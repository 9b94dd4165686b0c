/// Remembers the newest lines, at least `capacity` of them and at most twice as many.
///
/// Two generations: what is asked for moves to the young one, and when that is full the old one is
/// dropped whole. A line asked for each frame therefore stays, at the cost of one look-up.
struct LineCache {
  struct Key: Hashable {
    var text: String
    var style: TextStyle
    /// The width it is cut to, in points; infinite for a whole line.
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
    // A text of pages is not a label of each frame.
    guard key.text.utf8.count <= 1024 else { return }
    if young.count >= capacity {
      swap(&young, &old)
      young.removeAll(keepingCapacity: true)
    }
    young[key] = line
  }
}
