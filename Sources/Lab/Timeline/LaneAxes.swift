internal import Feel
internal import Stage

/// The value axes of the lanes: for each control as much as its curves take, between round numbers, unless a hand chose otherwise.
///
/// What moves two ways, as the strip and the pages of a pager do, has one axis for both: of what was faster the curve lies higher.
struct LaneAxes {
  private let position: [Int: PlotAxis]
  private let velocity: [Int: PlotAxis]

  init(_ traces: LaneTraces, _ content: TimelineContent, _ view: TimelineView) {
    var (positions, velocities): ([Int: PlotAxis], [Int: PlotAxis]) = ([:], [:])
    let (upper, lower) = (content.layout.frame(of: .position), content.layout.frame(of: .velocity))
    let all = [traces.otherPosition, traces.hand].reduce(traces.position.bounds) {
      $0.merging($1.bounds) {
        min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
      }
    }
    let places = Self.byPart(all.map { ($0, Self.filled($1, traces.readings[$0]?.bounds)) })
    for (part, bounds) in places {
      let chosen = view.values(of: .position, of: part)
      positions[part] = Self.axis(chosen ?? Self.rounded(bounds), in: upper)
    }
    let shown = Set(traces.velocity.bounds.keys).union(traces.otherVelocity.bounds.keys)
    let speeds = Self.byPart(shown.map { ($0, traces.velocityRange.bounds[$0] ?? 0...0) })
    for (part, bounds) in speeds {
      let chosen = view.values(of: .velocity, of: part)
      // Standing still is always shown.
      let whole = min(0, bounds.lowerBound)...max(0, bounds.upperBound)
      velocities[part] = Self.axis(chosen ?? Self.rounded(whole), in: lower)
    }
    (position, velocity) = (positions, velocities)
  }

  /// The axis of a lane for what moved.
  func axis(_ lane: TimelineLayout.Lane, of source: Int?) -> PlotAxis? {
    source.map(StageRun.part).flatMap { lane == .velocity ? velocity[$0] : position[$0] }
  }

  private static func byPart(
    _ bounds: [(source: Int, values: ClosedRange<Double>)]
  ) -> [Int: ClosedRange<Double>] {
    bounds.reduce(into: [:]) { parts, one in
      let known = parts[StageRun.part(of: one.source)] ?? one.values
      parts[StageRun.part(of: one.source)] =
        min(known.lowerBound, one.values.lowerBound)...max(known.upperBound, one.values.upperBound)
    }
  }

  private static func axis(_ range: ClosedRange<Double>, in lane: Rect) -> PlotAxis {
    // Room for the width of the line at both ends.
    PlotAxis(
      from: range.lowerBound, to: range.upperBound, start: lane.maxY - 2, end: lane.minY + 2)
  }

  /// The control's whole range where that is small, as a share's or a count's is.
  private static func filled(
    _ bounds: ClosedRange<Double>, _ range: ClosedRange<Double>?
  ) -> ClosedRange<Double> {
    guard let range, range.upperBound - range.lowerBound <= 10 else { return bounds }
    return min(bounds.lowerBound, range.lowerBound)...max(bounds.upperBound, range.upperBound)
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
