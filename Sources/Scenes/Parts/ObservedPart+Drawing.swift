internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// The look of another program's content: rows or columns by their numbers, its ends, its hand, and the numbers of its motion beside it.
extension ObservedPart {
  /// How wide the column of read-outs is, in points.
  static let columnWidth = 200.0
  /// From there to the content, in points.
  static let columnGap = 32.0
  /// From one read-out to the next, in points.
  private static let readoutPitch = 28.0
  /// The length of a row, in the program's unit, and the least on the stage, in points.
  private static let (rowLength, leastRow) = (60.0, 28.0)

  /// Whether the content goes up and down.
  var isUpright: Bool { source?.axis ?? .y == .y }

  /// How much of the content is seen, in the program's unit.
  var shownLength: Double { source?.viewport ?? (isUpright ? frame.height : frame.width) }

  /// Points a unit: the whole viewport is shown.
  var magnification: Double { (isUpright ? frame.height : frame.width) / shownLength }

  /// The rows that lie in the viewport at an offset, numbered from the content's start on; where there is room for every second or fourth alone, each of those keeps its number.
  func rows(at offset: Double) -> [(number: Int, frame: Rect)] {
    var step = 1
    while Double(step) * Self.rowLength * magnification < Self.leastRow { step *= 2 }
    let length = Double(step) * Self.rowLength
    let (start, end) = (source?.minimum, source?.maximum.map { $0 + shownLength })
    let base = start ?? 0
    let from = max(offset, start ?? -.infinity)
    let to = min(offset + shownLength, end ?? .infinity)
    guard from < to else { return [] }
    let first = Int(((from - base) / length).rounded(.down))
    let last = Int(((to - base) / length).rounded(.up))
    return (first..<max(first, last)).map { number in
      let low = base + Double(number) * length
      return (number * step, place(of: low, to: min(low + length, end ?? .infinity), at: offset))
    }
  }

  /// Where a stretch of the content lies on the stage.
  private func place(of low: Double, to high: Double, at offset: Double) -> Rect {
    let (from, length) = ((low - offset) * magnification, (high - low) * magnification)
    return isUpright
      ? Rect(x: frame.minX, y: frame.minY + from, width: frame.width, height: length)
      : Rect(x: frame.minX + from, y: frame.minY, width: length, height: frame.height)
  }

  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    canvas.fill(frame, radius: 14, theme.track)
    canvas.clipped(to: frame, radius: 14) { canvas in
      if program.offset == nil {
        canvas.label(
          source == nil ? "No program is watched" : "Nothing was shown yet", at: frame.center,
          .body, theme.secondaryText, align: .center, maximumWidth: frame.width - 24)
      } else {
        drawContent(into: &canvas, at: offset(at: now))
      }
    }
    canvas.edge(frame, radius: 14, theme.controlBorder)
    if program.isPressed { drawHand(into: &canvas) }
    drawReadouts(into: &canvas, at: now)
  }

  private func drawContent(into canvas: inout Canvas, at offset: Double) {
    let theme = canvas.theme
    let line = canvas.snapped(1)
    for row in rows(at: offset) {
      canvas.fill(row.frame, theme.surface)
      canvas.label(
        "\(row.number)",
        at: isUpright
          ? Vector(row.frame.minX + 20, row.frame.midY) : Vector(row.frame.midX, frame.midY),
        .body, theme.text, align: isUpright ? .leading : .center)
      let rule =
        isUpright
        ? Rect(x: row.frame.minX, y: row.frame.maxY - line, width: row.frame.width, height: line)
        : Rect(x: row.frame.maxX - line, y: row.frame.minY, width: line, height: row.frame.height)
      canvas.fill(rule, theme.border)
    }
  }

  /// Draws where the program's hand presses, counted from the viewport's corner.
  private func drawHand(into canvas: inout Canvas) {
    let place = frame.origin + program.pointer * magnification
    let shown = Vector(
      min(max(place.x, frame.minX), frame.maxX), min(max(place.y, frame.minY), frame.maxY))
    let spot = Rect(center: shown, size: Size(24, 24))
    canvas.fill(spot, radius: 12, canvas.theme.accent.opacity(0.35))
    canvas.edge(spot, radius: 12, canvas.theme.accent)
  }

  /// Draws the numbers of both motions to the left, as many as there is room for.
  private func drawReadouts(into canvas: inout Canvas, at now: Instant) {
    let left = frame.minX - Self.columnGap - Self.columnWidth
    guard hasReadouts, let shown = program.offset else { return }
    let theme = canvas.theme
    let other = preset.offset(at: now)
    var rows = [
      ("Offset", words(for: shown)), (presetTitle, words(for: other)),
      ("Difference", words(for: other - shown)),
      ("Velocity", words(for: program.velocity(at: now)) + "/s"),
      ("Doing", programState(at: now).rawValue),
    ]
    if inputLead > 0 {
      rows.append(("Left out", "lead of \((1000 * inputLead).text(decimals: 0)) ms"))
    }
    let name = source?.name ?? ""
    canvas.label(
      name.isEmpty ? "The program" : name, at: Vector(left, frame.minY + 16), .strong, theme.text,
      maximumWidth: Self.columnWidth)
    for (index, (name, value)) in rows.enumerated() {
      let y = frame.minY + 16 + Self.readoutPitch * Double(index + 1)
      guard y < frame.maxY else { return }
      canvas.label(
        name, at: Vector(left, y), .body, theme.secondaryText,
        maximumWidth: Self.columnWidth - 96)
      canvas.label(
        value, at: Vector(left + Self.columnWidth, y), .body, theme.text, align: .trailing)
    }
  }

  /// Draws over the content that is shown which of these rows its dashed outlines are.
  func drawNames(into canvas: inout Canvas, at now: Instant) {
    guard program.offset != nil else { return }
    let theme = canvas.theme
    let name = showsPreset ? presetTitle : "the program"
    canvas.clipped(to: frame, radius: 14) { canvas in
      for row in rows(at: offset(at: now)) where row.number.isMultiple(of: 3) {
        let words = "\(name) \(row.number)"
        let size = Size(canvas.fonts.layout(words, .small).width + 16, 20)
        // At the end that is free of the shown rows' numbers.
        let center =
          isUpright
          ? Vector(row.frame.maxX - 16 - size.width / 2, min(row.frame.minY + 18, row.frame.midY))
          : Vector(row.frame.midX, frame.minY + 18)
        let chip = Rect(center: center, size: size)
        canvas.fill(chip, radius: 6, theme.surface)
        canvas.edge(chip, radius: 6, theme.border)
        canvas.label(words, at: chip.center, .small, theme.text, align: .center)
      }
    }
  }
}
