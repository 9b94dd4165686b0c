import TestSupport
import Testing

extension EndToEnd {
  /// The buttons that only a hold fires; the exact deadline is tested by traces.
  @Suite struct HoldTests {
    @Test(arguments: [(0, "hold.circle"), (1, "hold.container"), (2, "hold.custom")])
    func `a hold of three seconds fires once`(place: Int, name: String) throws {
      let program = try Program()
      let button = try Overview(program.server.display).holdButtons()[place]
      try program.xdotool("mousemove \(button.x) \(button.y) mousedown 1 sleep 3 mouseup 1")
      // The fired look stays for three seconds; the state is at rest after it.
      let after = try program.awaitState { $0.isSettled && $0["\(name).fired"] > 0 }
      #expect(after["\(name).fired"] == 1)
    }

    @Test func `a hold of one second unwinds and does not fire`() throws {
      let program = try Program()
      let button = try Overview(program.server.display).holdButtons()[0]
      try program.xdotool("mousemove \(button.x) \(button.y) mousedown 1 sleep 1 mouseup 1")
      // The next thing at rest that differs: a drag of the slider, long after the unwind.
      let (x, y) = try Overview(program.server.display).sliderEnd()
      try program.xdotool("mousemove \(x) \(y) mousedown 1 mousemove \(x + 50) \(y) mouseup 1")
      let after = try program.awaitState { $0.isSettled && $0["slider.fill"] > 300 }
      #expect(after["hold.circle.fired"] == 0)
      #expect(after["hold.circle.progress"] == 0)
    }
  }
}
