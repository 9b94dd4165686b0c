/// A turn to a distant page, which shows the page being left as its neighbour and skips those
/// between.
///
/// Meanwhile a slot on the strip need not hold the page with the same index: the page being left is
/// at `slot`.
struct PageLeap: Hashable {
  /// The page being left.
  let from: Int
  /// The target page, at its usual slot.
  private let to: Int
  /// The slot next to it, where the page being left is shown meanwhile.
  let slot: Int
  /// The page to go to after the leap, if another one was requested meanwhile.
  var next: Int?

  init(from: Int, to: Int) {
    (self.from, self.to) = (from, to)
    slot = to > from ? to - 1 : to + 1
  }

  /// The two slots between which the strip moves.
  var slots: ClosedRange<Int> { min(slot, to)...max(slot, to) }

  /// The two pages that are shown.
  var pages: PageLife.Needed { .pair(min(from, to), max(from, to)) }

  /// Pages per slot; positive, since slots and pages count in the same direction.
  var pagesPerSlot: Double { Double((to - slot) * (to - from)) }

  func shows(_ page: Int) -> Bool { page == from || page == to }

  /// The slot of a page.
  func slot(of page: Int) -> Int { page == from ? slot : page }

  /// The page at a slot.
  func page(at slot: Int) -> Int { slot == self.slot ? from : slot }

  /// The position in pages, on the way between the two, for a position in slots.
  func pagePosition(at position: Double) -> Double {
    let share = (position - Double(slot)) * Double(to - slot)
    return Double(from) + share * Double(to - from)
  }
}
