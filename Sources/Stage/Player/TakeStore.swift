/// The finished takes of a stage, kept by number and memory and never by time.
///
/// As many of the last 200 are kept as fit into 32 MB; what goes first is the oldest without a
/// name. Those that are pinned have 64 MB of their own and stay.
package struct TakeStore: Sendable {
  /// How many are kept at most, those that are pinned apart.
  package static let most = 200
  /// How much memory they take at most, in bytes, those that are pinned apart.
  package static let bytes = 32_000_000
  /// How much memory those that are pinned take at most, in bytes.
  package static let pinnedBytes = 64_000_000

  /// The takes that are kept, oldest first.
  package private(set) var takes: [Take] = [] { didSet { version += 1 } }
  /// How often they have changed.
  package private(set) var version = 0

  package init() {}

  package subscript(number: Int) -> Take? { index(of: number).map { takes[$0] } }

  /// How much memory the takes use that are not pinned, in bytes.
  package var usedBytes: Int { takes.reduce(0) { $0 + ($1.isPinned ? 0 : $1.bytes) } }

  /// Keeps a take, in the place of one of the same number if there is one, and lets go of what no
  /// longer fits; those in use stay.
  package mutating func keep(_ take: Take, inUse: Set<Int>) {
    if let index = index(of: take.number) {
      takes[index] = take
    } else {
      let index = takes.firstIndex { $0.number > take.number } ?? takes.endIndex
      takes.insert(take, at: index)
    }
    letGo(inUse: inUse.union([take.number]))
  }

  private mutating func letGo(inUse: Set<Int>) {
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

  /// Pins a take, so that it stays whatever follows, or unpins it; answers in a sentence why it
  /// cannot.
  package mutating func pin(_ number: Int, _ isPinned: Bool, inUse: Set<Int>) -> String? {
    guard let index = index(of: number), takes[index].isPinned != isPinned else { return nil }
    let pinned = takes.reduce(0) { $0 + ($1.isPinned ? $1.bytes : 0) }
    guard !isPinned || pinned + takes[index].bytes <= Self.pinnedBytes else {
      return Words.hasNoRoom(takes[index].title)
    }
    takes[index].isPinned = isPinned
    if !isPinned { letGo(inUse: inUse) }
    return nil
  }

  package mutating func name(_ number: Int, _ name: String?) {
    if let index = index(of: number) { takes[index].name = name }
  }

  package mutating func remove(_ number: Int) {
    if let index = index(of: number) { takes.remove(at: index) }
  }

  private func index(of number: Int) -> Int? { takes.firstIndex { $0.number == number } }
}
