internal import Feel
internal import FeelTrace
internal import Observe
internal import Stage

extension MeasuredData {
  /// More rows would take longer without changing the fit.
  private static let fittedRows = 600

  /// Imports a track and fits laws to it.
  init(_ track: MotionTrack) { self.init(track, fit: Self.fit(track)) }

  private static func fit(_ track: MotionTrack) -> Fit? {
    let samples = track.samples
    guard samples.allSatisfy({ $0.state == nil }) else { return nil }
    let step = max(1, (samples.count + fittedRows - 1) / fittedRows)
    let rows = stride(from: 0, to: samples.count, by: step).map {
      Observation.Row(time: samples[$0].time, offset: samples[$0].position)
    }
    let observation = Observation(rows, source: ObservedSource(unit: track.unit))
    let segments = MotionAnalysis(observation).segments
    guard let telling = segments.mostInformative(), let law = telling.law else { return nil }
    let places = Dictionary(segments.flatMap(\.fitted).map { ($0.time, $0.offset) }) { $1 }
    let fitted = segments.flatMap { segment in
      let own = rows.filter { segment.start...segment.end ~= $0.time }.map {
        (time: $0.time, place: places[$0.time] ?? $0.offset)
      }
      return own.indices.map { index in
        let (before, after) = (own[max(0, index - 1)], own[min(own.count - 1, index + 1)])
        let way = (after.place - before.place) / max(after.time - before.time, 1e-9)
        return MotionTrack.Sample(
          time: own[index].time, position: own[index].place, velocity: way,
          state: segment.kind.state)
      }
    }
    return MotionTrack(name: track.name, unit: track.unit, samples: fitted).map {
      Fit(
        $0, edge: segments.last { $0.kind == .bounce }?.law?.target,
        words: Words.Faults.fit(law, orOthers: telling.alike.count, in: track.unit))
    }
  }
}

extension MotionSegment.Kind {
  /// The control state that corresponds to this kind of motion.
  fileprivate var state: ControlState {
    switch self {
    case .rest: .idle
    case .drag, .late, .wheel, .unexplained: .tracking
    case .fling: .decelerating
    case .bounce: .bouncing
    case .snap: .snapping
    case .programmatic: .programmatic
    }
  }
}
