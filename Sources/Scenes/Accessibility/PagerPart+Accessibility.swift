internal import Feel
internal import Stage

extension PagerPart {
  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let page = pager.currentPage
    let isBusy = pager.isPressed || pager.isMoving(at: now)
    let tabs = pager.tabs.enumerated().map { index, frame in
      AccessibilityElement(
        .tab, id: "pager.tab\(index + 1)", name: Self.pages[index].title,
        states: index == page ? [.selected] : [], frame: frame)
    }
    let strip = AccessibilityElement(
      .tabList, id: "pager", name: "Pages",
      value: "Page \(page + 1) of \(Self.pages.count), \(Self.pages[page].title)",
      spoken: "Page \(page + 1) of \(Self.pages.count), \(Self.pages[page].title)",
      number: Double(page + 1), in: 1...Double(Self.pages.count), states: isBusy ? [.busy] : [],
      actions: [
        .init("← →", "a page back, on, round and round"), .init("Home, End", "the first, the last"),
      ], frame: tabs.map(\.frame).reduce(pager.tabs[0]) { $0.union($1) }, children: tabs)
    let offset = pager.contentOffset(of: page, at: now)
    let list = AccessibilityElement(
      .list, id: "pager.page", name: Self.pages[page].title,
      value: "\(offset.text(decimals: 0)) pt down", number: offset,
      states: isBusy ? [.busy] : [],
      actions: [.init("↑ ↓", "a line"), .init("Page Up, Page Down", "a page")], frame: pager.frame)
    return [strip, list.announcing(nil)]
  }
}
