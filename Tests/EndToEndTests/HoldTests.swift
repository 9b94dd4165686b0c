import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// The buttons that only a hold fires; the exact deadline is tested in `LongPressButtonTests`.
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
  }
}
