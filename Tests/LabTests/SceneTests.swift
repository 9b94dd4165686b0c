import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

struct SceneTests {
  private static let ids = Catalog.all.scenes.map { $0.id }

  @Test func `a digit opens a scene, and Control+paging keys turn to the next`() throws {
    var session = try Session("overview")
    for (index, id) in Self.ids.enumerated() {
      session.key(.character(Character("\(index + 1)")))
      #expect(session.sceneType.id == id)
    }
    session.key(.pageDown, .control)
    #expect(session.sceneType.id == Self.ids.first)
    session.key(.pageUp, .control)
    #expect(session.sceneType.id == Self.ids.last)
    session.key(.character("9"))
    #expect(session.sceneType.id == Self.ids.last)
  }

  @Test func `a preset changes how far a flick goes, and a parameter changes it again`() throws {
    func distance(_ changes: [SessionChange]) throws -> Double {
      var session = try Session("scroll-view")
      for change in changes { session.change(change) }
      session.change(.command(Command("flick", 2000)))
      session.advance(to: Instant(seconds: 9))
      return session.number("scroll.offset")
    }
    let fast = try distance([.preset(.uikitFast)])
    // (2000 − 10) / k, k = −1000 ln 0.99.
    #expect(abs(fast - 198) <= 0.5)
    let rate = SessionChange.parameter("physics.decay.keptPerMillisecond", .number(0.995))
    #expect(abs(try distance([.preset(.uikitFast), rate]) - 397) <= 0.5)
  }
}
