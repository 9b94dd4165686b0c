import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// Adding a scene takes one file and one line in the catalogue.
struct NinthSceneTests {
  /// Eight scenes and this one, however many the program has.
  private static let catalog = Catalog(Catalog.all.scenes.prefix(8) + [BeadScene.self])

  private func session(size: Size = Size(1200, 800)) -> Session {
    Session(catalog: Self.catalog, scene: Catalog.all.scenes[0], size: size)
  }

  @Test func `the scene opens from the list in a window too narrow for its tab`() throws {
    var session = session(size: Size(600, 400))
    session.click(try session.place(of: "scenes.list"), at: 1)
    let items = session.menuItems
    #expect(items.count == 9)
    session.click(items[8].frame.center, at: 1.5)
    #expect(session.sceneType.id == BeadScene.id)
  }

  @Test func `the scene opens by its key and by its tab`() throws {
    var session = session(size: Size(1040, 600))
    session.key(.character("9"))
    #expect(session.sceneType.id == BeadScene.id)
    session.key(.character("1"))
    let all = session.elements
    let tabs = all.filter { $0.role == .tab }.map(\.frame)
    #expect(tabs.count == 9)
    let buttons = try #require(all.first { $0.id == "window" }).children.map(\.frame)
    for (index, tab) in tabs.enumerated() {
      #expect(tab.width >= 24)
      #expect((tabs[..<index] + buttons).allSatisfy { $0.intersection(tab) == nil })
    }
    session.click(tabs[8].center, at: 1)
    #expect(session.sceneType.id == BeadScene.id)
  }

  @Test func `the scene is flung, frozen, stepped back, announced and replayed like any other`()
    throws
  {
    var session = session()
    session.key(.character("9"))
    session.change(.overlays([.hud, .velocity, .rest]))
    let end = session.flick(from: Vector(700, 410), by: Vector(-220, 0), at: 1, lasting: 0.1)
    let free = try #require(session.reading(at: session.now))
    #expect(free.state == .decelerating)
    #expect(try #require(free.velocity) > 1000)
    session.key(.character("p"), at: end + 0.3)
    let stopped = session.state
    for key in [",", ".", ","] as [Character] { session.key(.character(key)) }
    #expect(session.state != stopped)
    session.key(.character("."))
    #expect(session.state == stopped)
    session.key(.character("p"))
    session.advance(to: Instant(seconds: 12))
    #expect(session.state.value("beads.offset") == .number(free.rest))
    #expect(session.takeEffects().contains { $0.name == "settled" })
    #expect(session.stageElements(at: session.now)[0].spoken.hasSuffix(" of 60"))

    var replay = self.session()
    for event in session.takeJournal() { replay.handle(event) }
    replay.advance(to: session.now)
    #expect(replay.state == session.state)
  }

  @Test(arguments: Theme.Name.allCases, [1, 2.0])
  func `the scene is drawn in every theme with its parameter in the panel`(
    theme: Theme.Name, scale: Double
  ) throws {
    var session = Session(
      catalog: Self.catalog, scene: BeadScene.self, size: Size(1200, 800), scale: scale,
      theme: theme)
    session.key(.function(9))
    let field = session.elements.first { $0.id == "beads.count" }
    #expect(field?.spoken == "Beads, 60")
    let picture = try Picture(session)
    let accent = Theme.named(theme).accent
    let color = UInt32(accent.red) << 16 | UInt32(accent.green) << 8 | UInt32(accent.blue)
    let beads = picture.pixels.count { $0 == color }
    // Twelve circles with a radius of 28 points, less their numbers.
    #expect(Double(beads) > 12 * 2000 * scale * scale)
  }
}
