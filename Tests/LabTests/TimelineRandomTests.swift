import Feel
import FeelTrace
import Lab
import RandomSessions
import Scenes
import Stage
import Testing
import TextLayout

/// A random hand all over a window with an open timeline: it scrubs, steps, zooms, caps, and takes
/// over from the past.
struct TimelineRandomTests {
  private static let ids = Catalog.all.scenes.map { $0.id }

  private func session(_ id: String) throws -> Session {
    var session = try Session(id)
    session.key(.function(8), at: 0)
    return session
  }

  private func script(_ seed: UInt64) -> [SessionEvent] {
    var random = Gestures(seed: seed)
    return (0..<500).map { _ in random.next() }
  }

  @Test(arguments: ids)
  func `a session ends in the same state and picture whatever the frame rate`(id: String) throws {
    let fonts = try FontBook()
    let script = script(UInt64(id.utf8.count) * 101)
    var plain = try session(id)
    for event in script { plain.handle(event) }
    plain.advance(to: Instant(seconds: 90))
    for rate in [7.0, 60] {
      var framed = try session(id)
      framed.play(script, drawnAt: rate, fonts)
      framed.advance(to: Instant(seconds: 90))
      #expect(framed.state == plain.state)
      #expect(framed.stageTime(at: framed.now) == plain.stageTime(at: plain.now))
      #expect(framed.drawn(fonts) == plain.drawn(fonts))
    }
  }

  @Test(arguments: ids)
  func `a past moment has the same state whatever panels opened since`(id: String) throws {
    var live = try session(id)
    var random = Gestures(seed: 23)
    var compared = 0
    for index in 0..<600 {
      live.handle(random.next())
      // Panels open and the window is resized, both in the past and in the present.
      switch index % 31 {
      case 7: live.key(.function(9))
      case 19: live.tell(.size(Size(index % 2 == 0 ? 1200 : 940, 760)))
      default: break
      }
      guard index % 12 == 0, !live.isShowingPast else { continue }
      var stopped = live
      stopped.change(.pause(true))
      let (moment, state) = (stopped.liveStageTime, stopped.state)
      var later = live
      later.change(.pause(false))
      later.advance(to: later.now.advanced(by: 0.3))
      later.change(.pause(true))
      later.change(.show(moment))
      guard later.stageTime(at: later.now) == moment else { continue }
      #expect(later.state == state)
      compared += 1
    }
    #expect(compared > 12)
  }
}
