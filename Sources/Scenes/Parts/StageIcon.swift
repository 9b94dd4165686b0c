internal import Feel
internal import Raster
internal import Stage

/// The icons on controls: SVG outlines in a 20-point square.
enum StageIcon {
  case play, pause, check, trash, restart, erase, send, lock

  private var filled: [String] {
    switch self {
    case .play:
      ["M6.4 4.9v10.2c0 .8 .8 1.2 1.5 .8l8-5.1c.6-.4 .6-1.2 0-1.6l-8-5.1c-.7-.4-1.5 0-1.5 .8z"]
    case .pause:
      [5.6, 11.4].map { x in
        "M\(x + 1.2) 4.5h.6c.7 0 1.2 .5 1.2 1.2v8.6c0 .7-.5 1.2-1.2 1.2h-.6c-.7 0-1.2-.5-1.2-1.2v"
          + "-8.6c0-.7 .5-1.2 1.2-1.2z"
      }
    case .lock:
      [
        "M6.6 9h6.8c1.1 0 2 .9 2 2v3.4c0 1.1-.9 2-2 2h-6.8c-1.1 0-2-.9-2-2v-3.4c0-1.1 .9-2 2-2z"
      ]
    case .check, .trash, .restart, .erase, .send: []
    }
  }

  private var stroked: (outline: String, width: Double)? {
    switch self {
    case .play, .pause: nil
    case .check: ("M4.2 10.6l3.8 3.8 7.8-8.4", 2.2)
    case .trash:
      (
        "M4 5.8h12M8 5.6v-1.2c0-.6 .4-1 1-1h2c.6 0 1 .4 1 1v1.2M5.4 6l.6 9.2c.1 .8 .6 1.3 1.4 1.3"
          + "h5.2c.8 0 1.3-.5 1.4-1.3l.6-9.2M8.6 9v4.6M11.4 9v4.6", 1.5
      )
    case .restart:
      (
        "M4.6 7.6C6.14 4.88 9.45 3.73 12.34 4.91C15.23 6.09 16.8 9.23 15.99 12.25"
          + "C15.18 15.27 12.26 17.21 9.17 16.79C6.07 16.38 3.78 13.72 3.8 10.6M4.3 3.8v4h4", 1.6
      )
    case .erase:
      (
        "M8 15.6l-4.2-4.2c-.5-.5-.5-1.2 0-1.7l5.9-5.9c.5-.5 1.2-.5 1.7 0l4.2 4.2c.5 .5 .5 1.2 0"
          + " 1.7l-5.9 5.9zM7 6.8l6 6M8 15.8h8.4", 1.5
      )
    case .send: ("M16.4 3.8l-7.6 7.6M16.4 3.8l-4.6 12.4-3-4.8-5-3z", 1.5)
    case .lock: ("M6.9 9v-2c0-1.7 1.4-3.1 3.1-3.1c1.7 0 3.1 1.4 3.1 3.1v2", 1.6)
    }
  }

  /// Draws the icon around a centre, in a square of a size in points.
  func draw(at center: Vector, size: Double = 20, _ color: Color, into canvas: inout Canvas) {
    let (scale, origin) = (size / 20, center - Vector(size / 2, size / 2))
    for outline in filled {
      canvas.draw(.fill(Path(outline, at: origin, scale: scale), .nonZero, .solid(color)))
    }
    guard let stroked else { return }
    let stroke = Stroke(width: stroked.width * scale, join: .round, cap: .round)
    canvas.draw(.stroke(Path(stroked.outline, at: origin, scale: scale), stroke, .solid(color)))
  }
}
