import TestSupport
import Testing

extension EndToEnd {
  /// The Curves scene, used with a mouse.
  @Suite struct CurvesTests {
    @Test func `a drag reads the curve, and the numbers can be pasted elsewhere`() throws {
      let program = try Program(["--scene", "curves"])
      let first = try program.awaitState { $0["curves.to"] > 0 }
      try program.xdotool("mousemove 400 300 mousedown 1 mousemove 700 300 mouseup 1")
      let read = try program.awaitState { $0["curves.scrub"] > first["curves.scrub"] + 0.1 }
      #expect(read["curves.x"] > 700)
      // The third of the buttons at the upper left.
      try program.xdotool("mousemove 292 84 click 1")
      let text = try eventually { try XClient(program.server.display).paste("UTF8_STRING")?.text }
      let rows = try #require(text).split(separator: "\n")
      #expect(rows.first == "t,x,v")
      #expect(rows.count == 102)
      #expect(rows.last?.contains(",800.0,") ?? false)
    }
  }
}
