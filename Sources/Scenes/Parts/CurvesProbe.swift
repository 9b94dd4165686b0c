internal import Feel
internal import Stage

/// The motion that a plot plays, at a moment.
struct CurvesProbe: MotionProbe {
  let part: CurvesPart
  let now: Instant

  var state: ControlState { reading.state }

  /// The animator's motion along the curve; the plots show its path and need no marks over them.
  var reading: MotionReading {
    let (chart, transport) = (part.chart, part.transport)
    let motion = chart.motion
    let elapsed = transport.animator.elapsed(at: now)
    let value = motion.value(at: elapsed)
    // Past the motion's end, only the stopwatch runs.
    let isMoving = transport.animator.isRunning && elapsed < motion.duration
    let phase = chart.source.phases.last { $0.start <= elapsed }?.state ?? .programmatic
    var reading = MotionReading(
      "curves", unit: chart.source.unit, position: value,
      velocity: isMoving ? motion.velocity(at: elapsed) : 0, state: isMoving ? phase : .idle,
      anchor: chart.plot(.position).place(of: Vector(elapsed, value)),
      direction: .zero, rest: isMoving ? motion.finalValue : value, restTime: transport.finish)
    reading.bounds = chart.source.edges
    return reading
  }

  func drawGhost(over shown: any Part, into canvas: inout Canvas) {
    guard let shown = shown as? CurvesPart else { return }
    part.drawGhost(over: shown, into: &canvas, at: now)
  }
}
