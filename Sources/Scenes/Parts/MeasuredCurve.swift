internal import Feel
internal import FeelTrace
internal import Stage

/// A measured motion as the source of a curve: the last gesture, or data with its fitted law.
struct MeasuredCurve {
  private let stage: Stage
  private var parameters: ParameterSet { stage.parameters }

  init(on stage: Stage) { self.stage = stage }

  /// The curve of a stage's gesture or data.
  var source: CurveSource {
    if parameters.settings(CurveSettings()).source == .data, let data = stage.data {
      return source(of: data)
    }
    guard let gesture = stage.gesture else {
      return CurveSource(Words.nothingMeasured, CurveMotion(Motion.rest(at: 0)))
    }
    let control = gesture.name.split(separator: ".").map { translated(String($0)) }
    return source(of: gesture, title: Words.lastTake(control.joined(separator: say(", "))))
  }

  private func source(of data: MeasuredData) -> CurveSource {
    guard let fit = data.fit else {
      var source = source(of: data.track, title: data.track.name)
      if data.track.samples.allSatisfy({ $0.state == nil }) { source.remark = Words.noLaw }
      return source
    }
    var source = source(of: fit.track, title: Words.fitted(data.track.name))
    source.points = Self.points(data.track)
    source.measuresVelocity = data.track.samples.allSatisfy { $0.velocity != nil }
    source.remark = fit.words
    if let edge = fit.edge { source.levels = [.init(name: Words.edge, value: edge)] }
    // A hand follows no law, and a programmatic motion uses no scroll law.
    let free: Set<ControlState> = [.decelerating, .bouncing, .snapping]
    guard let start = fit.track.samples.first(where: { $0.state.map(free.contains) ?? false }),
      let velocity = start.velocity, abs(start.position) < 1e9, abs(velocity) < 1e9
    else { return source }
    // An edge too far away for exact numbers is dropped.
    let edges = fit.edge.flatMap { edge in
      abs(edge) < 1e9 ? (velocity > 0 ? -1e13...edge : edge...1e13) : nil
    }
    source.comparison = comparison(
      CurveSource.physics(of: parameters), from: start.time, position: start.position,
      velocity: velocity, in: CurveSource.extent(edges, parameters))
    return source
  }

  private func source(of track: MotionTrack, title: String) -> CurveSource {
    let motion = CurveMotion(MeasuredMotion(Self.points(track)))
    var source = CurveSource(title, motion)
    source.unit = track.unit
    for sample in track.samples.dropLast() {
      guard let state = sample.state, state != source.phases.last?.state else { continue }
      source.phases.append(.init(start: sample.time, state: state))
    }
    source.bound(by: track.bounds)
    // The current laws' motion for the release; they do not model cards, pages and fractions.
    guard let free = source.phases.last(where: { Self.held.contains($0.state) })?.start,
      let release = source.phases.first(where: { $0.start > free }), source.unit == "pt",
      [.decelerating, .bouncing].contains(release.state)
    else { return source }
    source.comparison = comparison(
      parameters.physics, from: release.start, position: motion.value(at: release.start),
      velocity: motion.velocity(at: release.start),
      in: CurveSource.extent(track.bounds, parameters, scale: stage.scale))
    return source
  }

  /// The states in which a hand holds the control.
  private static let held: Set<ControlState> = [.pressed, .tracking, .rubber]

  private func comparison(
    _ physics: ScrollPhysics, from start: Double, position: Double, velocity: Double,
    in extent: ScrollExtent
  ) -> CurveSource.Comparison {
    let isChanged = parameters.changed.contains { $0.key.hasPrefix("physics.") }
    return .init(
      name: Words.preset(parameters.preset.shownTitle, isChanged: isChanged), start: start,
      motion: CurveMotion(physics.release(from: position, velocity: velocity, in: extent)))
  }

  /// The samples of a track; an unknown velocity becomes the mean between the neighbouring samples.
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
}
