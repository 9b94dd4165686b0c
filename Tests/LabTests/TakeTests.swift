import Feel
import FeelTrace
import Foundation
import Lab
import RandomSessions
import Raster
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

/// A gesture and its outcome are kept, whatever follows.
struct TakeTests {
  /// Flicks the cards; returns the time of the release, in seconds.
  @discardableResult
  private func flick(_ session: inout Session, by way: Double = -200, at seconds: Double) -> Double
  {
    let end = session.flick(from: Vector(700, 350), by: Vector(way, 0), at: seconds, lasting: 0.1)
    return end
  }

  private func flicked(times count: Int = 1) throws -> Session {
    var session = try Session("carousel")
    for index in 0..<count {
      flick(&session, by: index.isMultiple(of: 2) ? -200 : 300, at: 1 + 5 * Double(index))
      session.advance(to: Instant(seconds: 5 + 5 * Double(index)))
    }
    return session
  }

  @Test func `a take begins with the press and ends when everything rests`() throws {
    let session = try flicked()
    let take = try #require(session.takes.first)
    #expect(session.takes.count == 1 && take.number == 1 && take.origin == .hand)
    #expect(take.span.start == Instant(seconds: 1))
    #expect(take.span.release == Instant(seconds: 1.1))
    let rest = try #require(session.log(at: session.now).changes.last { $0.state == .idle }?.time)
    #expect(take.span.rest == rest)
    #expect(take.end == rest.advanced(by: 0.5))
    #expect(take.outcome.control == "carousel" && take.outcome.unit == "pt")
    #expect(take.outcome.rest == session.reading(at: session.now)?.position)
    #expect(take.outcome.settle == rest - Instant(seconds: 1.1))
    #expect(take.outcome.jumps == 0)
    let log = session.takeSheet.log
    #expect(take.outcome.peak == log.samples.compactMap { $0.velocity.map(abs) }.max())
  }

  @Test func `a fling that is caught and thrown again is one take`() throws {
    var session = try Session("carousel")
    flick(&session, at: 1)
    flick(&session, by: 300, at: 1.3)
    session.advance(to: Instant(seconds: 9))
    let take = try #require(session.takes.first)
    #expect(session.takes.count == 1)
    #expect(take.span.start == Instant(seconds: 1) && take.span.release == Instant(seconds: 1.4))
  }

  @Test(arguments: [0.000_001, 0.01, 0.1, 0.3, 0.49])
  func `a press after the rest begins another take, however soon`(pause: Double) throws {
    var once = try Session("carousel")
    flick(&once, at: 1)
    once.advance(to: Instant(seconds: 9))
    let rest = try #require(once.takes.first?.span.rest)
    var session = try Session("carousel")
    flick(&session, at: 1)
    let start = rest.advanced(by: pause)
    flick(&session, by: 300, at: start.seconds)
    session.advance(to: Instant(seconds: 20))
    #expect(session.takes.map(\.span.start) == [Instant(seconds: 1), start])
    #expect(session.takes.first?.span.rest == rest)
  }

  @Test func `gestures on two parts at once are one take`() throws {
    var session = try Session("overview")
    _ = session.drag(from: Vector(600, 300), by: Vector(-300, 0), at: 1, lasting: 0.1)
    session.pointer(.up, Vector(300, 300), at: 1.1)
    #expect(session.isMoving(at: session.now))
    let slider = try #require(session.elements.first { $0.role == .slider }?.frame.center)
    session.click(slider, at: 1.15)
    session.advance(to: Instant(seconds: 9))
    #expect(session.takes.count == 1)
  }

  @Test func `hovering, edits and playing a curve make no take`() throws {
    var session = try Session("carousel")
    for step in 0..<2000 {
      session.pointer(.moved, Vector(100 + Double(step % 900), 350), at: Double(step) / 50)
    }
    session.change(.parameter("carousel.spacing", .number(30)))
    session.click(Vector(20, 60), at: session.now.seconds)
    session.advance(to: Instant(seconds: 60))
    #expect(session.takes.isEmpty)
    // Curves shows what moved in another scene.
    var curves = try Session("curves")
    curves.key(.tab, at: 1)
    curves.key(.space, at: 1.5)
    curves.advance(to: Instant(seconds: 30))
    #expect(curves.takes.isEmpty)
  }

  @Test func `a playing slider makes no take and lets a hand's take end`() throws {
    var session = try Session("progress-slider")
    let play = try session.element("slider.play")
    session.click(play.frame.center, at: 1)
    session.advance(to: Instant(seconds: 2))
    #expect(session.state.value("slider.playing") == .flag(true))
    #expect(session.takes.isEmpty)
    let bar = try #require(session.elements.first { $0.role == .slider }).frame.center
    session.flick(from: bar, by: Vector(-100, 0), at: 3, lasting: 0.2, until: 5)
    #expect(session.state.value("slider.playing") == .flag(true))
    #expect(session.takes.count == 1)
  }

  @Test func `takes are kept after ten minutes, another scene and a restart`() throws {
    var session = try flicked(times: 3)
    let lived = session.takes
    for second in 20..<620 {
      session.pointer(.moved, Vector(300 + Double(second % 500), 350), at: Double(second))
    }
    session.change(.scene("pager"))
    flick(&session, at: 630)
    session.advance(to: Instant(seconds: 640))
    #expect(session.takes.map(\.number) == [4])
    session.change(.scene("carousel"))
    session.change(.restart)
    #expect(session.takes.map(\.number) == [1, 2, 3])
    #expect(session.takes.map(\.outcome) == lived.map(\.outcome))
    // None of them contains idle time.
    #expect(session.takes.map(\.events.count) == lived.map(\.events.count))
    #expect(session.takes.allSatisfy { $0.end - $0.span.start < 5 })
    session.change(.showTake(1))
    #expect(session.takeSheet.number == 1)
    #expect(session.reading(at: session.now)?.position == lived[0].outcome.rest)
    session.change(.showTake(nil))
    #expect(!session.isShowingPast)
  }

  @Test func `a take after a restart contains nothing from before it`() throws {
    var session = try flicked(times: 1)
    #expect(session.takeSheet.log.samples.last?.position ?? 0 > 100)
    let start = session.now.seconds + 1
    session.change(.restart, at: start)
    session.flick(
      from: Vector(700, 350), by: Vector(-100, 0), at: start + 0.05, lasting: 0.1, until: start + 6)
    #expect(session.takes.count == 2)
    let first = try #require(session.takeSheet.log.samples.compactMap(\.position).first)
    #expect(abs(first) < 1)
  }

  @Test func `touching a past take branches into a new take and keeps the others`() throws {
    var session = try flicked(times: 2)
    let lived = session.takes
    session.change(.showTake(1))
    session.key(.character("p"))
    session.change(.show(Instant(seconds: 1.3)))
    let shown = try #require(session.reading(at: session.now)?.position)
    let now = session.now.seconds
    session.pointer(.down, Vector(600, 350), at: now + 1)
    #expect(!session.isShowingPast)
    #expect(abs(try #require(session.reading(at: session.now)?.position) - shown) < 0.5)
    session.pointer(.up, Vector(600, 350), at: now + 1.2)
    session.key(.character("p"), at: now + 1.3)
    session.advance(to: Instant(seconds: now + 8))
    #expect(session.takes.map(\.number) == [1, 2, 3])
    #expect(session.takes.prefix(2).map(\.outcome) == lived.map(\.outcome))
    guard case .branch(of: 1, let seconds) = session.takes[2].origin else {
      Issue.record("\(session.takes[2].origin)")
      return
    }
    #expect(abs(seconds - 0.3) < 1e-5)
    #expect(session.takes[2].outcome.rest == session.reading(at: session.now)?.position)
  }

  @Test func `rerunning a take makes another take with the current parameters`() throws {
    var session = try flicked()
    let preset = try #require(ScrollPreset.named("android"))
    session.change(.preset(preset))
    session.key(.return, .control, at: 6)
    session.advance(to: Instant(seconds: 12))
    #expect(session.takes.map(\.origin) == [.hand, .rerun(of: 1)])
    #expect(session.takes[0].outcome.rest != session.takes[1].outcome.rest)
    #expect(session.pair?.comparison?.a.rest == session.takes[1].outcome.rest)
  }

  @Test func `a rerun's comparison is shown only while the rerun is`() throws {
    var session = try flicked()
    session.key(.return, .control, at: 6)
    session.advance(to: Instant(seconds: 12))
    #expect(session.pair?.comparison != nil)
    session.change(.showTake(1))
    #expect(session.pair?.comparison == nil)
    session.change(.showTake(nil))
    #expect(session.pair?.comparison != nil)
    flick(&session, at: 13)
    #expect(session.pair?.comparison == nil)
  }

  @Test func `ending a comparison removes set B everywhere`() throws {
    var session = try flicked()
    session.change(.compare(session.parameters))
    flick(&session, by: 200, at: 6)
    session.advance(to: Instant(seconds: 12))
    #expect(session.takeSheet.run.runB != nil)
    session.change(.endComparison)
    let take = try #require(session.takes.last)
    for number in [nil, take.number] {
      session.change(.showTake(number))
      session.key(.function(8))
      session.pointer(.moved, Vector(600, 700), at: session.now.seconds + 1)
      let fonts = try FontBook()
      let list = session.drawn(fonts)
      var plain = session
      plain.change(.showTake(1))
      #expect(list.dashes == plain.drawn(fonts).dashes)
    }
  }

  @Test func `edits while comparing make one new take beside the original`() throws {
    var session = try flicked()
    let lived = session.takes[0].outcome
    session.compare(with: session.parameters)
    for step in 0..<20 {
      session.change(
        .parameter("physics.decay.keptPerMillisecond", .number(0.99 + Double(step) / 4000)),
        at: 6 + Double(step) / 30)
    }
    session.advance(to: Instant(seconds: 9))
    #expect(session.takes.map(\.origin) == [.hand, .rerun(of: 1)])
    #expect(session.takes[0].outcome == lived)
    #expect(session.takes[1].outcome.rest == session.pair?.comparison?.a.rest)
    #expect(lived.rest == session.pair?.comparison?.b.rest)
  }

  @Test func `a take longer than a minute ends as soon as nothing is held`() throws {
    var session = try Session("carousel")
    session.pointer(.down, Vector(700, 350), at: 1)
    for step in 0..<800 {
      session.pointer(
        .moved, Vector(700 - 100 * sin(Double(step) / 20), 350), at: 1.1 + Double(step) / 10)
    }
    #expect(session.takes.isEmpty)
    session.pointer(.up, Vector(700, 350), at: 81.2)
    session.pointer(.moved, Vector(700, 350), at: 81.3)
    let take = try #require(session.takes.first)
    #expect(take.span.start == Instant(seconds: 1))
    #expect(take.events.count > 800)
  }

  @Test func `the timeline shows the take's own time range`() throws {
    var session = try flicked(times: 2)
    session.key(.function(8))
    let sheet = session.takeSheet
    #expect(sheet.number == 2)
    #expect(sheet.start == Instant(seconds: 5.75))
    #expect(sheet.end == session.takes[1].end)
    session.change(.showTake(1))
    #expect(session.takeSheet.start == Instant(seconds: 0.75))
    session.key(.pageDown, .alt)
    #expect(session.takeSheet.number == 2 && !session.isShowingPast)
    session.key(.pageUp, .alt)
    #expect(session.takeSheet.number == 1 && session.isShowingPast)
  }

  @Test func `a played take stops at its end, and pausing stays there`() throws {
    var session = try flicked(times: 2)
    session.change(.showTake(1))
    session.change(.show(Instant(seconds: 1.2)))
    session.advance(to: session.now.advanced(by: 30))
    #expect(session.stageTime(at: session.now) == session.takes[0].end)
    #expect(!session.isMoving(at: session.now) && session.isShowingPast)
    let shown = session.stageTime(at: session.now)
    for _ in 0..<4 {
      session.key(.character("p"), at: session.now.seconds + 1)
      #expect(session.stageTime(at: session.now) == shown)
    }
  }

  @Test func `a take from the first moment is shown from zero on`() throws {
    var session = try Session("carousel")
    session.flick(from: Vector(700, 400), by: Vector(-200, 0), at: 0, lasting: 0.1)
    #expect(session.takeSheet.start == .zero)
    session.advance(to: Instant(seconds: 6))
    #expect(session.takes.count == 1 && session.takeSheet.start == .zero)
  }

  @Test func `a comparison after an abandoned rerun continues after the take`() throws {
    var session = try flicked()
    let take = try #require(session.takes.first)
    session.key(.return, .control, at: 6)
    session.advance(to: session.now.advanced(by: 0.05))
    session.change(.endRerun)
    #expect(session.liveStageTime < take.end)
    session.change(.compare(session.parameters))
    #expect(session.liveStageTime == take.end)
    session.advance(to: session.now.advanced(by: 10))
    let again = try #require(session.takes.last)
    #expect(again.origin == .rerun(of: 1))
    #expect(zip(again.events, again.events.dropFirst()).allSatisfy { $0.time <= $1.time })
    let played = TakeSheet(again).run.readings(at: again.end)
    #expect(motions(played) == motions(session.readings(at: session.now)))
  }

  /// Readings without their anchors, which a comparison's table moves by shrinking the stage.
  private func motions(_ readings: [MotionReading]) -> [MotionReading] {
    readings.map { reading in
      var motion = reading
      motion.anchor = .zero
      return motion
    }
  }

  @Test func `two sets can be compared in a take later than the present`() throws {
    var session = try flicked(times: 2)
    let later = session.takes[1]
    session.change(.showTake(1))
    session.change(.show(session.takes[0].span.release))
    flick(&session, at: session.now.seconds + 0.1)
    session.advance(to: session.now.advanced(by: 3.5))
    #expect(session.liveStageTime < later.span.start)
    session.change(.showTake(2))
    session.change(.compare(session.parameters))
    session.advance(to: session.now.advanced(by: 5))
    let again = try #require(session.takes.last)
    #expect(again.origin == .rerun(of: 2) && again.outcome.rest == later.outcome.rest)
    #expect(session.liveStageTime >= again.end)
    let played = TakeSheet(again).run.readings(at: again.end)
    #expect(motions(played) == motions(session.readings(at: session.now)))
  }

  @Test func `motion that ends with the event that starts it replays as ended`() throws {
    var session = try Session("progress-slider")
    let bar = try #require(session.elements.first { $0.role == .slider }).frame
    // Out past the slider's end and back: nothing is stretched at the release.
    let end = session.drag(from: Vector(bar.maxX, bar.midY), by: Vector(40, 0), at: 1, lasting: 0.1)
    session.pointer(.moved, Vector(bar.maxX, bar.midY), at: end + 0.01)
    session.pointer(.up, Vector(bar.maxX, bar.midY), at: end + 0.02)
    let history = session.takeSheet.history
    let played = history.moment(at: session.liveStageTime).run.readings(at: session.liveStageTime)
    #expect(played == session.readings(at: session.now))
  }

  /// `Tests/takes COUNT` runs any number of seeds; here 322 releases something that no longer
  /// moves, and 520 compares after an abandoned rerun.
  @Test func `every take of a random session replays bit for bit`() {
    var (takes, moments) = (0, 0)
    for seed in Array(1...18) + [322, 520] {
      let check = TakeCheck(seed: UInt64(seed))
      #expect(check.fault == nil, "seed \(seed)")
      takes += check.takes
      moments += check.moments
    }
    #expect(takes > 14 && moments > 1000)
  }
}
