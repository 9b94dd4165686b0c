internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelWindow
internal import Lab
internal import Observe
internal import Stage

/// `explain`: why a recorded or observed release came to rest where it did.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain why a release came to rest where it did.",
    usage: "feellab explain [<options>] <file>",
    discussion: helpText(
      """
      The recording is replayed without a window. For its last release the report lists which \
      samples counted, the velocity they gave and what changed it, where coasting would have \
      ended, which place was chosen and by what margin, and how the content got there. For a \
      motion of another program, a table (.csv) with --hand, an observation stream (.jsonl) with \
      its pointer, or a recording of a watched program, it reports what the program made of the \
      hand: its slop, velocity, law and rest; and for each preset, given the same hand, the \
      velocity and the place of rest.
      """,
      examples: [
        "The last release": "explain session.feel",
        "The last one within the first three seconds": "explain session.feel --at 3",
        "Every number, for a program": "explain session.feel --json",
        "What another program made of a hand": "explain motion.csv --hand hand.csv",
      ]))

  @Argument(
    help: ArgumentHelp(
      "The recording, a take of it, or a motion; - is the standard input.", valueName: "file"),
    completion: Completions.observed)
  var recording: String

  @Option(help: "The hand behind a table’s motion.", completion: Completions.tables)
  var hand: String?

  @Option("The last release until then.", value: "seconds", Values.seconds)
  var at: Double?

  @Option("The last release of this control, as “list FILE” names it; default: any.", value: "name")
  var control: String?

  @Flag(help: "As JSON, with every sample and every piece of the motion.")
  var json = false

  private static let uses: FlagUses = [
    "a recording": ["--control"], "a motion of another program": ["--hand"],
  ]

  func run() throws {
    switch try FileContent.read(recording) {
    case .recording(let lines):
      try Self.uses.check("a recording")
      try explain(lines)
    case let content:
      try Self.uses.check("a motion of another program")
      try explain(try content.motions(of: recording, hand: hand, for: "a recording or a motion"))
    }
  }

  private var until: String { at.map { " within \($0.text(decimals: 3)) s" } ?? "" }

  /// Explains the last release of a recording of this program's controls.
  private func explain(_ lines: consuming TraceLines) throws {
    guard let found = try explanation(&lines) else {
      throw CommandFailure.badFile(
        "\(shown(recording)): no release\(control.map { " of \(quoted($0))" } ?? "") "
          + "to explain\(until). Drag and release a carousel, a scroll view or a pager.")
    }
    try found.write(asJSON: json)
  }

  /// Explains the last release of a motion of another program.
  private func explain(_ motions: ObservedMotions) throws {
    let last = motions.observations.last { motion in
      motion.strokes.last?.samples.last.map { $0.time <= at ?? .infinity } ?? false
    }
    let first = motions.observations.lazy.compactMap { $0.strokes.first?.samples.last?.time }.first
    guard let found = last.flatMap(ObservedExplanation.init) else {
      throw CommandFailure.badFile(
        "\(shown(recording)): no pointer is released\(until): "
          + (first.map { "the first release is at \($0.text(decimals: 3)) s." }
            ?? "give a table its hand with --hand.")
      )
    }
    try found.write(asJSON: json)
  }

  /// The explanation of the last release, up to the requested time.
  private func explanation(
    _ lines: inout TraceLines
  ) throws(CommandFailure) -> ExplainedRelease? {
    var playback = try Playback(lines.file)
    var found: ExplainedRelease?
    // For a take, prefer the control that the list of takes names, if it chose a resting place.
    let usual = lines.file.take?.outcome.control
    func last(_ session: Session) -> ExplainedRelease? {
      if let control { return session.releaseExplanation(of: control) }
      return usual.flatMap { session.releaseExplanation(of: $0) } ?? session.releaseExplanation()
    }
    let progress = Progress("replaying \(recording)")
    while let entry = try lines.next() {
      if let at, entry.time.seconds > at {
        playback.advance(to: Instant(seconds: at))
        break
      }
      progress.report(lines.share)
      // A session explains only the releases in its current scene, so ask before the scene changes.
      if case .event(.change(_, .scene)) = entry.content {
        found = last(playback.session) ?? found
      }
      playback.feed(entry)
    }
    return last(playback.session) ?? found
  }
}
