internal import Feel
internal import FeelTrace
internal import Stage

/// Another program's content, with a preset's motion for the same gesture in dashes.
struct ObservedScene: Scene {
  static let id = "observed"
  static var title: String { Words.observed.title }
  static var hint: String { Words.observed.hint }
  static let parameters = ObservedSettings().parameters + ScrollPhysics.parameters
  static let isObserved = true

  /// Swaps which of the two is shown as the content.
  static func beside(_ parameters: ParameterSet) -> ParameterSet {
    var beside = parameters
    let other = ObservedPart.showsPreset(parameters) ? ObservedSettings.Content.program : .preset
    try? beside.set(ObservedSettings.key, to: .choice(other.rawValue))
    return beside
  }

  static func nameBeside(_ stage: Stage) -> String {
    let parameters = stage.parameters
    return ObservedPart.showsPreset(parameters)
      ? parameters.preset.shownTitle : Words.theObserved(stage.source)
  }

  var parts: PartList = ["content": ObservedPart()]
  var focus = Focus()

  func hint(at now: Instant) -> String? {
    parts["content"].probe(at: now)?.clip.map { _ in Words.clipHint }
  }

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    let (frame, clip) = (stage.frame, stage.source?.clip)
    let isLevel = clip != nil && stage.source?.axis == .x
    // A low stage has smaller margins; a horizontal clip has position labels above and below.
    let margin = frame.height < 320 ? 12.0 : isLevel ? 36 : 24
    let height = max(60, frame.height - 2 * margin)
    let widest = clip.map { $0.size.width / $0.size.height * height } ?? 420
    // The numbers are on the left, as a narrow window's panel covers the right.
    let beside = ObservedPart.columnWidth + ObservedPart.columnGap(stage.source)
    func width(beside room: Double) -> Double { max(120, min(widest, frame.width - room)) }
    // Without the numbers, an upright clip has position labels on both sides.
    let alone = width(beside: clip == nil ? beside + 48 : isLevel ? 32 : 180)
    // Omit the numbers rather than shrink a clip much.
    let hasColumn =
      stage.showsNumbers && frame.width >= beside + 120 + 32
      && (clip == nil || width(beside: beside + 48) > 0.6 * alone)
    let width = hasColumn ? width(beside: beside + 48) : alone
    let whole = hasColumn ? width + beside : width
    // In a narrow window the labels on the right of an upright clip need most of the spare room.
    let labels = clip == nil || isLevel ? 0 : ObservedPart.labelRoom
    let centered = min(frame.midX - whole / 2, frame.maxX - labels - whole)
    let left = max(frame.minX + 16, centered.rounded())
    let content = Rect(
      x: hasColumn ? left + beside : left, y: frame.minY + margin, width: width, height: height)
    parts["content"].place(in: content, stage, at: now)
  }
}
