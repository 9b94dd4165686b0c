internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The scale of scrolling content, in points, to the right of its sheet: it moves with the content
/// past a fixed needle at the sheet's middle, which points at the offset.
struct SheetDial {
  /// Its width including the gap before it, in points.
  static let width = 80.0
  private static let pitch = 50.0

  let sheet: Rect
  let offset: Double
  /// The greatest offset at which the content rests, in points.
  let end: Double

  private var x: Double { sheet.maxX + 22 }

  private func y(of offset: Double) -> Double { sheet.midY + offset - self.offset }

  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    let (pitch, reach) = (Self.pitch, sheet.height / 2)
    let first = (max(0, offset - reach) / pitch).rounded(.up)
    let last = (min(end, offset + reach) / pitch).rounded(.down)
    let nearest = (offset / pitch / 4).rounded()
    for tick in stride(from: first, through: last, by: 1) {
      let y = y(of: tick * pitch)
      let fade = max(0.25, 1 - abs(y - sheet.midY) / (0.56 * sheet.height))
      let isLong = tick.truncatingRemainder(dividingBy: 4) == 0
      let width = canvas.snapped(isLong ? 1.5 : 1)
      canvas.fill(
        Rect(x: x, y: y - width / 2, width: isLong ? 9 : 5, height: width),
        theme.edge.opacity((isLong ? 1 : 0.6) * fade))
      guard isLong, y > sheet.minY + 8, y < sheet.maxY - 8 else { continue }
      let isNearest = tick / 4 == nearest
      canvas.label(
        Words.offset(tick * pitch), at: Vector(x + 15, y), isNearest ? .smallStrong : .small,
        isNearest ? theme.text : theme.secondaryText.opacity(max(0.82, fade)), snapsX: false)
    }
    drawNeedle(at: Vector(x, sheet.midY), theme.accent, into: &canvas)
  }

  private func drawNeedle(at tip: Vector, _ color: Color, into canvas: inout Canvas) {
    let corners = [Vector(-8, -5.5), .zero, Vector(-8, 5.5)].map { tip + $0 }
    canvas.draw(.fill(Path(through: corners, isClosed: true), .nonZero, .solid(color)))
  }

  /// Draws the trail of the needle, as on a carousel's dial.
  func drawTrail(_ trail: [(way: Vector, opacity: Double)], into canvas: inout Canvas) {
    for point in trail where abs(point.way.y) < sheet.height / 2 {
      canvas.draw(
        .circle(
          center: Vector(x + 3, sheet.midY - point.way.y), radius: 2.2,
          .solid(canvas.theme.accent.opacity(point.opacity))))
    }
  }

  /// Draws the other set's needle at its own true offset, behind the shown one, and where each
  /// lands: the upper tab is the other's.
  func drawOther(
    _ own: MotionReading, _ other: MotionReading, _ sets: ComparedSets, at now: Instant,
    into canvas: inout Canvas
  ) {
    let (ownLook, otherLook) = DeckLook.pair(sets, canvas.theme)
    let top = min(max(y(of: other.position), sheet.minY), sheet.maxY)
    drawNeedle(at: Vector(x - 8, top), otherLook.fill, into: &canvas)
    for (reading, look, side) in [(other, otherLook, -1.0), (own, ownLook, 1)] {
      guard reading.state == .idle || reading.restTime != nil else { continue }
      let wait = reading.restTime.flatMap { $0 > now ? $0 - now : nil }
      let place = min(max(y(of: reading.rest), sheet.minY + 24), sheet.maxY - 24)
      look.drawTag(Words.lands(in: wait), at: Vector(x + 3, place + 11 * side), into: &canvas)
    }
  }
}
