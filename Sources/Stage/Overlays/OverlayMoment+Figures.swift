internal import Feel
internal import Raster
internal import TextLayout

extension OverlayMoment {
  /// Draws position, velocity, state and rate as chips.
  func drawFigures(in place: FiguresPlace, _ tags: inout TagLayer, into canvas: inout Canvas) {
    let unit = reading.unit.isEmpty ? "" : " \(reading.unit)"
    let word = figures.state == .rubber ? reading.pastEndWord : figures.state.rawValue
    canvas.label(
      word, at: chip(0, in: place, into: &canvas).center, .small,
      figures.state.color(in: canvas.theme), align: .center)
    let velocity = figures.velocity.map { Self.text($0, unit, decimals: (0, 3)) + "/s" } ?? "–"
    number("v", velocity, in: chip(1, in: place, into: &canvas), &canvas)
    let position = figures.position.map { Self.text($0, unit, decimals: (1, 3)) } ?? "–"
    number("x", position, in: chip(2, in: place, into: &canvas), &canvas)
    tags.keepFree(place.frame.inset(by: -4, -2))
    guard let rate = figures.rate else { return }
    let percent = (rate * 100).text(decimals: rate < 0.1 ? 1 : 0) + " %"
    number("rate", percent, in: chip(3, in: place, into: &canvas), &canvas)
  }

  /// A number with its unit, no longer than a chip holds: what would be is counted in millions.
  private static func text(
    _ number: Double, _ unit: String, decimals: (points: Int, plain: Int)
  ) -> String {
    let decimals = unit.isEmpty ? decimals.plain : decimals.points
    if abs(number) >= 1e8 { return (number / 1e6).grouped(decimals: 1) + " M" + unit }
    return number.grouped(decimals: abs(number) >= 1e5 ? 0 : decimals) + unit
  }

  private func chip(_ index: Int, in place: FiguresPlace, into canvas: inout Canvas) -> Rect {
    let box = place.chip(index)
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
