internal import Feel
internal import Stage

extension PagerPart {
  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let page = pager.currentPage
    let isBusy = pager.isPressed || pager.isMoving(at: now)
    let tabs = pager.tabs.enumerated().map { index, frame in
      AccessibilityElement(
        .tab, id: "pager.tab\(index + 1)", name: pager.pages[index].title,
        states: index == page ? [.selected] : [], frame: frame)
    }
    let count = pager.pages.count
    let place = "Page \(page + 1) of \(count), \(pager.pages[page].title)"
    let strip = AccessibilityElement(
      .tabList, id: "pager", name: "Pages",
      value: place, spoken: place,
      number: Double(page + 1), in: 1...Double(count), states: isBusy ? [.busy] : [],
      actions: [
        .init("← →", "a page back, on, round and round"), .init("Home, End", "the first, the last"),
      ], frame: tabs.map(\.frame).reduce(pager.tabs[0]) { $0.union($1) }, children: tabs)
    let offset = pager.contentOffset(of: page, at: now)
    let list = AccessibilityElement(
      .list, id: "pager.page", name: pager.pages[page].title,
      value: "\(offset.text(decimals: 0)) pt down", number: offset,
      states: isBusy ? [.busy] : [],
      actions: [.init("↑ ↓", "a line"), .init("Page Up, Page Down", "a page")], frame: pager.frame)
    return [strip, list.announcing(nil)]
  }
}
