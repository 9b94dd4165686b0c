package import Feel
internal import Raster
package import Stage

/// A sign that is drawn, about a centre.
package enum Icon: Hashable, Sendable {
  case menu, compare, timeline, parameters, pause, play, restart, theme, help, more
  case folder, file
  /// An arrow that points up.
  case up
  /// To the next place, or to the one before.
  case step(isOn: Bool)
  /// Further on, or back.
  case change(isLater: Bool)
  /// A disc that begins a recording, or a square that ends it.
  case record(isOn: Bool)
}

extension Canvas {
  /// Draws a sign about a centre, in a square of 16 points.
  package mutating func draw(_ icon: Icon, at center: Vector) {
    let color = theme.text
    let ink = Paint.solid(color)
    switch icon {
    case .record(let isOn):
      let side = isOn ? 10.0 : 12
      fill(Rect(center: center, size: Size(side, side)), radius: isOn ? 2 : 6, theme.danger)
    case .menu:
      for y in [-5.0, 0, 5] {
        fill(Rect(x: center.x - 7, y: center.y + y - 0.875, width: 14, height: 1.75), color)
      }
    case .compare:
      // One curve drawn, the other dashed, as on the stage.
      for (y, dash) in [(2.0, []), (-2.5, [2.5, 2])] {
        var curve = Path()
        curve.move(to: center + Vector(-7, y + 4))
        curve.cubic(
          center + Vector(-2, y + 4), center + Vector(-3, y - 4), to: center + Vector(7, y - 4))
        draw(.stroke(curve, Stroke(width: 1.75, dash: dash), ink))
      }
    case .timeline:
      // A curve over an axis.
      var curve = Path()
      curve.move(to: center + Vector(-7, 2))
      curve.cubic(center + Vector(-3, -11), center + Vector(0, 0), to: center + Vector(7, -1))
      draw(.stroke(curve, Stroke(width: 1.75), ink))
      fill(Rect(x: center.x - 7, y: center.y + 5, width: 14, height: 1.75), color)
    case .parameters:
      for (index, x) in [3.0, -3, 1].enumerated() {
        let y = center.y + 5.0 * Double(index - 1)
        fill(Rect(x: center.x - 7, y: y - 0.75, width: 14, height: 1.5), color)
        fill(Rect(center: Vector(center.x + x, y), size: Size(5, 5)), radius: 2.5, color)
      }
    case .play: triangle(at: center + Vector(1, 0), width: 11, height: 13)
    case .step(let isOn):
      let side = isOn ? 1.0 : -1
      triangle(at: center + Vector(side * 2, 0), width: side * 8, height: 10)
      fill(Rect(center: center + Vector(side * -4.5, 0), size: Size(2, 10)), color)
    case .change(let isLater):
      let side = isLater ? 1.0 : -1
      triangle(at: center + Vector(side * -4, 0), width: side * 7, height: 10)
      triangle(at: center + Vector(side * 2.5, 0), width: side * 7, height: 10)
      fill(Rect(center: center + Vector(side * 7, 0), size: Size(2, 10)), color)
    case .pause:
      for x in [-5.0, 2.0] {
        fill(Rect(x: center.x + x, y: center.y - 6, width: 3, height: 12), radius: 1, color)
      }
    case .restart:
      // Clockwise to 11 o'clock, where the head points on along the circle.
      draw(
        .arc(center: center, radius: 6, width: 1.75, start: 0.06, sweep: 0.78, cap: .butt, ink))
      var head = Path()
      head.move(to: center + Vector(-0.6, -6.9))
      head.line(to: center + Vector(-7.6, -6.4))
      head.line(to: center + Vector(-3.2, -0.9))
      head.close()
      draw(.fill(head, .nonZero, ink))
    case .theme:
      draw(.arc(center: center, radius: 6.5, width: 1.75, start: 0, sweep: 1, cap: .butt, ink))
      var half = Path()
      half.move(to: center + Vector(0, -6.5))
      half.arc(center: center, radius: 6.5, from: -Double.pi / 2, sweep: Double.pi)
      half.close()
      draw(.fill(half, .nonZero, ink))
    case .help: label("?", at: center, .title, color, align: .center)
    case .more:
      for x in [-7.0, 0, 7] {
        fill(Rect(center: center + Vector(x, 0), size: Size(4, 4)), radius: 2, color)
      }
    case .folder:
      let box = Rect(center: center, size: Size(14, 11))
      fill(box, radius: 2, theme.accent)
      fill(Rect(x: box.minX, y: box.minY - 2, width: 6, height: 4), radius: 1, theme.accent)
    case .file: edge(Rect(center: center, size: Size(10, 13)), radius: 2, theme.secondaryText)
    case .up: arrow(at: center, pointing: Vector(0, -1))
    }
  }

  /// Fills a triangle that points right, or left where the width is negative, about the middle of
  /// its box.
  private mutating func triangle(at center: Vector, width: Double, height: Double) {
    var path = Path()
    path.move(to: center + Vector(-width / 2, -height / 2))
    path.line(to: center + Vector(width / 2, 0))
    path.line(to: center + Vector(-width / 2, height / 2))
    path.close()
    draw(.fill(path, .nonZero, .solid(theme.text)))
  }
}
