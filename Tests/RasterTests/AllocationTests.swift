import AllocationCounter
import FeelGeometry
import Raster
import RasterPictures
import Testing

#if DEBUG
  private let isOptimized = false
#else
  private let isOptimized = true
#endif

/// Once the renderer is warm, no frame allocates memory.
///
/// Unoptimised code boxes values that optimised code keeps in place, so only optimised builds are
/// tested.
@Suite(.enabled(if: isOptimized && feel_allocations_are_counted() != 0))
struct AllocationTests {
  /// A slider, two rings, six cards, a chart, text, a gradient, a group, a soft clip and a shadow.
  private func frame(_ step: Int) -> DisplayList {
    var list = DisplayList(scale: 1.5, background: Color(rgb: 0x1E1E24))
    let shift = Double(step) * 0.37
    let track = Rect(x: 20, y: 20, width: 360, height: 40)
    list.append(.roundedRect(track, radius: 20, .solid(Color(argb: 0x80FF_FFFF))))
    list.append(.clip(Rect(x: 20, y: 20, width: 200 + shift, height: 40), radius: 20))
    list.append(.roundedRect(track, radius: 20, .solid(Color(rgb: 0x3B82F6))))
    list.append(.pop)
    for index in 0..<2 {
      list.append(
        .arc(
          center: Vector(60 + 90 * Double(index), 120), radius: 40, width: 3, start: 0,
          sweep: 0.5 + shift / 100, cap: .round, .white))
    }
    list.append(
      .outline(
        Rect(x: 220, y: 80, width: 80, height: 80), radius: 6, width: 3, from: 0,
        to: 0.4 + shift / 100, cap: .butt, .white))
    for index in 0..<6 {
      let card = Rect(x: 10 + 60 * Double(index) + shift, y: 180, width: 50, height: 90)
      list.append(.shadow(card, radius: 8, blur: 12, Color(argb: 0x4000_0000)))
      list.append(.roundedRect(card, radius: 8, gradient(card)))
    }
    list.append(.group(opacity: 0.5))
    list.append(.stroke(chart(shift), Stroke(width: 2, join: .round), .white))
    list.append(.stroke(chart(9), Stroke(width: 1, dash: [4, 3]), .white))
    list.append(.fill(chart(5), .evenOdd, .white))
    list.append(.pop)
    let glyphs = (0..<60).map { Glyph(id: UInt32($0 % 20), offset: Vector(Double($0) * 6, 0)) }
    let run = GlyphRun(font: FontID(0), size: 14, glyphs: glyphs)
    list.append(.glyphs(run, at: Vector(20, 285 + shift / 10), Color(rgb: 0xFFFFFF)))
    return list
  }

  private func gradient(_ card: Rect) -> Paint {
    .linear(
      LinearGradient(
        from: Vector(card.minX, card.minY), to: Vector(card.maxX, card.maxY),
        stops: [GradientStop(0, Color(rgb: 0x7C3AED)), GradientStop(1, Color(rgb: 0x06B6D4))]))
  }

  private func chart(_ shift: Double) -> Path {
    var path = Path()
    path.move(to: Vector(10, 200))
    for index in 1..<300 {
      path.line(to: Vector(10 + Double(index), 200 + Double(index * 7919 % 40) + shift))
    }
    return path
  }

  @Test func `a warm renderer draws whole and partial frames without allocating memory`() {
    let frames = (0..<12).map(frame)
    let renderer = Renderer.dots
    var difference = ListDifference()
    var canvas = [UInt32](repeating: 0, count: 600 * 450)
    var (before, drawn) = (feel_allocation_count(), 0)
    for round in 0..<4 {
      // The first two rounds make one-time allocations.
      if round == 2 { before = feel_allocation_count() }
      for index in frames.indices {
        var span = canvas.mutableSpan
        if round % 2 == 0 {
          renderer.draw(frames[index], into: &span, width: 600, height: 450, stride: 600)
          drawn += 1
        } else {
          let old = frames[index == 0 ? frames.count - 1 : index - 1]
          difference.find(from: old, to: frames[index], width: 600, height: 450)
          renderer.draw(
            frames[index], into: &span, width: 600, height: 450, stride: 600,
            damage: difference.damage.rects)
          drawn += difference.damage.rects.count
        }
      }
    }
    let asked = feel_allocation_count() - before
    #expect(drawn >= 48)
    #expect(asked == 0)
  }
}
