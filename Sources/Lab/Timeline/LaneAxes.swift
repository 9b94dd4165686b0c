internal import Feel
internal import Stage

/// The value axes of the lanes: for each control as much as its curves take, between round numbers,
/// unless a hand chose otherwise.
///
/// What moves two ways, as the strip and the pages of a pager do, has one axis for both: of what
/// was faster the curve lies higher.
struct LaneAxes {
  private var axes: [TimelineLayout.Lane: [Int: PlotAxis]] = [:]

  init(_ traces: LaneTraces, _ content: TimelineContent, _ view: TimelineView) {
    var places: [Int: ClosedRange<Double>] = [:]
    for (source, bounds) in [traces.position, traces.otherPosition, traces.hand].flatMap(\.bounds) {
      let part = StageRun.part(of: source)
      places.widen(part, to: bounds)
      // The control's whole range where that is small, as a share's or a count's is.
      if let range = traces.readings[source]?.bounds, range.upperBound - range.lowerBound <= 10 {
        places.widen(part, to: range)
      }
    }
    // Standing still is always shown.
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
        // Room for the width of the line at both ends.
        axes[lane, default: [:]][part] = PlotAxis(
          from: range.lowerBound, to: range.upperBound, start: frame.maxY - 2, end: frame.minY + 2)
      }
    }
  }

  /// The axis of a lane for what moved.
  func axis(_ lane: TimelineLayout.Lane, of source: Int?) -> PlotAxis? {
    source.flatMap { axes[lane]?[StageRun.part(of: $0)] }
  }

  /// The axes of a lane, each with its part.
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

/// The velocities that a lane has room for, by what moved.
///
/// What moves freely has a law, and all of it counts. While a hand holds on, a velocity is an
/// estimate from a few samples, and the first after a press may be several times the truth: of
/// eleven in a row the middle one counts, so that a tenth of a second of them does not flatten all
/// the rest.
struct VelocityRange {
  /// The least and the greatest velocity of each source that counts.
  ///
  /// Of a drag between rests that is too short to count all estimates do: else there would be
  /// nothing to see.
  var bounds: [Int: ClosedRange<Double>] {
    counted.merging(estimated) { $0.lowerBound == $0.upperBound ? $1 : $0 }
  }

  private var counted: [Int: ClosedRange<Double>] = [:]
  private var estimated: [Int: ClosedRange<Double>] = [:]

  /// How many samples before and after an estimate it is held against: as far as a wild one of a
  /// press stays in the usual window of 0.1 s.
  private static let reach = 5
  // The neighbours of an estimate, in the order of their values.
  private var around: [Double] = []

  /// Adds the samples of a log at some places, under the second set of parameters too if that is
  /// shown.
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

  /// Adds a sample after the log's end: of an estimate nobody knows yet whether it is far off.
  mutating func add(later sample: MotionLog.Sample, withOther: Bool) {
    if !sample.state.isHeld { counted.widen(sample.source, to: sample.velocity) }
    guard withOther, let state = sample.otherState, !state.isHeld else { return }
    counted.widen(sample.source, to: sample.otherVelocity)
  }

  /// The middle one of an estimate and its neighbours.
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
  /// Widens what is known of a source, so that it takes in a value.
  fileprivate mutating func widen(_ source: Int?, to value: Double?) {
    guard let source, let value, value.isFinite, !(self[source]?.contains(value) ?? false) else {
      return
    }
    widen(source, to: value...value)
  }
}

extension ControlState {
  /// Whether a hand holds on, so that a velocity is an estimate.
  fileprivate var isHeld: Bool { self == .pressed || self == .tracking || self == .rubber }
}
