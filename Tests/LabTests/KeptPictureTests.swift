import Feel
import Lab
import RandomSessions
import Stage
import Testing
import TextLayout

/// Pictures of panels are cached while their content stays the same.
struct KeptPictureTests {
  @Test(arguments: [
    ("progress-slider", Vector(500, 592)), ("scroll-view", Vector(400, 400)),
    ("carousel", Vector(400, 400)),
  ])
  func `a drag on the stage redraws no panel`(scene: String, place: Vector) throws {
    var session = try Session(scene)
    let fonts = try FontBook()
    session.tell(.fonts(fonts))
    session.pointer(.moved, place, at: 0.1)
    var end = session.drag(from: place, by: Vector(30, 30), at: 0.2, lasting: 0.1)
    let (still, count) = (session.drawn(fonts), session.keptCount)
    for step in 1...50 {
      end += 0.004
      session.pointer(.moved, place + Vector(30 + Double(step), 30 - Double(step)), at: end)
      _ = session.drawn(fonts)
    }
    #expect(session.keptCount == count)
    #expect(session.drawn(fonts) != still)
  }

  @Test(arguments: UInt64(1)...6)
  func `cached pictures match freshly drawn ones`(seed: UInt64) throws {
    let fonts = try FontBook()
    var (kept, fresh) = (try Session("scroll-view"), try Session("scroll-view"))
    var gestures = Gestures(seed: seed)
    kept.tell(.fonts(fonts))
    fresh.tell(.fonts(fonts))
    for step in 1...300 {
      let event = gestures.next()
      kept.handle(event)
      fresh.handle(event)
      _ = kept.drawn(fonts)
      if step % 100 == 0 { #expect(kept.drawn(fonts) == fresh.drawn(fonts)) }
    }
    #expect(kept.keptCount > fresh.keptCount)
  }
}
