import Feel
import FeelTrace
import Raster
import Scenes
import Stage

/// A button and an integer slider with custom looks.
struct OwnLooksScene: Scene {
  static let id = "own-looks"
  static let title = "Own looks"
  static let hint = "Hold the button · drag the slider"
  static let parameters = HoldControl.parameters(of: [launch]) + level.parameters

  /// Five blocks that light up one after another.
  private static let blocks = HoldIndicator("row of blocks") { moment, canvas in
    let pitch = moment.frame.width / 5
    for index in 0..<5 {
      let light = min(1, max(0, moment.progress * 5 - Double(index)))
      let block = Rect(
        x: moment.frame.minX + Double(index) * pitch + 4, y: moment.frame.maxY - 12,
        width: pitch - 8, height: 6)
      canvas.fill(block, radius: 3, canvas.theme.track.mixed(with: moment.color, light))
    }
  }
  private static let launch = HoldControl(
    "launch", label: "Launch", caption: "Five blocks", blocks,
    shape: .roundedRectangle(radius: 12), offersShapes: true, tint: .green, size: Size(200, 64))

  /// Triangles that point at the track; those that the thumb has passed are in the accent colour.
  private static let triangles = TickLook("triangles") { tick, color, frame, canvas in
    let top = Vector(frame.midX, frame.minY)
    let path = Path([
      .move(top), .line(top + Vector(4, 8)), .line(top + Vector(-4, 8)), .close,
    ])
    let ink = tick.thumbDistance >= 0 ? canvas.theme.accent : color
    canvas.draw(.fill(path, .nonZero, .solid(ink)))
  }
  private static let level = IntegerControl([triangles, .lines])

  var parts: PartList = ["launch": launch.part, "level": level.part]
  var focus = Focus()

  init(_ stage: Stage) {
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let center = stage.frame.center
    let button = Rect(center: center + Vector(0, -120), size: Size(80, 80))
    let slider = Rect(center: center + Vector(0, 120), size: Size(400, 44))
    parts["launch"].place(in: button, stage, at: now)
    parts["level"].place(in: slider, stage, at: now)
  }
}
