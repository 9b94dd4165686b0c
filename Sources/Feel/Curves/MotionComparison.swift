internal import Glibc

/// A recorded motion of content, and how far a predicted one is from it.
public struct RecordedMotion: Sendable {
  /// When a picture was shown, in seconds, and where the content was in it, in points.
  public typealias Row = (time: Double, offset: Double)

  /// The pictures, in order of time.
  public let rows: [Row]

  /// Creates a motion.
  public init(_ rows: [Row]) { self.rows = rows }

  /// The pictures from the release at 0 on, without those that only repeat the one before them.
  ///
  /// A program may paint the same picture twice before its content moves on; after the last change
  /// all pictures count.
  var fresh: [Row] {
    var after = rows.filter { $0.time >= 0 }
    // The first pictures may themselves repeat the last one before the release.
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

/// How far a prediction is from what was recorded.
///
/// One lag is fitted, of at most 25 ms either way: a frame passes between input and picture.
public struct MotionComparison: Sendable {
  /// How much later than predicted the recording shows its content, in seconds.
  public let lag: Double
  /// The root of the mean squared difference over the pictures after the release, in points.
  public let rms: Double
  /// The greatest difference, in points.
  public let greatest: Double
  /// How much longer than the recording the prediction lasts, in seconds.
  ///
  /// Each lasts until its content comes within a point of its rest for good, seen at the
  /// recording's own pictures. Where the rests are within a point of each other, the recording's is
  /// the rest of both: a fraction of a point would else count as half a second of a slow end.
  public let durationError: Double
  /// How much further the prediction rests, in points.
  public let restError: Double

  private static let greatestLag = 0.025

  /// Compares; `nil` where the recording shows nothing after the release.
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
    // The prediction may go on after the recording has ended.
    let last = times.last ?? 0
    let later = (1...600).map { last + Double($0) / 60 }
    let predictedEnd = Self.end(
      of: (times + later).lazy.map { ($0, prediction.offset(at: $0 - lag)) }, at: rest)
    durationError = predictedEnd - recordedEnd
  }

  /// From when on all offsets are within a point of a rest.
  private static func end(of rows: some Sequence<(Double, Double)>, at rest: Double) -> Double {
    var end: Double?
    for (time, offset) in rows {
      // Pixels that were measured are whole but for a few hundredths.
      if abs(offset - rest) > 1.05 { end = nil } else if end == nil { end = time }
    }
    return end ?? 0
  }
}
