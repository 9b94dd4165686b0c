import TestSupport
import Testing

extension EndToEnd {
  /// The progress slider, used with a mouse.
  @Suite struct SliderTests {
    @Test func `a drag of 200 pt moves the fill by 200 pt`() throws {
      let program = try Program()
      let before = try #require(program.states.last)
      let seen = try Overview(program.server.display)
      let (fill, y) = (try seen.sliderFill(), try seen.sliderRow())
      try program.xdotool(
        "mousemove \(fill.upperBound) \(y) mousedown 1 mousemove \(fill.upperBound + 90) \(y)"
          + " mousemove \(fill.upperBound + 200) \(y) mouseup 1")
      let after = try program.awaitState {
        $0["slider.fill"] > before["slider.fill"] + 150 && $0.isSettled
      }
      #expect(abs(after["slider.fill"] - before["slider.fill"] - 200) <= 0.5)
      try program.awaitPicture {
        try Overview($0).sliderFill() == fill.lowerBound..<fill.upperBound + 200
      }
    }

    @Test func `Escape in mid-drag restores the value`() throws {
      let program = try Program()
      let before = try #require(program.states.last)
      let seen = try Overview(program.server.display)
      let (x, y) = (try seen.sliderFill().upperBound, try seen.sliderRow())
      try program.xdotool("mousemove \(x) \(y) mousedown 1 mousemove \(x + 300) \(y)")
      try program.awaitState { abs($0["slider.fill"] - before["slider.fill"] - 300) <= 0.5 }
      let dragged = program.states.count
      try program.xdotool("key Escape mouseup 1")
      let after = try program.awaitState(after: dragged) {
        $0.isSettled && $0.text("slider.state") != "tracking"
      }
      #expect(after["slider.value"] == before["slider.value"])
    }
  }
}
