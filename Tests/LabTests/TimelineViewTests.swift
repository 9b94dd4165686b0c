import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

struct TimelineViewTests {
  /// The frame of the slider and the lanes below it.
  fileprivate let bar: Rect

  init() throws {
    var session = try Session("carousel")
    session.key(.function(8), at: 0)
    bar = try session.frame(of: "timeline")
  }

  /// A session with its timeline open; the lanes show the last flick.
  fileprivate func session(flicks: [Double] = [1, 17]) throws -> Session {
    var session = try Session("carousel")
    session.key(.function(8), at: 0)
    for second in flicks {
      session.flick(from: Vector(700, 260), by: Vector(-150, 0), at: second, lasting: 0.1)
    }
    session.advance(to: Instant(seconds: 25))
    return session
  }

  fileprivate func lanes(_ share: Double) -> Vector {
    Vector(bar.minX + bar.width * share, bar.maxY - 58)
  }

  /// The time selected by a press at a fraction of the lanes' width; leaves the session unchanged.
  fileprivate func time(_ share: Double, _ session: Session) -> Double {
    var session = session
    session.pointer(.down, lanes(share), at: session.now.seconds)
    return session.stageTime(at: session.now).seconds
  }

  /// The time at a fraction of the last take's own axis.
  fileprivate func axis(_ share: Double, _ session: Session) throws -> Double {
    let sheet = session.takeSheet
    let end = try #require(sheet.end)
    return sheet.start.seconds + share * (end - sheet.start)
  }

  fileprivate func turn(
    _ session: inout Session, _ notches: Double, at share: Double, _ modifiers: Modifiers = []
  ) {
    session.wheel(Vector(0, notches), over: lanes(share), modifiers)
  }

  @Test func `the lanes range from just before the last take to just after its rest`() throws {
    let session = try session()
    #expect(abs(time(0.25, session) - (try axis(0.25, session))) < 0.001)
    #expect(abs(time(0.9, session) - (try axis(0.9, session))) < 0.001)
    #expect(abs(time(0, session) - 16.75) < 0.001)
  }

  @Test func `the wheel zooms about the pointer, and Shift+wheel scrolls`() throws {
    var session = try session()
    let state = session.state
    turn(&session, -3, at: 0.5)
    // Three notches halve the range: it goes from a quarter to three quarters.
    #expect(abs(time(0.5, session) - (try axis(0.5, session))) < 0.001)
    #expect(abs(time(0.1, session) - (try axis(0.3, session))) < 0.001)
    turn(&session, 1, at: 0.5, .shift)
    #expect(abs(time(0.5, session) - (try axis(0.5 + 60 / bar.width / 2, session))) < 0.001)
    turn(&session, 30, at: 0.5)
    #expect(abs(time(0.25, session) - (try axis(0.25, session))) < 0.001)
    #expect(session.state == state)
  }

  @Test func `a double click or middle click zooms to fit, and a middle drag pans`() throws {
    var zoomed = try session()
    turn(&zoomed, -3, at: 0.5)
    var session = zoomed
    session.click(lanes(0.3), at: 26)
    session.click(lanes(0.3), at: 26.2)
    // A double click shows everything, without moving in time.
    #expect(session.isPaused == zoomed.isPaused)
    #expect(session.isShowingPast == zoomed.isShowingPast)
    #expect(abs(time(0.25, session) - (try axis(0.25, session))) < 0.001)
    session = zoomed
    session.pointer(.down, lanes(0.5), at: 26, button: .middle)
    session.pointer(.moved, lanes(0.4), at: 26.1)
    session.pointer(.up, lanes(0.4), at: 26.2, button: .middle)
    #expect(abs(time(0.4, session) - (try axis(0.5, session))) < 0.001)
    #expect(!session.isPaused)
    session.pointer(.down, lanes(0.5), at: 27, button: .middle)
    session.pointer(.up, lanes(0.5), at: 27.1, button: .middle)
    #expect(abs(time(0.25, session) - (try axis(0.25, session))) < 0.001)
  }

  @Test func `zoomed lanes turn pages to follow the playing time`() throws {
    var session = try session()
    turn(&session, -9, at: 0)
    // Still zoomed to an eighth of the previous take.
    session.pointer(.down, Vector(700, 260), at: 25)
    session.pointer(.moved, Vector(650, 260), at: 25.5)
    let end = 25.2
    session.pointer(.up, Vector(650, 260), at: 25.6)
    #expect(time(0.99, session) > end)
  }

  @Test func `in the focused timeline arrows step by frames, and Home and End reach the ends`()
    throws
  {
    var session = try session()
    // The takes come first.
    session.keys(.function(6), .function(6), .home, at: 25)
    #expect(session.isPaused)
    let start = session.takeSheet.start
    #expect(session.stageTime(at: session.now) == start)
    session.key(.right, at: 26)
    session.key(.right, .shift, at: 27)
    #expect(abs(session.stageTime(at: session.now) - start - 11.0 / 60) < 1e-5)
    session.key(.left, at: 28)
    #expect(abs(session.stageTime(at: session.now) - start - 10.0 / 60) < 1e-5)
    session.key(.right, .control, at: 29)
    #expect(session.stageTime(at: session.now) == Instant(seconds: 17))
    session.key(.end, at: 30)
    #expect(!session.isShowingPast)
    session.key(.space, at: 31)
    #expect(!session.isPaused)
  }

  @Test func `F6 moves the keyboard from the stage to the open panels and back`() throws {
    var session = try session()
    // The takes come first.
    session.keys(.function(6), .function(6), .home, at: 25)
    #expect(session.isShowingPast)
    session.keys(.end, .space, at: 25)
    // From the timeline to the line above it, then to the stage.
    session.keys(.function(6), .function(6), at: 26)
    let before = session.state
    session.key(.right, at: 26)
    session.advance(to: Instant(seconds: 28))
    #expect(session.state != before)
    #expect(!session.isShowingPast)
  }
}

extension TimelineViewTests {
  @Test func `the lanes' menu copies the visible range as CSV and zooms to fit`() throws {
    var session = try session()
    turn(&session, -12, at: 0.05)
    session.click(lanes(0.5), at: 26, button: .secondary)
    #expect(!session.isPaused)
    session.keys(.down, .return, at: 27)
    let lines = try session.copied().split(separator: "\n").map { $0.split(separator: ",") }
    #expect(lines[0] == ["time", "control", "position", "velocity", "state"])
    // A sixteenth of the take, at sixty rows a second.
    let span = try axis(1, session) - axis(0, session)
    #expect(abs(Double(lines.count) - 1 - span / 16 * 60) <= 2)
    let first = try #require(Double(lines[1][0]))
    #expect(abs(first - (try axis(0.05 * 15 / 16, session))) < 0.02)
    for line in lines.dropFirst() {
      #expect(line[1] == "carousel")
      let time = Instant(seconds: try #require(Double(line[0])))
      let sample = try #require(session.log(at: session.now).sample(at: time))
      #expect(Double(line[2]) == sample.position)
      #expect(line[4] == sample.state.rawValue)
    }
    session.pointer(.down, lanes(0.5), at: 28, button: .secondary)
    session.keys(.end, .return, at: 28)
    #expect(abs(time(0.25, session) - (try axis(0.25, session))) < 0.001)
    session.pointer(.down, lanes(0.5), at: 29, button: .secondary)
    session.key(.escape, at: 29)
    #expect(session.takeRequests().isEmpty)
  }
}

extension TimelineViewTests {
  @Test func `while comparing, the log and the lanes contain the second set's motion`() throws {
    let fonts = try FontBook()
    var session = try session(flicks: [1])
    let plain = session.drawn(fonts).dashes
    var other = session.parameters
    try other.set("physics.decay.keptPerMillisecond", to: .number(0.99))
    session.compare(with: other)
    let log = session.log(at: session.now)
    let apart = log.samples.filter { $0.otherPosition ?? $0.position != $0.position }
    #expect(apart.count > 30)
    // B's own run of the same events.
    var b = try Session("carousel", size: session.size, parameters: other)
    var recorded = try self.session(flicks: [1])
    for event in recorded.takeJournal() { b.handle(event) }
    b.advance(to: session.now)
    let rest = try #require(log.sample(at: Instant(seconds: 24)))
    #expect(rest.otherPosition == b.log(at: b.now).sample(at: Instant(seconds: 24))?.position)
    #expect(session.drawn(fonts).dashes >= plain + 2)
    #expect(!session.isMoving(at: session.now))
  }
}
