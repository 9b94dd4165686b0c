package import Feel
package import Raster
package import Stage

/// A drawn icon, around a centre.
package enum Icon: Hashable, Sendable {
  /// The program's icon: a ball at four equal intervals as it comes to rest.
  case mark
  case menu, compare, timeline, parameters, pause, play, restart, theme, help, more
  case folder, file
  case up
  /// To the next or previous frame.
  case step(isOn: Bool)
  /// To the next or previous state change.
  case change(isLater: Bool)
  /// A disc that starts a recording, or a square that stops it.
  case record(isOn: Bool)

  /// Its filled and stroked paths, in a box of 20 points.
  fileprivate var paths: (filled: [String], stroked: [String]) {
    switch self {
    case .menu: ([], ["M3.5 6h13M3.5 10h13M3.5 14h13"])
    case .timeline: ([], ["M3.5 13.2c3.2 0 3.2 -8 6.5 -8 3.3 0 2.6 4.2 6.5 4.2M3.5 16.6h13"])
    case .parameters: ([], ["M3.5 6h6.1M14 6h2.5M3.5 14h2.5M10.4 14h6.1"])
    case .play:
      (
        [
          "M6.4 4.9v10.2c0 .8 .8 1.2 1.5 .8l8 -5.1c.6 -.4 .6 -1.2 0 -1.6l-8 -5.1"
            + "c-.7 -.4 -1.5 0 -1.5 .8z"
        ], []
      )
    case .restart: ([], ["M4.3 3.8v4h4"])
    case .folder:
      (
        [
          "M3 6c0 -.8 .5 -1.3 1.3 -1.3h3.4l1.6 1.8h6.4c.8 0 1.3 .5 1.3 1.3v6.4"
            + "c0 .8 -.5 1.3 -1.3 1.3h-11.4c-.8 0 -1.3 -.5 -1.3 -1.3z"
        ], []
      )
    case .file: ([], ["M6 3.6h5.2l3 3v9.8h-8.2zM11 3.8v3h3"])
    case .up: ([], ["M10 15v-10M6 9l4 -4 4 4"])
    case .step(let isOn):
      ([isOn ? "M9.4 5.6v8.8l6.4 -4.4z" : "M10.6 5.6v8.8l-6.4 -4.4z"], [])
    case .change(let isLater):
      ([isLater ? "M4.4 5.2v9.6l7.2 -4.8z" : "M15.6 5.2v9.6l-7.2 -4.8z"], [])
    case .mark, .compare, .pause, .theme, .help, .more, .record: ([], [])
    }
  }
}

extension Canvas {
  /// Draws an icon around a centre, in a square of 20 points.
  package mutating func draw(_ icon: Icon, at center: Vector, _ color: Color) {
    let (ink, origin) = (Paint.solid(color), center - Vector(10, 10))
    let (filled, stroked) = icon.paths
    for path in filled { draw(.fill(Path(path, at: origin), .nonZero, ink)) }
    for path in stroked {
      draw(.stroke(Path(path, at: origin), Stroke(width: 1.6, join: .round, cap: .round), ink))
    }
    func bar(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      fill(
        Rect(x: origin.x + x, y: origin.y + y, width: width, height: height),
        radius: min(width, height) * 0.4, color)
    }
    func dot(_ x: Double, _ y: Double, _ radius: Double, _ color: Color) {
      draw(.circle(center: origin + Vector(x, y), radius: radius, .solid(color)))
    }
    func ring(_ x: Double, _ y: Double, _ radius: Double, from start: Double = 0, sweep: Double = 1)
    {
      draw(
        .arc(
          center: origin + Vector(x, y), radius: radius, width: 1.6, start: start, sweep: sweep,
          cap: sweep < 1 ? .round : .butt, ink))
    }
    switch icon {
    case .mark:
      for (x, radius, share) in [
        (0.0, 1.6, 0.35), (7.4, 2.1, 0.55), (13.6, 2.8, 0.75), (20.6, 4.2, 1),
      ] {
        dot(x - 3, 10, radius, theme.text.opacity(share))
      }
    case .compare:
      // Two decks, one behind the other, in the colours of their sets.
      for (offset, set) in [(Vector(1.5, -2.5), theme.bFill), (Vector(-2, 2), theme.accent)] {
        let box = Rect(center: center + offset, size: Size(11, 11))
        if set == theme.accent { fill(box.inset(by: -1), radius: 3.6, theme.window) }
        edge(box, radius: 3.2, width: 1.6, color == theme.text ? set : color)
      }
    case .parameters:
      ring(11.8, 6, 2.1)
      ring(8.2, 14, 2.1)
    case .pause:
      bar(5.6, 4.5, 3, 11)
      bar(11.4, 4.5, 3, 11)
    case .step(let isOn): bar(isOn ? 5.5 : 12.6, 5.4, 1.9, 9.2)
    case .change(let isLater): bar(isLater ? 13.7 : 4.4, 5, 1.9, 10)
    case .restart: ring(10, 10, 6.2, from: 0.82, sweep: 0.9)
    case .theme:
      ring(10, 10, 6.3)
      var half = Path()
      half.move(to: center + Vector(0, -6.3))
      half.arc(center: center, radius: 6.3, from: -Double.pi / 2, sweep: Double.pi)
      half.close()
      draw(.fill(half, .nonZero, ink))
    case .help: label("?", at: center, .title, color, align: .center)
    case .more: for x in [4.6, 10, 15.4] { dot(x, 10, 1.5, color) }
    case .record(let isOn):
      let side = isOn ? 10.0 : 11
      fill(
        Rect(center: center, size: Size(side, side)), radius: isOn ? 2 : 5.5,
        color == theme.disabledText ? color : theme.danger)
    default: break
    }
  }
}
