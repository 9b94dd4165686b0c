/// A turn to a page far off: the page that is left is shown beside it meanwhile, and the pages
/// between are not shown.
///
/// While it lasts a place on the strip is not always that of the page with the same index: the page
/// that was left has moved to `slot`.
struct PageLeap: Hashable {
  /// The page that was left.
  let from: Int
  /// The page that is gone to, at its own place.
  private let to: Int
  /// The place beside it, at which the page that was left is shown meanwhile.
  let slot: Int
  /// Where to go once the leap is over, if another page was asked for meanwhile.
  var next: Int?

  init(from: Int, to: Int) {
    (self.from, self.to) = (from, to)
    slot = to > from ? to - 1 : to + 1
  }

  /// The two places that it goes between.
  var slots: ClosedRange<Int> { min(slot, to)...max(slot, to) }

  /// The two pages that it shows.
  var pages: PageLife.Needed { .pair(min(from, to), max(from, to)) }

  /// How many pages one place on the strip stands for, with the sign by which both count in the
  /// same direction.
  var stretch: Double { Double((to - slot) * (to - from)) }

  func shows(_ page: Int) -> Bool { page == from || page == to }

  /// The place of a page on the strip.
  func slot(of page: Int) -> Int { page == from ? slot : page }

  /// The page at a place on the strip.
  func page(at slot: Int) -> Int { slot == self.slot ? from : slot }

  /// How far it is between its two pages, in pages, with the strip at a position.
  func pagePosition(at position: Double) -> Double {
    let share = (position - Double(slot)) * Double(to - slot)
    return Double(from) + share * Double(to - from)
  }
}
