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
        ], frame: view.frame), flings,
    ]
  }

  /// The table of flings, the newest first.
  private var flings: AccessibilityElement {
    let flings = view.flings.flings.reversed()
    let frame = Rect(
      x: view.frame.maxX + 32, y: view.frame.minY + 156, width: Self.columnWidth,
      height: max(0, view.frame.height - 276))
    let rows = zip(1..., flings).map { number, fling in
      let words = zip(fling.words, [" pt/s", " pt", " s", ""]).map { $0 + $1 }
      return AccessibilityElement(
        .row, id: "scroll.fling\(number)", name: "Fling \(number)",
        value: words.joined(separator: ", "), frame: frame)
    }
    return AccessibilityElement(
      .table, id: "scroll.flings", name: "Flings",
      value: rows.isEmpty ? "none yet" : "\(rows.count), the newest \(rows[0].value)",
      frame: frame, children: rows.map { $0.announcing(nil) }
    ).announcing(nil)
  }
}
