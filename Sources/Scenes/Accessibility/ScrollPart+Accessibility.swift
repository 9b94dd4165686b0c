internal import Feel
internal import Stage

extension ScrollPart {
  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let end = view.layout.maximumOffset
    let share = end > 0 ? min(1, max(0, view.contentOffset(at: now) / end)) : 1
    let isBusy = view.isPressed || view.isBarPressed || view.isMoving(at: now)
    return [
      AccessibilityElement(
        .list, id: "scroll", name: "List", value: "\((100 * share).text(decimals: 0)) %",
        number: view.contentOffset(at: now), in: 0...max(0, end),
        states: Set([.busy: isBusy, .pressed: view.isPressed]),
        actions: [
          .init("↑ ↓", "a line"), .init("Page Up, Page Down, Space, Shift+Space", "a page"),
          .init("Home, End", "the ends"),
        ], frame: view.frame)
    ]
  }
}
