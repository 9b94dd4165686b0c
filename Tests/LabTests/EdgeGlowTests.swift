import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// The glow of the Scroll scene at an edge that its content does not pass.
struct EdgeGlowTests {
  /// The scene under a preset, pulled down by 60 points at its start and just released.
  private func pulled(_ preset: String) throws -> Session {
    var session = try Session("scroll-view")
    session.change(.preset(try #require(ScrollPreset.named(preset))))
    let end = session.flick(from: Vector(560, 300), by: Vector(0, 60), at: 1, lasting: 0.2)
    session.advance(to: Instant(seconds: end + 0.02))
    return session
  }

  /// Number of glows: fading areas in the accent colour.
  private func glows(_ session: Session, at time: Instant) throws -> Int {
    let fonts = try FontBook()
    let accent = Theme.named(session.theme).accent
    return session.displayList(at: time, fonts: fonts).commands.count {
      guard case .roundedRect(_, _, .linear(let gradient)) = $0 else { return false }
      return gradient.stops.last?.color == accent.opacity(0)
    }
  }

  @Test func `under GTK a pulled edge glows and fades out`() throws {
    var session = try pulled("gtk4")
    #expect(session.state.value("scroll.offset") == .number(0))
    #expect(try glows(session, at: session.now) == 1)
    #expect(!session.isSettled)
    session.advance(to: session.now.advanced(by: 3))
    #expect(try glows(session, at: session.now) == 0)
    #expect(session.isSettled)
  }

  @Test func `no edge glows if the content follows the hand`() throws {
    let session = try pulled("uikit")
    #expect(try glows(session, at: session.now) == 0)
  }
}
