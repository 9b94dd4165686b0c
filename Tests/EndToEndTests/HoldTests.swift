import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// The buttons that only a hold fires; the exact deadline is tested by traces.
  @Suite struct HoldTests {
    @Test func `a hold of three seconds fires once`() throws {
      // Each in a window of its own, so that all are held at once.
      let names = ["hold.circle", "hold.container", "hold.custom"]
      let programs = try names.map { _ in try Program() }
      for (place, program) in programs.enumerated() {
        let button = try Overview(program.server.display).holdButtons()[place]
        try program.xdotool("mousemove \(button.x) \(button.y) mousedown 1")
      }
      usleep(3_000_000)
      for program in programs { try program.xdotool("mouseup 1") }
      // The fired look stays for three seconds; the state is at rest after it.
      for (name, program) in zip(names, programs) {
        let after = try program.awaitState { $0.isSettled && $0["\(name).fired"] > 0 }
        #expect(after["\(name).fired"] == 1)
      }
    }

    @Test func `a hold of one second unwinds and does not fire`() throws {
      let program = try Program()
      let button = try Overview(program.server.display).holdButtons()[0]
      try program.xdotool("mousemove \(button.x) \(button.y) mousedown 1 sleep 1 mouseup 1")
      // The next thing at rest that differs: a drag of the slider, long after the unwind.
      let (x, y) = try Overview(program.server.display).sliderEnd()
      try program.xdotool("mousemove \(x) \(y) mousedown 1 mousemove \(x + 50) \(y) mouseup 1")
      let after = try program.awaitState { $0.isSettled && $0["slider.fill"] > 240 }
      #expect(after["hold.circle.fired"] == 0)
      #expect(after["hold.circle.progress"] == 0)
    }
  }
}
