internal import Feel
internal import Stage
internal import TextLayout

/// The integer slider alone.
struct IntegerScene: Scene {
  static let id = "integer-slider"
  static var title: String { Words.integer.title }
  static var hint: String { Words.integer.hint }
  static let explainsReleases = false
  static let parameters = IntegerControl.standard.parameters
  static let code = IntegerPart.code

  var parts: PartList = ["slider": IntegerControl.standard.part]
  var focus = Focus()
  private var growth = 1.0
  // The location and width of the text, if there is room for it.
  private var words: (place: Vector, width: Double)?

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    growth = stage.growth
    let hasWords = frame.width >= 760 && frame.height >= 300
    // Scale down on a stage smaller than the design size.
    let share = min(1, frame.width / 1184) * growth
    let (margin, column) = (hasWords ? 0.047 * frame.width : 48, hasWords ? 300 * share : 0)
    words = hasWords ? (Vector(frame.minX + margin, frame.midY - 62 * growth), 200 * share) : nil
    // The value is above the slider: on a low stage, centre both together.
    let row = Rect(
      x: frame.minX + margin + column,
      y: frame.midY + (35 * stage.flatness - 22 * growth).rounded(),
      width: frame.width - 2 * margin - column, height: 44 * growth)
    parts["slider"].place(in: row, stage, at: now)
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {
    guard let words else { return }
    canvas.verb(
      Words.stepVerb, Words.stepHeading, at: words.place,
      words.width < 180 ? .verb : .loneVerb, width: words.width, growth: growth)
  }
}
