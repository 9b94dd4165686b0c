internal import Feel
internal import Kit
internal import Raster
internal import Stage
internal import TextLayout

/// What is drawn in the strip of takes.
struct TakeStripDrawing {
  let strip: TakeStrip
  /// The takes, oldest first.
  let takes: [Take]
  /// The number of the take that the shown one is compared with.
  let compared: Int?
  /// The card that is dragged, by its id.
  let dragged: String?

  /// Draws a card by its id, or where that of the take that is being made will be.
  func draw(_ id: String, in card: Rect, light: Double, into canvas: inout Canvas) {
    if let take = takes.first(where: { "take.\($0.number)" == id }) {
      canvas.clipped(to: strip.frame) {
        draw(take, in: card, isDragged: id == dragged, light: light, into: &$0)
      }
    } else if let open = strip.open {
      canvas.dashedOutline(card.inset(by: 1), radius: 6, canvas.theme.controlBorder)
      let (color, start) = (canvas.theme.secondaryText, card.origin)
      canvas.label("Take \(open)", at: start + Vector(52, 14), .strong, color)
      canvas.label("until it rests", at: start + Vector(52, 31), .caption, color)
    }
  }

  private func draw(
    _ take: Take, in card: Rect, isDragged: Bool, light: Double, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let isShown = strip.shown.map { takes[$0].number } == take.number
    canvas.fill(
      card, radius: 6, isShown ? theme.accentSoft : theme.surface.mixed(with: theme.hover, light))
    let isMarked = isShown || isDragged || take.number == compared
    canvas.edge(
      card, radius: 6, width: isMarked ? 2 : 1,
      isShown ? theme.accent : isMarked ? theme.text : theme.controlBorder)
    drawOutline(
      take.outcome.outline, in: Rect(x: card.minX + 8, y: card.minY + 8, width: 36, height: 28),
      into: &canvas)
    let words = TakeWords(take, beside: strip.parameters)
    let (left, right) = (card.minX + 52, card.maxX - 8)
    let (first, second) = (card.minY + 14, card.minY + 31)
    let room = right - left
    let title = canvas.fonts.layout(take.title, .strong).width
    // A number of three digits goes before how long it took, which is read when it is shown.
    let isTight = title + 8 + canvas.fonts.layout(words.duration, .caption).width > room
    let duration = isTight && take.name == nil ? "" : words.duration
    let width = canvas.fonts.layout(duration, .caption).width
    if take.number != strip.named {
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
    if take.outcome.jumps > 0 || strip.judgements[take.number]?.complaint != nil {
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
