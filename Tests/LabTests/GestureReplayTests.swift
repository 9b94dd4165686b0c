import Feel
import FeelTrace
import Lab
import RandomSessions
import Raster
import Scenes
import Stage
import Testing
import TextLayout

struct GestureReplayTests {
  /// A session in which the cards were flicked at 1 s.
  private func flicked(_ parameters: ParameterSet? = nil, at place: Double = 370) throws -> Session
  {
    var session = try Session("carousel", parameters: parameters)
    let start = Vector(700, place)
    session.flick(from: start, by: Vector(-240, 0), at: 1, lasting: 0.08, until: 6)
    return session
  }

  private func repeatGesture(_ session: inout Session, at seconds: Double) {
    session.key(.return, .control, at: seconds)
  }

  private func edited(_ id: String = "carousel") throws -> ParameterSet {
    let scene = try #require(Catalog.all.scene(id))
    var parameters = ParameterSet(scene.parameters)
    try parameters.set("physics.decay.keptPerMillisecond", to: .number(0.995))
    return parameters
  }

  @Test func `a rerun draws the hand's pointer until it lets go`() throws {
    let fonts = try FontBook()
    var session = try flicked()
    func isSeen() -> Bool {
      session.drawn(fonts)
        != session.displayList(at: session.now, fonts: fonts, showsPointer: true)
    }
    #expect(isSeen())
    repeatGesture(&session, at: 7)
    session.advance(to: Instant(seconds: 7.3))
    #expect(!isSeen() && session.isMoving(at: session.now))
  }

  @Test func `a rerun starts a little before the press and keeps the gesture's times`() throws {
    var session = try flicked()
    let (state, before) = (session.state, session.log(at: session.now))
    repeatGesture(&session, at: 7)
    #expect(session.isRunningAgain)
    #expect(session.stageTime(at: session.now) == Instant(seconds: 0.75))
    #expect(session.state != state)
    session.advance(to: Instant(seconds: 7.3))
    #expect(session.isRunningAgain)
    #expect(session.reading(at: session.now)?.state == .tracking)
    session.advance(to: Instant(seconds: 7.4))
    #expect(!session.isRunningAgain)
    session.advance(to: Instant(seconds: 12.25))
    #expect(session.state == state)
    let after = session.log(at: session.now)
    #expect(after.marks == before.marks)
    #expect(after.changes == before.changes)
    for time in stride(from: 0.8, to: 5, by: 0.1) {
      let moment = Instant(seconds: time)
      #expect(after.sample(at: moment)?.position == before.sample(at: moment)?.position)
    }
  }

  @Test func `a rerun uses the parameters set when it starts`() throws {
    var session = try flicked()
    for setting in try edited().changed {
      session.change(.parameter(setting.key, setting.value), at: 6)
    }
    repeatGesture(&session, at: 7)
    session.advance(to: Instant(seconds: 13))
    let fresh = try flicked(try edited())
    #expect(session.state == fresh.state)
    #expect(session.state != (try flicked()).state)
    #expect(session.log(at: session.now).changes == fresh.log(at: fresh.now).changes)
  }

  @Test(arguments: [1.0, 7, 60, 1000])
  func `a recording of reruns replays to the same states at any frame rate`(rate: Double) throws {
    var live = try flicked()
    live.change(.speed(0.25), at: 6)
    repeatGesture(&live, at: 6.5)
    live.pointer(.moved, Vector(300, 500), at: 6.8)
    live.advance(to: Instant(seconds: 7.5))
    repeatGesture(&live, at: 7.5)
    live.pointer(.down, Vector(640, 370), at: 8.53)
    live.pointer(.moved, Vector(500, 370), at: 8.6)
    live.pointer(.up, Vector(500, 370), at: 8.61)
    live.advance(to: Instant(seconds: 20))
    var replayed = try Session("carousel")
    var time = 0.0
    for event in live.takeJournal() {
      while time < event.time.seconds {
        replayed.advance(to: Instant(seconds: time))
        time += 1 / rate
      }
      replayed.handle(event)
    }
    replayed.advance(to: Instant(seconds: 20))
    #expect(replayed.state == live.state)
    #expect(replayed.stageTime(at: replayed.now) == live.stageTime(at: live.now))
    #expect(replayed.log(at: replayed.now) == live.log(at: live.now))
  }

  @Test func `a passing pointer does not affect a rerun, a press takes over and abandons its drag`()
    throws
  {
    var (session, passed) = (try flicked(), try flicked())
    repeatGesture(&session, at: 7)
    repeatGesture(&passed, at: 7)
    passed.pointer(.moved, Vector(400, 300), at: 7.2)
    passed.pointer(.moved, Vector(420, 310), at: 7.29)
    session.advance(to: Instant(seconds: 7.3))
    passed.advance(to: Instant(seconds: 7.3))
    #expect(session.state == passed.state)
    // A hand takes over halfway through the drag.
    session.pointer(.down, Vector(600, 370), at: 7.3)
    #expect(!session.isRunningAgain)
    let held = try #require(session.reading(at: session.now))
    #expect(held.state == .pressed || held.state == .tracking)
    session.pointer(.moved, Vector(500, 370), at: 7.4)
    session.pointer(.up, Vector(500, 370), at: 7.8)
    session.advance(to: Instant(seconds: 12))
    #expect(session.isSettled)
    #expect(session.log(at: session.now).marks.contains { $0.kind == .cancel })
  }

  @Test(arguments: [KeySample.Key.character("p"), .escape, .function(9), .character("2")])
  func `any key ends a rerun`(key: KeySample.Key) throws {
    var session = try flicked()
    repeatGesture(&session, at: 7)
    session.key(key, at: 7.31)
    #expect(!session.isRunningAgain)
    session.change(.pause(false), at: 8)
    session.advance(to: Instant(seconds: 15))
    #expect(session.isSettled)
  }

  @Test func `in slow motion a rerun drags at the hand's speed, and the motion after it is slow`()
    throws
  {
    var session = try flicked()
    let state = session.state
    session.change(.speed(0.5), at: 6)
    repeatGesture(&session, at: 7)
    // Stage time starts a quarter of a second before the press and runs at half speed.
    session.advance(to: Instant(seconds: 7.6))
    let release = session.log(at: session.now).marks.last { $0.kind == .release }
    #expect(release?.time == Instant(seconds: 1.08))
    let stageTime = session.stageTime(at: session.now)
    session.advance(to: Instant(seconds: 8.6))
    #expect(abs(session.stageTime(at: session.now) - stageTime - 0.5) < 1e-5)
    session.advance(to: Instant(seconds: 30))
    #expect(session.state == state)
  }

  @Test func `a rerun resumes a frozen stage`() throws {
    var session = try flicked()
    session.key(.character("p"), at: 6.2)
    session.key(.character(","), at: 6.4)
    repeatGesture(&session, at: 7)
    #expect(!session.isPaused && !session.isShowingPast)
    session.advance(to: Instant(seconds: 13))
    #expect(session.state == (try flicked()).state)
  }

  @Test func `a rerun presses the same control wherever it now lies`() throws {
    var session = try Session("overview")
    session.advance(to: Instant(seconds: 1))
    let start = try session.place(of: "slider")
    let width = try session.frame(of: "slider").width
    let before = session.number("slider.value")
    _ = session.drag(from: start, by: Vector(100, 0), at: 1, lasting: 0.2)
    session.pointer(.up, start + Vector(100, 0), at: 1.3)
    let first = session.number("slider.value")
    // The timeline shrinks the stage, and a narrower window changes the bar's length.
    session.key(.function(8), at: 2)
    session.tell(.size(Size(1000, 760)), at: 3)
    repeatGesture(&session, at: 4)
    session.advance(to: Instant(seconds: 6))
    let second = session.number("slider.value")
    // The hand travelled the same distance on the other bar.
    let other = try session.frame(of: "slider").width
    #expect(abs(other - width) > 20)
    let ways = ((first - before) * width, (second - before) * other)
    #expect(abs(ways.0 - 100) < 1e-6 && abs(ways.1 - 100) < 1e-6, "\(first) and \(second)")
  }

  @Test func `a rerun hold fires again exactly when its time is up`() throws {
    var session = try Session("overview")
    session.pointer(.down, Vector(372, 677), at: 1)
    session.pointer(.up, Vector(372, 677), at: 3.2)
    #expect(session.state.value("hold.circle.fired") == .integer(1))
    _ = session.takeEffects()
    repeatGesture(&session, at: 5)
    session.advance(to: Instant(seconds: 9))
    let fired = session.takeEffects().filter { $0.name == "fired" }
    #expect(fired.map(\.time) == [Instant(seconds: 3)])
    #expect(session.state.value("hold.circle.fired") == .integer(1))
  }

  @Test func `successive wheel turns are one gesture, separate from a press`() throws {
    var session = try flicked()
    for seconds in [7.0, 7.1, 7.3] {
      session.wheel(Vector(0, 1), over: Vector(600, 370), at: seconds)
    }
    session.advance(to: Instant(seconds: 9))
    let state = session.state
    repeatGesture(&session, at: 10)
    #expect(session.stageTime(at: session.now) == Instant(seconds: 6.75))
    session.advance(to: Instant(seconds: 14))
    #expect(session.state == state)
  }

  @Test func `without a gesture a rerun only shows a notice`() throws {
    let fonts = try FontBook()
    var session = try Session("carousel")
    let plain = session.displayList(at: Instant(seconds: 2), fonts: fonts)
    repeatGesture(&session, at: 1)
    #expect(!session.isRunningAgain)
    #expect(session.displayList(at: Instant(seconds: 2), fonts: fonts) != plain)
    #expect(session.stageTime(at: session.now) == Instant(seconds: 1))
  }

  @Test func `the timeline shows the previous run dashed until the next gesture`() throws {
    let fonts = try FontBook()
    var session = try flicked()
    session.key(.function(8), at: 6)
    let dashes = session.drawn(fonts).dashes
    for setting in try edited().changed {
      session.change(.parameter(setting.key, setting.value), at: 6.5)
    }
    repeatGesture(&session, at: 7)
    session.advance(to: Instant(seconds: 13))
    #expect(session.drawn(fonts).dashes == dashes + 2)
    session.click(try session.place(of: "carousel"), at: 14)
    session.advance(to: Instant(seconds: 16))
    #expect(session.drawn(fonts).dashes == dashes)
  }

  @Test func `a rerun after a restart does not repeat the restart`() throws {
    var session = try flicked()
    let state = session.state
    session.key(.character("r"), at: 7)
    #expect(session.state != state)
    repeatGesture(&session, at: 8)
    session.advance(to: Instant(seconds: 14))
    #expect(session.state == state)
  }

  @Test func `a rerun while comparing gives both sets the gesture`() throws {
    var session = try flicked()
    session.compare(with: try edited())
    let comparison = try #require(session.pair?.comparison)
    repeatGesture(&session, at: 8)
    session.advance(to: Instant(seconds: 14))
    let again = try #require(session.pair?.comparison)
    #expect(again.a == comparison.a)
    #expect(again.b == comparison.b)
  }

  @Test func `a rerun states the differences from the take in numbers`() throws {
    let fonts = try FontBook()
    var session = try flicked()
    let before = try #require(session.reading(at: session.now)).position
    for setting in try edited().changed {
      session.change(.parameter(setting.key, setting.value), at: 6)
    }
    repeatGesture(&session, at: 7)
    session.advance(to: Instant(seconds: 13))
    let after = try #require(session.reading(at: session.now)).position
    #expect(after < before - 100)
    // The comparison of the two sets gives the same result.
    var compared = try flicked()
    compared.compare(with: try edited())
    let comparison = try #require(compared.pair?.comparison)
    let said = try #require(session.pair?.comparison)
    #expect(abs(said.a.rest - said.b.rest - (after - before)) < 0.01)
    #expect(
      abs(said.a.settle - said.b.settle - (comparison.b.settle - comparison.a.settle)) < 0.001)
    #expect(abs(said.greatest - comparison.greatest) < 1)
    let words = session.drawn(fonts)
    session.click(Vector(600, 370), at: 14)
    #expect(session.pair?.comparison == nil)
    #expect(session.drawn(fonts) != words)
  }

  @Test func `a host with a recording is asked to replay it instead of a rerun`() throws {
    var session = try flicked()
    session.tell(.canReplay(true))
    repeatGesture(&session, at: 7)
    #expect(!session.isRunningAgain)
    #expect(session.takeRequests() == [.replayRecording])
  }

  @Test func `a rerun makes no content jump`() throws {
    var live = try flicked()
    repeatGesture(&live, at: 7)
    live.advance(to: Instant(seconds: 13))
    var watch = HandOffWatch(try Session("carousel"))
    for event in live.takeJournal() { watch.handle(event) }
    watch.advance(to: Instant(seconds: 13))
    #expect(watch.jumps.isEmpty, "\(watch.jumps)")
  }

  @Test(arguments: 0..<12)
  func `random gestures between reruns replay to the same state`(seed: Int) throws {
    let id = ["carousel", "overview", "scroll-view", "pager"][seed % 4]
    var live = try Session(id)
    var random = Gestures(seed: UInt64(seed))
    for step in 0..<1500 {
      let event = random.next()
      live.handle(event)
      if step % 97 == 96 { repeatGesture(&live, at: live.now.seconds + Double(step % 5) / 10) }
    }
    let end = live.now.advanced(by: 5)
    live.advance(to: end)
    let replayed = try live.replayed(at: id)
    #expect(replayed.state == live.state)
    #expect(replayed.log(at: end) == live.log(at: end))
  }
}
