internal import Feel
internal import Kit
internal import Raster
internal import Stage
internal import TextLayout

/// The strip of takes above the timeline: a card for each take, newest on the right.
///
/// A press on a card shows its take; a press with Control, or a drag from another card, compares it
/// with the shown one. A take's name is edited on its card.
struct TakeStrip: Hashable, Sendable {
  /// Height, in points.
  static let height = 52.0
  private static let card = Size(168, 52)
  private static let pitch = 176.0
  private static let margin = 0.0

  let frame: Rect
  /// Id of the takes' scene, and a version that changes with the takes.
  let scene: String, version: Int
  let count: Int
  /// Index of the shown take.
  let shown: Int?
  /// Number of the take in progress, if its card will be the last.
  let open: Int?
  /// Number of the take being named.
  let named: Int?
  /// Text shown while there are no cards.
  let note: String
  /// Parameters that the cards' text compares with.
  let parameters: ParameterSet
  let judgements: [Int: TakeJudgement]
  /// Whether the takes have presets, because they followed our laws.
  let hasPresets: Bool
  /// Scroll distance from the newest card in points, clamped to the cards.
  var turned = 0.0 { didSet { turned = min(max(0, turned), most) } }

  /// Maximum scroll distance, in points.
  private var most: Double {
    let length = Double(count) * Self.pitch - (Self.pitch - Self.card.width) + 2 * Self.margin
    return max(0, length - frame.width)
  }

  func words(for take: Take, among takes: [Take]) -> TakeWords {
    // Each take of another program has its own preset beside it; edits affect only the shown take.
    let isOther = !hasPresets && shown.map { takes[$0].number } != take.number
    return TakeWords(
      take, among: takes, beside: isOther ? take.ownParameters : parameters,
      judgements[take.number])
  }

  func card(_ index: Int) -> Rect {
    Rect(
      x: frame.minX + Self.margin + Double(index) * Self.pitch - (most - turned),
      y: frame.minY + (Self.height - Self.card.height) / 2, width: Self.card.width,
      height: Self.card.height)
  }

  /// Scrolls as little as possible to show a whole card.
  mutating func reveal(_ index: Int) {
    let card = card(index)
    let beyond = max(0, card.maxX + Self.margin - frame.maxX)
    turned += max(0, frame.minX + Self.margin - card.minX)
    if beyond > 0 { turned -= beyond }
  }

  /// Declares the strip with a card for each take, oldest first.
  func declare(_ tree: inout Tree<Session.Command>, _ takes: [Take]) {
    tree.keyboard = takes.isEmpty ? "takes" : "take.\(takes[shown ?? takes.count - 1].number)"
    tree.add(
      Node("takes", .none, Box(padding: Insets(8, 10))),
      AccessibilityElement(.group, id: "takes", name: Words.Takes.title), [.wheel: .take(nil)]
    ) { tree in
      tree.label(Label(note, .small, .secondary))
      for (index, take) in takes.enumerated() { declare(take, index, among: takes, &tree) }
      let next = card(takes.count)
      if open != nil, next.maxX <= frame.maxX {
        tree.add(Node("takes.open", .custom, Box(frame: next)))
      }
    }
  }

  private func declare(
    _ take: Take, _ index: Int, among takes: [Take], _ tree: inout Tree<Session.Command>
  ) {
    let (id, card) = ("take.\(take.number)", card(index))
    let words = words(for: take, among: takes)
    // If the preset differs from the current one, the card's details already include it.
    let preset = take.before.stage.parameters.preset
    let law = hasPresets && preset == parameters.preset ? " · \(preset.shownTitle)" : ""
    let isInSight = card.maxX > frame.minX && card.minX < frame.maxX
    let said = AccessibilityElement(
      .row, name: take.title, value: words.details,
      states: .init([.selected: index == shown, .offscreen: !isInSight]),
      actions: [
        .init("← →", Words.Takes.neighbours), .init(Keymap.text(.nameTake), Words.Takes.rename),
        .init(Keymap.text(.pinTake), Words.Takes.pin),
        .init(Keymap.text(.removeTake), Words.Takes.remove),
      ])
    let ask = Session.Command.take(take.number)
    tree.add(
      Node(id, .custom, Box(frame: card), tip: words.line + law), said,
      [.slide: ask, .control: ask, .secondary: ask]
    ) { tree in
      guard take.number == named else { return }
      let field = Rect(x: card.minX + 52, y: card.minY + 4, width: card.width - 56, height: 24)
      tree.field("take.name", Field(take.title), ask, name: Words.Takes.name, frame: field)
    }
  }
}

extension Session {
  /// The strip in the session's current state, if there is room.
  var takeStrip: TakeStrip? {
    guard let frame = layout.takes else { return nil }
    let takes = player.finishedTakes
    let open = player.openTake?.number
    let note = stages.haveOtherTakes ? Words.Takes.noneOfScene : Words.Takes.none
    var strip = TakeStrip(
      frame: frame, scene: sceneType.id, version: player.takes.store.version, count: takes.count,
      shown: takes.firstIndex { $0.number == player.sheet.number },
      open: (takes.last?.number ?? 0) < open ?? 0 ? open : nil, named: timeline.named,
      note: takes.isEmpty && open == nil ? note : "",
      parameters: sceneType.isObserved ? player.sheet.run.stage.parameters : parameters,
      judgements: judgements, hasPresets: !sceneType.isObserved)
    strip.turned = timeline.turned
    return strip
  }

  /// Scrolls the shown take's card into view.
  mutating func revealTake() {
    guard var strip = takeStrip, let shown = strip.shown else { return }
    strip.reveal(shown)
    timeline.turned = strip.turned
  }

  /// Handles a gesture on a card, by take number, or on the strip itself.
  mutating func useCard(of number: Int?, _ gesture: Gesture) {
    switch (gesture, number) {
    case (.wheeled(let sample), _):
      let way = (sample.delta.x + sample.delta.y) * (sample.unit == .notches ? 64 : 1)
      guard way.isFinite, abs(way) < 1e8, var strip = takeStrip else { return }
      strip.turned -= way
      timeline.turned = strip.turned
    case (.slid(.began), let number?): perform(.showTake(number))
    case (.slid(.ended(_, let id?)), let number?):
      let other = player.finishedTakes.first { "take.\($0.number)" == id }
      if let other, other.number != number { perform(.compareTake(other.number)) }
    case (.pressed, let number?): perform(.compareTake(number))
    case (.secondary(let point), let number?): offerTake(number, at: point)
    case (.entered(let text), let number?), (.left(let text), let number?):
      timeline.named = nil
      setTakeName(number, text)
    default: break
    }
  }
}

struct TakeStripDrawing {
  let strip: TakeStrip
  /// The takes, oldest first.
  let takes: [Take]
  /// Number of the take compared with the shown one.
  let compared: Int?
  /// Element id of the card being dragged.
  let dragged: String?
  /// Location of the drag.
  let pointer: Vector?
  let scene: any Scene.Type

  /// Draws a card by its element id, or a placeholder for the take in progress.
  func draw(_ id: String, in card: Rect, light: Double, into canvas: inout Canvas) {
    if let take = take(id) {
      canvas.clipped(to: strip.frame) { draw(take, in: card, light: light, into: &$0) }
    } else if let open = strip.open {
      canvas.dashedOutline(card.inset(by: 1), radius: 10, canvas.theme.edge)
      let (color, start) = (canvas.theme.secondaryText, card.origin)
      canvas.label(Words.Takes.title(open), at: start + Vector(56, 17), .strong, color)
      canvas.label(Words.Takes.untilRest, at: start + Vector(56, 36), .small, color)
    }
  }

  private func take(_ id: String?) -> Take? { takes.first { "take.\($0.number)" == id } }

  private func draw(_ take: Take, in card: Rect, light: Double, into canvas: inout Canvas) {
    let theme = canvas.theme
    let isDragged = self.take(dragged)?.number == take.number
    let isTarget = !isDragged && pointer.map(card.contains) ?? false
    let dropped = isTarget ? self.take(dragged) : nil
    let isShown = strip.shown.map { takes[$0].number } == take.number
    let (radius, isCompared) = (11.0, take.number == compared || dropped != nil)
    if isShown {
      canvas.shadow(of: card, radius: radius, .chip)
      canvas.fill(card, radius: radius, theme.raised)
    } else {
      canvas.fill(card, radius: radius, theme.restTone)
      canvas.fill(card, radius: radius, theme.restTone.opacity(light))
    }
    if isShown || isCompared || isDragged {
      let color = isShown ? theme.accent : isCompared ? theme.bFill : theme.text
      canvas.edge(card, radius: radius, width: 2, color)
    } else if theme.name == .contrast {
      canvas.edge(card, radius: radius, theme.edge)
    }
    let tile = Rect(x: card.minX + 6, y: card.minY + 6, width: 40, height: card.height - 12)
    let isB = isCompared && !isShown
    drawTile(of: take, in: tile, isB: isB, into: &canvas)
    let words = strip.words(for: take, among: takes)
    let (left, right) = (tile.maxX + 10, card.maxX - 10)
    let (first, second) = (card.midY - 9, card.midY + 10)
    let fonts = canvas.fonts
    func width(_ text: String, _ style: TextStyle = .small) -> Double {
      fonts.layout(text, style).width
    }
    if take.number != strip.named {
      canvas.label(
        words.head, at: Vector(left, first), .strong, theme.text, maximumWidth: right - left)
      // The resting place has priority and is never truncated by the duration.
      if width(words.head, .strong) + 8 + width(words.duration) <= right - left {
        canvas.label(
          words.duration, at: Vector(right, first), .small, theme.secondaryText, align: .trailing)
      }
    }
    var end = right
    if take.isPinned {
      drawPin(at: Vector(end - 4, second), into: &canvas)
      end -= 14
    }
    if take.outcome.jumps > 0 || strip.judgements[take.number]?.isGood == false {
      drawJump(at: Vector(end - 5, second), into: &canvas)
      end -= 16
    }
    let cards = dropped.map { [Words.Takes.compare(with: $0.title), Words.compare] } ?? words.cards
    let line = cards.first { width($0) <= end - left - 4 }
    canvas.label(
      line ?? cards[cards.count - 1], at: Vector(left, second), .small, theme.secondaryText,
      maximumWidth: end - left - 4)
    drawMore(beside: card, into: &canvas)
    guard strip.shown != nil, compared != nil, isShown || isB else { return }
    canvas.badge(
      isB: isB, in: Rect(center: card.origin + Vector(card.width - 8, 8), size: Size(16, 16)))
  }

  /// Draws an arrow at an end of the strip that cuts a card.
  private func drawMore(beside card: Rect, into canvas: inout Canvas) {
    let (isLeft, isRight) = (card.minX < strip.frame.minX, card.maxX > strip.frame.maxX)
    guard isLeft || isRight else { return }
    let way = isLeft ? -1.0 : 1
    let middle = Vector(
      isLeft ? strip.frame.minX + 13 : strip.frame.maxX - 13, strip.frame.midY)
    canvas.slab(Rect(center: middle, size: Size(20, 20)), radius: 10, .chip)
    let points = [Vector(-2, -4), Vector(2, 0), Vector(-2, 4)].map {
      middle + Vector($0.x * way, $0.y)
    }
    canvas.draw(.stroke(Path(through: points), Stroke(width: 1.5), .solid(canvas.theme.text)))
  }

  /// Draws the resting place, or the curve of the motion.
  private func drawTile(of take: Take, in tile: Rect, isB: Bool, into canvas: inout Canvas) {
    let (theme, outcome) = (canvas.theme, take.outcome)
    let parameters = take.before.stage.parameters
    if let control = outcome.control,
      scene.drawTile(
        of: control, restingAt: outcome.rest, parameters, in: tile, into: &canvas)
    {
      return
    }
    canvas.fill(tile, radius: 6, isB ? theme.bSoft : theme.accentSoft)
    drawOutline(
      outcome.outline, in: tile.inset(by: 7, 9), isB ? theme.bFill : theme.accent, into: &canvas)
  }

  /// Draws the control's path from the take's start to its rest, with a dot at the end.
  private func drawOutline(
    _ outline: [Double], in box: Rect, _ color: Color, into canvas: inout Canvas
  ) {
    guard let last = outline.last, let low = outline.min(), let high = outline.max() else { return }
    func place(_ index: Int, _ value: Double) -> Vector {
      let share = high > low ? (value - low) / (high - low) : 0.5
      let x = box.minX + box.width * Double(index) / Double(max(1, outline.count - 1))
      return Vector(x, box.maxY - box.height * share)
    }
    let path = Path(through: outline.enumerated().map { place($0.offset, $0.element) })
    canvas.draw(.stroke(path, Stroke(width: 1.5, join: .bevel), .solid(color)))
    let rest = place(outline.count - 1, last)
    canvas.fill(Rect(center: rest, size: Size(5, 5)), radius: 2.5, color)
  }

  /// A warning mark: the content jumped, or an observed take has faults.
  private func drawJump(at point: Vector, into canvas: inout Canvas) {
    let corners = [Vector(0, -5), Vector(5.5, 4.5), Vector(-5.5, 4.5)]
    let path = Path(through: corners.map { point + $0 }, isClosed: true)
    canvas.draw(.fill(path, .nonZero, .solid(canvas.theme.danger)))
    canvas.fill(Rect(center: point + Vector(0, 0.5), size: Size(1.5, 4)), canvas.theme.card)
  }

  private func drawPin(at point: Vector, into canvas: inout Canvas) {
    let color = canvas.theme.accent
    canvas.fill(Rect(center: point + Vector(0, -2), size: Size(6, 6)), radius: 3, color)
    canvas.fill(Rect(center: point + Vector(0, 3), size: Size(1.5, 5)), color)
  }
}
