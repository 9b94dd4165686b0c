import Feel
import FeelTrace
import Lab
import RandomSessions
import Scenes
import Stage
import TestSupport
import Testing

struct MotionLogTests {
  /// A session with a flick released at 1.1 s and caught by a press at 1.4 s.
  private func flicked() throws -> Session {
    var session = try Session("carousel")
    session.flick(from: Vector(700, 350), by: Vector(-200, 0), at: 1, lasting: 0.1)
    session.pointer(.down, Vector(600, 350), at: 1.4)
    session.pointer(.up, Vector(600, 350), at: 1.5)
    return session
  }

  @Test func `the log samples the stage's motion sixty times a second`() throws {
    let session = try flicked()
    let log = session.log(at: Instant(seconds: 4))
    for index in [60, 66, 70, 80, 90, 120, 200].map(Int64.init) {
      var plain = try Session("carousel")
      let time = MotionLog.time(of: index)
      let script = try flicked().takenJournal()
      for event in script where event.time <= time { plain.handle(event) }
      plain.advance(to: time)
      let sample = try #require(log.sample(at: time))
      #expect(sample.position == plain.reading(at: time)?.position)
      #expect(sample.velocity == plain.reading(at: time)?.velocity)
      #expect(sample.state == plain.reading(at: time)?.state)
    }
  }

  @Test func `presses, catches and releases are logged at their times`() throws {
    let log = try flicked().log(at: Instant(seconds: 4))
    #expect(log.marks.map(\.kind) == [.press, .release, .caught, .release])
    #expect(log.marks.map(\.time.seconds) == [1, 1.1, 1.4, 1.5])
  }

  @Test func `touchpad fingers press, release and catch like a pointer`() throws {
    var session = try Session("carousel")
    func fingers(_ phase: WheelSample.Phase, _ way: Double, at seconds: Double) {
      session.handle(
        .input(
          .wheel(
            WheelSample(
              time: Instant(seconds: seconds), location: Vector(600, 350), delta: Vector(way, 0),
              unit: .points, phase: phase, source: .finger))))
    }
    fingers(.began, 0, at: 1)
    for step in 1...12 { fingers(.changed, 20, at: 1 + 0.008 * Double(step)) }
    fingers(.ended, 0, at: 1.104)
    fingers(.began, 0, at: 1.4)
    fingers(.ended, 0, at: 1.5)
    let log = session.log(at: Instant(seconds: 4))
    #expect(log.marks.map(\.kind) == [.press, .release, .caught, .release])
    #expect(log.marks.map(\.time.seconds) == [1, 1.104, 1.4, 1.5])
    session.advance(to: Instant(seconds: 9))
    #expect(session.takes.map(\.span.start.seconds) == [1])
    #expect(session.takes.first?.span.release.seconds == 1.5)
  }

  @Test func `a press during another control's hover animation is not logged as a catch`() throws {
    var session = try Session("overview")
    session.pointer(.moved, Vector(600, 230), at: 1)
    session.pointer(.moved, Vector(600, 680), at: 1.01)
    session.pointer(.moved, Vector(600, 230), at: 1.02)
    #expect(session.isMoving(at: session.now))
    session.pointer(.down, Vector(600, 230), at: 1.03)
    session.pointer(.up, Vector(600, 230), at: 1.1)
    #expect(session.log(at: session.now).marks.map(\.kind) == [.press, .release])
  }

  @Test func `a state change by time alone is logged to the microsecond`() throws {
    let session = try flicked()
    let log = session.log(at: Instant(seconds: 6))
    let words = log.changes.map(\.state)
    #expect(words.first == .pressed)
    #expect(words.last == .idle)
    #expect(words.contains(.snapping))
    for (change, next) in zip(log.changes, log.changes.dropFirst()) {
      #expect(change.time < next.time)
      #expect(change.state != next.state)
    }
    let rest = try #require(log.changes.last?.time)
    let before = Instant(microseconds: rest.microseconds - 1)
    #expect(session.reading(at: rest)?.state == .idle)
    #expect(session.reading(at: before)?.state == .snapping)
  }

  @Test func `a motion's end is logged to the microsecond before and after it is reached`() throws {
    var session = try flicked()
    let ahead = session.log(at: Instant(seconds: 6)).changes
    session.advance(to: Instant(seconds: 6))
    #expect(session.log(at: session.now).changes == ahead)
  }

  @Test func `the log does not depend on when frames are drawn`() throws {
    var random = Gestures(seed: 5)
    var (plain, framed) = (try Session("carousel"), try Session("carousel"))
    for _ in 0..<2000 {
      let event = random.next()
      plain.handle(event)
      framed.advance(to: Instant(microseconds: event.time.microseconds - 3000))
      _ = framed.log(at: framed.now)
      framed.handle(event)
    }
    let end = Instant(microseconds: plain.now.microseconds + 2_000_000)
    #expect(plain.log(at: end) == framed.log(at: end))
  }

  @Test(arguments: Catalog.all.scenes.map { $0.id })
  func `time without input is logged as if it had been watched`(id: String) throws {
    var plain = try Session(id)
    var watched = plain
    var random = Gestures(seed: 11)
    for index in 0..<300 {
      var event = random.next()
      // Pause now and then: time without input is logged all at once.
      event.time = event.time.advanced(by: Double(index / 25) * 2)
      plain.handle(event)
      // Setting the scale to its current value does nothing, except that the log catches up.
      while watched.now < event.time {
        let next = min(event.time, watched.now.advanced(by: 0.03))
        watched.handle(.host(next, .scale(watched.scale)))
      }
      watched.handle(event)
    }
    let end = plain.now.advanced(by: 30)
    let (log, other) = (plain.log(at: end), watched.log(at: end))
    #expect(log.samples.count > 1000)
    #expect(log.samples.count == other.samples.count)
    // A new layout re-anchors a drag, so positions may differ in the last digits.
    let difference = zip(log.samples, other.samples).first { one, two in
      var (one, two) = (one, two)
      let isSame = near(one.position, two.position) && near(one.velocity, two.velocity)
      (one.position, one.velocity, two.position, two.velocity) = (nil, nil, nil, nil)
      return !isSame || one != two
    }
    #expect(difference == nil)
    #expect(log.changes == other.changes)
    // The samples come from the parts' full readings, the changes from their states alone; both
    // must agree.
    let moments = log.samples.indices.map { MotionLog.time(of: log.first + Int64($0)) }
    let apart = zip(moments, log.samples).first { moment, sample in
      log.changes.last { $0.time <= moment }.map { $0.state != sample.state } ?? false
    }
    #expect(apart == nil)
  }

  private func near(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return one == other }
    return abs(one - other) <= 1e-9
  }

  @Test func `continuing from the past discards the later log`() throws {
    var session = try flicked()
    session.key(.character("p"), at: 4)
    for _ in 0..<150 { session.key(.character(","), at: 4) }
    session.pointer(.down, Vector(600, 350), at: 5)
    let log = session.log(at: session.now)
    let shown = session.stageTime(at: session.now)
    #expect(shown < Instant(seconds: 1.6))
    #expect(log.marks.allSatisfy { $0.time <= shown })
    #expect(log.marks.last?.time == shown)
    #expect(log.sample(at: Instant(seconds: 3)) == nil)
  }

  @Test func `the log keeps only the last minute`() throws {
    var session = try Session("carousel")
    for second in 0..<200 { session.key(.right, at: Double(second)) }
    let log = session.log(at: Instant(seconds: 200))
    #expect(log.samples.count >= 3600)
    #expect(log.samples.count <= 4300)
    #expect(log.sample(at: Instant(seconds: 100)) == nil)
    #expect(log.sample(at: Instant(seconds: 141))?.position != nil)
  }

  @Test func `the logged hand is where content would be without resistance`() throws {
    var session = try Session("carousel")
    // To the right at the first card, past the edge, where the content resists more and more.
    session.pointer(.down, Vector(500, 350), at: 1)
    for step in 1...30 {
      session.pointer(.moved, Vector(500 + 10 * Double(step), 350), at: 1 + 0.01 * Double(step))
    }
    session.pointer(.up, Vector(800, 350), at: 1.5)
    let log = session.log(at: Instant(seconds: 2))
    let start = try #require(log.sample(at: Instant(seconds: 0.9))?.position)
    let held = try #require(log.sample(at: Instant(seconds: 1.4)))
    #expect(try #require(held.hand) == start - 300)
    #expect(try #require(held.position) > start - 200)
    #expect(log.sample(at: Instant(seconds: 0.9))?.hand == nil)
    #expect(log.sample(at: Instant(seconds: 1.6))?.hand == nil)
  }
}

extension Session {
  fileprivate consuming func takenJournal() -> [SessionEvent] { takeJournal() }
}
