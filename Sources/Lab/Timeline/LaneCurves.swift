internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The curves of a lane as they are drawn, each on the value axis of what moved.
struct LaneCurves {
  let lane: TimelineLayout.Lane
  let time: PlotAxis
  let axes: LaneAxes

  /// Draws a curve; of what stood all the time while something else moved, nothing: on that one's scale it would look like a place that it jumps from.
  func draw(
    _ trace: LaneTrace, _ color: Color, width: Double = 2, dash: [Double] = [],
    into canvas: inout Canvas
  ) {
    let moving = Set(trace.bounds.filter { $1.lowerBound < $1.upperBound }.keys)
    var path = Path()
    var axis: PlotAxis?
    for point in trace.points {
      if point.isStart {
        let isShown = moving.isEmpty || moving.contains(point.source)
        axis = isShown ? axes.axis(lane, of: point.source) : nil
      }
      guard let axis else { continue }
      let place = Vector(time.place(of: point.time), axis.place(of: point.value))
      if point.isStart { path.move(to: place) } else { path.line(to: place) }
    }
    guard !path.elements.isEmpty else { return }
    canvas.draw(.stroke(path, Stroke(width: width, join: .bevel, dash: dash), .solid(color)))
  }

  /// Marks velocities that say little with hollow dots, as many as can be told apart.
  func draw(
    _ estimates: [LaneTraces.PoorEstimate], _ color: Color, into canvas: inout Canvas
  ) {
    var last = -Double.infinity
    for estimate in estimates {
      guard let axis = axes.axis(lane, of: estimate.source) else { continue }
      let x = time.place(of: estimate.time)
      guard x - last >= 6 else { continue }
      last = x
      canvas.marker(
        .circle, at: Vector(x, axis.place(of: estimate.velocity)), radius: 2.5, color,
        on: canvas.theme.surface, isHollow: true)
    }
  }

  /// Marks with arrows where a curve goes on past the upper or the lower edge of its lane.
  func drawCuts(of trace: LaneTrace, _ color: Color, into canvas: inout Canvas) {
    var path = Path()
    var last: [Bool: Double] = [:]
    var axis: PlotAxis?
    for point in trace.points {
      if point.isStart { axis = axes.axis(lane, of: point.source) }
      guard let axis, point.value < axis.lower || point.value > axis.upper else { continue }
      let (isAbove, x) = (point.value > axis.upper, time.place(of: point.time))
      // One for all that lies close together.
      if let last = last[isAbove], x - last < 12 { continue }
      last[isAbove] = x
      let (tip, way) = (isAbove ? axis.end - 2 : axis.start + 2, isAbove ? 6.0 : -6)
      path.move(to: Vector(x, tip))
      path.line(to: Vector(x + 5, tip + way))
      path.line(to: Vector(x - 5, tip + way))
      path.close()
    }
    if !path.elements.isEmpty { canvas.draw(.fill(path, .nonZero, .solid(color))) }
  }

  /// Says in a lane that there is nothing to draw, on a ground that keeps the plot's lines from striking it through.
  static func drawStill(in frame: Rect, _ words: String, into canvas: inout Canvas) {
    let size = Size(canvas.fonts.layout(words, .caption).width + 16, 18)
    canvas.fill(Rect(center: frame.center, size: size), canvas.theme.surface)
    canvas.label(
      words, at: frame.center, .caption, canvas.theme.secondaryText, align: .center)
  }
}

/// The value axes of the lanes: for each control as much as its curves take, between round numbers,
/// unless a hand chose otherwise.
///
/// What moves two ways, as the strip and the pages of a pager do, has one axis for both: of what
/// was faster the curve lies higher.
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
