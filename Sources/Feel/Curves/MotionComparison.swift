internal import Glibc

/// A recorded motion of content.
public struct RecordedMotion: Sendable {
  /// When a frame was shown, in seconds, and the content's offset in it, in points.
  public typealias Row = (time: Double, offset: Double)

  /// The frames, in order of time.
  public let rows: [Row]

  /// Creates a motion.
  public init(_ rows: [Row]) { self.rows = rows }

  /// The frames from the release at 0 on, without those that only repeat the previous one.
  ///
  /// A program may paint the same frame twice before its content moves on; after the last change
  /// all frames count.
  var fresh: [Row] {
    var after = rows.filter { $0.time >= 0 }
    // The first frames may themselves repeat the last one before the release.
    if let held = rows.last(where: { $0.time < 0 }),
      let first = after.firstIndex(where: { $0.offset != held.offset })
    {
      after.removeFirst(first)
    }
    let changes = after.indices.dropFirst().filter { after[$0].offset != after[$0 - 1].offset }
    guard let last = changes.last else { return after }
    return after.indices.filter {
      $0 == 0 || $0 > last || after[$0].offset != after[$0 - 1].offset
    }.map { after[$0] }
  }
}

/// The difference between a prediction and a recording.
///
/// One lag of at most ±25 ms is fitted, since a frame passes between input and picture.
public struct MotionComparison: Sendable {
  /// How much later than predicted the recording shows the content, in seconds.
  public let lag: Double
  /// The root mean square of the difference over the frames after the release, in points.
  public let rms: Double
  /// The largest difference, in points.
  public let greatest: Double
  /// How much longer the prediction lasts than the recording, in seconds.
  ///
  /// Each lasts until its content is within a point of its rest for good, sampled at the
  /// recording's frames. If the rests are within a point of each other, the recording's is used for
  /// both: otherwise a fraction of a point could count as half a second of a slow ending.
  public let durationError: Double
  /// How much further the prediction comes to rest, in points.
  public let restError: Double

  private static let greatestLag = 0.025

  /// Compares the two; `nil` if the recording has no frames after the release.
  public init?(_ recorded: RecordedMotion, with prediction: HandPrediction) {
    let rows = recorded.fresh
    guard let end = rows.last else { return nil }
    func squares(_ lag: Double) -> Double {
      var sum = 0.0
      for row in rows {
        let difference = prediction.offset(at: row.time - lag) - row.offset
        sum += difference * difference
      }
      return sum
    }
    let steps = (-25...25).map { Double($0) / 1000 }
    var best =
      steps.map { ($0, squares($0)) }.min { ($0.1, abs($0.0)) < ($1.1, abs($1.0)) } ?? (0, 0)
    for step in [0.0005, 0.00025, 0.0001, 0.00005] {
      for lag in [best.0 - step, best.0 + step] where abs(lag) <= Self.greatestLag + 1e-9 {
        let sum = squares(lag)
        if sum < best.1 { best = (lag, sum) }
      }
    }
    let lag = best.0
    (self.lag, rms) = (lag, (best.1 / Double(rows.count)).squareRoot())
    greatest = rows.map { abs(prediction.offset(at: $0.time - lag) - $0.offset) }.max() ?? 0
    restError = prediction.rest - end.offset
    let rest = abs(restError) <= 1 ? end.offset : prediction.rest
    let after = recorded.rows.filter { $0.time >= 0 }
    let times = after.map(\.time)
    let recordedEnd = Self.end(of: zip(times, after.map(\.offset)), at: end.offset)
    // The prediction may last longer than the recording.
    let last = times.last ?? 0
    let later = (1...600).map { last + Double($0) / 60 }
    let predictedEnd = Self.end(
      of: (times + later).lazy.map { ($0, prediction.offset(at: $0 - lag)) }, at: rest)
    durationError = predictedEnd - recordedEnd
  }

  /// The time from which all offsets are within a point of `rest`.
  private static func end(of rows: some Sequence<(Double, Double)>, at rest: Double) -> Double {
    var end: Double?
    for (time, offset) in rows {
      // Measured pixels are whole numbers up to a few hundredths.
      if abs(offset - rest) > 1.05 { end = nil } else if end == nil { end = time }
    }
    return end ?? 0
  }
}
