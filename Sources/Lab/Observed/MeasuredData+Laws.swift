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
    let fitted = segments.motion(of: rows).map {
      MotionTrack.Sample(
        time: $0.row.time, position: $0.row.offset, velocity: $0.velocity, state: $0.kind.state)
    }
    return MotionTrack(name: track.name, unit: track.unit, samples: fitted).map {
      Fit(
        $0, edge: segments.last { $0.kind == .bounce }?.law?.target,
        words: Words.Faults.fit(law, orOthers: telling.alike.count, in: track.unit))
    }
  }
}
