internal import ArgumentParser
internal import Feel
internal import FeelTrace
internal import Lab

/// `verify`: whether recorded sessions still go as they went.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Replay traces without a window and compare each state with the one written.",
    discussion: "Exit status 1 when a state differs; every difference is named with its line.")

  @Argument(help: "The traces.")
  var traces: [String]

  @Option(
    name: .customLong("fps"),
    parsing: .unconditional, help: "Also advance the session this often, as drawn frames would.",
    transform: Values.framesPerSecond)
  var framesPerSecond: Double?

  func run() throws {
    var differing = 0
    for path in traces {
      differing += try verify(path) ? 0 : 1
    }
    guard differing == 0 else { throw CommandFailure(.checkFailed, "") }
  }

  private func verify(_ path: String) throws(CommandFailure) -> Bool {
    var lines = try TraceLines(path)
    var playback = try Playback(lines.file)
    var report = ""
    var (states, events, end) = (0, 0, Instant.zero)
    var frame = 0.0
    while let entry = try lines.next() {
      end = entry.time
      if let framesPerSecond {
        while case let time = Instant(seconds: frame / framesPerSecond), time < end {
          playback.advance(to: time)
          frame += 1
        }
      }
      if case .event = entry.content { events += 1 }
      playback.take(entry) { written, found in
        states += 1
        for sentence in StateComparison.sentences(written: written, found: found) {
          report += "\(shown(path)):\(entry.line): at \(end.seconds) s \(sentence)\n"
        }
      }
    }
    let verdict = report.isEmpty ? "all as written" : "differs"
    try StandardOutput.write(
      "\(report)\(shown(path)): \(states) states, \(events) events, \(end.seconds) s: \(verdict)\n")
    return report.isEmpty
  }
}
