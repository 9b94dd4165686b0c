internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab

/// What `check` finds in a recording: whether it goes as it went, and whether a motion jumps in it.
struct RecordingCheck: Check {
  /// A state that differs, and where it is written.
  private struct Difference {
    let line: Int
    let time: Double
    let field: StateDifference
  }

  /// So many differences are told in words: what comes after the first most often follows from it.
  private static let mostTold = 20

  private let path: String
  private var states = 0
  private var events = 0
  /// The time of the last entry.
  private var end = Instant.zero
  private var differences: [Difference] = []
  private var handOffs: HandOffReport?
  private var observed: ObservedCheck?
  /// Why it could not be read to its end.
  private var error: String?

  /// Replays a recording without a window.
  ///
  /// - Parameters:
  ///   - lines: the recording, of which the first line is read.
  ///   - framesPerSecond: how often the session is advanced besides, as drawn frames would.
  ///   - tell: how much is done, from 0 to 1.
  /// - Throws: `CommandFailure` for a take of a program that is watched, which is judged whole.
  init(
    _ lines: consuming TraceLines, framesPerSecond: Double?, tell: (Double) -> Void
  ) throws(CommandFailure) {
    path = lines.file.path
    try lines.file.requireWhole()
    do throws(CommandFailure) {
      try replay(&lines, framesPerSecond, tell)
    } catch {
      self.error = error.message
    }
  }

  private mutating func replay(
    _ lines: inout TraceLines, _ framesPerSecond: Double?, _ tell: (Double) -> Void
  ) throws(CommandFailure) {
    var playback = try Playback(lines.file)
    var gestures = lines.file.isWatched ? GestureReader(path: path) : nil
    var watch = lines.file.isWatched ? nil : HandOffWatch(playback.session)
    // What is watched may never come.
    var isObserved = false
    var frame = 0.0
    while let entry = try lines.next() {
      end = entry.time
      if let framesPerSecond {
        while case let time = Instant(seconds: frame / framesPerSecond), time < entry.time {
          playback.advance(to: time)
          frame += 1
        }
      }
      switch entry.content {
      case .event(let event):
        events += 1
        watch?.handle(event)
        gestures?.take(event)
        if case .change(_, .observe) = event { isObserved = true }
      case .state: watch?.advance(to: entry.time)
      case .take: break
      }
      playback.take(entry) { written, found in
        states += 1
        differences += StateDifference.all(written, found).map {
          Difference(line: entry.line, time: entry.time.seconds, field: $0)
        }
      }
      tell(lines.share)
    }
    watch?.advance(to: end)
    handOffs = watch.map { HandOffReport($0, of: path) }
    if let gestures, isObserved { observed = ObservedCheck(path, try gestures.finish()) }
  }

  /// Whether every state that was read is as written, and no motion has a fault.
  var isGood: Bool {
    differences.isEmpty && handOffs?.isGood ?? true && observed?.isGood ?? true
  }

  var failure: String? {
    guard error == nil, states == 0, observed == nil, handOffs?.motions ?? 0 == 0 else {
      return error
    }
    return "\(path): nothing to check: it has no states, and nothing moves by a law of motion."
  }

  /// The findings, a line each, and a summary; empty where nothing could be read.
  var text: String {
    guard error == nil || !differences.isEmpty else { return "" }
    let verdict =
      error != nil
      ? "not read to the end"
      : states == 0
        ? "no states to compare" : differences.isEmpty ? "all match" : "differs"
    let more = differences.count - Self.mostTold
    return differences.prefix(Self.mostTold).map {
      "\(shown(path)):\($0.line): at \($0.time) s \($0.field.sentence)\n"
    }.joined() + (more > 0 ? "\(shown(path)): \(more) more differ; use --json to see all\n" : "")
      + "\(shown(path)): \(counted(states, "state")), \(counted(events, "event")), "
      + "\(end.seconds) s: \(verdict)\n"
      + (handOffs?.text ?? "") + (observed?.text ?? "")
  }

  /// The findings by names; whether a recording without a state goes as it went is not known.
  var json: JSON {
    let isSame = differences.isEmpty ? (states > 0 && error == nil ? true : nil) : false
    return JSON.of([
      "states": states, "events": events, "end": end.seconds, "same": isSame, "error": error,
      "differences": differences.map {
        JSON.of([
          "line": $0.line, "time": $0.time, "name": $0.field.name, "written": $0.field.a?.json,
          "found": $0.field.b?.json,
        ])
      },
    ]) + (handOffs?.json ?? observed?.json ?? JSON.of([:]))
  }

  /// Writes a recording again, with the states of its whole seconds and its takes as they are now.
  ///
  /// - Throws: `CommandFailure` when the one cannot be read or the other not be written.
  static func renew(_ path: String, to output: String) throws(CommandFailure) {
    var lines = try TraceLines(path)
    var playback = try Playback(lines.file)
    var recorder = try Recorder(output)
    try recorder.begin(playback.session, as: lines.file.trace.header)
    while let entry = try lines.next() {
      try recorder.write(playback.session, upTo: entry.time)
      if case .event(let event) = entry.content { try recorder.write([event]) }
      playback.take(entry)
    }
    try recorder.finish(playback.session)
    StandardError.tellWritten(output, "the recording")
  }
}
