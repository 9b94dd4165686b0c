internal import Feel
internal import Stage
internal import TextLayout

/// Every indicator of a hold, side by side, and a disabled button.
struct HoldScene: Scene {
  static let id = "long-press"
  static var title: String { Words.hold.title }
  static var hint: String { Words.hold.hint }
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
  private var growth = 1.0
  private var pressDuration = 0.0
  // The location and width of the text, if there is room for it.
  private var words: (place: Vector, width: Double)?

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    growth = stage.growth
    pressDuration = stage.parameters.settings(HoldSettings()).duration
    let margin = 0.047 * frame.width
    let hasWords = frame.width >= 760 && frame.height >= 300
    // Scale down on a stage smaller than the design size.
    let share = min(1, frame.width / 1184) * growth
    let column = hasWords ? 300 * share : 0
    let room = frame.height - 2 * min(24, 0.08 * frame.height)
    let ring = min((hasWords ? 264 * share : 0.38 * frame.width), room).rounded()
    let gap = min(22 * growth, 0.03 * frame.height)
    let height = min(96 * growth, (room - 3 * gap) / 4)
    let (left, right) = (frame.minX + margin, frame.maxX - margin)
    let center = Vector(left + column + ring / 2, frame.midY)
    words =
      hasWords ? (Vector(left, frame.midY - 62 * growth), column - 80 * share) : nil
    func put(_ name: String, _ frame: Rect) { parts[name].place(in: frame, stage, at: now) }
    put("ring", Rect(center: center, size: Size(ring, ring)))
    let x = center.x + ring / 2 + min(72 * share, 0.06 * frame.width)
    var y = frame.midY - 2 * height - 1.5 * gap
    for name in ["outline", "container", "level", "disabled"] {
      put(name, Rect(x: x, y: y, width: right - x, height: height))
      y += height + gap
    }
  }

  func hint(at now: Instant) -> String? {
    let buttons = parts.names.compactMap { (parts[$0] as? HoldPart)?.button }
    if let held = buttons.first(where: \.isPressed), !held.showsFiredLook(at: now) {
      return Words.toGo(held.pressDuration * (1 - held.progress(at: now)))
    }
    return buttons.contains { $0.showsFiredLook(at: now) } ? Words.fired(after: pressDuration) : nil
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {
    guard let words else { return }
    canvas.verb(
      Words.holdVerb, Words.holdHeading(for: pressDuration) + "\n" + Words.holdLeaving,
      at: words.place, words.width < 180 ? .verb : .loneVerb, width: words.width, growth: growth)
  }
}
