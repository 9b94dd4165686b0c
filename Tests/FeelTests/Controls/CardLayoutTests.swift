import Feel
import TestSupport
import Testing

struct CardLayoutTests {
  private func search(_ layout: CardLayout, _ place: Double, _ direction: Double) -> Int {
    var best = 0
    for index in 0..<layout.count {
      let gain = abs(layout.snapPoint(of: best) - place) - abs(layout.snapPoint(of: index) - place)
      if gain > 0 || (gain == 0 && direction > 0) { best = index }
    }
    return best
  }

  @Test(arguments: CardLayout.Alignment.allCases, [1, 2, 7, 40])
  func `nearest, next and visible cards match a linear search`(
    alignment: CardLayout.Alignment, count: Int
  ) {
    var random = SeededGenerator(seed: UInt64(count))
    let widths = (0..<count).map { _ in Double.random(in: 20...400, using: &random) }
    let layouts = [
      CardLayout(count: count, width: 280, alignment: alignment),
      CardLayout(count: count, width: 33, spacing: 0, alignment: alignment),
      CardLayout(widths: widths, spacing: 7, alignment: alignment),
    ]
    for layout in layouts {
      for _ in 0..<400 {
        let place = Double.random(in: -300...layout.length + 300, using: &random)
        #expect(layout.nearest(to: place) == search(layout, place, 0))
        let all = 0..<layout.count
        #expect(
          layout.next(from: place, direction: 1)
            == all.first { layout.snapPoint(of: $0) > place } ?? count - 1)
        #expect(
          layout.next(from: place, direction: -1)
            == all.last { layout.snapPoint(of: $0) < place } ?? 0)
        let end = place + Double.random(in: 0...900, using: &random)
        let visible = all.filter {
          layout.leadingEdge(of: $0) < end
            && layout.leadingEdge(of: $0) + layout.width(of: $0) > place
        }
        #expect(Array(layout.indices(from: place, to: end)) == visible)
      }
    }
  }

  @Test func `a tie resolves in the direction of motion, or to the lower card at rest`() {
    for layout in [
      CardLayout(count: 9, width: 280), CardLayout(widths: Array(repeating: 280, count: 9)),
    ] {
      for index in 0..<8 {
        let tie = (layout.snapPoint(of: index) + layout.snapPoint(of: index + 1)) / 2
        #expect(layout.nearest(to: tie) == index)
        #expect(layout.nearest(to: tie, direction: -3) == index)
        #expect(layout.nearest(to: tie, direction: 3) == index + 1)
        #expect(layout.next(from: layout.snapPoint(of: index), direction: 1) == index + 1)
      }
    }
  }

  @Test func `lookups among ten million cards are exact`() {
    let layout = CardLayout(count: 10_000_000, width: 280)
    for index in stride(from: 0, to: 10_000_000, by: 777_777) {
      #expect(layout.nearest(to: layout.snapPoint(of: index)) == index)
      #expect(layout.nearest(to: layout.snapPoint(of: index) + 147.9) == index)
      #expect(layout.card(at: layout.leadingEdge(of: index) + 1) == index)
      #expect(layout.card(at: layout.leadingEdge(of: index) - 1) == nil)
    }
    #expect(layout.nearest(to: .infinity) == 9_999_999)
    #expect(layout.nearest(to: -.infinity) == 0)
    #expect(layout.nearest(to: .nan) == 0)
  }

  @Test func `a layout without cards or with an invalid width is a failed precondition`() async {
    await #expect(processExitsWith: .failure) { _ = CardLayout(count: 0, width: 280) }
    await #expect(processExitsWith: .failure) { _ = CardLayout(count: 1, width: .nan) }
    await #expect(processExitsWith: .failure) { _ = CardLayout(widths: [1, -1]) }
    await #expect(processExitsWith: .failure) { _ = CardLayout(widths: []) }
  }
}
