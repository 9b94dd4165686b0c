public import Feel
public import FeelTrace

/// A motion that was brought in from outside, and the law that describes it, if one does.
public struct MeasuredData: Hashable, Sendable {
  /// What was measured.
  public let track: MotionTrack
  /// The law behind it; `nil` for a gesture, which has a hand in it, and where no law fits.
  public let fit: TrajectoryFit?

  /// The most rows that a fit looks at: more take longer and say no more.
  private static let fittedRows = 600

  /// Takes a track in and looks for its law.
  public init(_ track: MotionTrack) {
    self.track = track
    let samples = track.samples
    guard !samples.contains(where: { $0.state != nil }) else {
      fit = nil
      return
    }
    let step = max(1, (samples.count + Self.fittedRows - 1) / Self.fittedRows)
    let rows = stride(from: 0, to: samples.count, by: step).map {
      TrajectoryFit.Row(time: samples[$0].time, position: samples[$0].position)
    }
    fit = try? TrajectoryFit(rows: rows)
  }
}
