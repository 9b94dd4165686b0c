package import FeelTrace
internal import Observe

/// Splits an observation stream into gestures; each invalid line is reported by a sentence.
package struct GestureReader {
  private let path: String
  private var collector = GestureCollector()
  private var lines: StreamLines
  private var gestures: [Observation] = []
  private var times: [Double] = []
  package private(set) var source = ObservedSource()

  /// Creates an empty reader.
  ///
  /// - Parameter path: the name of the stream or recording in messages.
  package init(path: String) {
    (self.path, lines) = (path, StreamLines(name: path))
  }

  /// Reads a complete stream.
  ///
  /// - Throws: as `finish()`.
  package static func read(
    _ bytes: [UInt8], path: String
  ) throws(CommandFailure) -> ObservedMotions {
    var (reader, gestures) = (ObservationReader(), GestureReader(path: path))
    reader.read(bytes) { gestures.handle($0) }
    reader.finish { gestures.handle($0) }
    return try gestures.finish()
  }

  /// Handles one event of the stream.
  package mutating func handle(_ event: ObservationReader.Event) {
    lines.handle(event)
    if case .source(let told) = event { source = told }
    if case .line(let line) = event, case .offset = line.content { times.append(line.time) }
    collector.handle(event) { gestures.append($0) }
  }

  /// Starts a new stream from the same source, as if the program had just started.
  package mutating func restart() { handle(.source(source)) }

  /// The gestures.
  ///
  /// - Throws: `CommandFailure` when nothing moved, or times are not in seconds.
  package consuming func finish() throws(CommandFailure) -> ObservedMotions {
    var gestures = gestures
    collector.finish { gestures.append($0) }
    lines.finish()
    guard lines.understood > 0 else { throw lines.refusal }
    try MotionTable.requireSeconds(times, path: path)
    guard !gestures.isEmpty else { throw .badFile("\(path): nothing moves.") }
    return ObservedMotions(observations: gestures, skipped: lines.skipped)
  }
}
