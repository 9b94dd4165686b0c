import FeelGeometry
import Raster
import Testing

@Suite struct DamageTests {
  private let background = Color(rgb: 0x1E1E24)

  @Test(arguments: 1...60)
  func `a part drawn alone is the same part of the whole`(seed: Int) {
    var pictures = RandomPictures(seed: UInt64(seed))
    let commands = pictures.commands(14)
    let renderer = Renderer.dots
    var (whole, part) = (Canvas(100, 90, stride: 103), Canvas(100, 90, stride: 103))
    whole.draw(commands, background: background, with: renderer)
    let damage = [
      PixelRect(x0: 13, y0: 7, x1: 61, y1: 55), PixelRect(x0: 40, y0: 50, x1: 99, y1: 90),
    ]
    part.draw(commands, background: background, damage: damage, with: renderer)
    var wrong = 0
    for y in 0..<90 {
      for x in 0..<100 {
        let isDamaged = damage.contains { x >= $0.x0 && x < $0.x1 && y >= $0.y0 && y < $0.y1 }
        let expected = isDamaged ? whole.pixels[y * 103 + x] : 0xFF00_0000
        if part.pixels[y * 103 + x] != expected { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(part.strayWrites == 0)
  }

  @Test(arguments: 1...60)
  func `redrawing the difference of two pictures gives the second`(seed: Int) {
    var pictures = RandomPictures(seed: UInt64(seed) &* 977)
    var (old, new) = (
      DisplayList(background: background), DisplayList(background: background)
    )
    old.commands = pictures.commands(12)
    new.commands = old.commands
    let fresh = pictures.commands(2)
    new.commands[seed % 12] = fresh[0]
    if seed % 3 == 0 { new.commands.insert(fresh[1], at: seed % 7) }
    let renderer = Renderer.dots
    var (canvas, expected) = (Canvas(100, 90), Canvas(100, 90))
    var damage = Damage()
    damage.set(from: old, to: new, width: 100, height: 90)
    #expect(damage.rects.count <= Damage.limit)
    canvas.draw(old.commands, background: background, with: renderer)
    canvas.draw(new.commands, background: background, damage: damage.rects, with: renderer)
    expected.draw(new.commands, background: background, with: renderer)
    let wrong = zip(canvas.pixels, expected.pixels).count { $0 != $1 }
    #expect(wrong == 0)
  }

  @Test func `equal pictures damage nothing`() {
    var pictures = RandomPictures(seed: 5)
    var list = DisplayList(background: background)
    list.commands = pictures.commands(20)
    var damage = Damage()
    damage.set(from: list, to: list, width: 100, height: 100)
    #expect(damage.rects.isEmpty)
  }
}
