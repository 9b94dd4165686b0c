internal import Feel
internal import Kit
internal import Raster
internal import Stage
internal import TextLayout

/// What a host shows a new user.
public enum FirstMinute: Hashable, Sendable {
  /// A recorded hand demonstrates.
  case introduction
  /// The user does the four steps.
  case turn
}

/// The first minute: a recorded hand demonstrates, then the user does four steps.
///
/// The host starts it and it is drawn around the stage, so no recording, picture or video contains
/// it.
struct Guide: Hashable, Sendable {
  enum Step: Int, CaseIterable, Sendable {
    case flick = 1
    case freeze, compare, why

    /// The command run by the step's key and by a press on its tag.
    var command: Session.Command {
      switch self {
      case .flick: .flick(.right)
      case .freeze: .togglePause
      case .compare: .offerComparison
      case .why: .overlay(.explanation)
      }
    }

    /// Ids of the elements to point at, in order of preference; none for the covers, which need no
    /// pointer.
    fileprivate var targets: [String] {
      switch self {
      case .flick: []
      case .freeze: ["window.pause"]
      case .compare: ["window.compare"]
      case .why: ["overlay.\(Overlay.explanation.rawValue)", "overlays.list"]
      }
    }
  }

  let part: FirstMinute
  /// Id of the scene it belongs to.
  let scene: String
  var done: Set<Step> = []

  var pending: [Step] { Step.allCases.filter { !done.contains($0) } }
}

/// A label that points at something in the window.
struct GuideTag: Hashable, Sendable {
  /// The step described; `nil` for the recorded hand's actions.
  let step: Guide.Step?
  let words: String
  /// Frame of the element pointed at, in points.
  let target: Rect?
  /// Frame of the label, in points; `nil` if there is no room and the hint line shows it.
  var frame: Rect?

  static let height = 28.0

  /// Whether a line leads from the label to its target.
  fileprivate var hasLine: Bool {
    guard let frame, let target else { return false }
    return (frame.minX + 12...frame.maxX - 12).contains(target.midX)
  }

  private var key: String { step.map { Keymap.text($0.command) } ?? "" }

  /// Width of the label with its number and key, in points.
  fileprivate func width(_ fonts: FontBook?) -> Double {
    func width(_ text: String, _ style: TextStyle) -> Double {
      fonts?.layout(text, style).width ?? 0.6 * style.size * Double(text.count)
    }
    let keyWidth = key.isEmpty ? 0 : width(key, .small) + 10
    return ((step == nil ? 14 : 34) + width(words, .smallStrong) + keyWidth + 14).rounded(.up)
  }

  func declare(_ tree: inout Tree<Session.Command>) {
    guard let step else { return }
    tree.add(
      Node("guide.\(step)", .custom, Box(height: .fill()), cursor: .pointer), nil,
      [.press: step.command])
  }

  fileprivate func draw(in frame: Rect, light: Double, into canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.shadow(of: frame, radius: 9, .chip)
    canvas.fill(frame, radius: 9, theme.accent)
    canvas.fill(frame, radius: 9, theme.onAccent.opacity(0.14 * light))
    if let step {
      let circle = Vector(frame.minX + 16, frame.midY)
      canvas.number(step.rawValue, at: circle, radius: 9, theme.onAccent, ink: theme.accent)
    }
    let left = frame.minX + (step == nil ? 14 : 34)
    canvas.label(words, at: Vector(left, frame.midY), .smallStrong, theme.onAccent)
    canvas.label(
      key, at: Vector(frame.maxX - 14, frame.midY), .small, theme.onAccent, align: .trailing)
  }
}

/// The first minute's labels at a moment, with their frames and targets.
struct GuideSigns: Hashable, Sendable {
  /// The labels shown in full, next step first.
  var tags: [GuideTag]
  /// The other steps: numbers on their targets, or text on the stage's ground.
  var later: [GuideTag] = []

  /// The label that the hint line shows because there is no room for it on the stage.
  var line: GuideTag? { tags.first.flatMap { $0.frame == nil ? $0 : nil } }

  /// Draws rings, connecting lines, numbers and read-only labels; pressable labels are panel
  /// elements.
  func draw(into canvas: inout Canvas) {
    let accent = canvas.theme.accent
    for tag in tags {
      if tag.step == nil, let frame = tag.frame { tag.draw(in: frame, light: 0, into: &canvas) }
      guard let target = tag.target else { continue }
      canvas.edge(target.inset(by: -3), radius: target.height < 28 ? 9 : 12, width: 2, accent)
      if let frame = tag.frame, tag.hasLine {
        let isBelow = frame.minY > target.maxY
        let (top, bottom) =
          isBelow ? (target.maxY + 3, frame.minY) : (frame.maxY, target.minY - 3)
        canvas.fill(
          Rect(x: target.midX - 1, y: top, width: 2, height: bottom - top), accent)
      }
    }
    for tag in later + tags.filter({ !$0.hasLine }) {
      guard let step = tag.step, let target = tag.target else { continue }
      let corner = Vector(target.maxX - 3, target.minY + 3)
      canvas.number(step.rawValue, at: corner, radius: 8, accent, ink: canvas.theme.onAccent)
    }
  }

  /// Draws the label with the element id `id`.
  func draw(_ id: String, in frame: Rect, light: Double, into canvas: inout Canvas) {
    let tag = tags.first { $0.step.map { id == "guide.\($0)" } ?? false }
    tag?.draw(in: frame, light: light, into: &canvas)
  }
}

extension Session {
  /// Starts a phase of the first minute, or ends it with `nil`.
  mutating func begin(_ part: FirstMinute?) {
    guide = part.map { Guide(part: $0, scene: sceneType.id) }
  }

  /// Records the steps done so far, and ends the guide after the last one.
  ///
  /// Freezing counts even while nothing moves, so that nobody gets stuck.
  mutating func followGuide() {
    guard let before = guide, before.part == .turn, sceneType.id == before.scene else { return }
    var done = before.done
    if player.lastSpan != nil, !player.run.scene.isHeld { done.insert(.flick) }
    if isPaused { done.insert(.freeze) }
    if let parametersB, parametersB.preset != parameters.preset { done.insert(.compare) }
    if overlays.contains(.explanation) { done.insert(.why) }
    guard done != before.done else { return }
    guide?.done = done
    guard done.count == Guide.Step.allCases.count else { return }
    guide = nil
    say(Words.Guide.allDone(Keymap.text(.toggleHelp)))
  }

  /// Dismisses the steps; returns whether any were visible.
  mutating func skipGuide() -> Bool {
    guard shownGuide?.part == .turn else { return false }
    guide = nil
    say(Words.Guide.skipped(Keymap.text(.ask(.introduce))))
    return true
  }

  /// The guide while visible: in its own scene, and not while the stage is shown alone.
  var shownGuide: Guide? {
    guard let guide, guide.scene == sceneType.id, !window.isShow else { return nil }
    return guide
  }

  /// Text printed on the stage's ground until the first flick.
  var guidePaper: Canvas.Paper? {
    guard let guide = shownGuide, guide.part == .turn, !guide.done.contains(.flick) else {
      return nil
    }
    return Canvas.Paper(
      verb: Words.Guide.turn, number: Guide.Step.flick.rawValue,
      sentences: [
        Words.Guide.flickPaper(Keymap.text(Guide.Step.flick.command)), Words.Guide.numbers,
      ])
  }

  /// The guide's line for assistive technology, which announces it whenever it changes.
  var guideLine: String? {
    guard let guide = shownGuide else { return nil }
    guard guide.part == .turn, let step = guide.pending.first else {
      return arranged.guide?.tags.first?.words
    }
    return Words.Guide.said(
      step.rawValue, of: Guide.Step.allCases.count, Words.Guide.step(step),
      Keymap.text(step.command))
  }

  /// The steps as accessibility elements, framed by their labels or their numbers.
  var guideElements: AccessibilityElement? {
    guard let guide = shownGuide, let signs = arranged.guide else { return nil }
    let all = (signs.tags + signs.later).sorted {
      ($0.step?.rawValue ?? 0) < ($1.step?.rawValue ?? 0)
    }
    // The text on the ground disappears with the covers.
    let ground = signs.line == nil ? layout.openStage : layout.hint
    let frames = all.map { $0.frame ?? $0.target ?? ground }
    let children = zip(all, frames).compactMap { tag, frame in
      tag.step.map { step in
        AccessibilityElement(
          .button, id: "guide.\(step)", name: tag.words,
          value: Words.Guide.place(step.rawValue, of: Guide.Step.allCases.count),
          actions: [.init(Keymap.text(step.command), Words.press)], frame: frame)
      }
    }
    let name = guide.part == .turn ? Words.Guide.turn : all.first?.words ?? ""
    return AccessibilityElement(
      .group, id: "guide", name: name, frame: frames.first ?? .zero, children: children)
  }

  // MARK: Layout of the labels

  var guideSigns: GuideSigns? {
    guard let guide = shownGuide else { return nil }
    guard guide.part == .turn else {
      var tag = introductionTag
      tag.frame = frame(of: tag)
      return GuideSigns(tags: [tag])
    }
    let all = guide.pending.map { step in
      GuideTag(step: step, words: Words.Guide.step(step), target: target(of: step))
    }
    if guide.done.isEmpty, let tags = allAtOnce(all) {
      return GuideSigns(tags: tags, later: all.filter { $0.target == nil })
    }
    guard var next = all.first else { return nil }
    next.frame = frame(of: next)
    return GuideSigns(tags: [next], later: Array(all.dropFirst()))
  }

  /// The recorded hand's current action, and the element that performs it.
  private var introductionTag: GuideTag {
    if let parametersB, parametersB != parameters {
      let words = Words.Guide.compares(parameters.preset.shownTitle)
      return GuideTag(step: nil, words: words, target: target(of: .compare))
    }
    return isPaused
      ? GuideTag(step: nil, words: Words.Guide.freezes, target: target(of: .freeze))
      : GuideTag(step: nil, words: Words.Guide.flicks, target: nil)
  }

  private func target(of step: Guide.Step) -> Rect? {
    step.targets.lazy.compactMap { panels.frame(of: $0, at: now) }.first
  }

  /// All labels at once, with lines to their targets, if there is room; the first step's is on the
  /// ground.
  private func allAtOnce(_ all: [GuideTag]) -> [GuideTag]? {
    guard layout.stage.width >= 1000 else { return nil }
    // A step without a target is printed on the ground. Two neighbouring buttons have their labels
    // on opposite sides.
    var tags = all.filter { $0.target != nil }
    for index in tags.indices {
      let share = tags[index].step == .freeze ? 0.85 : tags[index].step == .compare ? 0.15 : 0.5
      tags[index].frame = frame(of: tags[index], with: share)
      guard tags[index].hasLine else { return nil }
    }
    let frames = tags.compactMap(\.frame)
    let areApart = frames.indices.allSatisfy { index in
      frames[..<index].allSatisfy { $0.inset(by: -4).intersection(frames[index]) == nil }
    }
    return areApart ? tags : nil
  }

  /// Frame of a label, clear of all controls: below a button of the bar, or above one of the hint
  /// line.
  ///
  /// - Parameter share: the share of the label to the left of the target's centre, 0…1.
  private func frame(of tag: GuideTag, with share: Double = 0.5) -> Rect? {
    let (stage, width) = (layout.openStage, tag.width(window.fonts))
    let isAtFoot = tag.target.map { $0.minY >= layout.hint.minY } ?? false
    guard let y = isAtFoot ? footOfWords ?? headOfWords : headOfWords else { return nil }
    let right = stage.maxX - (hasNumbersOnStage && y < stage.midY ? 340 : 12)
    let (low, high) = (stage.minX + 12, right - width)
    guard high >= low else { return nil }
    let middle = tag.target?.midX ?? stage.midX
    let x = min(max(middle - share * width, low), high).rounded()
    return Rect(x: x, y: y, width: width, height: GuideTag.height)
  }

  private var hasNumbersOnStage: Bool { overlays.contains(.hud) && drawsNumbers }

  private var controlFrames: [Rect] {
    player.run.scene.parts.filter(\.isPresent).map(\.hitBox)
  }

  /// Top of a label at the head of the stage, in points; `nil` if a control is in the way, or the
  /// deck of a second run, which shows above the first.
  private var headOfWords: Double? {
    let stage = layout.openStage
    var free = (controlFrames.map(\.minY).min() ?? stage.maxY) - stage.minY
    if player.pair != nil { free -= 46 * min(1.5, player.run.stage.growth) }
    guard free >= GuideTag.height + 10 else { return nil }
    return stage.minY + min(14, ((free - GuideTag.height) / 2).rounded(.down))
  }

  /// The same at the foot of the stage, just above the hint line.
  private var footOfWords: Double? {
    let stage = layout.openStage
    let free = stage.maxY - (controlFrames.map(\.maxY).max() ?? stage.minY)
    guard abs(stage.maxY - layout.hint.minY) < 1, free >= GuideTag.height + 24 else { return nil }
    return stage.maxY - GuideTag.height - 16
  }
}
