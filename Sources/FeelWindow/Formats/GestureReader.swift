package import FeelFiles
internal import Feel
internal import FeelTrace
package import Lab
internal import Observe

/// Cuts what a program told into gestures; each line that makes no sense costs a sentence.
package struct GestureReader {
  private let path: String
  private var collector = GestureCollector()
  private var lines: StreamLines
  private var gestures: [Observation] = []
  private var times: [Double] = []
  private var source = ObservedSource()

  /// Creates one that was told nothing.
  ///
  /// - Parameter path: what the stream or recording is called in messages.
  package init(path: String) {
    (self.path, lines) = (path, StreamLines(name: path))
  }

  /// Takes what came of a line of a stream.
  mutating func take(_ event: ObservationReader.Event) {
    lines.note(event)
    if case .line(let line) = event, case .offset = line.content { times.append(line.time) }
    collector.take(event) { gestures.append($0) }
  }

  /// Takes what a recording in which a program was watched says of it.
  package mutating func take(_ event: SessionEvent) {
    guard case .change(let time, let change) = event else { return }
    switch change {
    case .watch(let told):
      source = told
      take(.source(source))
    case .observe(let content): take(.line(ObservedLine(time: time.seconds, content)))
    // What comes is told as if the program had just begun.
    case .restart: take(.source(source))
    default: break
    }
  }

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
