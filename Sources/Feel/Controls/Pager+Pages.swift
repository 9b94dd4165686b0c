extension Pager {
  /// How long a page stays alive after it was left, in seconds.
  public static var lingerDuration: Double { PageLife.lingerDuration }

  /// Whether a page is alive: shown, about to be shown, or left less than a second ago.
  public func isLive(_ page: Int) -> Bool { life.contains(page) }

  /// Adds the pages that are needed from now on, and starts the second of those that are not.
  mutating func refreshLive(_ effects: inout Effects<Effect>) {
    let needed = leap?.pages ?? .row(neededPages)
    life.need(needed, at: now)
    while let pages = life.bringNext(of: needed) { effects.append(.appeared(pages)) }
  }

  /// Takes out the pages whose second is over; what still moved on them comes to rest.
  mutating func expire(_ effects: inout Effects<Effect>) {
    while let pages = life.expireNext(at: now) {
      for page in pages {
        if let rest = scrolls[page].motionRest { scrolls[page].place(at: rest) }
      }
      effects.append(.disappeared(pages))
    }
  }

  /// When the strip under way next comes to show a page or to leave one, or `nil`.
  var nextPageChange: Instant? {
    // The pages of a leap stay the same two from its beginning to its end.
    guard leap == nil, let run = strip.motion else { return nil }
    let needed = neededPages
    return run.firstInstant(after: now) { neededPages(at: $0) != needed }
  }

  /// The pages that are shown now, or will be until the strip rests.
  private var neededPages: ClosedRange<Int> { neededPages(at: strip.offset(at: now)) }

  private func neededPages(at position: Double) -> ClosedRange<Int> {
    let rest = strip.motionRest ?? position
    let last = Double(pages.count - 1)
    let low = min(last, max(0, min(position, rest).rounded(.down)))
    let high = min(last, max(0, max(position, rest).rounded(.up)))
    return Int(low)...Int(high)
  }
}
