import TestSupport
import Testing

extension EndToEnd {
  /// The carousel under a mouse.
  @Suite struct CarouselTests {
    @Test(arguments: [40, 15, 6])
    func `a flick lands with a card's centre on the stage's centre`(step: Int) throws {
      let program = try Program()
      let row = try Overview(program.server.display).cardRow()
      let after = try program.flickCards(from: (700, row), step: step)
      #expect(abs(after["carousel.center"]) <= 1)
      // A card under the pointer changes colour.
      try program.xdotool("mousemove 5 5")
      try program.awaitPicture { display in
        try Overview(display).wholeCards().contains {
          abs($0.lowerBound + $0.upperBound - Program.size.width) <= 2
        }
      }
    }

    /// UIKit's rubber band over the viewport's width, as published: f(x) = (1 − 1/(0.55·x/d +
    /// 1))·d.
    @Test func `past the first card the rubber band holds a drag back and returns on release`()
      throws
    {
      let program = try Program()
      let seen = try Overview(program.server.display)
      let first = try #require(try seen.wholeCards().first)
      let (row, travel, slop, width) = (try seen.cardRow(), 300, 6.0, Double(Program.size.width))
      try program.xdotool(
        "mousemove 500 \(row) mousedown 1 mousemove 560 \(row) mousemove \(500 + travel) \(row)")
      let shown = (1 - 1 / (0.55 * (Double(travel) - slop) / width + 1)) * width
      try program.awaitPicture { display in
        let card = try Overview(display).wholeCards().first
        return card.map { abs(Double($0.lowerBound - first.lowerBound) - shown) <= 1 } ?? false
      }
      try program.awaitState { !$0.isSettled && $0["carousel.offset"] < 0 }
      let held = program.states.count
      try program.xdotool("mouseup 1")
      let after = try program.awaitState(after: held) { $0.isSettled }
      #expect(after["carousel.nearest"] == 1)
      #expect(abs(after["carousel.center"]) <= 1)
      try program.awaitPicture { try Overview($0).wholeCards().first == first }
    }
  }
}
