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
    let file = try TraceFile.read(path)
    var playback = try Playback(file)
    var report = ""
    var states = 0
    let compare = { (entry: Trace.Entry, written: [StateField], found: [StateField]) in
      states += 1
      for sentence in StateComparison.sentences(written: written, found: found) {
        report += "\(shown(path)):\(entry.line): at \(entry.time.seconds) s \(sentence)\n"
      }
    }
    if let framesPerSecond {
      var frame = 0.0
      while case let time = Instant(seconds: frame / framesPerSecond), time < file.trace.end {
        playback.run(to: time, comparing: compare)
        frame += 1
      }
    }
    playback.run(to: file.trace.end, comparing: compare)
    let verdict = report.isEmpty ? "all as written" : "differs"
    try StandardOutput.write(
      "\(report)\(shown(path)): \(states) states, \(file.trace.events.count) events, "
        + "\(file.trace.end.seconds) s: \(verdict)\n")
    return report.isEmpty
  }
}
