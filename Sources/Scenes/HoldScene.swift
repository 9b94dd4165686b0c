internal import Feel
internal import Stage

/// Every way to show a hold, side by side, and one that cannot be pressed.
struct HoldScene: Scene {
  static let id = "long-press"
  static let title = Words.hold.title
  static let hint = Words.hold.hint
  static let explainsReleases = false
  static let parameters = HoldControl.parameters(of: buttons)
  static let code = HoldPart.code + HoldPart.shapeCode

  private static let buttons: [HoldControl] = [.ring, .outline, .container, .level, .disabled]

  var parts: PartList = [
    "ring": HoldControl.ring.part, "outline": HoldControl.outline.part,
    "container": HoldControl.container.part, "level": HoldControl.level.part,
    "disabled": HoldControl.disabled.part,
  ]
  var focus = Focus()

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    let center = stage.frame.center
    let pitch = min(260 * stage.breadth, (stage.frame.width - 64) / 3)
    // Where a panel leaves a low stage, the two rows are closer and the buttons lower.
    let isLow = stage.frame.height < 280
    let rise = isLow ? 0.22 * stage.frame.height : 80 * stage.growth
    func put(_ name: String, column: Double, row: Double, height: Double) {
      let place = center + Vector(column * pitch, row * rise)
      let high = isLow ? min(56, height) : height
      let size = Size(80 * stage.growth, high * stage.growth)
      parts[name].place(in: Rect(center: place, size: size), stage, at: now)
    }
    put("ring", column: -1, row: -1, height: 80)
    put("outline", column: 0, row: -1, height: 80)
    put("container", column: 1, row: -1, height: 80)
    put("level", column: -0.5, row: 1, height: 56)
    put("disabled", column: 0.5, row: 1, height: 56)
  }
}
