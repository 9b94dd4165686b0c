internal import Feel
internal import Raster

/// Frames that differ slightly from the previous one: finds and redraws the difference.
struct BenchDamage {
  let scenes: BenchScenes

  static let names = [
    "damage card", "damage ring", "damage number", "damage carousel", "unchanged", whole,
  ]

  /// The full frame of cards, for comparison with redrawing a part.
  private static let whole = "S4 cleared"

  /// The two frames to alternate between.
  func frames(_ name: String) -> (DisplayList, DisplayList) {
    let background = Color(rgb: 0x1E1E24)
    var (a, b) = (scenes.list("S4"), scenes.list("S4"))
    (a.background, b.background) = (background, background)
    switch name {
    case "damage card": b.commands[2] = BenchScenes.card(2, by: 0.37)
    case "damage ring":
      (a, b) = (scenes.list("S7"), scenes.list("S7"))
      // The ring's index in the frame, after the slider's four commands.
      b.commands[4] = BenchScenes.ring(Vector(1100, 100), sweep: 0.73 + 1.0 / 120)
    case "damage number":
      (a, b) = (scenes.list("S7"), scenes.list("S7"))
      for digit in 0..<2 { (a, b) = (number(digit, in: a), number(digit + 2, in: b)) }
    case "damage carousel":
      for index in 0..<6 { b.commands[index] = BenchScenes.card(index, by: -7.31) }
    default: break
    }
    return (a, b)
  }

  /// Adds a number like those of a HUD over the controls.
  private func number(_ digit: Int, in list: DisplayList) -> DisplayList {
    let text = scenes.list("S6").commands.first
    guard case .glyphs(let run, _, let color)? = text else { return list }
    var list = list
    let glyphs = (0..<2).map {
      Glyph(id: run.glyphs[52 + (digit + $0) % 10].id, offset: Vector(Double($0) * 8.9, 0))
    }
    let place = Vector(1200 + 18 * Double(digit % 2), 24)
    list.append(.glyphs(GlyphRun(font: run.font, size: 14, glyphs: glyphs), at: place, color))
    return list
  }

  /// Times finding and redrawing the difference.
  func measure(_ name: String, _ renderer: Renderer, seconds: Double) -> BenchResult {
    var canvas = BenchCanvas(width: BenchScenes.width, height: BenchScenes.height)
    let frames = frames(name)
    canvas.draw(frames.0, with: renderer)
    guard name != Self.whole else {
      return BenchTimer.measure(name, seconds: seconds) { canvas.draw(frames.0, with: renderer) }
    }
    var difference = ListDifference()
    var isFirst = true
    return BenchTimer.measure(name, seconds: seconds) {
      let (old, new) = isFirst ? frames : (frames.1, frames.0)
      difference.find(from: old, to: new, width: canvas.width, height: canvas.height)
      canvas.draw(new, with: renderer, damage: difference.damage.rects)
      isFirst.toggle()
    }
  }
}
