internal import FeelGeometry
internal import Raster
internal import RasterPictures

/// Large pictures: several threads must draw the same as one, and never write outside the picture.
struct BandKind: FuzzKind {
  static let name = "bands"

  private var commands = 0

  var figures: String { ", \(commands) commands" }

  mutating func flaw(of seed: UInt64) -> String? {
    var random = RandomPictures(seed: seed)
    let commands = random.commands(random.pick(60))
    self.commands += commands.count
    let empty = Canvas(1601, 1203, stride: 1601 + random.pick(9))
    let scale = [1, 1.5, 13.7][random.pick(3)]
    func draw(_ renderer: Renderer) -> Canvas {
      var canvas = empty
      canvas.draw(commands, scale: scale, background: Color(rgb: 0x1E1E24), with: renderer)
      return canvas
    }
    let one = draw(.dots(threads: 1))
    let several = Renderer.dots(threads: 2 + random.pick(4))
    // The second time with the caches of the first.
    for canvas in [one, draw(several), draw(several)] {
      if canvas.strayWrites != 0 { return "a pixel outside was written" }
      if canvas.pixels != one.pixels { return "several threads draw another picture" }
    }
    return nil
  }
}
