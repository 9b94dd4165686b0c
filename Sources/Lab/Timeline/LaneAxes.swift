internal import Feel

/// The value axes of the lanes: as much as the curves take, between round numbers, unless a hand chose otherwise.
struct LaneAxes {
  /// Of positions.
  let position: PlotAxis
  /// Of velocities; 0 is always shown.
  let velocity: PlotAxis

  init(_ traces: LaneTraces, _ content: TimelineContent, _ view: TimelineView) {
    position = Self.axis(
      Self.filled(traces.position.bounds ?? 0...0, traces.range),
      in: content.layout.frame(of: .position),
      view.values(of: .position))
    let velocities = traces.velocity.bounds ?? 0...0
    velocity = Self.axis(
      min(0, velocities.lowerBound)...max(0, velocities.upperBound),
      in: content.layout.frame(of: .velocity), view.values(of: .velocity))
  }

  subscript(lane: TimelineLayout.Lane) -> PlotAxis { lane == .velocity ? velocity : position }

  /// The control's whole range where that is small, as a share's or a count's is.
  private static func filled(
    _ bounds: ClosedRange<Double>, _ range: ClosedRange<Double>?
  ) -> ClosedRange<Double> {
    guard let range, range.upperBound - range.lowerBound <= 10 else { return bounds }
    return min(bounds.lowerBound, range.lowerBound)...max(bounds.upperBound, range.upperBound)
  }

  private static func axis(
    _ bounds: ClosedRange<Double>, in lane: Rect, _ chosen: ClosedRange<Double>?
  ) -> PlotAxis {
    let range = chosen ?? rounded(bounds)
    // Room for the width of the line at both ends.
    return PlotAxis(
      from: range.lowerBound, to: range.upperBound, start: lane.maxY - 2, end: lane.minY + 2)
  }

  private static func rounded(_ bounds: ClosedRange<Double>) -> ClosedRange<Double> {
    let length = bounds.upperBound - bounds.lowerBound
    guard length > 1e-9 * max(1, abs(bounds.upperBound)) else {
      let room = abs(bounds.upperBound) > 1 ? 10.0 : 1
      return rounded((bounds.lowerBound - room)...(bounds.upperBound + room))
    }
    let step = PlotTicks(from: bounds.lowerBound, to: bounds.upperBound, atMost: 12).step
    let lower = (bounds.lowerBound / step).rounded(.down) * step
    return lower...max(lower + step, (bounds.upperBound / step).rounded(.up) * step)
  }
}
