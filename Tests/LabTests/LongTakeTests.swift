import Feel
import Lab
import Scenes
import Stage
import Testing

struct LongTakeTests {
  @Test(arguments: [100_000.0, 600_000])
  func `a press of a day or longer logs at most ten minutes`(seconds: Double) throws {
    var session = try Session("carousel")
    session.pointer(.down, Vector(600, 400), at: 1)
    session.pointer(.moved, Vector(560, 400), at: 1.1)
    session.pointer(.up, Vector(500, 400), at: seconds)
    session.advance(to: Instant(seconds: seconds + 10))
    let log = session.log(at: session.now)
    #expect(log.samples.count < 37_000)
    #expect(log.samples.last?.state == .idle)
    #expect(session.takes.count == 1)
  }
}
