internal import Feel
internal import Stage

/// The progress slider alone, with room above and below to go fine.
struct ScrubScene: Scene {
  static let id = "progress-slider"
  static let title = Words.scrub.title
  static let hint = Words.scrub.hint
  static let explainsReleases = false
  static let parameters =
    ScrubberSettings().parameters + ScrubSettings().parameters
  static let code = ScrubberPart.code

  var parts: PartList = [
    "slider": ScrubberPart(),
    "less": ButtonPart(Words.less, .order(Command("nudge", -1))),
    "more": ButtonPart(Words.more, .order(Command("nudge", 1))),
  ]
  var focus = Focus()
  private var picture: VideoPicture?
  private var growth = 1.0
  // What lies above the bar.
  private var room: Rect?

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    growth = stage.growth
    let width = min(760 * stage.breadth, stage.frame.width - 96)
    // Below the middle is more to be shown than above: on a low stage the bar makes room for it.
    let center =
      stage.frame.center - Vector(0, (0.14 * stage.lowness * stage.frame.height).rounded())
    let row = Rect(center: center, size: Size(width, 44 * growth))
    parts["slider"].place(in: row, stage, at: now)
    let isPictured = stage.parameters.settings(ScrubSettings()).behind == .picture
    picture = isPictured ? VideoPicture(frame: row.inset(by: -24, -64)) : nil
    room = Rect(
      x: row.minX, y: stage.frame.minY, width: row.width,
      height: max(0, row.minY - stage.frame.minY))
    let y = min(row.maxY + 48 * growth + 80 * (growth - 1), stage.frame.maxY - 56)
    for (name, x) in [("less", center.x - 64), ("more", center.x + 8)] {
      parts[name].place(in: Rect(x: x, y: y, width: 56, height: 32), stage, at: now)
    }
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {
    if canvas.content == .rich { drawCover(into: &canvas) }
    picture?.draw(into: &canvas)
  }

  /// Draws what is played, above the bar, where there is room for it.
  private func drawCover(into canvas: inout Canvas) {
    guard let room, room.height >= 140 else { return }
    let side = min(240 * growth, room.height - 48)
    let cover = Rect(
      x: room.midX - side / 2, y: room.maxY - 40 - side, width: side, height: side)
    Cover(number: 8).draw(into: &canvas, in: cover)
  }
}

private struct ScrubSettings: Law {
  enum Behind: String, CaseIterable {
    case stage, picture
  }

  private(set) var behind = Behind.stage

  mutating func walk(_ walk: inout Walk) {
    walk.choice(
      "slider.behind", "Background", &behind,
      doc: "What lies behind the slider and shows through its layers.")
  }
}
