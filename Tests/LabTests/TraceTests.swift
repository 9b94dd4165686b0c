import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// Sessions written down as traces, with deadlines at the microsecond.
struct TraceTests {
  /// Where the ring is on a stage of 1200 by 732 points.
  private static let ring = #""x": 372.0, "y": 633.0"#

  @Test(arguments: [
    (1_999_000, 0), (1_999_999, 0), (2_000_000, 1), (2_000_001, 1), (2_001_000, 1),
  ])
  func `a hold fires from two seconds on and not a microsecond before`(
    duration: Int, fired: Int
  ) throws {
    let session = try replay([
      #"{"t": 1000000, "e": "down", \#(Self.ring)}"#,
      #"{"t": \#(1_000_000 + duration), "e": "up", \#(Self.ring)}"#,
    ])
    #expect(session.state.value("hold.circle.fired") == .integer(fired))
    #expect(session.state.value("hold.circle.state") == .text("idle"))
    #expect(session.state.value("hold.circle.progress") == .number(0))
  }

  /// The session after a trace of these lines, a minute on.
  private func replay(_ lines: [String]) throws -> Session {
    let header = """
      {"feel": 2, "program": "0.1.0", "scene": "overview", "stage": [1200.0, 732.0], \
      "scale": 1.0, "preset": "uikit", "parameters": {}, "theme": "light", "reducedMotion": false}
      """
    let text = ([header] + lines).joined(separator: "\n") + "\n"
    let trace = try Trace(Array(text.utf8), file: "hold.feel", catalog: .all)
    var session = Session(
      catalog: .all, scene: Catalog.all.scenes[0], size: Size(1000, 600),
      stage: trace.header.place)
    for event in trace.events { session.handle(event) }
    session.advance(to: Instant(seconds: 90))
    return session
  }
}
