import Feel
import FeelTrace
import Lab
import RandomSessions
import Raster
import Scenes
import Stage
import Testing
import TextLayout

struct SessionTests {
  @Test(arguments: [("carousel", "go-to", 40.0), ("scroll-view", "scroll-to", 2500)])
  func `with reduced motion a command arrives at once, otherwise it moves`(
    scene: String, command: String, number: Double
  ) throws {
    var session = try Session(scene)
    session.change(.reducedMotion(true), at: 1)
    session.change(.command(Command(command, number)), at: 2)
    #expect(!session.isMoving(at: session.now))
    let arrived = session.state
    session.advance(to: Instant(seconds: 5))
    #expect(session.state == arrived)
    session.change(.reducedMotion(false), at: 6)
    session.change(.command(Command(command, 1)), at: 7)
    #expect(session.isMoving(at: session.now))
  }

  @Test func `an event older than the session's time happens now`() throws {
    var session = try Session("overview")
    session.advance(to: Instant(seconds: 3))
    session.key(.tab, at: 1)
    #expect(session.now == Instant(seconds: 3))
    #expect(session.takeJournal().map(\.time) == [Instant(seconds: 3)])
  }

  @Test func `a frozen stage stands still, and a step moves it by a sixtieth of a second`() throws {
    var session = try Session("overview")
    session.key(.character("p"), at: 1)
    #expect(session.isPaused)
    session.advance(to: Instant(seconds: 5))
    #expect(session.stageTime(at: session.now) == Instant(seconds: 1))
    session.key(.character("."), at: 5)
    #expect(session.stageTime(at: session.now) == Instant(microseconds: 1_016_667))
    session.key(.space, at: 6)
    session.advance(to: Instant(seconds: 7))
    #expect(session.stageTime(at: session.now) == Instant(microseconds: 2_016_667))
  }

  @Test(arguments: [
    ("carousel", true), ("pager", true), ("long-press", false), ("scroll-view", false),
  ])
  func `Space freezes the stage unless the focused control uses it`(id: String, pauses: Bool) throws
  {
    var session = try Session(id)
    session.key(.tab, at: 1)
    session.key(.space, at: 2)
    #expect(session.isPaused == pauses)
  }

  @Test func `slow motion slows a hold`() throws {
    var session = try Session("overview")
    session.change(.speed(0.5))
    session.change(.parameter("hold.duration", .number(1)))
    session.keys(.tab, .tab, .tab, at: 0)
    session.key(.space, at: 1)
    session.advance(to: Instant(seconds: 2.9))
    #expect(session.state.value("hold.circle.fired") == .integer(0))
    session.advance(to: Instant(seconds: 3))
    #expect(session.state.value("hold.circle.fired") == .integer(1))
  }

  @Test func `Escape abandons a hold before it does anything else`() throws {
    var session = try Session("overview")
    session.keys(.tab, .tab, .tab, at: 0)
    session.key(.space, at: 1)
    session.key(.escape, at: 2)
    session.advance(to: Instant(seconds: 9))
    #expect(session.state.value("hold.circle.fired") == .integer(0))
    #expect(session.takeRequests().isEmpty)
    session.key(.escape, at: 10)
    session.key(.escape, at: 11)
    #expect(session.takeRequests() == [.leaveFullscreen])
  }

  @Test func `restarting the scene keeps the parameters`() throws {
    var session = try Session("overview")
    session.change(.parameter("slider.step", .number(0.25)))
    session.keys(.tab, .tab, .end, at: 1)
    #expect(session.state.value("slider.value") == .number(1))
    session.key(.character("r"), at: 2)
    #expect(session.state.value("slider.value") == .number(0.25))
  }

  @Test func `an invalid change changes nothing and is not recorded`() throws {
    var session = try Session("overview")
    let before = session.state
    let changes: [SessionChange] = [
      .stage(StagePlace(Size(.nan, 10), scale: 1)), .stage(StagePlace(Size(1, 1), scale: 0)),
      .scene("nowhere"), .parameter("slider.step", .number(.nan)),
      .parameter("nothing", .flag(true)), .speed(0), .speed(.nan), .swap, .flip(true), .rerun,
      .parameters(.android, [ParameterSetting("nothing", .flag(true))]), .frameCap(0),
    ]
    for change in changes { session.change(change) }
    let facts: [HostFact] = [
      .size(Size(.nan, 10)), .size(Size(0, 0)), .scale(-1), .scale(.infinity),
    ]
    for fact in facts { session.tell(fact) }
    // Invalid changes are not recorded: nothing could replay them.
    #expect(session.takeJournal().isEmpty)
    session.change(.command(Command("dance")))
    #expect(session.state == before)
    #expect(session.size == Size(1200, 800))
    #expect(session.speed == 1)
  }

  @Test func `an idle session is settled and has no deadline`() throws {
    let session = try Session("overview")
    #expect(session.isSettled)
    #expect(session.deadline == nil)
  }
}
