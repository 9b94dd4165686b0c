internal import ArgumentParser
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow

/// `check`: searches presets, recordings, parameters and other programs' motions for faults.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check presets, recordings, parameters, and other programs’ motions.",
    usage: "feellab check [<options>] [<file> ...]",
    discussion: helpText(
      """
      The content of a file decides how it is checked. Recordings are replayed without a window: \
      each state is compared with the recorded one, and each press, release and end of a motion \
      is checked for jumps in position or velocity. A recording without states, such as a single \
      take, can be replayed but not compared. Parameters (.json) are read as by --params. Motions \
      of other programs, tables (.csv), observation streams (.jsonl) and recordings of watched \
      programs, are searched for jumps, missing frames and second pushes. Without a file a preset \
      is checked: releases inside and outside of the edges, slow and fast, in both directions, \
      are followed to their rest. With --switches every preset replaces every other while content \
      is held, moving or past an edge. With --against a motion is compared with a base instead, a \
      feel test for a program’s own tests: distance, travel, duration, release velocity, and new \
      faults. The report includes how long the longest motion lasts within half a point of its \
      rest, where nobody sees it. Exit status 1 when something is wrong, 4 when a file cannot be \
      read or used; the other files are still checked.
      """,
      examples: [
        "A preset with one parameter changed":
          "check --preset gtk4 --set physics.stop.speed=10",
        "Every preset put in place of every other": "check --switches 2",
        "Check that recordings replay exactly": "check session.feel",
        "What one take went through": "check session.feel#3",
        "A whole folder, for a script": "check --json *.feel",
        "Rewrite a recording with the current states": "check session.feel -o again.feel",
        "Check that a parameter file can be used": "check carousel.json",
        "What is wrong with another program’s scrolling": "check motion.csv stream.jsonl",
        "With the hand that scrolled it": "check motion.csv --hand hand.csv",
        "Check that a list still scrolls as before":
          "check after.jsonl --against before.jsonl --within 2px,3%",
      ]))

  @Argument(
    help: ArgumentHelp(
      "Recordings, takes, parameters or motions; without a file, a preset is checked.",
      valueName: "file"),
    completion: Completions.observed)
  var files: [String] = []

  @Option(
    help: "The hand behind a table’s motion; its release is then no second push.",
    completion: Completions.tables)
  var hand: String?

  @Option(
    "Compare each motion with a base: a stream, a table, a take, or a preset on the same hand.",
    value: "base", completion: Completions.observed)
  var against: String?

  @Option(
    """
    With --against: how far apart at any moment, by which share of travel, duration and velocity, \
    and how much later; default 2px,3%.
    """, value: "tolerance", { try Tolerance($0) })
  var within: Tolerance?

  @Option(
    name: .shortAndLong,
    "Compare nothing; rewrite the recording with the current states.",
    value: "file", completion: Completions.recordings)
  var output: String?

  @Option(
    name: .customLong("fps"), parsing: .unconditional,
    help: "Also advance the session this often, as drawn frames would.",
    transform: Values.framesPerSecond)
  var framesPerSecond: Double?

  @Flag(help: "As JSON.")
  var json = false

  @Option(
    "Switch every preset to every other in this many sequences, 1 to 100000.", value: "count",
    Values.count(in: 1...100_000, "Sequences are"))
  var switches: Int?

  @OptionGroup var options: PhysicsOptions

  private static let uses: FlagUses = [
    "a preset": [], "a recording": ["--fps"], "parameters": [],
    "a motion of another program": ["--hand", "--against"], "--against": ["--within"],
  ]

  func validate() throws {
    let hasLaws = options.preset != "uikit" || !options.settings.isEmpty
    try CommandFailure.refuse([
      "A file has its own parameters. Leave out --preset and --set.":
        !files.isEmpty && hasLaws,
      "--switches uses all presets. Leave out the rest.":
        switches != nil && (!files.isEmpty || hasLaws),
      "--hand needs exactly one table (.csv).": hand != nil && files.count != 1,
      "-o rewrites one recording. Leave out other files, --json and --fps.":
        output != nil && (files.count != 1 || json || framesPerSecond != nil),
    ])
    if files.isEmpty { try Self.uses.check("a preset") }
  }

  /// The result for one file, or for a preset.
  private struct Outcome {
    var text = ""
    let json: JSON
    var isGood = true
    /// Why the file could not be read or used.
    var failure: String?

    init(_ subject: String, _ check: any Check) {
      json = JSON.of(["subject": subject]) + check.json
      (text, isGood, failure) = (check.text, check.isGood, check.failure)
    }

    init(_ subject: String, failure: String) {
      json = JSON.of(["subject": subject, "error": failure])
      self.failure = failure
    }
  }

  func run() throws {
    if let switches { return try SwitchReport.write(sequences: switches, asJSON: json) }
    if let output { return try RecordingCheck.renew(files[0], to: output) }
    var outcomes: [Outcome] = []
    func add(_ outcome: Outcome) throws {
      outcomes.append(outcome)
      if let failure = outcome.failure { StandardError.say(failure) }
      if !json { try StandardOutput.write(outcome.text) }
    }
    if files.isEmpty {
      let report = HandOffReport(try options.physics(), called: options.preset)
      if !json {
        try StandardOutput.write("No file named; checking preset \(options.preset).\n")
      }
      try add(Outcome(options.preset, report))
    }
    let progress = Progress("checking")
    for (index, path) in files.enumerated() {
      let outcome = try outcome(of: path) {
        progress.report((Double(index) + $0) / Double(files.count), path)
      }
      progress.clear()
      try add(outcome)
    }
    if json {
      try StandardOutput.write("\(JSON.of(["checked": outcomes.map(\.json)]))\n")
    }
    guard outcomes.allSatisfy({ $0.failure == nil }) else { throw CommandFailure.badFile("") }
    guard outcomes.allSatisfy(\.isGood) else { throw CommandFailure.checkFailed("") }
  }

  private func outcome(
    of path: String, tell: (Double) -> Void
  ) throws(CommandFailure) -> Outcome {
    do throws(CommandFailure) {
      return Outcome(path, try check(path, tell))
    } catch {
      // With several files, an error in one does not stop the others.
      guard error.status == .badFile || files.count > 1 else { throw error }
      return Outcome(path, failure: error.message)
    }
  }

  private func check(
    _ path: String, _ tell: (Double) -> Void
  ) throws(CommandFailure) -> any Check {
    switch try FileContent.read(path) {
    case .watched(let lines) where against == nil: return try replay(lines, tell)
    case .recording(let lines): return try replay(lines, tell)
    case .parameters(let file):
      try Self.uses.check("parameters")
      return try ParameterCheck(file, path: path)
    case let content:
      try Self.uses.check("a motion of another program")
      let motions = try content.motions(
        of: path, hand: hand, for: "a recording, parameters or a motion")
      guard let against else { return ObservedCheck(path, motions) }
      return try BaseCheck(path, motions.observations, against: against, within: within ?? .usual)
    }
  }

  private func replay(
    _ lines: consuming TraceLines, _ tell: (Double) -> Void
  ) throws(CommandFailure) -> RecordingCheck {
    try Self.uses.check("a recording")
    return try RecordingCheck(lines, framesPerSecond: framesPerSecond, tell: tell)
  }
}
