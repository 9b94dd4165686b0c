internal import FeelGeometry
internal import Raster
internal import RasterPictures

/// Pictures of absurd commands: nothing may be written outside the picture, and without absurd
/// numbers a part drawn alone must equal that part of the whole.
struct RasterKind: FuzzKind {
  static let name = "raster"

  // A renderer is reused for fifty pictures: none may affect the next.
  private var renderer = wildRenderer()
  private var isFirst = true
  private var commands = 0

  var figures: String { ", \(commands) commands" }

  mutating func flaw(of seed: UInt64) -> String? {
    let hasFont = seed / 50 % 2 == 0
    if isFirst || seed % 50 == 0 { renderer = hasFont ? .dots : Self.wildRenderer() }
    isFirst = false
    let wildness = [0, 0.02, 0.2, 0.5][Int(seed % 4)]
    var random = RandomPictures(seed: seed, wildness: wildness)
    let sides = [1, 2, 7, 64, 100, 131, 700]
    let (width, height) = (sides[random.pick(7)], sides[random.pick(7)])
    var canvas = Canvas(width, height, stride: width + random.pick(9))
    var part = canvas
    let commands = random.commands(random.pick(30))
    self.commands += commands.count
    let scale = [1, 1.5, 2.7, 0.01, 300][random.pick(5)]
    let background = Color(argb: random.pick(3) == 0 ? 0x8012_3456 : 0xFF1E_1E24)
    canvas.draw(commands, scale: scale, background: background, with: renderer)
    if canvas.strayWrites != 0 { return "a pixel outside was written" }

    // With absurd numbers, a part may differ: it may lack a glyph that extends further than any
    // font's, and dashes of extremely long lines are rounded where they become visible.
    guard hasFont, wildness == 0 else { return nil }
    let (x0, y0) = (random.pick(width), random.pick(height))
    let damage = PixelRect(
      x0: x0, y0: y0, x1: x0 + 1 + random.pick(width - x0), y1: y0 + 1 + random.pick(height - y0))
    part.draw(commands, scale: scale, background: background, damage: [damage], with: renderer)
    for y in 0..<height {
      for x in 0..<width {
        let isInside = x >= damage.x0 && x < damage.x1 && y >= damage.y0 && y < damage.y1
        let index = y * canvas.stride + x
        if part.pixels[index] != (isInside ? canvas.pixels[index] : 0xFF00_0000) {
          return "pixel \(x), \(y) of a part is not that of the whole"
        }
      }
    }
    return nil
  }

  private static func wildRenderer() -> Renderer {
    Renderer { _, glyph, size in
      var random = RandomPictures(seed: UInt64(glyph), wildness: 0.1)
      return random.path().transformed(by: .scale(size / 100))
    }
  }
}
