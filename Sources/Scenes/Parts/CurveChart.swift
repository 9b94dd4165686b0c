internal import Feel
internal import Raster
internal import Stage

/// One of a curve's two plots.
enum CurvePlot: CaseIterable {
  case position, velocity

  var name: String { self == .position ? Words.position : Words.velocity }
  var marker: TraceMarker { self == .position ? .circle : .triangle }

  func value(of point: Curve.Point) -> Double { self == .position ? point.value : point.velocity }

  func value(of motion: CurveMotion, at time: Double) -> Double {
    self == .position ? motion.value(at: time) : motion.velocity(at: time)
  }
}

/// A curve with its visible ranges and layout: what its plots draw and a hand moves.
struct CurveChart: Hashable {
  /// The limits of the visible time span, in seconds.
  private static let timeSpans = 0.002...3600.0
  /// The limits of the visible value span, in points or points per second.
  private static let valueSpans = 0.001...1e9

  private(set) var source: CurveSource
  private(set) var layout = CurvesLayout()
  /// The time axis, in seconds from left to right.
  private(set) var time = PlotAxis(from: 0, to: 1, start: 0, end: 1, unit: "s")
  private var position = PlotAxis(from: 0, to: 1, start: 1, end: 0)
  private var velocity = PlotAxis(from: 0, to: 1, start: 3, end: 2)
  /// Whether the visible ranges stay when the motion changes.
  var isLocked = false
  // Whether the whole curve is shown, and stays so when it changes.
  private var isFitted = true
  // The motion under the other set of parameters, drawn as well.
  private var ghost: CurveSource.Comparison?

  init(_ source: CurveSource) { self.source = source }

  var motion: CurveMotion { source.motion }

  /// The axis of a plot's values, in points or points per second, growing upwards.
  private(set) subscript(kind: CurvePlot) -> PlotAxis {
    get { kind == .position ? position : velocity }
    set { if kind == .position { position = newValue } else { velocity = newValue } }
  }

  /// A plot without layers.
  func plot(_ kind: CurvePlot) -> Plot {
    Plot(in: layout.frame(of: kind), across: time, up: self[kind])
  }

  func kind(at location: Vector) -> CurvePlot? {
    CurvePlot.allCases.first { layout.frame(of: $0).contains(location) }
  }

  // MARK: Visible range

  mutating func show(_ source: CurveSource, in layout: CurvesLayout) {
    (self.source, self.layout) = (source, layout)
    time = time.placed(from: layout.position.minX, to: layout.position.maxX)
    for kind in CurvePlot.allCases {
      let frame = layout.frame(of: kind)
      self[kind] = self[kind].placed(from: frame.maxY, to: frame.minY)
    }
    if isFitted && !isLocked { fit() } else { hold() }
  }

  /// Also shows the motion under the other set of parameters; `nil` for none.
  mutating func stand(beside other: CurveChart?) {
    ghost = other.flatMap(ghost)
    if isFitted && !isLocked { fit() }
  }

  /// The motion of the other set's chart to draw beside this one; `nil` if it is the same.
  func ghost(of other: CurveChart) -> CurveSource.Comparison? {
    let own = CurveSource.Comparison(name: Words.setB, start: 0, motion: other.motion)
    // A measured motion is the same for both sets; only what the laws make of it differs.
    let ghost = motion == other.motion ? other.source.comparison : own
    return ghost == source.comparison ? nil : ghost
  }

  /// Shows the whole curve and its levels.
  mutating func fit() {
    isFitted = true
    let own = Curve(motion, steps: 400).points
    let others = [source.comparison, ghost].compactMap(\.self)
    let other = others.flatMap { Curve($0.motion, steps: 400).points }
    // Include other motions, unless that would squeeze the first one into a corner.
    let end = others.map { $0.start + $0.motion.duration }.max() ?? 0
    let length = max(motion.duration, min(end, 2 * motion.duration))
    let shown = length > 0 ? length : 0.5
    // Leave room at the end, to show that nothing moves any more.
    time.show(from: -0.02 * shown, span: 1.14 * shown)
    let values = (own + source.points + other).map(\.value)
    let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
    // An edge far from the motion would flatten the curve.
    let reach = max(1, 0.5 * (greatest - least))
    let levels = source.levels.map(\.value).filter { $0 >= least - reach && $0 <= greatest + reach }
    position.fit(values + levels)
    let measured = source.measuresVelocity ? source.points : []
    velocity.fit((own + measured + other).map(\.velocity) + [0])
  }

  /// Pans with the pointer; values only in one plot.
  mutating func pan(by delta: Vector, in kind: CurvePlot? = nil) {
    isFitted = false
    time.pan(by: delta.x)
    if let kind { self[kind].pan(by: delta.y) }
    hold()
  }

  /// Enlarges the visible time span by `factor`, keeping the time at `x` in place.
  mutating func zoomTime(by factor: Double, about x: Double) {
    isFitted = false
    time.zoom(by: factor, about: x, within: Self.timeSpans)
  }

  /// Enlarges one plot's visible values by `factor`, keeping the value at `y` in place.
  mutating func zoom(_ kind: CurvePlot, by factor: Double, about y: Double) {
    isFitted = false
    self[kind].zoom(by: factor, about: y, within: Self.valueSpans)
  }

  /// Pans until a moment is visible.
  mutating func reveal(_ moment: Double) {
    if moment < time.lower {
      time.show(from: moment - 0.1 * time.span, span: time.span)
    } else if moment > time.upper {
      time.show(from: moment - 0.9 * time.span, span: time.span)
    }
  }

  /// Keeps part of the curve visible, so that the user does not get lost.
  private mutating func hold() {
    let lower = min(max(time.lower, -0.9 * time.span), motion.duration - 0.1 * time.span)
    if lower != time.lower { time.show(from: lower, span: time.span) }
  }

  // MARK: The curve

  /// A time clamped to the motion, in seconds.
  func clamped(_ time: Double) -> Double { min(max(0, time), motion.duration) }

  /// The motion's time at a screen position, in seconds.
  func time(at x: Double) -> Double { clamped(time.value(at: x)) }

  /// The times at which the motion starts, changes phase or ends, in seconds.
  var marks: [Double] { source.phases.map(\.start) + [motion.duration] }

  /// The visible part of the motion, in the chosen number of steps.
  var shownCurve: Curve {
    let from = clamped(time.lower)
    let until = clamped(time.upper)
    let steps = from < until ? source.steps : 0
    return Curve(
      motion, at: (0...steps).map { from + (until - from) * Double($0) / Double(max(1, steps)) })
  }

  func worded(_ value: Double, decimals: Int? = nil, per: String = "") -> String {
    Words.number(value.text(decimals: decimals ?? source.decimals), source.unit + per)
  }

  func point(at time: Double, in kind: CurvePlot) -> Vector {
    Vector(time, kind.value(of: motion, at: time))
  }

  /// How much of the position curve lies in a rectangle, in seventeenths of its width.
  func covers(_ ground: Rect) -> Int {
    let plot = plot(.position)
    return (0...16).count { step in
      let time = self.time(at: ground.minX + ground.width * Double(step) / 16)
      return ground.contains(plot.place(of: point(at: time, in: .position)))
    }
  }

  /// The visible points of a motion that starts at a time: one per screen point, and both ends.
  func points(of motion: CurveMotion, from start: Double = 0, in kind: CurvePlot) -> [Vector] {
    let from = max(0, time.lower - start)
    let until = min(motion.duration, time.upper - start)
    guard from < until else { return [] }
    let steps = max(1, Int(((until - from) * time.density).rounded(.up)))
    return (0...steps).map { step in
      let time = from + (until - from) * Double(step) / Double(steps)
      let isEnd = kind == .velocity && time >= motion.duration
      return Vector(time + start, isEnd ? motion.finalVelocity : kind.value(of: motion, at: time))
    }
  }
}

extension PlotAxis {
  /// Shows all of some values, with a margin.
  fileprivate mutating func fit(_ values: [Double]) {
    let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
    let room = greatest > least ? 0.1 * (greatest - least) : max(1, 0.1 * abs(least))
    show(from: least - room, span: greatest - least + 2 * room)
  }
}
