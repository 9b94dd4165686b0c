internal import Feel
internal import Stage

/// The value axes of the lanes: each control's range, extended to round numbers, unless the user
/// zoomed.
///
/// A control with two motions, such as a pager's strip and pages, has one axis for both, so that
/// the faster one's curve is higher.
struct LaneAxes {
  private var axes: [TimelineLayout.Lane: [Int: PlotAxis]] = [:]

  init(_ traces: LaneTraces, _ content: TimelineContent, _ view: TimelineView) {
    var places: [Int: ClosedRange<Double>] = [:]
    for (source, bounds) in [traces.position, traces.otherPosition, traces.hand].flatMap(\.bounds) {
      let part = StageRun.part(of: source)
      places.widen(part, to: bounds)
      // The control's whole range if that is small, such as a share's or a count's.
      if let range = traces.readings[source]?.bounds, range.upperBound - range.lowerBound <= 10 {
        places.widen(part, to: range)
      }
    }
    // The velocity axis always includes zero.
    var speeds: [Int: ClosedRange<Double>] = [:]
    for (source, _) in [traces.velocity, traces.otherVelocity].flatMap(\.bounds) {
      let part = StageRun.part(of: source)
      speeds.widen(part, to: 0...0)
      if let range = traces.velocityRange.bounds[source] { speeds.widen(part, to: range) }
    }
    for (lane, parts) in [(TimelineLayout.Lane.position, places), (.velocity, speeds)] {
      let frame = content.layout.frame(of: lane)
      for (part, bounds) in parts {
        let range = view.values(of: lane, of: part) ?? Self.rounded(bounds)
        // Room for the line's width at both ends.
        axes[lane, default: [:]][part] = PlotAxis(
          from: range.lowerBound, to: range.upperBound, start: frame.maxY - 2, end: frame.minY + 2)
      }
    }
  }

  /// The axis of a lane for a source.
  func axis(_ lane: TimelineLayout.Lane, of source: Int?) -> PlotAxis? {
    source.flatMap { axes[lane]?[StageRun.part(of: $0)] }
  }

  /// All axes of a lane, with their parts.
  func all(_ lane: TimelineLayout.Lane) -> [(part: Int, axis: PlotAxis)] {
    (axes[lane] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func rounded(_ bounds: ClosedRange<Double>) -> ClosedRange<Double> {
    let length = bounds.upperBound - bounds.lowerBound
    guard length > 1e-9 * max(1, abs(bounds.upperBound)) else {
      let room = abs(bounds.upperBound) > 1 ? 10.0 : 1
      return rounded((bounds.lowerBound - room)...(bounds.upperBound + room))
    }
    return PlotTicks(from: bounds.lowerBound, to: bounds.upperBound, atMost: 12).around(bounds)
  }
}

/// The range of velocities to show in a lane, by source.
///
/// A free motion has a law, so all of it counts. While a hand holds on, velocities are estimates
/// from a few samples, and the first after a press may be several times too large: the median of
/// eleven in a row is used, so that 0.1 s of outliers does not flatten the rest of the curve.
struct VelocityRange {
  /// The range of counted velocities of each source.
  ///
  /// For a drag between rests that is too short for a median, all estimates count: otherwise the
  /// curve would be empty.
  var bounds: [Int: ClosedRange<Double>] {
    counted.merging(estimated) { $0.lowerBound == $0.upperBound ? $1 : $0 }
  }

  private var counted: [Int: ClosedRange<Double>] = [:]
  private var estimated: [Int: ClosedRange<Double>] = [:]

  /// Neighbours on each side of an estimate for its median: outliers after a press last for the
  /// usual window of 0.1 s.
  private static let reach = 5
  // An estimate and its neighbours, sorted.
  private var around: [Double] = []

  /// Adds a range of a log's samples, including set B's if that is shown.
  mutating func add(_ samples: [MotionLog.Sample], _ places: Range<Int>, withOther: Bool) {
    for place in places.clamped(to: samples.indices) {
      let sample = samples[place]
      let isHeld = sample.state.isHeld
      let velocity = isHeld ? middle(samples, around: place, \.velocity) : sample.velocity
      counted.widen(sample.source, to: velocity)
      if isHeld { estimated.widen(sample.source, to: sample.velocity) }
      guard withOther, let state = sample.otherState else { continue }
      let other =
        state.isHeld ? middle(samples, around: place, \.otherVelocity) : sample.otherVelocity
      counted.widen(sample.source, to: other)
    }
  }

  /// Adds a sample after the log's end; estimates are skipped, because their neighbours are not
  /// known yet.
  mutating func add(later sample: MotionLog.Sample, withOther: Bool) {
    if !sample.state.isHeld { counted.widen(sample.source, to: sample.velocity) }
    guard withOther, let state = sample.otherState, !state.isHeld else { return }
    counted.widen(sample.source, to: sample.otherVelocity)
  }

  /// Median of an estimate and its neighbours.
  private mutating func middle(
    _ samples: [MotionLog.Sample], around place: Int, _ velocity: (MotionLog.Sample) -> Double?
  ) -> Double? {
    around.removeAll(keepingCapacity: true)
    for near in max(0, place - Self.reach)...min(samples.count - 1, place + Self.reach) {
      guard let value = velocity(samples[near]) else { continue }
      around.insert(value, at: around.firstIndex { $0 > value } ?? around.count)
    }
    return around.isEmpty ? nil : around[around.count / 2]
  }
}

extension [Int: ClosedRange<Double>] {
  fileprivate mutating func widen(_ source: Int?, to value: Double?) {
    guard let source, let value, value.isFinite, !(self[source]?.contains(value) ?? false) else {
      return
    }
    widen(source, to: value...value)
  }
}

extension ControlState {
  /// Whether a hand holds on, so that velocities are estimates.
  fileprivate var isHeld: Bool { self == .pressed || self == .tracking || self == .rubber }
}
