import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// The stage's clock in slow motion: deadlines fire at the first moment that shows them.
struct StageClockTests {
  private static let rates = [0.01, 0.05, 0.1, 0.25, 1.0 / 3, 0.5, 1, 2, 4]

  @Test(arguments: rates)
  func `a stage time is reached at the first session time that rounds to it`(_ rate: Double) throws
  {
    var clock = StageClock()
    clock.set(Instant(microseconds: 12_345), at: Instant(seconds: 1))
    clock.setRate(rate, at: Instant(seconds: 1))
    for step in 0..<500 {
      let due = Instant(microseconds: 12_345 + Int64(step) * 337)
      let time = try #require(clock.sessionTime(of: due))
      #expect(clock.stageTime(at: time) >= due)
      #expect(clock.stageTime(at: Instant(microseconds: time.microseconds - 1)) < due)
    }
  }

  @Test func `the stage is at rest exactly at its rest time`() throws {
    var session = try Session("carousel")
    session.change(.speed(0.05))
    session.flick(from: Vector(700, 350), by: Vector(-200, 0), at: 1, lasting: 0.1)
    let rest = try #require(session.reading(at: session.now)?.restTime)
    session.advance(to: session.now.advanced(by: (rest - session.liveStageTime) / 0.05 - 1e-4))
    #expect(session.readings(at: session.now).first?.state == .snapping)
    while session.liveStageTime < rest {
      session.advance(to: Instant(microseconds: session.now.microseconds + 1))
    }
    #expect(session.liveStageTime == rest)
    #expect(session.readings(at: session.now).first?.state == .idle)
  }

  @Test func `the end of a past played slowly does not depend on how often it is advanced`() throws
  {
    var session = try Session("carousel")
    session.flick(from: Vector(700, 350), by: Vector(-200, 0), at: 1, lasting: 0.1, until: 8)
    let take = try #require(session.takes.first)
    session.change(.speed(0.03))
    session.change(.show(take.end.advanced(by: -1e-4)))
    var watched = session
    for step in 1...6000 {
      watched.advance(to: Instant(microseconds: session.now.microseconds + Int64(step)))
    }
    #expect(!watched.isShowingPast)
    func flick(_ session: inout Session) -> [MotionReading] {
      session.flick(from: Vector(700, 350), by: Vector(-300, 0), at: 9, lasting: 0.1)
      return session.readings(at: session.now)
    }
    #expect(flick(&watched) == flick(&session))
    #expect(watched.liveStageTime == session.liveStageTime)
  }
}
