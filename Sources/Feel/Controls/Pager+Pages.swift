extension Pager {
  /// The pages that stay alive: shown, about to be shown, or left less than a second ago.
  public func isLive(_ page: Int) -> Bool { live.contains { $0.page == page } }

  /// Adds the pages that are needed from now on, and starts the second of those that are not.
  mutating func refreshLive(_ effects: inout Effects<Effect>) {
    var appeared: ClosedRange<Int>?
    let needed = neededPages
    func isNeeded(_ page: Int) -> Bool {
      if let leap { return page == leap.from || page == leap.to }
      return needed.contains(page)
    }
    for index in live.indices {
      if isNeeded(live[index].page) {
        live[index].leaveAt = nil
      } else if live[index].leaveAt == nil {
        live[index].leaveAt = now.advanced(by: Self.lingerDuration)
      }
    }
    func add(_ page: Int) {
      guard !isLive(page) else { return }
      live.insert(
        Live(page: page, leaveAt: nil), at: live.firstIndex { $0.page > page } ?? live.count)
      if let range = appeared, range.upperBound == page - 1 {
        appeared = range.lowerBound...page
      } else {
        if let range = appeared { effects.append(.appeared(range)) }
        appeared = page...page
      }
    }
    if let leap {
      add(min(leap.from, leap.to))
      add(max(leap.from, leap.to))
    } else {
      for page in needed { add(page) }
    }
    if let appeared { effects.append(.appeared(appeared)) }
  }

  /// Takes out the pages whose second is over; what still moved on them comes to rest.
  mutating func expire(_ effects: inout Effects<Effect>) {
    var gone: ClosedRange<Int>?
    for entry in live {
      guard let leaveAt = entry.leaveAt, now >= leaveAt else { continue }
      let page = entry.page
      if let rest = scrolls[page].motionRest { scrolls[page].place(at: rest) }
      if let range = gone, range.upperBound == page - 1 {
        gone = range.lowerBound...page
      } else {
        if let range = gone { effects.append(.disappeared(range)) }
        gone = page...page
      }
    }
    guard let gone else { return }
    effects.append(.disappeared(gone))
    live.removeAll { $0.leaveAt.map { now >= $0 } ?? false }
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
