internal import Feel
internal import Stage

/// The two plots of a curve, one above the other, and what of the curve they show.
struct CurveAxes: Hashable {
  /// One of the two plots.
  enum Plot { case position, velocity }

  /// The seconds that can be shown at once.
  private static let timeSpans = 0.002...3600.0
  /// The points, or points a second, that can be shown at once.
  private static let valueSpans = 0.001...1e9

  private(set) var positionFrame = Rect(x: 0, y: 0, width: 1, height: 1)
  private(set) var velocityFrame = Rect(x: 0, y: 2, width: 1, height: 1)
  /// Seconds, left to right.
  private(set) var time = PlotAxis(from: 0, to: 1, start: 0, end: 1)
  /// Points, growing upwards.
  private(set) var position = PlotAxis(from: 0, to: 1, start: 1, end: 0)
  /// Points a second, growing upwards.
  private(set) var velocity = PlotAxis(from: 0, to: 1, start: 3, end: 2)
  private var duration = 0.0

  /// Both plots and what is between them.
  var frame: Rect { positionFrame.union(velocityFrame) }

  /// Puts the plots into their places; they show the same as before.
  mutating func place(position upper: Rect, velocity lower: Rect) {
    (positionFrame, velocityFrame) = (upper, lower)
    time = PlotAxis(from: time.lower, to: time.upper, start: upper.minX, end: upper.maxX)
    position = PlotAxis(
      from: position.lower, to: position.upper, start: upper.maxY, end: upper.minY)
    velocity = PlotAxis(
      from: velocity.lower, to: velocity.upper, start: lower.maxY, end: lower.minY)
  }

  /// Learns which curve is shown, without showing more or less of it.
  mutating func follow(_ source: CurveSource) {
    duration = source.motion.duration
    hold()
  }

  /// Shows the whole of a curve and its levels.
  mutating func fit(_ source: CurveSource) {
    duration = source.motion.duration
    let other = source.comparison.map { Curve($0.motion, steps: 400).points } ?? []
    // Another motion is shown too, as far as it does not press the first one into a corner.
    let end = (source.comparison?.start ?? 0) + (source.comparison?.motion.duration ?? 0)
    let length = max(duration, min(end, 2 * duration))
    let shown = length > 0 ? length : 0.5
    // Room at the end, where it can be seen that nothing moves any more.
    time.show(from: -0.02 * shown, span: 1.14 * shown)
    let points = Curve(source.motion, steps: 400).points
    let values = points.map(\.value) + source.points.map(\.value) + other.map(\.value)
    let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
    // An edge that the motion came nowhere near would press it flat.
    let reach = max(1, 0.5 * (greatest - least))
    let levels = source.levels.map(\.value).filter {
      $0 >= least - reach && $0 <= greatest + reach
    }
    position = Self.fitted(position, values + levels)
    let measured = source.measuresVelocity ? source.points.map(\.velocity) : []
    velocity = Self.fitted(
      velocity, points.map(\.velocity) + measured + other.map(\.velocity) + [0])
  }

  private static func fitted(_ axis: PlotAxis, _ values: [Double]) -> PlotAxis {
    let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
    let room = greatest > least ? 0.1 * (greatest - least) : max(1, 0.1 * abs(least))
    var axis = axis
    axis.show(from: least - room, span: greatest - least + 2 * room)
    return axis
  }

  /// Which plot a place lies in, if in one.
  func plot(at location: Vector) -> Plot? {
    if positionFrame.contains(location) { return .position }
    return velocityFrame.contains(location) ? .velocity : nil
  }

  /// Shows `factor` times as much of the time; the time at a place stays there.
  mutating func zoomTime(by factor: Double, about x: Double) {
    time.zoom(by: factor, about: x, within: Self.timeSpans)
  }

  /// Shows `factor` times as much of one plot's values; the value at a place stays there.
  mutating func zoom(_ plot: Plot, by factor: Double, about y: Double) {
    switch plot {
    case .position: position.zoom(by: factor, about: y, within: Self.valueSpans)
    case .velocity: velocity.zoom(by: factor, about: y, within: Self.valueSpans)
    }
  }

  /// Moves what is shown along with the pointer, the values those of one plot.
  mutating func pan(by delta: Vector, in plot: Plot? = nil) {
    time.pan(by: delta.x)
    switch plot {
    case .position: position.pan(by: delta.y)
    case .velocity: velocity.pan(by: delta.y)
    case nil: break
    }
    hold()
  }

  /// Moves the time along until it shows a moment.
  mutating func reveal(_ moment: Double) {
    if moment < time.lower {
      time.show(from: moment - 0.1 * time.span, span: time.span)
    } else if moment > time.upper {
      time.show(from: moment - 0.9 * time.span, span: time.span)
    }
  }

  /// Keeps a part of the curve in sight, so that nobody gets lost beside it.
  private mutating func hold() {
    let lower = min(max(time.lower, -0.9 * time.span), duration - 0.1 * time.span)
    if lower != time.lower { time.show(from: lower, span: time.span) }
  }
}
