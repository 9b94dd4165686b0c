import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

struct TimeTravelTests {
  /// A session paused in the middle of dragging the slider.
  private func pausedInDrag() throws -> Session {
    var session = try Session("overview")
    session.pointer(.down, Vector(600, 537), at: 1)
    for step in 1...100 {
      session.pointer(
        .moved, Vector(600 + Double(step), 537 + Double(step) / 2), at: 1 + Double(step) / 100)
    }
    session.key(.character("p"), at: 2)
    return session
  }

  @Test func `check 5: sixty steps back in a live drag and forward show the same pictures`() throws
  {
    let fonts = try FontBook()
    var session = try pausedInDrag()
    var seen: [DisplayList] = []
    for _ in 0..<60 {
      seen.append(session.drawn(fonts))
      session.key(.character(","), at: 2)
    }
    #expect(session.isShowingPast)
    #expect(session.stageTime(at: session.now) < Instant(seconds: 1.01))
    for picture in seen.reversed() {
      session.key(.character("."), at: 2)
      #expect(session.drawn(fonts) == picture)
    }
    #expect(!session.isShowingPast)
  }

  @Test func `a drag continues where it was after stepping back and forward`() throws {
    var looked = try pausedInDrag()
    for _ in 0..<20 { looked.key(.character(","), at: 2) }
    for _ in 0..<20 { looked.key(.character("."), at: 2) }
    var plain = try pausedInDrag()
    for session in 0..<2 {
      var one = session == 0 ? looked : plain
      one.pointer(.moved, Vector(730, 200), at: 2.5)
      one.pointer(.up, Vector(730, 200), at: 2.6)
      if session == 0 { looked = one } else { plain = one }
    }
    #expect(looked.state == plain.state)
    #expect(plain.state.value("slider.value") != .number(0.3))
  }

  @Test func `a press on a past moment continues from there`() throws {
    var session = try pausedInDrag()
    session.pointer(.up, Vector(700, 587), at: 2.1)
    let end = session.state.value("slider.value")
    for _ in 0..<30 { session.key(.character(","), at: 2.2) }
    let shown = session.state.value("slider.value")
    #expect(shown != end)
    session.pointer(.down, Vector(400, 150), at: 2.3)
    session.pointer(.up, Vector(400, 150), at: 2.4)
    #expect(!session.isShowingPast)
    #expect(session.state.value("slider.value") == shown)
  }

  @Test func `playing the past reaches the present and continues`() throws {
    var session = try pausedInDrag()
    session.pointer(.up, Vector(700, 587), at: 2.1)
    let end = session.state.value("slider.value")
    for _ in 0..<30 { session.key(.character(","), at: 2.2) }
    session.key(.character("p"), at: 2.2)
    session.advance(to: Instant(seconds: 2.3))
    #expect(session.isShowingPast)
    #expect(session.isMoving(at: session.now))
    session.advance(to: Instant(seconds: 4))
    #expect(!session.isShowingPast)
    #expect(session.state.value("slider.value") == end)
  }

  @Test func `steps into the past are recorded`() throws {
    var live = try pausedInDrag()
    for _ in 0..<25 { live.key(.character(","), at: 2) }
    live.pointer(.up, Vector(700, 587), at: 2.1)
    live.pointer(.down, Vector(500, 537), at: 3)
    live.pointer(.moved, Vector(520, 537), at: 3.1)
    live.pointer(.up, Vector(520, 537), at: 3.2)
    let replayed = try live.replayed(at: "overview")
    #expect(replayed.state == live.state)
    #expect(replayed.stageTime(at: replayed.now) == live.stageTime(at: live.now))
  }

  @Test func `a stage at rest keeps the last minute of its log and its takes`() throws {
    var session = try pausedInDrag()
    session.pointer(.up, Vector(700, 587), at: 2.1)
    session.key(.character("p"), at: 2.1)
    for second in 3..<200 {
      session.pointer(.moved, Vector(Double(second), 300), at: Double(second))
    }
    let log = session.log(at: session.now)
    #expect(log.samples.count >= 60 * 60 && log.samples.count < 75 * 60)
    let take = try #require(session.takes.first)
    #expect(session.takes.count == 1 && session.takeSheet.number == take.number)
    #expect(take.end < Instant(seconds: 4))
  }
}
