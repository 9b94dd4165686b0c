internal import Feel
internal import Raster
internal import Stage

/// A curve and how much of it is shown, where: what its plots are drawn from and a hand moves.
struct CurveChart: Hashable {
  private(set) var source: CurveSource
  private(set) var axes = CurveAxes()
  /// Whether another motion does not change what is shown.
  var isLocked = false
  // Whether the whole curve is shown, and shall be when it becomes another one.
  private var isFitted = true

  init(_ source: CurveSource) { self.source = source }

  var motion: CurveMotion { source.motion }

  // MARK: What is shown

  /// Shows another curve, at a layout's frames.
  mutating func show(_ source: CurveSource, in layout: CurvesLayout) {
    self.source = source
    axes.place(position: layout.position, velocity: layout.velocity)
    if isFitted && !isLocked { axes.fit(source) } else { axes.follow(source) }
  }

  /// Shows the whole of the curve.
  mutating func fit() {
    isFitted = true
    axes.fit(source)
  }

  /// Moves what is shown along with the pointer, the values those of one plot.
  mutating func pan(by delta: Vector, in plot: CurveAxes.Plot? = nil) {
    isFitted = false
    axes.pan(by: delta, in: plot)
  }

  /// Shows `factor` times as much of the time; the time at a place stays there.
  mutating func zoomTime(by factor: Double, about x: Double) {
    isFitted = false
    axes.zoomTime(by: factor, about: x)
  }

  /// Shows `factor` times as much of one plot's values; the value at a place stays there.
  mutating func zoom(_ plot: CurveAxes.Plot, by factor: Double, about y: Double) {
    isFitted = false
    axes.zoom(plot, by: factor, about: y)
  }

  /// Moves the time along until it shows a moment.
  mutating func reveal(_ moment: Double) { axes.reveal(moment) }

  // MARK: The curve

  /// A time held to the motion, in seconds.
  func clamped(_ time: Double) -> Double { min(max(0, time), motion.duration) }

  /// The time of the motion at a place, in seconds.
  func time(at x: Double) -> Double { clamped(axes.time.value(at: x)) }

  /// The times at which the motion begins, changes its kind or ends, in seconds.
  var marks: [Double] { source.phases.map(\.start) + [motion.duration] }

  /// The part of the motion that is shown, in the steps asked for.
  var shownCurve: Curve {
    let from = clamped(axes.time.lower)
    let until = clamped(axes.time.upper)
    let steps = from < until ? source.steps : 0
    return Curve(
      motion, at: (0...steps).map { from + (until - from) * Double($0) / Double(max(1, steps)) })
  }

  /// A value with its unit.
  func worded(_ value: Double, decimals: Int? = nil, per: String = "") -> String {
    let unit = source.unit + per
    let number = value.text(decimals: decimals ?? source.decimals)
    return unit.isEmpty ? number : "\(number) \(unit)"
  }

  // MARK: Where it lies

  func axis(of plot: CurveAxes.Plot) -> PlotAxis {
    plot == .position ? axes.position : axes.velocity
  }

  func frame(of plot: CurveAxes.Plot) -> Rect {
    plot == .position ? axes.positionFrame : axes.velocityFrame
  }

  /// Where the curve is at a time.
  func point(at time: Double, in plot: CurveAxes.Plot) -> Vector {
    let value = plot == .position ? motion.value(at: time) : motion.velocity(at: time)
    return Vector(axes.time.place(of: time), axis(of: plot).place(of: value))
  }

  /// The middle of the column of device pixels that a time lies in, where a thin line is sharp.
  func column(of time: Double, scale: Double) -> Double {
    ((axes.time.place(of: time) * scale).rounded(.down) + 0.5) / scale
  }

  /// How much of the curve of positions lies in a rectangle, in seventeenths of its width.
  func covers(_ ground: Rect) -> Int {
    (0...16).count { step in
      let time = self.time(at: ground.minX + ground.width * Double(step) / 16)
      return ground.contains(point(at: time, in: .position))
    }
  }

  /// The line of what is shown of a motion that sets out at a time; `nil` where none of it is.
  func path(
    of motion: CurveMotion, from start: Double = 0, in plot: CurveAxes.Plot
  ) -> Path? {
    let from = max(0, axes.time.lower - start)
    let until = min(motion.duration, axes.time.upper - start)
    guard from < until else { return nil }
    // A point of the curve for each point of the screen, and for both ends.
    let steps = max(1, Int(((until - from) * axes.time.density).rounded(.up)))
    var path = Path()
    for step in 0...steps {
      let time = from + (until - from) * Double(step) / Double(steps)
      let isEnd = time >= motion.duration
      let value =
        plot == .position
        ? motion.value(at: time) : isEnd ? motion.finalVelocity : motion.velocity(at: time)
      let point = Vector(axes.time.place(of: time + start), axis(of: plot).place(of: value))
      if step == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    return path
  }
}
