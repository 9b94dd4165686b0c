import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// The buttons that only fire when held; `LongPressButtonTests` tests the exact deadline.
  @Suite struct HoldTests {
    @Test func `a hold of three seconds fires once`() throws {
      // Each in its own window, so that all can be held at once.
      let names = ["hold.circle", "hold.container", "hold.custom"]
      let programs = try names.map { _ in try Program() }
      for (place, program) in programs.enumerated() {
        let button = try Overview(program.server.display).holdButtons()[place]
        try program.xdotool("mousemove \(button.x) \(button.y) mousedown 1")
      }
      usleep(3_000_000)
      for program in programs { try program.xdotool("mouseup 1") }
      // The fired look stays for three seconds; only then is the state at rest.
      for (name, program) in zip(names, programs) {
        let after = try program.awaitState { $0.isSettled && $0["\(name).fired"] > 0 }
        #expect(after["\(name).fired"] == 1)
      }
    }
  }
}
