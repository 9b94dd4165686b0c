import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// Custom looks drawn by a caller, from outside the module.
struct OwnLooksTests {
  private func session(theme: Theme.Name = .light) -> Session {
    Session(
      catalog: Catalog([OwnLooksScene.self]), scene: OwnLooksScene.self, size: Size(1200, 800),
      theme: theme)
  }

  /// Number of pixels of a colour in a frame.
  private func count(_ color: Color, in frame: Rect, _ session: Session) throws -> Int {
    let picture = try Picture(session)
    var count = 0
    for y in Int(frame.minY)..<Int(frame.maxY) {
      for x in Int(frame.minX)..<Int(frame.maxX)
      where picture.pixels[y * picture.width + x] == color.argb & 0xFF_FFFF { count += 1 }
    }
    return count
  }

  @Test(arguments: Theme.Name.allCases)
  func `a caller's indicator receives the progress, the colour and the frame`(theme: Theme.Name)
    throws
  {
    var session = session(theme: theme)
    let frame = try #require(session.stageElements(at: .zero).first { $0.id == "launch" }).frame
    #expect(frame.size == Size(200, 64))
    let color = Tint.green.color(in: .named(theme))
    #expect(try count(color, in: frame, session) == 0)
    session.pointer(.down, frame.center, at: 1)
    var last = 0
    // 0.4 s per block; blocks are 32 × 6 points with round ends.
    for lit in 1...4 {
      session.advance(to: Instant(seconds: 1 + 0.4 * Double(lit)))
      let pixels = try count(color, in: frame, session)
      #expect(pixels >= last + 160, "\(lit) blocks: \(pixels)")
      last = pixels
    }
    session.advance(to: Instant(seconds: 3.1))
    #expect(session.takeEffects().contains { $0.name == "fired" })
    #expect(try count(color, in: frame, session) >= last + 160)
  }

  @Test func `a caller's indicator has its colour and shape as parameters`() throws {
    var session = session()
    session.change(.parameter("launch.color", .choice("magenta")))
    session.change(.parameter("launch.shape", .choice("circle")))
    let launch = try #require(session.stageElements(at: .zero).first { $0.id == "launch" })
    #expect(launch.frame.size == Size(80, 80))
    #expect(launch.details == "circle with a magenta row of blocks")
    session.key(.function(9))
    let words = session.elements.map(\.spoken)
    #expect(words.contains("Launch: colour, magenta, changed from green"))
  }

  @Test(arguments: Theme.Name.allCases)
  func `a caller's ticks receive the thumb's position`(theme: Theme.Name) throws {
    var session = session(theme: theme)
    let slider = try #require(session.stageElements(at: .zero).first { $0.id == "integer" })
    #expect(slider.details == "ticks: triangles")
    // Only the ticks; the track and thumb are above.
    let ticks = Rect(
      x: slider.frame.minX, y: slider.frame.midY + 20, width: slider.frame.width, height: 8)
    let accent = Theme.named(theme).accent
    session.click(slider.frame.center, at: 1)
    // A triangle of 8 × 8 points has an area of 32 pt², less its edges.
    for (key, triangles) in [(KeySample.Key.home, 1), (.right, 2), (.end, 11)] {
      session.key(key)
      session.advance(to: session.now.advanced(by: 2))
      let pixels = try count(accent, in: ticks, session)
      // Where there are shadows, the thumb's shadow covers the triangle below it.
      let clear = theme == .contrast ? triangles : triangles - 1
      #expect((12 * clear...32 * triangles).contains(pixels), "\(triangles): \(pixels)")
    }
    session.change(.parameter("integer.ticks", .choice("lines")))
    #expect(try count(accent, in: ticks, session) == 0)
  }
}
