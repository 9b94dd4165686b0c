internal import Feel
internal import FeelTrace
internal import Stage

extension CurveSource {
  /// The gesture or the data of a stage that has it.
  init(measuredOn stage: Stage) {
    if stage.parameters.choice("curve.source") == "data", let data = stage.data {
      self.init(data, stage)
    } else if let gesture = stage.gesture {
      self.init(gesture, title: "Last gesture · \(gesture.name)", stage)
    } else {
      self.init("Nothing measured", .single(.rest(at: 0)))
    }
  }

  private init(_ data: MeasuredData, _ stage: Stage) {
    guard let fit = data.fit, let model = Self.model(fit, stage) else {
      self.init(data.track, title: data.track.name, stage)
      if data.track.samples.allSatisfy({ $0.state == nil }) { remark = "no law fits" }
      return
    }
    self.init("\(data.track.name) · fitted", .scroll(model.motion))
    (unit, points) = (data.track.unit, Self.points(data.track))
    phases = Self.phases(of: model.motion)
    remark =
      "k \(Self.words(fit.decayPerSecond, 3)) /s · v \(Self.words(fit.velocity, 0)) \(unit)/s · "
      + "\(fit.residual.text(decimals: 2)) \(unit) off"
    if let edge = model.edge { levels = [Level(name: "edge", value: edge)] }
    compare(
      Self.physics(of: stage.parameters), from: 0, position: fit.start.value,
      velocity: fit.velocity.value,
      in: Self.extent(model.edges, stage.parameters), stage)
  }

  private init(_ track: MotionTrack, title: String, _ stage: Stage) {
    self.init(title, .measured(MeasuredMotion(Self.points(track))))
    unit = track.unit
    for sample in track.samples.dropLast() {
      guard let state = sample.state, state != phases.last?.state else { continue }
      phases.append(Phase(start: sample.time, state: state))
    }
    bound(by: track.bounds)
    // What the present laws make of the release: they know nothing of cards, pages and shares.
    guard let free = phases.last(where: { Self.held.contains($0.state) })?.start,
      let release = phases.first(where: { $0.start > free }), unit == "pt",
      [.decelerating, .bouncing].contains(release.state)
    else { return }
    compare(
      stage.parameters.physics, from: release.start,
      position: motion.value(at: release.start),
      velocity: motion.velocity(at: release.start),
      in: Self.extent(track.bounds, stage.parameters, scale: stage.scale), stage)
  }

  /// The states in which a hand has the control.
  private static let held: Set<ControlState> = [.pressed, .tracking, .rubber]

  private mutating func compare(
    _ physics: ScrollPhysics, from start: Double, position: Double, velocity: Double,
    in extent: ScrollExtent, _ stage: Stage
  ) {
    let isChanged = stage.parameters.changed.contains { $0.key.hasPrefix("physics.") }
    comparison = Comparison(
      name: stage.parameters.preset.id + (isChanged ? ", changed" : ""), start: start,
      motion: .scroll(physics.release(from: position, velocity: velocity, in: extent)))
  }

  /// The motion that a fit describes, and the edge it runs into.
  private static func model(
    _ fit: TrajectoryFit, _ stage: Stage
  ) -> (motion: ScrollMotion, edge: Double?, edges: ClosedRange<Double>?)? {
    let (start, velocity) = (fit.start.value, fit.velocity.value)
    let rate = fit.decayPerSecond.value
    guard rate > 0, rate.isFinite, abs(start) < 1e9, abs(velocity) < 1e9 else { return nil }
    var physics = physics(of: ParameterSet([]))
    physics.decay = .exponential(DecelerationRate(decayPerSecond: rate))
    // Rows that show no stop end before there is one; what an edge takes back rests as it does elsewhere.
    if fit.edge == nil { physics.stop = .speed(fit.stopSpeed > 0 ? fit.stopSpeed : 1) }
    var edges: ClosedRange<Double>?
    if let edge = fit.edge {
      let omega = edge.angularFrequency.value
      guard omega > 0, omega.isFinite, abs(edge.position.value) < 1e9 else { return nil }
      let spring = Spring(angularFrequency: omega, dampingRatio: fit.dampingRatio)
      (physics.bounce, physics.releaseOutside) = (.spring(EdgeSpring(spring)), .spring(spring))
      edges =
        velocity > 0 ? -1e13...edge.position.value : edge.position.value...1e13
    }
    let motion = physics.release(
      from: start, velocity: velocity, in: extent(edges, stage.parameters))
    return (motion, fit.edge?.position.value, edges)
  }

  /// The moments of a track; a velocity that is not known is that from the moment before to the one after.
  private static func points(_ track: MotionTrack) -> [Curve.Point] {
    let samples = track.samples
    return samples.indices.map { index in
      let (before, after) = (samples[max(0, index - 1)], samples[min(samples.count - 1, index + 1)])
      let mean = (after.position - before.position) / (after.time - before.time)
      return Curve.Point(
        time: samples[index].time, value: samples[index].position,
        velocity: samples[index].velocity ?? mean)
    }
  }

  private static func words(_ fitted: FittedValue, _ decimals: Int) -> String {
    "\(fitted.value.text(decimals: decimals)) ± \(fitted.error.text(decimals: decimals))"
  }
}
