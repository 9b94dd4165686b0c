internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab

/// `verify`: whether recorded sessions still go as they went.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that recordings still go as they went.",
    discussion: helpText(
      """
      Each is replayed without a window, and each state compared with the one written in it. Exit \
      status 1 when a state differs; every difference is named with its line. Exit status 4 when one \
      of them cannot be read; the others are looked at all the same. A recording that holds no \
      state, as one of a single take, can be replayed; whether it goes as it went is not known.
      """,
      examples: [
        "Whether a recording still goes as it went": "verify session.feel",
        "All of a folder, for a script": "verify --json *.feel",
        "The recording with the states that it comes to now": "verify session.feel -o again.feel",
      ]))

  @Argument(
    help: ArgumentHelp("The recordings.", valueName: "file"), completion: Completions.recordings)
  var recordings: [String]

  @Flag(help: "As JSON.")
  var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Compare nothing, and write the recording again with the states that it comes to now.",
      valueName: "file"),
    completion: Completions.recordings)
  var output: String?

  @Option(
    name: .customLong("fps"),
    parsing: .unconditional, help: "Also advance the session this often, as drawn frames would.",
    transform: Values.framesPerSecond)
  var framesPerSecond: Double?

  /// What came of one recording.
  private struct Outcome {
    /// A state that differs, and where it is written.
    struct Difference {
      let line: Int
      let time: Double
      let field: StateDifference
    }

    let path: String
    var states = 0
    var events = 0
    /// The time of the last entry.
    var end = Instant.zero
    var differences: [Difference] = []
    /// Why it could not be read to its end.
    var failure: String?
    /// Whether it went as written, as far as that can be said.
    var isSame: Bool? {
      differences.isEmpty ? (states > 0 && failure == nil ? true : nil) : false
    }
  }

  func validate() throws {
    guard output == nil || recordings.count == 1 && !json && framesPerSecond == nil else {
      throw ValidationError(
        "-o writes one recording again: leave the others, --json and --fps out.")
    }
  }

  /// Writes a recording again, with the states of its whole seconds and its takes as they are now.
  private func renew(_ path: String, to output: String) throws(CommandFailure) {
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

  func run() throws {
    if let output { return try renew(recordings[0], to: output) }
    let progress = Progress("verifying")
    var outcomes: [Outcome] = []
    for (index, path) in recordings.enumerated() {
      var outcome = Outcome(path: path)
      do throws(CommandFailure) {
        try look(at: path, &outcome) {
          progress.tell((Double(index) + $0) / Double(recordings.count), path)
        }
      } catch {
        outcome.failure = error.message
      }
      outcomes.append(outcome)
      progress.clear()
      if let failure = outcome.failure { StandardError.write("feellab: \(failure)\n") }
      guard !json, outcome.failure == nil || !outcome.differences.isEmpty else { continue }
      try StandardOutput.write(Self.text(outcome))
    }
    progress.clear()
    if json {
      let list = JSON.list(outcomes.map(Self.json))
      try StandardOutput.write(JSON.object(["recordings": list]).description + "\n")
    }
    let differing = outcomes.count { $0.isSame == false }
    let unread = outcomes.count { $0.failure != nil }
    let unknown = outcomes.count { $0.isSame == nil }
    if outcomes.count > 1 {
      let rest = unknown == 0 ? "" : "; \(unknown) could not be compared"
      progress.close(
        "\(outcomes.count - unknown) recordings are verified, \(differing) of them differ\(rest)")
    }
    guard unread == 0 else { throw CommandFailure(.badFile, "") }
    guard differing == 0 else { throw CommandFailure(.checkFailed, "") }
  }

  private func look(
    at path: String, _ outcome: inout Outcome, tell: (Double) -> Void
  ) throws(CommandFailure) {
    var lines = try TraceLines(path)
    var playback = try Playback(lines.file)
    var frame = 0.0
    while let entry = try lines.next() {
      outcome.end = entry.time
      if let framesPerSecond {
        while case let time = Instant(seconds: frame / framesPerSecond), time < entry.time {
          playback.advance(to: time)
          frame += 1
        }
      }
      if case .event = entry.content { outcome.events += 1 }
      playback.take(entry) { written, found in
        outcome.states += 1
        outcome.differences += StateComparison.differences(written, found).map {
          Outcome.Difference(line: entry.line, time: entry.time.seconds, field: $0)
        }
      }
      tell(lines.share)
    }
  }

  private static func text(_ outcome: Outcome) -> String {
    let path = shown(outcome.path)
    let report = outcome.differences.map {
      "\(path):\($0.line): at \($0.time) s \($0.field.sentence)\n"
    }
    let verdict =
      outcome.failure != nil
      ? "not read to its end"
      : outcome.states == 0
        ? "no state to compare with" : report.isEmpty ? "all as written" : "differs"
    return report.joined()
      + "\(path): \(outcome.states) states, \(outcome.events) events, "
      + "\(outcome.end.seconds) s: \(verdict)\n"
  }

  private static func json(_ outcome: Outcome) -> JSON {
    .object([
      "file": .text(outcome.path), "states": .integer(outcome.states),
      "events": .integer(outcome.events),
      "end": .number(outcome.end.seconds), "same": outcome.isSame.map(JSON.flag) ?? .null,
      "error": outcome.failure.map(JSON.text) ?? .null,
      "differences": .list(
        outcome.differences.map {
          .object([
            "line": .integer($0.line), "time": .number($0.time), "name": .text($0.field.name),
            "written": $0.field.a?.json ?? .null, "found": $0.field.b?.json ?? .null,
          ])
        }),
    ])
  }
}
