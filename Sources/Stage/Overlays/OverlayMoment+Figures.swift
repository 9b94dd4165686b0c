internal import Feel
internal import Raster
internal import TextLayout

extension OverlayMoment {
  /// Widths of the chips from right to left, in points: fixed, so that nothing moves but the digits.
  private static let widths = (state: 100.0, velocity: 116.0, position: 108.0, rate: 84.0)
  private static let height = 22.0
  private static let margin = 8.0
  private static let gap = 4.0

  /// Draws position, velocity, state and rate as chips at the stage's top right.
  func drawFigures(_ tags: inout TagLayer, into canvas: inout Canvas) {
    let theme = canvas.theme
    let unit = reading.unit.isEmpty ? "" : " \(reading.unit)"
    var right = stage.maxX - Self.margin
    let state = chip(Self.widths.state, &right, into: &canvas)
    let word = figures.state == .rubber ? reading.pastEndWord : figures.state.rawValue
    canvas.label(
      word, at: state.center, .small, figures.state.color(in: theme),
      align: .center)
    let velocity = figures.velocity.map { Self.text($0, unit, decimals: (0, 3)) + "/s" } ?? "–"
    number("v", velocity, in: chip(Self.widths.velocity, &right, into: &canvas), &canvas)
    let position = figures.position.map { Self.text($0, unit, decimals: (1, 3)) } ?? "–"
    number("x", position, in: chip(Self.widths.position, &right, into: &canvas), &canvas)
    tags.keepFree(
      Rect(
        x: right - Self.widths.rate, y: stage.minY, width: stage.maxX - right + Self.widths.rate,
        height: Self.margin + Self.height + 2))
    guard let rate = figures.rate else { return }
    let percent = (rate * 100).text(decimals: rate < 0.1 ? 1 : 0) + " %"
    number("rate", percent, in: chip(Self.widths.rate, &right, into: &canvas), &canvas)
  }

  /// What the stage has left below them.
  var belowFigures: Rect {
    let height = Self.margin + Self.height
    return Rect(
      x: stage.minX, y: stage.minY + height, width: stage.width,
      height: max(0, stage.height - height))
  }

  /// A number with its unit, no longer than a chip holds: what would be is counted in millions.
  private static func text(
    _ number: Double, _ unit: String, decimals: (points: Int, plain: Int)
  ) -> String {
    let decimals = unit.isEmpty ? decimals.plain : decimals.points
    if abs(number) >= 1e8 { return (number / 1e6).grouped(decimals: 1) + " M" + unit }
    return number.grouped(decimals: abs(number) >= 1e5 ? 0 : decimals) + unit
  }

  private func chip(
    _ width: Double, _ right: inout Double, into canvas: inout Canvas
  ) -> Rect {
    let box = Rect(
      x: right - width, y: stage.minY + Self.margin, width: width, height: Self.height)
    right = box.minX - Self.gap
    canvas.fill(box, radius: 6, canvas.theme.surface.opacity(0.94))
    canvas.edge(box, radius: 6, canvas.theme.border)
    return box
  }

  private func number(_ name: String, _ text: String, in box: Rect, _ canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.label(name, at: Vector(box.minX + 8, box.midY), .small, theme.secondaryText)
    canvas.label(text, at: Vector(box.maxX - 8, box.midY), .small, theme.text, align: .trailing)
  }
}
