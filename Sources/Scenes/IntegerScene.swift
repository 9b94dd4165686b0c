internal import Feel
internal import Stage

/// The slider of whole numbers alone.
struct IntegerScene: Scene {
  static let id = "integer-slider"
  static var title: String { Words.integer.title }
  static var hint: String { Words.integer.hint }
  static let explainsReleases = false
  static let parameters = IntegerControl.standard.parameters
  static let code = IntegerPart.code

  var parts: PartList = ["slider": IntegerControl.standard.part]
  var focus = Focus()

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    let width = min(740 * stage.breadth, stage.frame.width - 96)
    // The value stands above the slider: on a low stage both together are in the middle.
    let center = stage.frame.center + Vector(0, (35 * stage.lowness).rounded())
    let row = Rect(center: center, size: Size(width, 44 * stage.growth))
    parts["slider"].place(in: row, stage, at: now)
  }
}
