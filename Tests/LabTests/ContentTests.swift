import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// Plain and rich content of the scenes.
struct ContentTests {
  private func session(_ id: String, _ size: Size, isRich: Bool) throws -> Session {
    var session = try Session(id, size: size)
    session.tell(.prefer(.content, .flag(isRich)))
    session.flick(from: Vector(300, 220), by: Vector(-120, -60), at: 1, lasting: 0.1, until: 1.4)
    return session
  }

  @Test(arguments: Catalog.all.scenes.map { $0.id })
  func `rich content changes neither state nor recording`(id: String) throws {
    let size = Size(1200, 800)
    var (plain, rich) = (try session(id, size, isRich: false), try session(id, size, isRich: true))
    #expect(plain.state == rich.state && plain.takeJournal() == rich.takeJournal())
    let fonts = try FontBook()
    let differs =
      plain.drawn(fonts) != rich.drawn(fonts)
    let isFilled = ["overview", "progress-slider", "carousel", "scroll-view", "pager"]
    #expect(differs == isFilled.contains(id))
  }

  @Test(
    arguments: ["overview", "progress-slider", "carousel", "scroll-view", "pager"],
    [Size(480, 360), Size(880, 600), Size(1600, 1000)])
  func `rich content draws no words over words`(id: String, size: Size) throws {
    let session = try session(id, size, isRich: true)
    let list = session.displayList(at: session.now, fonts: try FontBook())
    expectNoWordsOverWords(list, in: size, atLeast: 8)
  }

  @Test func `redrawing a card gives the same cover, and another card a different one`() throws {
    let fonts = try FontBook()
    var session = try session("carousel", Size(1200, 800), isRich: true)
    session.advance(to: Instant(seconds: 6))
    let first = session.drawn(fonts)
    #expect(first == session.drawn(fonts))
    session.key(.right)
    session.advance(to: Instant(seconds: 9))
    #expect(first != session.drawn(fonts))
  }
}
