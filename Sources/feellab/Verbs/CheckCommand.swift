internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab

/// `check`: whether a preset's or a recorded session's motions hand over without a jump.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for jumps where one motion hands over to another.",
    usage: "feellab check [<options>] [<file> ...]",
    discussion: helpText(
      """
      Recordings are replayed without a window, and every press, release and end of a motion in them \
      is looked at. Without a recording a preset is checked: releases inside and outside of the \
      edges, slow and fast, in both directions, are followed to their rest. Motions of other \
      programs, tables (.csv), observation streams (.jsonl) and recordings of watched ones, are looked through for jumps, missing \
      frames and second pushes. With --switches every \
      preset is put in place of every other, while content is held, on its way or past an edge. \
      Exit status 1 when a position or a velocity jumps where one motion hands over to the next, \
      or a position at a switch. How long the longest motion goes on within half a point of its rest, \
      where nobody sees it, is said as well.
      """,
      examples: [
        "A preset with one parameter changed":
          "check --preset gtk4 --set physics.stop.speed=10",
        "Every preset put in place of every other": "check --switches 2",
        "What a hand has met": "check session.feel",
        "What it has met in one take": "check session.feel#3",
        "What is wrong with another program's scrolling": "check motion.csv stream.jsonl",
        "With the hand that scrolled it": "check motion.csv --hand hand.csv",
      ]))

  @Argument(
    help: ArgumentHelp(
      "Recordings, takes of them, or motions; none to check a preset.", valueName: "file"),
    completion: Completions.recordings)
  var recordings: [String] = []

  @Option(
    help: "The hand that a table's motion was given; its release is no second push then.",
    completion: Completions.tables)
  var hand: String?

  @Flag(help: "As JSON.")
  var json = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Switch each preset to each other in so many sequences, 1 to 100000.", valueName: "count"))
  var switches: Int?

  @OptionGroup var options: PhysicsOptions

  private static let extent = ScrollExtent(minimum: 0, maximum: 3000, viewport: 600)
  private static let starts: [Double] = [
    -300, -40, -0.25, 0, 1, 700.5, 1500, 2999, 3000, 3012.5, 3400,
  ]
  private static let speeds: [Double] = [0, 3, 9.9, 25, 120, 555.5, 1300, 4000, 9000, 30_000]

  func validate() throws {
    let hasLaws = options.preset != "uikit" || !options.settings.isEmpty
    guard recordings.isEmpty || !hasLaws else {
      throw ValidationError("A recording has parameters of its own; leave --preset and --set out.")
    }
    guard switches == nil || (recordings.isEmpty && !hasLaws) else {
      throw ValidationError("--switches takes all presets; leave the rest out.")
    }
    guard hand == nil || (recordings.count == 1 && recordings[0].hasSuffix(".csv")) else {
      throw ValidationError("--hand goes with one table (.csv), whose motion it made.")
    }
    if let switches, !(1...100_000).contains(switches) {
      throw ValidationError("--switches is a whole number from 1 to 100000, not \(switches).")
    }
  }

  /// What was found in the motions of a preset or a recording.
  private struct Outcome {
    /// What was looked at: a preset's id, or a recording's path.
    let subject: String
    var motions = 0
    var counts: [HandOff.Verdict: Int] = [:]
    /// In seconds, and of which motion where that says something.
    var longestTail = (seconds: 0.0, words: "")
    /// Each in a sentence, and by names.
    var jumps: [(sentence: String, json: JSON)] = []
  }

  func run() throws {
    if let switches { return try checkSwitches(switches) }
    let progress = Progress("checking")
    var (outcomes, observed): ([Outcome], [ObservedCheck]) = ([], [])
    if recordings.isEmpty {
      outcomes = [try outcome(ofPreset: options.preset)]
    } else {
      for (index, path) in recordings.enumerated() {
        guard try !MotionFile.isNamed(path) else {
          observed.append(try ObservedCheck(path, hand: hand))
          continue
        }
        outcomes.append(
          try outcome(ofRecording: path) {
            progress.tell((Double(index) + $0) / Double(recordings.count), path)
          })
      }
    }
    progress.clear()
    let checked = outcomes.map(Self.json) + observed.map(\.json)
    try StandardOutput.write(
      json
        ? "\(JSON.object(["checked": .list(checked)]))\n"
        : (recordings.isEmpty
          ? "No file is named, so this checks the preset \(options.preset).\n" : "")
          + outcomes.map(Self.text).joined() + observed.map(\.text).joined())
    guard outcomes.allSatisfy(\.jumps.isEmpty), observed.allSatisfy(\.isGood) else {
      throw CommandFailure(.checkFailed, "")
    }
    if let still = outcomes.first(where: { $0.motions == 0 }) {
      throw CommandFailure(
        .badFile,
        "\(still.subject): no motion to judge: nothing in it moves by a law of motion.")
    }
  }

  private func outcome(ofPreset preset: String) throws(CommandFailure) -> Outcome {
    let physics = try options.physics()
    let checker = HandOffChecker(physics: physics, scale: Self.extent.scale)
    var outcome = Outcome(subject: preset)
    for start in Self.starts {
      for velocity in Self.speeds.flatMap({ $0 == 0 ? [0] : [$0, -$0] }) {
        let motion = physics.release(from: start, velocity: velocity, in: Self.extent)
        outcome.motions += 1
        let released = MotionState(value: start, velocity: motion.releaseVelocity)
        for handOff in checker.check(motion, released: released) {
          outcome.counts[handOff.verdict, default: 0] += 1
          guard handOff.verdict == .jump else { continue }
          outcome.jumps.append(
            (
              "from \(start) pt at \(velocity) pt/s: at \(handOff.time) s the position jumps by "
                + "\(handOff.valueJump) pt, the velocity by \(handOff.velocityJump) pt/s",
              Self.json(
                handOff, handOff.time, of: ["from": .number(start), "velocity": .number(velocity)])
            ))
        }
        let tail = checker.quietTail(of: motion, threshold: checker.restThreshold)
        if tail > outcome.longestTail.seconds {
          outcome.longestTail = (
            tail,
            " within \(checker.restThreshold) pt of its rest, from \(start) pt at \(velocity) pt/s"
          )
        }
      }
    }
    return outcome
  }

  private func checkSwitches(_ sequences: Int) throws {
    var (report, pairs) = ("", 0)
    var jumps: [JSON] = []
    let progress = Progress("switching")
    StopSignals.watch()
    let allPairs = ScrollPreset.all.count * (ScrollPreset.all.count - 1)
    for first in ScrollPreset.all {
      for second in ScrollPreset.all where second != first {
        let checker = SwitchChecker(from: first.physics, to: second.physics)
        progress.tell(Double(pairs) / Double(allPairs), "\(first.id) to \(second.id)")
        pairs += 1
        for index in 0..<sequences where !StopSignals.arrived {
          guard let jump = checker.jump(inSequence: index) else { continue }
          jumps.append(
            .object([
              "from": .text(first.id), "to": .text(second.id), "sequence": .integer(index),
              "cause": .text(jump.cause.rawValue), "before": .number(jump.before),
              "after": .number(jump.after),
            ]))
          report +=
            "\(first.id) to \(second.id), sequence \(index): with the \(jump.cause.rawValue) "
          report += "from \(jump.before) to \(jump.after) pt\n"
        }
      }
    }
    progress.clear()
    StopSignals.obey { "the check is given up" }
    report += "\(pairs) pairs of presets, \(counted(pairs * sequences, "sequence")), "
    report += "\(counted(jumps.count, "jump"))\n"
    let result = JSON.object([
      "pairs": .integer(pairs), "sequences": .integer(pairs * sequences), "jumps": .list(jumps),
    ])
    try StandardOutput.write(json ? "\(result)\n" : report)
    guard jumps.isEmpty else { throw CommandFailure(.checkFailed, "") }
  }

  private func outcome(
    ofRecording path: String, tell: (Double) -> Void
  ) throws(CommandFailure) -> Outcome {
    var lines = try TraceLines(path)
    var watch = HandOffWatch(try lines.file.session())
    var end = Instant.zero
    while let entry = try lines.next() {
      end = entry.time
      switch entry.content {
      case .event(let event): watch.handle(event)
      case .state(let time, _): watch.advance(to: time)
      case .take: break
      }
      tell(lines.share)
    }
    watch.advance(to: end)
    var outcome = Outcome(subject: path)
    (outcome.motions, outcome.counts) = (watch.motions, watch.counts)
    outcome.longestTail.seconds = watch.longestTail
    outcome.jumps = watch.jumps.map { jump in
      (
        "at \(jump.time.seconds) s, with \(jump.cause), the \(jump.control) jumps by "
          + "\(jump.handOff.valueJump), its velocity by \(jump.handOff.velocityJump)",
        Self.json(
          jump.handOff, jump.time.seconds,
          of: ["control": .text(jump.control), "cause": .text(jump.cause)])
      )
    }
    return outcome
  }

  private static func text(_ outcome: Outcome) -> String {
    let subject = shown(outcome.subject)
    return outcome.jumps.map { "\(subject): \($0.sentence)\n" }.joined()
      + "\(subject): \(counted(outcome.motions, "motion")), "
      + "\(counted(outcome.counts[.continuous] ?? 0, "hand-off")) "
      + "without a jump, \(counted(outcome.counts[.rest] ?? 0, "rest")), "
      + "\(counted(outcome.counts[.knownDeparture] ?? 0, "departure")) by design, "
      + "\(counted(outcome.jumps.count, "jump")); longest tail \(rounded(outcome.longestTail.seconds)) s"
      + "\(outcome.longestTail.words)\n"
  }

  private static func json(_ outcome: Outcome) -> JSON {
    .object([
      "subject": .text(outcome.subject), "motions": .integer(outcome.motions),
      "continuous": .integer(outcome.counts[.continuous] ?? 0),
      "rests": .integer(outcome.counts[.rest] ?? 0),
      "knownDepartures": .integer(outcome.counts[.knownDeparture] ?? 0),
      "longestTail": .number(outcome.longestTail.seconds),
      "jumps": .list(outcome.jumps.map(\.json)),
    ])
  }

  private static func json(
    _ handOff: HandOff, _ time: Double, of members: KeyValuePairs<String, JSON>
  ) -> JSON {
    let jump: KeyValuePairs<String, JSON> = [
      "time": .number(time), "valueJump": .number(handOff.valueJump),
      "velocityJump": .number(handOff.velocityJump),
    ]
    return JSON(.object((Array(members) + Array(jump)).map { JSON.Member($0.key, $0.value) }))
  }

  private static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}
