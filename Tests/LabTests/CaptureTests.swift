import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// A press captures the pointer until its release, whatever keys are pressed meanwhile.
struct CaptureTests {
  private static let keys: [(KeySample.Key, Modifiers)] =
    (1...12).map { (.function($0), []) }
    + "abcdefghijklmnopqrstuvwxyz0123456789?.,<>[]`".map {
      (.character($0), [])
    }
    + "acersvyzo,.+-0".map { (.character($0), .control) }
    + "sercz".map { (.character($0), [.control, .shift]) }
    + [(.menu, []), (.function(10), .shift), (.escape, []), (.tab, []), (.space, [])]
    + [(.return, []), (.return, .control), (.home, []), (.end, []), (.left, []), (.pageUp, [])]

  @Test(arguments: Catalog.all.scenes.map { $0.id })
  func `a key pressed during a drag never leaves the stage held after the release`(id: String)
    throws
  {
    let start = try Session(id)
    let places = start.elements.filter {
      $0.frame.height > 20 && $0.frame.minY > 44 && $0.frame.maxY < 776
    }
    #expect(!places.isEmpty)
    for (key, modifiers) in Self.keys {
      for place in places.map(\.frame.center) {
        var session = start
        let end = session.drag(from: place, by: Vector(40, 25), at: 1, lasting: 0.05)
        session.key(key, modifiers, at: end + 0.01)
        session.key(key, modifiers, phase: .up)
        session.pointer(.moved, place, at: end + 0.02)
        session.pointer(.up, place, at: end + 0.03)
        session.change(.pause(false))
        session.change(.speed(1))
        session.advance(to: session.now.advanced(by: 400))
        // The stopwatch runs until stopped.
        let isRunning = session.state.value("curves.state") == .text("running")
        #expect(session.isSettled != isRunning, "\(key) \(modifiers) at \(place)")
      }
    }
  }
}
