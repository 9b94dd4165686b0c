internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab

/// The result of `check` for a recording: whether it replays as recorded, and whether a motion
/// jumps.
struct RecordingCheck: Check {
  /// A state that differs, and its line in the file.
  private struct Difference {
    let line: Int
    let time: Double
    let field: StateDifference
  }

  /// The number of differences described: later ones usually follow from the first.
  private static let maxReported = 20

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
  ///   - lines: the recording, with its first line already read.
  ///   - framesPerSecond: how often to advance the session additionally, as drawn frames would.
  ///   - tell: receives the progress, from 0 to 1.
  /// - Throws: `CommandFailure` for a take of a watched program, which is judged only as a whole.
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
    // A watched program may never send anything.
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
        gestures?.handle(event)
        if case .change(_, .observe) = event { isObserved = true }
      case .state: watch?.advance(to: entry.time)
      case .take: break
      }
      playback.feed(entry) { written, found in
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

  /// Whether every state read matches, and no motion has a fault.
  var isGood: Bool {
    differences.isEmpty && handOffs?.isGood ?? true && observed?.isGood ?? true
  }

  var failure: String? {
    guard error == nil, states == 0, observed == nil, handOffs?.motions ?? 0 == 0 else {
      return error
    }
    return "\(path): nothing to check: it has no states, and nothing moves by a law of motion."
  }

  /// The findings, one per line, and a summary; empty if nothing could be read.
  var text: String {
    guard error == nil || !differences.isEmpty else { return "" }
    let verdict =
      error != nil
      ? "not read to the end"
      : states == 0
        ? "no states to compare" : differences.isEmpty ? "all match" : "differs"
    let more = differences.count - Self.maxReported
    return differences.prefix(Self.maxReported).map {
      "\(shown(path)):\($0.line): at \($0.time) s \($0.field.sentence)\n"
    }.joined() + (more > 0 ? "\(shown(path)): \(more) more differ; use --json to see all\n" : "")
      + "\(shown(path)): \(counted(states, "state")), \(counted(events, "event")), "
      + "\(end.seconds) s: \(verdict)\n"
      + (handOffs?.text ?? "") + (observed?.text ?? "")
  }

  /// The findings as JSON; without states, whether the replay matches is unknown.
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

  /// Rewrites a recording with its current takes and its states at whole seconds.
  ///
  /// - Throws: `CommandFailure` if the recording cannot be read or the output not be written.
  static func renew(_ path: String, to output: String) throws(CommandFailure) {
    var lines = try TraceLines(path)
    var playback = try Playback(lines.file)
    var recorder = try Recorder(output)
    try recorder.begin(playback.session, as: lines.file.trace.header)
    while let entry = try lines.next() {
      try recorder.write(playback.session, upTo: entry.time)
      if case .event(let event) = entry.content { try recorder.write([event]) }
      playback.feed(entry)
    }
    try recorder.finish(playback.session)
    StandardError.tellWritten(output, "the recording")
  }
}
