internal import Feel
internal import FeelFiles
internal import FeelWindow
internal import Stage

/// The motion of a control in a recorded take, from the take's start to its rest.
struct TakeMotion: Projector {
  /// The default interval between samples, in seconds.
  static let step = 1.0 / 120

  let duration: Double
  /// The control, as the list of takes names it.
  let control: String
  /// The unit of its values; empty for a share or a count.
  let unit: String
  private let start: Instant
  private let source: Int
  private let history: StageHistory

  /// Finds the motion of a control in a take, `FILE#NAME`.
  ///
  /// - Parameter control: the control; by default the one that the list of takes names.
  /// - Throws: `CommandFailure` if it is no take, or has no such control.
  init(_ word: String, of control: String?) throws(CommandFailure) {
    let file = try TraceFile.read(word)
    guard let take = file.take else {
      let takes = try RecordedTakes(file)
      throw .usage("\(shown(word)) is a recording. Name a take of it: FILE#1. \(takes.sentence)")
    }
    let sheet = TakeSheet(take)
    let sources = sheet.run.sources(at: take.end)
    guard let name = control ?? take.outcome.control, !sources.isEmpty else {
      throw .badFile("\(shown(word)): nothing moves.")
    }
    guard let (source, reading) = sources.first(where: { $0.reading.control == name }) else {
      let names = sources.map(\.reading.control).joined(separator: ", ")
      throw .badFile("\(shown(word)) has no control \(quoted(name)). Its controls are \(names).")
    }
    (self.control, unit, self.source) = (name, reading.unit, source)
    history = sheet.history
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

  // The interval for differences if a control reports no velocity, in seconds.
  private static let interval = 1e-3

  private func reading(at elapsed: Double) -> MotionReading? {
    let time = start.advanced(by: min(max(0, elapsed), duration))
    return history.moment(at: time).run.sources(at: time).first { $0.source == source }?.reading
  }
}
