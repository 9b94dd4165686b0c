internal import Feel
internal import FeelFiles
internal import FeelWindow
internal import Lab
internal import Stage

/// The motion of a recorded take, from what set it going to its rest: of the control that was moved last.
struct TakeMotion: Projector {
  /// From one of its moments to the next, unless others are asked for, in seconds.
  static let step = 1.0 / 120

  let duration: Double
  /// The unit of its values; empty for a share or a count.
  let unit: String
  private let start: Instant
  private let source: Int
  private let history: StageHistory

  /// Finds the motion of a take, as `FILE#NAME` says.
  ///
  /// - Throws: `CommandFailure` when that is none, or nothing in it has a motion.
  init(_ word: String) throws(CommandFailure) {
    let file = try TraceFile.read(word)
    guard let take = file.take else {
      let takes = try RecordedTakes(file)
      throw CommandFailure(
        .usage, "\(shown(word)) is a recording: name a take of it, as in FILE#1. \(takes.sentence)")
    }
    let sheet = TakeSheet(take)
    guard let reading = sheet.run.watched(at: take.end),
      let source = sheet.run.source(of: reading)
    else { throw CommandFailure(.badFile, "\(shown(word)): nothing in it has a motion.") }
    (unit, self.source, history) = (reading.unit, source, sheet.history)
    start = take.span.start
    duration = (take.span.rest ?? take.end) - start
  }

  func value(at elapsed: Double) -> Double { reading(at: elapsed)?.position ?? 0 }

  func velocity(at elapsed: Double) -> Double {
    guard elapsed < duration else { return 0 }
    if let velocity = reading(at: elapsed)?.velocity { return velocity }
    let later = min(elapsed + Self.interval, duration)
    return (value(at: later) - value(at: elapsed)) / (later - elapsed)
  }

  var finalVelocity: Double { velocity(at: max(0, duration - 1e-6)) }

  // What a control that knows no velocity is measured over, in seconds.
  private static let interval = 1e-3

  private func reading(at elapsed: Double) -> MotionReading? {
    let time = start.advanced(by: min(max(0, elapsed), duration))
    return history.moment(at: time).run.sources(at: time).first { $0.source == source }?.reading
  }
}
