internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The progress slider alone, with room above and below for fine scrubbing.
struct ScrubScene: Scene {
  static let id = "progress-slider"
  static var title: String { Words.scrub.title }
  static var hint: String { Words.scrub.hint }
  static let explainsReleases = false
  static let parameters =
    ScrubberSettings().parameters + ScrubSettings().parameters
  static let code = ScrubberPart.code

  var parts: PartList = [
    "slider": ScrubberPart(.film),
    "less": ButtonPart(Words.less, .order(Command("nudge", -1)), isOverFilm: true),
    "more": ButtonPart(Words.more, .order(Command("nudge", 1)), isOverFilm: true),
  ]
  var focus = Focus()
  private var stage = Rect.zero
  private var growth = 1.0
  private var isPictured = false
  // The film's horizon, as a fraction of the height from the top: its dark ground is behind the
  // bar.
  private var ground = 0.6

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    (self.stage, growth) = (frame, stage.growth)
    isPictured = stage.parameters.settings(ScrubSettings()).behind == .picture
    // Leave room below for fine scrubbing, and beside it for the labels.
    let side = min(56 * growth, 0.047 * frame.width)
    let y = (frame.maxY - min(176 * growth, 0.34 * frame.height)).rounded()
    let row = Rect(
      x: frame.minX + side, y: y - 24 * growth, width: frame.width - 2 * side - 40 * growth,
      height: 48 * growth)
    ground = min(0.6, (row.minY - frame.minY) / max(1, frame.height) - 0.12)
    parts["slider"].place(in: row, stage, at: now)
    for (name, x) in [("less", frame.maxX - side - 120), ("more", frame.maxX - side - 56)] {
      let button = Rect(x: x, y: frame.minY + min(40, 0.06 * frame.height), width: 56, height: 32)
      parts[name].place(in: button, stage, at: now)
    }
  }

  func hint(at now: Instant) -> String? {
    parts["slider"].hold == .none ? nil : Words.goesFiner
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {
    let side = min(56 * growth, 0.047 * stage.width)
    let place = stage.origin + Vector(side, min(56 * growth, 0.1 * stage.height))
    let isLow = stage.height < 420
    guard isPictured || canvas.content == .rich else {
      guard !isLow else { return }
      canvas.verb(
        Words.scrubVerb, Words.sliderHeading, at: place + Vector(0, 12 * growth), .loneVerb,
        width: 250 * growth, growth: growth)
      return
    }
    let progress = (parts["slider"] as? ScrubberPart)?.progress(at: now) ?? 0
    // Extend the film's ground behind any cards below the stage.
    canvas.fill(
      Rect(x: stage.minX, y: stage.maxY, width: stage.width, height: 400), radius: 0, Film.night)
    Film(frame: stage, progress: progress).draw(
      into: &canvas, ground: ground, shade: min(260 * growth, stage.height),
      words: place.y - stage.minY + (isLow ? 16 : 60) * growth)
    let white = Color(rgb: 0xFFFFFF)
    let title = isLow ? TextStyle.heading : .verb.grown(growth)
    canvas.label(Words.film, at: place, title, white)
    guard !isLow else { return }
    canvas.label(
      Words.film(inChapter: Film.chapter(at: progress)), at: place + Vector(1, 42 * growth),
      TextStyle(size: 15).grown(growth), white.opacity(0.92))
  }
}

struct ScrubSettings: Law {
  enum Behind: String, CaseIterable {
    case stage, picture
  }

  private(set) var behind = Behind.stage

  mutating func walk(_ walk: inout Walk) {
    walk.choice(
      "slider.behind", "Background", &behind, names: ["stage": "by content", "picture": "video"],
      doc: "What lies behind the slider: the video where scenes are rich, or always the video.")
  }
}
