internal import Feel
internal import Kit
internal import Raster
internal import Stage
internal import TextLayout

/// The picture of the strip of takes.
struct TakeStripDrawing {
  let strip: TakeStrip
  /// The takes, oldest first.
  let takes: [Take]
  /// The number of the one that is being made.
  let open: Int?
  /// Whether other scenes have takes.
  let haveOthers: Bool
  /// The number of the take that is shown.
  let shown: Int?
  /// The number of the one that it is compared with.
  let compared: Int?
  /// The parameters as they are.
  let parameters: ParameterSet
  /// What is wrong with those that another program did, by their numbers.
  let judgements: [Int: TakeJudgement]
  /// Whether the scene's laws are ours to name.
  let isUnderTest: Bool
  let frame: Rect

  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.fill(frame, theme.surface)
    canvas.fill(
      Rect(x: frame.minX, y: frame.minY, width: frame.width, height: canvas.snapped(1)),
      theme.border)
    defer { drawOpen(into: &canvas) }
    guard !takes.isEmpty else {
      guard open == nil else { return }
      canvas.label(
        haveOthers
          ? "No take of this scene yet: those of other scenes are kept with them"
          : "Takes: whatever you set going on the stage is kept here, a card each",
        at: Vector(frame.minX + 16, frame.midY), .small, theme.secondaryText,
        maximumWidth: frame.width - 32)
      return
    }
    let layout = strip.layout(frame, count: takes.count)
    canvas.clipped(to: frame) { canvas in
      for index in layout.shown { draw(takes[index], in: layout.card(index), into: &canvas) }
    }
  }

  /// Draws where the card of the take that is being made will be, where there is room for it.
  private func drawOpen(into canvas: inout Canvas) {
    let card = strip.layout(frame, count: takes.count).card(takes.count)
    guard let open, card.maxX <= frame.maxX, takes.allSatisfy({ $0.number < open }) else { return }
    canvas.dashedOutline(card.inset(by: 1), radius: 6, canvas.theme.controlBorder)
    canvas.label(
      "Take \(open)", at: Vector(card.minX + 52, card.minY + 14), .strong,
      canvas.theme.secondaryText)
    canvas.label(
      "until it rests", at: Vector(card.minX + 52, card.minY + 31), .caption,
      canvas.theme.secondaryText)
  }

  /// Says all that there is to say of the take whose card the pointer rests on, above it.
  func drawTold(into canvas: inout Canvas, in size: Size) {
    guard let index = takes.firstIndex(where: { $0.number == strip.told }) else { return }
    let (take, card) = (takes[index], strip.layout(frame, count: takes.count).card(index))
    var line = TakeWords(take, beside: parameters, judgements[take.number]).line
    // Another preset than the one that is set is told among what else differs.
    let preset = take.before.stage.parameters.preset
    if isUnderTest, preset == parameters.preset { line += " · \(preset.title)" }
    canvas.tooltip(line, beside: card, in: size, isAbove: true)
  }

  private func draw(_ take: Take, in card: Rect, into canvas: inout Canvas) {
    let theme = canvas.theme
    let isShown = take.number == shown
    let isUnder = strip.pointer.map { card.contains($0) } ?? false
    canvas.fill(card, radius: 6, isShown ? theme.accentSoft : isUnder ? theme.hover : theme.surface)
    let isMarked = isShown || take.number == compared || strip.dragged == take.number
    canvas.edge(
      card, radius: 6, width: isMarked ? 2 : 1,
      isShown ? theme.accent : isMarked ? theme.text : theme.controlBorder)
    if isShown, strip.focus == .ring {
      canvas.edge(card.inset(by: -3), radius: 9, width: theme.focusWidth, theme.focus)
    }
    drawOutline(
      take.outcome.outline, in: Rect(x: card.minX + 8, y: card.minY + 8, width: 36, height: 28),
      into: &canvas)
    let words = TakeWords(take, beside: parameters)
    let (left, right) = (card.minX + 52, card.maxX - 8)
    let (first, second) = (card.minY + 14, card.minY + 31)
    let room = right - left
    let title = canvas.fonts.layout(take.title, .strong).width
    // A number of three digits goes before how long it took, which is read when it is shown.
    let isTight = title + 8 + canvas.fonts.layout(words.duration, .caption).width > room
    let duration = isTight && take.name == nil ? "" : words.duration
    let width = canvas.fonts.layout(duration, .caption).width
    if let naming = strip.naming, naming.number == take.number {
      let field = Rect(x: left - 4, y: card.minY + 3, width: right - left + 8, height: 22)
      canvas.fill(field, radius: 4, theme.surface)
      canvas.edge(field, radius: 4, width: 2, theme.accent)
      canvas.line(naming.line, in: field.inset(by: 6, 0), hasKeyboard: true)
    } else {
      canvas.label(
        take.title, at: Vector(left, first), .strong, theme.text,
        maximumWidth: right - left - width - 8)
      canvas.label(
        duration, at: Vector(right, first), .caption, theme.secondaryText, align: .trailing)
    }
    var end = right
    if take.isPinned {
      drawPin(at: Vector(end - 4, second), into: &canvas)
      end -= 14
    }
    if take.outcome.jumps > 0 || judgements[take.number]?.complaint != nil {
      drawJump(at: Vector(end - 5, second), into: &canvas)
      end -= 16
    }
    let cards = words.cards
    let line = cards.first { canvas.fonts.layout($0, .caption).width <= end - left - 4 }
    canvas.label(
      line ?? cards[cards.count - 1], at: Vector(left, second), .caption, theme.secondaryText,
      maximumWidth: end - left - 4)
  }

  /// How the control went from the beginning of the take to its rest, and a dot where it rests.
  private func drawOutline(_ outline: [Double], in box: Rect, into canvas: inout Canvas) {
    let theme = canvas.theme
    guard let last = outline.last, let low = outline.min(), let high = outline.max() else { return }
    func place(_ index: Int, _ value: Double) -> Vector {
      let share = high > low ? (value - low) / (high - low) : 0.5
      let x = box.minX + box.width * Double(index) / Double(max(1, outline.count - 1))
      return Vector(x, box.maxY - box.height * share)
    }
    var path = Path()
    for (index, value) in outline.enumerated() {
      if index == 0 { path.move(to: place(0, value)) } else { path.line(to: place(index, value)) }
    }
    canvas.draw(.stroke(path, Stroke(width: 1.5, join: .bevel), .solid(theme.position)))
    let rest = place(outline.count - 1, last)
    canvas.fill(Rect(center: rest, size: Size(5, 5)), radius: 2.5, theme.position)
  }

  /// A mark for content that jumped, and for anything that is wrong with what another program did.
  private func drawJump(at point: Vector, into canvas: inout Canvas) {
    var path = Path()
    path.move(to: point + Vector(0, -5))
    path.line(to: point + Vector(5.5, 4.5))
    path.line(to: point + Vector(-5.5, 4.5))
    path.close()
    canvas.draw(.fill(path, .nonZero, .solid(canvas.theme.danger)))
    canvas.fill(Rect(center: point + Vector(0, 0.5), size: Size(1.5, 4)), canvas.theme.surface)
  }

  /// A mark for a take that is kept whatever follows.
  private func drawPin(at point: Vector, into canvas: inout Canvas) {
    let color = canvas.theme.accent
    canvas.fill(Rect(center: point + Vector(0, -2), size: Size(6, 6)), radius: 3, color)
    canvas.fill(Rect(center: point + Vector(0, 3), size: Size(1.5, 5)), color)
  }
}
