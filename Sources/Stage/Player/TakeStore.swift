/// The finished takes of a stage, limited by number and memory, never by age.
///
/// Keeps up to 200 takes in 32 MB, dropping the oldest unnamed ones first. Pinned takes have 64 MB
/// of their own and are never dropped.
package struct TakeStore: Sendable {
  /// The maximum number of takes, pinned ones excluded.
  package static let most = 200
  /// The maximum memory use, in bytes, pinned takes excluded.
  package static let bytes = 32_000_000
  /// The maximum memory use of pinned takes, in bytes.
  package static let pinnedBytes = 64_000_000

  /// The takes, oldest first.
  package private(set) var takes: [Take] = [] { didSet { version += 1 } }
  /// Incremented whenever the takes change.
  package private(set) var version = 0

  package init() {}

  package subscript(number: Int) -> Take? { index(of: number).map { takes[$0] } }

  /// The memory used by unpinned takes, in bytes.
  package var usedBytes: Int { takes.reduce(0) { $0 + ($1.isPinned ? 0 : $1.bytes) } }

  /// Keeps a take, replacing one of the same number, and drops those that no longer fit, except any
  /// in use.
  package mutating func keep(_ take: Take, inUse: Set<Int>) {
    if let index = index(of: take.number) {
      takes[index] = take
    } else {
      let index = takes.firstIndex { $0.number > take.number } ?? takes.endIndex
      takes.insert(take, at: index)
    }
    evict(inUse: inUse.union([take.number]))
  }

  private mutating func evict(inUse: Set<Int>) {
    var (bytes, count) = (usedBytes, takes.count { !$0.isPinned })
    while count > Self.most || bytes > Self.bytes {
      let free = takes.indices.filter {
        !takes[$0].isPinned && !inUse.contains(takes[$0].number)
      }
      guard let index = free.first(where: { takes[$0].name == nil }) ?? free.first else { return }
      bytes -= takes[index].bytes
      count -= 1
      takes.remove(at: index)
    }
  }

  /// Pins a take, so that it is never dropped, or unpins it; returns a message if it cannot.
  package mutating func pin(_ number: Int, _ isPinned: Bool, inUse: Set<Int>) -> String? {
    guard let index = index(of: number), takes[index].isPinned != isPinned else { return nil }
    let pinned = takes.reduce(0) { $0 + ($1.isPinned ? $1.bytes : 0) }
    guard !isPinned || pinned + takes[index].bytes <= Self.pinnedBytes else {
      return Words.hasNoRoom(takes[index].title)
    }
    takes[index].isPinned = isPinned
    if !isPinned { evict(inUse: inUse) }
    return nil
  }

  package mutating func name(_ number: Int, _ name: String?) {
    if let index = index(of: number) { takes[index].name = name }
  }

  mutating func choose(_ number: Int, _ parameters: ParameterSet) {
    if let index = index(of: number) { takes[index].chosen = parameters }
  }

  package mutating func remove(_ number: Int) {
    if let index = index(of: number) { takes.remove(at: index) }
  }

  private func index(of number: Int) -> Int? { takes.firstIndex { $0.number == number } }
}
