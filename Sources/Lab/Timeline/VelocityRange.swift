internal import Feel
internal import Stage

/// The velocities that a lane has room for, by what moved.
///
/// What moves freely has a law, and all of it counts. While a hand holds on, a velocity is an estimate from a few samples, and the first after a press may be several times the truth: of eleven in a row the middle one counts, so that a tenth of a second of them does not flatten all the rest.
struct VelocityRange {
  /// The least and the greatest velocity of each source that counts.
  ///
  /// Of a drag between rests that is too short to count all estimates do: else there would be nothing to see.
  var bounds: [Int: ClosedRange<Double>] {
    counted.merging(estimated) { $0.lowerBound == $0.upperBound ? $1 : $0 }
  }

  private var counted: [Int: ClosedRange<Double>] = [:]
  private var estimated: [Int: ClosedRange<Double>] = [:]

  /// How many samples before and after an estimate it is held against: as far as a wild one of a press stays in the usual window of 0.1 s.
  private static let reach = 5
  // The neighbours of an estimate, in the order of their values.
  private var around: [Double] = []

  /// Adds the samples of a log at some places, under the second set of parameters too if that is shown.
  mutating func add(_ samples: [MotionLog.Sample], _ places: Range<Int>, withOther: Bool) {
    for place in places.clamped(to: samples.indices) {
      let sample = samples[place]
      if sample.state.isHeld {
        addMiddle(samples, around: place) { $0.velocity }
        Self.add(sample.velocity, of: sample.source, to: &estimated)
      } else {
        add(sample.velocity, of: sample.source)
      }
      guard withOther, let state = sample.otherState else { continue }
      if state.isHeld {
        addMiddle(samples, around: place) { $0.otherVelocity }
      } else {
        add(sample.otherVelocity, of: sample.source)
      }
    }
  }

  /// Adds a sample after the log's end: of an estimate nobody knows yet whether it is far off.
  mutating func add(later sample: MotionLog.Sample, withOther: Bool) {
    if !sample.state.isHeld { add(sample.velocity, of: sample.source) }
    guard withOther, let state = sample.otherState, !state.isHeld else { return }
    add(sample.otherVelocity, of: sample.source)
  }

  private mutating func add(_ value: Double?, of source: Int?) {
    Self.add(value, of: source, to: &counted)
  }

  private static func add(
    _ value: Double?, of source: Int?, to bounds: inout [Int: ClosedRange<Double>]
  ) {
    guard let source, let value, value.isFinite else { return }
    let known = bounds[source] ?? value...value
    bounds[source] = min(known.lowerBound, value)...max(known.upperBound, value)
  }

  private mutating func addMiddle(
    _ samples: [MotionLog.Sample], around place: Int, _ velocity: (MotionLog.Sample) -> Double?
  ) {
    around.removeAll(keepingCapacity: true)
    for near in max(0, place - Self.reach)...min(samples.count - 1, place + Self.reach) {
      guard let value = velocity(samples[near]) else { continue }
      around.insert(value, at: around.firstIndex { $0 > value } ?? around.count)
    }
    if !around.isEmpty { add(around[around.count / 2], of: samples[place].source) }
  }
}

extension ControlState {
  /// Whether a hand holds on, so that a velocity is an estimate.
  fileprivate var isHeld: Bool { self == .pressed || self == .tracking || self == .rubber }
}
