import Feel
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// A take's card states its parameters where they differ from the current ones.
struct TakeParametersTests {
  /// A session in which the cards were flicked once, and what its take's card states.
  private func session() throws -> Session {
    var session = try Session("carousel")
    session.key(.function(8), at: 0.5)
    session.flick(from: Vector(700, 240), by: Vector(-200, 0), at: 1, lasting: 0.1, until: 5)
    return session
  }

  @Test func `a take made with the current parameters names none`() throws {
    #expect(try !session().element("take.1").value.contains("with"))
  }

  @Test func `a value that differed is named with its unit until it is set back`() throws {
    var session = try session()
    session.change(.parameter("carousel.spacing", .number(40)))
    #expect(try session.element("take.1").value.hasSuffix("with Spacing 16 pt"))
    session.change(.parameter("carousel.width", .number(200)))
    #expect(try session.element("take.1").value.hasSuffix("with Card width 280 pt, Spacing 16 pt"))
    session.key(.character("z"), .control)
    session.key(.character("z"), .control)
    #expect(try !session.element("take.1").value.contains("with"))
  }

  @Test func `a different preset is named instead of its values`() throws {
    var session = try session()
    let old = session.parameters.preset.title
    session.change(.preset(.gtk4))
    #expect(try session.element("take.1").value.hasSuffix("with Preset \(old)"))
    // Its card shows the same text in full.
    let fonts = try FontBook()
    let name = try #require(fonts.layout(old, .small).runs.first).glyphs.map(\.id)
    let isNamed = session.drawn(fonts).commands.contains {
      guard case .glyphs(let run, _, _) = $0, run.size == TextStyle.small.size else {
        return false
      }
      return run.glyphs.map(\.id).suffix(name.count).elementsEqual(name)
    }
    #expect(isNamed)
  }
}
