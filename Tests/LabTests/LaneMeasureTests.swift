import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// Measuring cursors over the lanes, and folded lanes.
struct LaneMeasureTests {
  /// A carousel at rest after a flick, with its timeline open over the take.
  private func session() throws -> Session {
    var session = try Session("carousel")
    session.key(.function(8), at: 0)
    session.flick(from: Vector(600, 200), by: Vector(-200, 0), at: 1, lasting: 0.1, until: 6)
    return session
  }

  private func place(_ seconds: Double, _ session: Session) -> Vector {
    let (sheet, time) = (session.takeSheet, Instant(seconds: seconds))
    let length = (sheet.end ?? session.liveStageTime) - sheet.start
    let lanes = session.elements.first { $0.id == "timeline" }?.frame ?? .zero
    return Vector(
      lanes.minX + lanes.width * (time - sheet.start) / length, lanes.maxY - lanes.height / 3)
  }

  /// Measures: press with Shift, move, release.
  private func measure(
    _ session: inout Session, from start: Double, to end: Double, at time: Double
  ) {
    session.pointer(.down, place(start, session), at: time, modifiers: .shift)
    session.pointer(.moved, place((start + end) / 2, session), at: time + 0.1, modifiers: .shift)
    session.pointer(.moved, place(end, session), at: time + 0.2, modifiers: .shift)
    session.pointer(.up, place(end, session), at: time + 0.3, modifiers: .shift)
  }

  /// The expected text for a time span between two grid moments, computed from the log.
  private func expected(_ session: Session, _ from: Double, _ to: Double) throws -> String {
    let log = session.log(at: session.now)
    func position(_ seconds: Double) throws -> Double {
      try #require(log.sample(at: Instant(seconds: seconds + 1e-4))?.position)
    }
    let (time, way) = (to - from, try position(to) - position(from))
    #expect(way > 50)
    return "Δt \(time.text(decimals: 3)) s · Δx \(way.grouped(decimals: 1)) pt"
      + " · mean \((way / time).grouped(decimals: 0)) pt/s"
  }

  @Test func `a Shift drag measures time, distance and mean velocity without scrubbing`() throws {
    var session = try session()
    #expect(session.value(of: "timeline.measure") == nil)
    measure(&session, from: 1.1, to: 2.5, at: 7)
    #expect(session.value(of: "timeline.measure") == (try expected(session, 1.1, 2.5)))
    #expect(!session.isPaused && !session.isShowingPast)
    // Measuring in the other direction gives the same span.
    measure(&session, from: 2.5, to: 1.1, at: 8)
    #expect(session.value(of: "timeline.measure") == (try expected(session, 1.1, 2.5)))
  }

  @Test func `a measuring cursor can be dragged, and Escape undoes the drag, then removes it`()
    throws
  {
    var session = try session()
    measure(&session, from: 1.1, to: 2.5, at: 7)
    session.pointer(.moved, place(2.5, session), at: 8)
    #expect(session.cursor == .resizeHorizontal)
    session.pointer(.down, place(2.5, session), at: 8.1)
    session.pointer(.moved, place(2, session), at: 8.2)
    #expect(session.value(of: "timeline.measure") == (try expected(session, 1.1, 2)))
    session.key(.escape)
    #expect(session.value(of: "timeline.measure") == (try expected(session, 1.1, 2.5)))
    session.pointer(.up, place(2, session), at: 8.4)
    session.key(.escape)
    #expect(session.value(of: "timeline.measure") == nil)
  }

  @Test func `the D key measures between two shown moments, then removes the measurement`() throws {
    var session = try session()
    session.change(.pause(true))
    for seconds in [1.1, 2.5] {
      session.change(.show(Instant(seconds: seconds)))
      #expect(session.value(of: "timeline.measure") == nil)
      session.key(.character("d"))
    }
    #expect(session.value(of: "timeline.measure") == (try expected(session, 1.1, 2.5)))
    session.key(.character("d"))
    #expect(session.value(of: "timeline.measure") == nil)
  }

  @Test func `the next take begins without the measurement`() throws {
    var session = try session()
    measure(&session, from: 1.1, to: 2.5, at: 7)
    #expect(session.value(of: "timeline.measure") != nil)
    session.flick(from: Vector(600, 200), by: Vector(-200, 0), at: 8, lasting: 0.1, until: 13)
    #expect(session.value(of: "timeline.measure") == nil)
  }

  @Test func `changing the scene removes the measurement`() throws {
    var session = try session()
    measure(&session, from: 1.1, to: 2.5, at: 7)
    session.keys(.character("6"), .character("5"))
    #expect(session.value(of: "timeline.measure") == nil)
  }

  @Test func `a folded lane gives its room to the other, and zooming to fit keeps that`() throws {
    var session = try session()
    func frame(_ lane: String, _ session: Session) throws -> Rect {
      try session.frame(of: "timeline.\(lane)")
    }
    let (before, velocity) = (
      try session.frame(of: "timeline.position"), try session.frame(of: "timeline.velocity")
    )
    session.click(velocity.center, at: 7)
    let folded = try session.frame(of: "timeline.position")
    #expect(folded.midY > before.midY + 20)
    // A double click on the lanes zooms to fit.
    session.click(place(1.5, session), at: 8)
    session.click(place(1.5, session), at: 8.2)
    #expect(try session.frame(of: "timeline.position") == folded)
    session.click(try session.frame(of: "timeline.velocity").center, at: 9)
    #expect(try session.frame(of: "timeline.position") == before)
    #expect(!session.isShowingPast)
  }
}
