internal import Feel
internal import Raster

extension OverlayMoment {
  /// Rate, position, velocity and state, as they are written; `nil` for what the motion has not.
  func figures(_ theme: Theme) -> [Shelf.Figure?] {
    let unit = reading.unit.isEmpty ? "" : " \(reading.unit)"
    let rate = figures.rate.map { ($0 * 100).text(decimals: $0 < 0.1 ? 1 : 0) + " %" }
    let position = figures.position.map { Self.text($0, unit, decimals: (1, 3)) }
    let velocity = figures.velocity.map { Self.text($0, unit, decimals: (0, 3)) + "/s" }
    let state = figures.state == .rubber ? reading.pastEndWord : figures.state.rawValue
    return [
      rate.map { ("rate", $0, theme.text) }, ("x", position ?? "–", theme.text),
      ("v", velocity ?? "–", theme.text), (nil, state, figures.state.color(in: theme)),
    ]
  }

  /// A number with its unit, no longer than a chip holds: what would be is counted in millions.
  private static func text(
    _ number: Double, _ unit: String, decimals: (points: Int, plain: Int)
  ) -> String {
    let decimals = unit.isEmpty ? decimals.plain : decimals.points
    if abs(number) >= 1e8 { return (number / 1e6).grouped(decimals: 1) + " M" + unit }
    return number.grouped(decimals: abs(number) >= 1e5 ? 0 : decimals) + unit
  }
}
