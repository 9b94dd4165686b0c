import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// Clicks and drags are recognised by the desktop's pointer settings.
struct PointerSettingsTests {
  private func session(_ id: String, _ habits: PointerSettings) throws -> Session {
    var session = try Session(id)
    session.tell(.pointerSettings(habits))
    return session
  }

  /// The position of a line's name in the panel.
  private func name(_ id: String, in session: Session) throws -> Vector {
    Vector(920, try session.frame(of: id).midY)
  }

  /// Seconds between two presses, the double-click time, and whether they are a double click.
  private static let clicks: [(Double, Double, Bool)] = [
    (0.3, 0.4, true), (0.5, 0.4, false), (0.9, 1, true), (0.3, 0.2, false),
  ]

  @Test(arguments: clicks)
  func `a double click on a name restores the default if it is within the double-click time`(
    gap: Double, limit: Double, isDouble: Bool
  ) throws {
    var session = try session("carousel", PointerSettings(doubleClickTime: limit))
    session.key(.function(9))
    session.foldLaws()
    session.change(.parameter("carousel.width", .number(300)))
    let name = try name("carousel.width", in: session)
    session.click(name, at: 1)
    session.click(name, at: 1 + gap)
    #expect(session.parameters.number("carousel.width") == (isDouble ? 280 : 300))
  }

  @Test(arguments: clicks)
  func `a double click on the plots of Curves zooms to fit`(
    gap: Double, limit: Double, isDouble: Bool
  ) throws {
    var session = try session("curves", PointerSettings(doubleClickTime: limit))
    let whole = session.state.value("curves.to")
    session.wheel(Vector(0, -3), over: Vector(500, 300))
    #expect(session.state.value("curves.to") != whole)
    session.click(Vector(500, 300), at: 1)
    session.click(Vector(500, 300), at: 1 + gap)
    #expect((session.state.value("curves.to") == whole) == isDouble)
  }

  @Test(arguments: ["paused", "slow"])
  func `double clicks are timed by the hand, not by the stage's clock`(way: String) throws {
    var session = try session("curves", PointerSettings())
    let whole = session.state.value("curves.to")
    session.change(way == "paused" ? .pause(true) : .speed(0.1))
    session.wheel(Vector(0, -3), over: Vector(500, 300))
    session.click(Vector(500, 300), at: 1)
    session.click(Vector(500, 300), at: 2)
    #expect(session.state.value("curves.to") != whole)
    session.click(Vector(500, 300), at: 2.3)
    #expect(session.state.value("curves.to") == whole)
  }

  @Test(arguments: clicks)
  func `a double click on the timeline's lanes zooms to fit`(
    gap: Double, limit: Double, isDouble: Bool
  ) throws {
    var session = try session("carousel", PointerSettings(doubleClickTime: limit))
    session.key(.function(8), at: 0)
    session.flick(from: Vector(700, 260), by: Vector(-150, 0), at: 1, lasting: 0.1, until: 25)
    /// The time that a press in the middle of the lanes selects.
    func middle(_ session: Session) -> Double {
      var session = session
      session.pointer(.down, Vector(654, 700), at: session.now.seconds)
      return session.stageTime(at: session.now).seconds
    }
    let whole = middle(session)
    session.wheel(Vector(0, -3), over: Vector(300, 700))
    session.click(Vector(300, 700), at: 26)
    session.click(Vector(300, 700), at: 26 + gap)
    #expect((abs(middle(session) - whole) < 1e-6) == isDouble)
  }

  @Test(
    arguments: [(3, 2, false), (3, 3, true), (9, 8, false), (9, 10, true)]
      as [(Double, Double, Bool)])
  func `a press on a name changes its number once it drifts past the drag threshold`(
    threshold: Double, way: Double, isDrag: Bool
  ) throws {
    var session = try session("carousel", PointerSettings(dragThreshold: threshold))
    session.key(.function(9))
    session.foldLaws()
    let name = try name("carousel.width", in: session)
    session.pointer(.down, name, at: 1)
    session.pointer(.moved, name + Vector(way, 0), at: 1.1)
    #expect((session.parameters.number("carousel.width") != 280) == isDrag)
  }

  @Test(arguments: [2, 3, 20] as [Double])
  func `the controls under test keep their slop of six points`(threshold: Double) throws {
    var session = try session("carousel", PointerSettings(dragThreshold: threshold))
    let start = Vector(500, 300)
    let before = session.state.value("carousel.offset")
    session.pointer(.down, start, at: 1)
    session.pointer(.moved, start - Vector(5.5, 0), at: 1.1)
    #expect(session.state.value("carousel.offset") == before)
    session.pointer(.moved, start - Vector(7.5, 0), at: 1.2)
    #expect(session.state.value("carousel.offset") != before)
  }

  @Test func `a recording contains the double click's effect, so it replays under other settings`()
    throws
  {
    var live = try session("curves", PointerSettings(doubleClickTime: 0.9))
    live.wheel(Vector(0, -3), over: Vector(500, 300))
    live.click(Vector(500, 300), at: 1)
    live.click(Vector(500, 300), at: 1.7)
    let journal = live.takeJournal()
    #expect(journal.contains(.change(Instant(seconds: 1.7), .command(.doubleClick))))
    var replayed = try session("curves", PointerSettings(doubleClickTime: 0.2))
    for event in journal { replayed.handle(event) }
    #expect(replayed.state == live.state)
  }
}
