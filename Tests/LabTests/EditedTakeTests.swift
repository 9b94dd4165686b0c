import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

/// Editing parameters while a take is shown immediately shows the result for the same hand, beside
/// the original.
struct EditedTakeTests {
  private static let decay = "physics.decay.keptPerMillisecond"

  /// A session that shows a flick, chosen by its card.
  private func shown() throws -> Session {
    var session = try Session("carousel")
    for second in [1.0, 8] {
      session.flick(
        from: Vector(700, 350), by: Vector(-200, 0), at: second, lasting: 0.1, until: second + 6)
    }
    session.change(.showTake(1))
    return session
  }

  private func edit(_ session: inout Session, _ value: Double?) {
    session.change(.parameter(Self.decay, value.map(ParameterValue.number)))
  }

  /// Whether the deck behind, visible above the cards, is labelled as the edit's and is on the
  /// named card.
  private func deckBehindLands(on name: String, _ session: Session) throws -> Bool {
    let fonts = try FontBook()
    let list = session.drawn(fonts)
    let number = try #require(name.split(separator: " ").last)
    let elements = session.stageElements(at: session.now)
    let cards = try #require(elements.first { $0.id == "carousel" }).frame
    func above(_ words: String, _ style: TextStyle) -> [Vector] {
      list.places(of: words, style, fonts).filter { $0.y < cards.minY }
    }
    let names = above("edited", .small)
    return names.count == 1
      && above(String(number), .heading).contains { abs($0.x - names[0].x) < 140 }
  }

  @Test func `an edit is shown in the next frame beside the original take`() throws {
    var session = try shown()
    let (before, live) = (session.takeSheet, session.takes)
    edit(&session, 0.999)
    session.advance(to: session.now)
    let sheet = session.takeSheet
    #expect(sheet.number == 1 && sheet.span == before.span)
    let comparison = try #require(session.pair?.comparison)
    #expect(comparison.a.rest == live[0].outcome.rest)
    #expect(abs(comparison.b.rest - comparison.a.rest) > 100)
    #expect(sheet.run.runB?.watched(at: try #require(sheet.end))?.position == comparison.b.rest)
    // It lasts until the slower run rests, and both curves are there.
    #expect(try #require(sheet.end) > (try #require(before.end)))
    #expect(sheet.log.samples.contains { $0.otherPosition != $0.position })
    #expect(sheet.log.samples.contains { $0.otherVelocity != $0.velocity })
    // The edit changes nothing else.
    #expect(session.takes.map(\.outcome) == live.map(\.outcome))
    #expect(session.takes.count == live.count)
  }

  @Test(
    arguments: [
      (decay, .number(0.999)), (decay, .number(0.995)), ("carousel.limit", .choice("one")),
      ("carousel.snap", .choice("afterDeceleration")), ("carousel.width", .number(120)),
    ] as [(String, ParameterValue)])
  func `an edit's curves match a stage that receives the same events`(
    key: String, value: ParameterValue
  ) throws {
    var session = try shown()
    let take = session.takes[0]
    session.change(.parameter(key, value))
    session.advance(to: session.now)
    let sheet = session.takeSheet
    var run = take.before
    _ = run.handle(.compare(run.now, session.parameters))
    var events = take.events[...]
    for (place, sample) in sheet.log.samples.enumerated() {
      let time = MotionLog.time(of: sheet.log.first + Int64(place))
      while let event = events.first, event.time <= time {
        _ = run.handle(event)
        events.removeFirst()
      }
      _ = run.advance(to: time)
      let (mine, other) = (try #require(run.watched(at: time)), run.runB?.watched(at: time))
      #expect(sample.position == mine.position)
      #expect(sample.otherPosition == other?.position)
      #expect(sample.otherVelocity == other?.velocity)
      let moment = sheet.history.moment(at: time).run
      #expect(moment.watched(at: time)?.position == mine.position)
      #expect(moment.runB?.watched(at: time)?.position == other?.position)
    }
    #expect(!sheet.log.samples.isEmpty && events.isEmpty)
    // Both are at rest by its end.
    let end = try #require(sheet.end)
    #expect(!run.isBusy(at: end))
    #expect(session.pair?.comparison?.b.rest == run.runB?.watched(at: end)?.position)
  }

  @Test func `an edit predicts exactly what a rerun of the take gives`() throws {
    var session = try shown()
    edit(&session, 0.9985)
    session.advance(to: session.now)
    let predicted = try #require(session.pair?.comparison).b
    session.key(.return, .control)
    session.advance(to: session.now.advanced(by: 15))
    #expect(session.pair?.kind == .before)
    let again = try #require(session.takes.last)
    #expect(again.origin == .rerun(of: 1))
    #expect(again.outcome.rest == predicted.rest)
  }

  @Test func `an edit at rest is shown beside the newest take until the next gesture`() throws {
    var session = try shown()
    session.change(.showTake(nil))
    let outcomes = session.takes.map(\.outcome)
    let rest = try #require(session.readings(at: session.now).first).position
    edit(&session, 0.999)
    session.advance(to: session.now)
    #expect(!session.isShowingPast && session.takeSheet.number == 2)
    let comparison = try #require(session.pair?.comparison)
    #expect(comparison.a.rest == outcomes[1].rest && comparison.b.rest > comparison.a.rest + 100)
    #expect(session.takeSheet.log.samples.contains { $0.otherPosition != $0.position })
    // The stage stays; the deck behind shows where it would have landed.
    #expect(try #require(session.readings(at: session.now).first).position == rest)
    let other = try #require(session.takeSheet.run.runB?.watched(at: session.liveStageTime))
    let name = try #require(other.restName)
    #expect(name != session.reading(at: session.now)?.restName)
    #expect(try deckBehindLands(on: name, session))
    let start = session.now.seconds + 1
    let end = session.drag(from: Vector(700, 350), by: Vector(-200, 0), at: start, lasting: 0.1)
    #expect(session.pair?.comparison == nil)
    session.pointer(.up, Vector(500, 350), at: end)
    session.advance(to: session.now.advanced(by: 12))
    #expect(session.takes.last?.origin == .hand)
    #expect(session.takes.dropLast().map(\.outcome) == outcomes)
    #expect(session.pair?.comparison == nil)
    // The next take already uses the edited value.
    #expect(session.takes.last?.before.stage.parameters == session.parameters)
  }

  @Test func `an edit that does not affect the take shows nothing at rest`() throws {
    var session = try shown()
    session.change(.showTake(nil))
    let sheet = session.takeSheet.log
    session.change(.parameter("carousel.count", .number(90)))
    session.advance(to: session.now.advanced(by: 0.1))
    #expect(session.pair?.comparison == nil)
    #expect(session.takeSheet.log == sheet)
  }

  @Test func `an edit can be kept as a take of its own, which is then shown`() throws {
    var session = try shown()
    edit(&session, 0.999)
    session.advance(to: session.now)
    let predicted = try #require(session.pair?.comparison).b
    let before = session.takes
    session.key(.character("k"), .control)
    let kept = try #require(session.takes.last)
    #expect(session.takes.count == before.count + 1 && session.takeSheet.number == kept.number)
    #expect(kept.origin == .rerun(of: 1) && kept.number == 3)
    #expect(kept.outcome.rest == predicted.rest)
    #expect(abs(kept.outcome.settle - predicted.settle) < 1e-5)
    #expect(kept.before.stage.parameters == session.parameters)
    #expect(session.takes.dropLast().map(\.outcome) == before.map(\.outcome))
    // The kept take has the edited values: nothing is shown beside it, and nothing is left to keep.
    session.advance(to: session.now.advanced(by: 0.1))
    #expect(session.pair?.comparison == nil)
    session.key(.character("k"), .control)
    #expect(session.takes.count == before.count + 1)
    // Replaying it gives the same result, bit for bit.
    let sheet = TakeSheet(kept)
    #expect(sheet.run.watched(at: kept.end)?.position == kept.outcome.rest)
    // The present is unchanged, and the next take gets the next number.
    session.change(.showTake(nil))
    #expect(session.readings(at: session.now).first?.position == before[1].outcome.rest)
    let start = session.now.seconds + 1
    session.flick(from: Vector(700, 350), by: Vector(-200, 0), at: start, lasting: 0.1)
    session.advance(to: session.now.advanced(by: 9))
    #expect(session.takes.last?.number == 4)
    // A recording contains it too.
    let replayed = try session.replayed(at: "carousel")
    #expect(replayed.takes.map(\.outcome) == session.takes.map(\.outcome))
  }

  @Test func `keeping an edit keeps the whole gesture, even if its motion rests early`() throws {
    var session = try Session("carousel")
    // Caught in mid-flight, when under more friction it would long have been at rest.
    for (second, way) in [(1.0, -300.0), (2.6, 200)] {
      session.flick(from: Vector(700, 350), by: Vector(way, 0), at: second, lasting: 0.1)
    }
    session.advance(to: Instant(seconds: 12))
    try #require(session.takes.count == 1)
    session.change(.show(session.takes[0].span.release))
    edit(&session, 0.98)
    session.advance(to: session.now)
    let predicted = try #require(session.pair?.comparison).b
    session.change(.keepEdit)
    let kept = try #require(session.takes.last)
    #expect(session.takes.count == 2 && kept.outcome.rest == predicted.rest)
    #expect(kept.span.release == session.takes[0].span.release)
  }

  @Test func `undoing an edit restores the take's display`() throws {
    var session = try shown()
    let before = session.takeSheet.log
    for value in [0.999, 0.9985, 0.9992] {
      edit(&session, value)
      session.advance(to: session.now.advanced(by: 0.002))
    }
    session.advance(to: session.now.advanced(by: 0.1))
    #expect(session.pair?.comparison != nil)
    for _ in 0..<3 { session.key(.character("z"), .control) }
    session.advance(to: session.now.advanced(by: 0.1))
    #expect(session.pair?.comparison == nil)
    #expect(session.takeSheet.log == before)
  }

  @Test func `showing another take removes the edit's comparison`() throws {
    var session = try shown()
    edit(&session, 0.999)
    session.advance(to: session.now)
    #expect(session.pair?.comparison != nil)
    session.change(.showTake(2))
    #expect(session.pair?.comparison == nil)
    #expect(session.takeSheet.run.runB == nil)
  }

  @Test func `continuing from an edited take branches from the original`() throws {
    var session = try shown()
    let moment = session.takes[0].span.release.advanced(by: 0.2)
    session.change(.show(moment))
    let position = try #require(session.readings(at: session.now).first).position
    edit(&session, 0.999)
    session.advance(to: session.now)
    #expect(try #require(session.readings(at: session.now).first).position == position)
    session.change(.command(Command("go-to", 3)))
    #expect(session.pair?.comparison == nil && !session.isShowingPast)
    session.advance(to: session.now.advanced(by: 5))
    let take = try #require(session.takes.last)
    #expect(take.origin == .branch(of: 1, at: 0.3))
    #expect(take.before.runB == nil)
    #expect(session.takeSheet.run.runB == nil)
    #expect(session.parameters[Self.decay] == .number(0.999))
  }

  @Test func `a recording replays to the same comparison`() throws {
    var session = try shown()
    var events = session.takeJournal()
    edit(&session, 0.999)
    session.advance(to: session.now.advanced(by: 0.05))
    events += session.takeJournal()
    var replayed = try Session("carousel")
    for event in events { replayed.handle(event) }
    replayed.advance(to: session.now)
    #expect(replayed.pair?.comparison == session.pair?.comparison)
    #expect(replayed.state == session.state)
  }

  /// A session whose cards were flicked, and paused a quarter of a second later.
  private func inMidAir() throws -> Session {
    var session = try Session("carousel")
    let end = session.flick(from: Vector(700, 350), by: Vector(-200, 0), at: 1, lasting: 0.1)
    session.advance(to: Instant(seconds: end + 0.25))
    session.key(.character("p"))
    return session
  }

  @Test func `a preset chosen in mid-flight is shown beside the whole original take`() throws {
    var (session, plain) = (try inMidAir(), try inMidAir())
    plain.key(.character("p"))
    plain.advance(to: plain.now.advanced(by: 10))
    let lived = try #require(plain.takes.last).outcome
    let (moment, state) = (session.stageTime(at: session.now), session.state)
    let position = try #require(session.readings(at: session.now).first).position
    session.change(.preset(.android))
    session.advance(to: session.now.advanced(by: 0.05))
    // Nothing on the stage moves.
    #expect(session.isPaused && session.stageTime(at: session.now) == moment)
    #expect(session.readings(at: session.now).first?.position == position)
    #expect(session.state.map(\.name) == state.map(\.name))
    #expect(session.takes.map(\.outcome) == [lived])
    let comparison = try #require(session.pair?.comparison)
    #expect(comparison.a.rest == lived.rest && abs(comparison.b.rest - lived.rest) > 100)
    // Both continue from there to their own resting places.
    session.key(.character("p"))
    session.advance(to: session.now.advanced(by: 10))
    let (run, time) = (session.takeSheet.run, session.stageTime(at: session.now))
    #expect(run.watched(at: time)?.position == lived.rest)
    #expect(run.runB?.watched(at: time)?.position == comparison.b.rest)
  }

  @Test
  func `a preset chosen in mid-flight is recorded, and a touch then branches from that moment`()
    throws
  {
    var session = try inMidAir()
    session.change(.preset(.android))
    session.advance(to: session.now.advanced(by: 0.05))
    session.click(Vector(600, 350), at: session.now.seconds)
    session.key(.character("p"))
    session.advance(to: session.now.advanced(by: 5))
    #expect(session.takes.map(\.number) == [1, 2])
    #expect(session.takes[1].origin == .branch(of: 1, at: 0.35))
    let replayed = try session.replayed(at: session.sceneType.id)
    #expect(replayed.state == session.state)
    #expect(replayed.takes.map(\.outcome) == session.takes.map(\.outcome))
  }

  @Test(arguments: [true, false])
  func `opening a panel in mid-flight causes no jump in the take's curve`(isPaused: Bool) throws {
    var session = try inMidAir()
    if !isPaused { session.key(.character("p")) }
    session.key(.function(9))
    if isPaused { session.key(.character("p")) }
    session.advance(to: session.now.advanced(by: 10))
    var (plain, steps) = (try inMidAir(), [Double]())
    plain.key(.character("p"))
    plain.advance(to: plain.now.advanced(by: 10))
    for other in [plain, session] {
      let places = other.takeSheet.log.samples.compactMap(\.position)
      steps.append(zip(places, places.dropFirst()).map { abs($1 - $0) }.max() ?? 0)
    }
    #expect(abs(steps[0] - steps[1]) < 1e-6 && steps[0] > 1, "\(steps)")
  }

  @Test func `both decks are labelled if the edit lands on the take's card`() throws {
    var session = try shown()
    // It stops sooner, on the same card.
    session.change(.parameter("carousel.snap", .choice("afterDeceleration")))
    let comparison = try #require(session.pair?.comparison)
    #expect(comparison.a.rest == comparison.b.rest)
    let fonts = try FontBook()
    let list = session.drawn(fonts)
    let name = try #require(session.takes[0].outcome.restName)
    #expect(try deckBehindLands(on: name, session))
    #expect(list.places(of: "landed", .small, fonts).count == 2)
  }

  @Test func `the deck behind and the hint line name the edit`() throws {
    var session = try shown()
    edit(&session, 0.999)
    session.tell(.size(Size(2600, 800)))
    let fonts = try FontBook()
    let list = session.drawn(fonts)
    let words = "Take 1: A original, B edited · "
    #expect(list.places(of: words, .small, fonts).count == 1)
    let card = try #require(session.takeSheet.run.runB?.watched(at: session.liveStageTime))
    let name = try #require(card.restName)
    #expect(name != session.takes[0].outcome.restName)
    #expect(try deckBehindLands(on: name, session))
  }
}
