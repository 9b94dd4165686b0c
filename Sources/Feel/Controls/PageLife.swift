/// The live pages: those that are or will be shown, and those left less than a second ago.
struct PageLife: Hashable {
  private struct Entry: Hashable {
    let page: Int
    /// When the page expires, if it is no longer needed.
    var leaveAt: Instant?
  }

  /// The pages that have to be alive at a moment.
  enum Needed {
    /// Every page of a range.
    case row(ClosedRange<Int>)
    /// Two pages and none between them, the lower index first.
    case pair(Int, Int)

    func contains(_ page: Int) -> Bool {
      switch self {
      case .row(let pages): pages.contains(page)
      case .pair(let first, let second): page == first || page == second
      }
    }
  }

  /// How long a page stays alive after it was left, in seconds.
  static let lingerDuration = 1.0

  /// Sorted by page.
  private var entries: [Entry]

  init(page: Int) { entries = [Entry(page: page, leaveAt: nil)] }

  /// The live pages, in ascending order.
  var pages: some Sequence<Int> { entries.lazy.map { $0.page } }

  func contains(_ page: Int) -> Bool { entries.contains { $0.page == page } }

  /// When the next page expires, or `nil`.
  var deadline: Instant? { entries.reduce(nil) { .earliest($0, $1.leaveAt) } }

  /// Starts the timers of live pages that are not needed, and stops those of needed ones.
  mutating func need(_ needed: Needed, at time: Instant) {
    for index in entries.indices {
      if needed.contains(entries[index].page) {
        entries[index].leaveAt = nil
      } else if entries[index].leaveAt == nil {
        entries[index].leaveAt = time.advanced(by: Self.lingerDuration)
      }
    }
  }

  /// Adds the first run of adjacent pages that are needed but not alive; `nil` once there are none.
  mutating func bringNext(of needed: Needed) -> ClosedRange<Int>? {
    guard let pages = missing(of: needed) else { return nil }
    let place = entries.firstIndex { $0.page > pages.lowerBound } ?? entries.count
    entries.insert(contentsOf: pages.lazy.map { Entry(page: $0, leaveAt: nil) }, at: place)
    return pages
  }

  /// Removes the first run of adjacent pages that have expired; `nil` once there are none.
  mutating func expireNext(at time: Instant) -> ClosedRange<Int>? {
    func isOver(_ entry: Entry) -> Bool { entry.leaveAt.map { time >= $0 } ?? false }
    guard let first = entries.firstIndex(where: isOver) else { return nil }
    var last = first
    while last + 1 < entries.count, isOver(entries[last + 1]),
      entries[last + 1].page == entries[last].page + 1
    { last += 1 }
    let pages = entries[first].page...entries[last].page
    entries.removeSubrange(first...last)
    return pages
  }

  private func missing(of needed: Needed) -> ClosedRange<Int>? {
    switch needed {
    case .row(let pages):
      guard let first = pages.first(where: { !contains($0) }) else { return nil }
      let next = (first...pages.upperBound).first { contains($0) }
      return first...(next.map { $0 - 1 } ?? pages.upperBound)
    case .pair(let first, let second):
      let page = contains(first) ? second : first
      return contains(page) ? nil : page...page
    }
  }
}
