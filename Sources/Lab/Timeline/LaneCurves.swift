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
