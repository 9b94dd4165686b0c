import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

struct TimelineLayoutTests {
  private static let ids = Catalog.all.scenes.map { $0.id }
  private static let sizes = [Size(880, 600), Size(1200, 800), Size(1920, 1080)]

  /// A session whose open timeline shows a drag, a fling, a wheel turn and a key.
  private func busy(_ id: String, _ size: Size, theme: Theme.Name = .light) throws -> Session {
    var session = try Session(id, size: size, theme: theme)
    session.key(.function(8), at: 0)
    let stage = Vector(size.width / 2, 220)
    session.flick(from: stage, by: Vector(-180, 0), at: 1, lasting: 0.15)
    session.keys(.tab, .right, at: 4)
    session.advance(to: Instant(seconds: 8))
    return session
  }

  @Test(arguments: ids, sizes)
  func `no words overlap while the timeline is open`(id: String, size: Size) throws {
    let fonts = try FontBook()
    let session = try busy(id, size)
    expectNoWordsOverWords(session.drawn(fonts), in: size)
  }

  @Test(arguments: sizes)
  func `the timeline's words do not overlap in slow motion at any zoom`(size: Size) throws {
    let fonts = try FontBook()
    var session = try busy("carousel", size)
    session.change(.speed(0.05))
    let lanes = Vector(size.width / 3, size.height - 60)
    for _ in 0..<6 {
      session.wheel(Vector(0, -1), over: lanes)
    }
    expectNoWordsOverWords(session.drawn(fonts), in: size)
    session.pointer(.down, lanes, at: 9)
    session.pointer(.moved, lanes + Vector(30, -80), at: 9.1)
    let list = session.drawn(fonts)
    #expect(list.commands.count > 60)
  }

  @Test(arguments: Theme.Name.allCases, [1, 1.5, 2.0])
  func `the timeline has the same layout in every theme and at every scale`(
    theme: Theme.Name, scale: Double
  ) throws {
    let fonts = try FontBook()
    func places(_ theme: Theme.Name, _ scale: Double) throws -> [Vector] {
      var session = try busy("carousel", Size(880, 600), theme: theme)
      session.tell(.scale(scale))
      return session.drawn(fonts).commands.compactMap {
        guard case .glyphs(_, let origin, _) = $0, origin.y > 400 else { return nil }
        return origin
      }
    }
    let (plain, other) = (try places(.light, 1), try places(theme, scale))
    #expect(plain.count == other.count)
    for (a, b) in zip(plain, other) {
      #expect(abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1)
    }
  }
}
