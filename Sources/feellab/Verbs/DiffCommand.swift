internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab
internal import Observe
internal import Stage

/// `diff`: the outcome of the same hand under two sets of parameters, or the difference between two
/// recordings or motions.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare presets, recordings or motions.",
    usage: "feellab diff [<options>] <file> [<other file>]",
    discussion: helpText(
      """
      A set is a preset (see “list presets”), a file written by “list --as file”, or values as \
      KEY=VALUE, separated by commas, over what was recorded (--a) or over the first set (--b). \
      For each take: where it comes to rest, how long that takes from the release, how far it \
      overshoots, and the greatest distance between the two. For two recordings: when they begin \
      to differ, in what, by how much at most, and what difference is left at the end; exit \
      status 1 if they differ. For two takes, each FILE#NAME or FILE#3: the same as for two sets, \
      aligned at the release. Motions of other programs are tables (.csv), observation streams \
      (.jsonl) and hands, whose motion is their travel: take by take where each rests, how long \
      it takes from the release, how late the second is, and from when on they are more than a \
      unit apart, which is exit status 1. With --b PRESET the second is what that preset makes of \
      the first one’s hand; against a preset or a set the exit status is 0.
      """,
      examples: [
        "What the same hand would have done elsewhere": "diff session.feel --b android",
        "Another rate": "diff session.feel --b physics.decay.keptPerMillisecond=0.99",
        "A file of parameters against a preset": "diff session.feel --a soft.json --b gtk4",
        "Two recordings": "diff session.feel other.feel",
        "Two runs of another program": "diff before.jsonl after.jsonl",
        "A program’s motion against a preset": "diff motion.csv --hand hand.csv --b gtk4",
      ]))

  @Argument(
    help: ArgumentHelp("The recording, a take of it, or a motion.", valueName: "file"),
    completion: Completions.observed)
  var trace: String

  @Argument(
    help: ArgumentHelp("Another one to compare with.", valueName: "other file"),
    completion: Completions.observed)
  var other: String?

  @Option(
    "The first set; default: as recorded.", value: "set",
    completion: Completions.parameterSets)
  var a: String?

  @Option("The second set.", value: "set", completion: Completions.parameterSets)
  var b: String?

  @Option(help: "The hand behind a table’s motion.", completion: Completions.tables)
  var hand: String?

  @Flag(help: "As JSON.")
  var json = false

  private static let uses: FlagUses = [
    "a recording": ["--a"], "a motion of another program": ["--hand"],
  ]

  func run() throws {
    try CommandFailure.refuse([
      "Name what to compare with: another file, or a set with --b.":
        other == nil && b == nil && a == nil,
      "--a needs --b, the set to compare with.": other == nil && b == nil,
      "Two files are compared as they are. Leave out --a and --b.":
        other != nil && (a != nil || b != nil),
    ])
    let subject = try Subject(trace, hand: hand)
    let otherSubject = try other.map { path throws(CommandFailure) in try Subject(path, hand: hand)
    }
    switch (subject, otherSubject) {
    case (.motions(let motions), nil): try compare(motions)
    case (.motions(let motions), .motions(let others)): try compare(motions, with: others)
    case (.recording(let file), nil):
      try Self.uses.check("a recording")
      try write(try SetDiff(file, a: a, b: b), of: file)
    case (.recording(let file), .recording(let otherFile)):
      try Self.uses.check("a recording")
      try compare(file, with: otherFile)
    case (.motions, .recording), (.recording, .motions):
      let recording = if case .motions = subject { other ?? "" } else { trace }
      throw CommandFailure.badFile(
        "\(shown(recording)) is a recording, and \(shown(recording == trace ? other ?? "" : trace)) "
          + "a motion of another program: “feellab diff” compares two of the same kind, or one with a "
          + "preset by --b.")
    }
  }

  private func write(_ diff: SetDiff, of file: TraceFile) throws(CommandFailure) {
    if diff.isEmpty { StandardError.say("\(shown(file.path)): nothing was released") }
    try diff.write(asJSON: json)
  }

  /// The operand: a recording of this program's controls, or motions of another program.
  private enum Subject {
    case recording(TraceFile)
    case motions([Observation])

    /// Reads a file; a table also gets the hand if one is named.
    init(_ path: String, hand: String?) throws(CommandFailure) {
      switch try FileContent.read(path) {
      case .recording(let lines): self = .recording(try lines.whole())
      case .hand(let file): self = .motions([file.observation])
      case .gestures(let gestures): self = .motions(gestures.observations)
      case let content:
        self = .motions(
          try content.motions(of: path, hand: hand, for: "a recording or a motion").observations)
      }
    }
  }

  private func compare(_ file: TraceFile, with other: TraceFile) throws {
    if file.take != nil || other.take != nil { return try compareTakes(file, other) }
    let comparison = try RecordingComparison(file, other)
    try comparison.write(asJSON: json)
    guard comparison.fields.isEmpty else { throw CommandFailure.checkFailed("") }
  }

  /// Compares two takes, aligned at their releases.
  private func compareTakes(_ file: TraceFile, _ other: TraceFile) throws {
    guard let first = file.take, let second = other.take else {
      throw CommandFailure.usage(
        "A take is compared with a take: FILE#1 FILE#2. Name one of each recording.")
    }
    guard let comparison = Comparison(first, second) else {
      throw CommandFailure.badFile(
        "\(shown(file.path)) and \(shown(other.path)) are takes of different controls.")
    }
    try write(SetDiff(comparison, a: file.path, b: other.path), of: file)
    guard comparison.greatest == 0, comparison.a == comparison.b else {
      throw CommandFailure.checkFailed("")
    }
  }

  /// Compares the motions of a program with others, or with a preset's for the same hand.
  private func compare(_ motions: [Observation], with others: [Observation]? = nil) throws {
    try Self.uses.check("a motion of another program")
    if let others {
      let diff = try ObservedDiff(motions, others)
      try diff.write(asJSON: json)
      guard diff.isSame else { throw CommandFailure.checkFailed("") }
      return
    }
    let name = b ?? ""
    guard let preset = try ScrollPreset.named(name) ?? OwnPresets.named(name)?.preset else {
      throw CommandFailure.usage(
        "A motion of another program is compared with presets only. \(ScrollPreset.unknown(name))")
    }
    let diff = try ObservedDiff(motions, by: preset, called: trace)
    try diff.write(asJSON: json)
  }
}
