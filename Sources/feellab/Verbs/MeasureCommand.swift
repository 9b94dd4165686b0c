internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Measuring
internal import Observe

/// `measure`: the behaviour of another program's scrolling, measured from its pixels.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure another program’s scrolling from its pixels.",
    usage:
      "feellab measure [<options>] -- <command> ...\nfeellab measure --follow [<options>]",
    discussion: helpText(
      """
      The program runs on its own, invisible X server: Xorg with the dummy and inputtest drivers, \
      with a finger and a wheel that are real to it, or else Xvfb with a mouse. What scrolls is \
      found by moving it. Then a script is played: flicks at three speeds, a stop before the \
      release, two flicks in a row, single steps, notches of the wheel, a flick against the edge. \
      First comes the verdict in a sentence: the law, whose preset it is, what is wrong, and how \
      late the content follows the finger; then each take with its law, the preset that matches \
      on the same hand, and its lag. Nothing reaches your display, and everything that was \
      started is stopped. With --follow no program is started: a window on your own display is \
      watched while you scroll it, and nothing is sent to it; each take is reported as it ends, \
      as by watch, until Ctrl+C. With -o - its stream goes to standard output line by line, for \
      watch to show. Exit status 1 when the program or the window cannot be measured, with the \
      reason.
      """,
      examples: [
        "A program, as it is": "measure -- gtk4-demo --run=listbox",
        "Kept as a stream, for fit and check": "measure --save list.jsonl -- my-list",
        "Kept as a recording, for the window": "measure --save list.feel -- my-list",
        "With a picture of the takes": "measure --picture list.png -- my-list",
        "Two takes alone": "measure --only fast,edge -- my-list",
        "For a program": "measure --json -- gtk4-widget-factory",
        "Your own window, the next one you click": "measure --follow -o mine.jsonl",
        "The same, live beside a preset":
          "measure --follow -o - | feellab watch - --window --preset gtk4",
      ]))

  @Flag(help: "As JSON.")
  var json = false

  @Flag(help: "Watch a window on your own display, sending nothing.")
  var follow = false

  @Option(
    "The window, by its number in xwininfo or xdotool; default: the next one clicked.",
    value: "number", Self.windowNumber)
  var window: UInt?

  @Option("How long to watch; default: until Ctrl+C.", value: "seconds", Values.positive)
  var seconds: Double?

  @Option(
    name: [.customShort("o"), .long],
    """
    Keep all that was seen and played as a stream, or as a recording whose takes have names: \
    .feel. With --follow also -, the standard output.
    """, value: "file", completion: .file(extensions: ["jsonl", "feel"]))
  var save: String?

  @Option(
    """
    A picture of the takes that fits a screen, .png or .svg: frames, laws, faults, and the closest \
    preset on the same hand.
    """, value: "file", completion: .file(extensions: ["png", "svg"]))
  var picture: String?

  @Option(
    "Play only these takes, separated by commas.", value: "names",
    completion: Completions.scriptedTakes)
  var only: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long to wait for the program’s window; default 20.", valueName: "seconds"),
    transform: Values.positive)
  var wait = 20.0

  @Flag(help: "Use Xvfb even if a server with touch is available.")
  var xvfb = false

  /// The run's folder, passed to the process that measures; the process started by the user waits.
  @Option(name: .customLong("in"), help: .hidden)
  var folder: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The program and its arguments.", valueName: "command"))
  var command: [String] = []

  private static func windowNumber(_ word: String) throws -> UInt {
    let digits = word.lowercased().hasPrefix("0x") ? UInt(word.dropFirst(2), radix: 16) : UInt(word)
    guard let number = digits, number > 0, number <= UInt(UInt32.max) else {
      throw ValidationError(
        "A window number looks like 0x1400003 or 20971523, not \(quoted(word)).")
    }
    return number
  }

  private static let uses: FlagUses = [
    "--follow": ["--window", "--seconds"],
    "a program": ["--only", "--picture", "--wait", "--xvfb"],
  ]

  func validate() throws {
    try Self.uses.check(follow ? "--follow" : "a program")
    try CommandFailure.refuse([
      "The report goes to standard output. Name a file, or use -o - with --follow only.":
        save == "-" && (!follow || json),
      "--follow starts no program. Leave out the command.": follow && !command.isEmpty,
      "Name the program: feellab measure -- COMMAND. For a video: feellab fit FILE.":
        !follow && command.isEmpty,
    ])
    guard !follow else { return }
    for name in wanted ?? [] where !ScriptedGesture.names.contains(name) {
      throw CommandFailure.usage(unknownWord("take", name, among: ScriptedGesture.names))
    }
  }

  private var wanted: [String]? {
    only.map { $0.split(separator: ",").map(String.init) }
  }

  func run() throws {
    if follow { return try followWindow() }
    guard let folder else { return try RunGuard.run(Self.words(in:)) }
    // At once, because the end of the waiting process is a signal too.
    StopSignals.watch()
    try RunGuard.begin(in: folder)
    let drawing = try picture.map { path throws(CommandFailure) in try PictureFile(path) }
    let measured = try measured(in: folder)
    try keep(measured)
    let report = MeasureReport(FileName.last(of: command[0]), measured)
    if let drawing { try report.picture.write(to: drawing) }
    try report.write(asJSON: json)
  }

  /// Watches a window until a signal or the time limit.
  private func followWindow() throws {
    StopSignals.watch()
    var teller = TakeReporter(json: json)
    let followed = try WindowFollow(
      window, until: seconds,
      save == "-" ? .stream : .takes { (take) throws(CommandFailure) in try teller.report(take) })
    let failure: CommandFailure?
    do throws(CommandFailure) {
      try followed.run(seconds: seconds)
      failure = nil
    } catch { failure = error }
    // Save what was seen, however the run ended.
    if !followed.lines.isEmpty {
      try keep(followed.source, [.init(name: nil, lines: followed.lines)])
    }
    if let failure { throw failure }
    guard teller.isGood else { throw CommandFailure.checkFailed("") }
  }

  /// Saves the measurement, with one stretch per gesture of the script.
  private func keep(_ measured: MeasuredProgram) throws(CommandFailure) {
    let stretches = measured.gestures.map { gesture in
      let (rows, hand) = (gesture.observation.rows, gesture.observation.hand?.samples ?? [])
      let times = rows.map(\.time) + hand.map(\.time)
      let span = (times.min() ?? 0)...(times.max() ?? 0)
      return ObservedRecording.Stretch(
        name: gesture.gesture.name, lines: measured.lines.filter { span.contains($0.time) })
    }
    try keep(measured.source, stretches, all: measured.lines)
  }

  private func keep(
    _ source: ObservedSource, _ stretches: [ObservedRecording.Stretch], all: [ObservedLine]? = nil
  ) throws(CommandFailure) {
    guard let save, save != "-" else { return }
    let ordered = stretches.map { stretch in
      ObservedRecording.Stretch(
        name: stretch.name, lines: stretch.lines.sorted { $0.time < $1.time })
    }
    guard !save.hasSuffix(".feel") else {
      var recording = try ObservedRecording(save)
      try recording.write(source, ordered)
      return StandardError.tellWritten(save, counted(ordered.count, "take"))
    }
    let all = all?.sorted { $0.time < $1.time } ?? ordered.flatMap(\.lines)
    let lines = [source.json] + all.map(\.json)
    try File.write(Array(lines.map { "\($0)\n" }.joined().utf8), to: save)
    StandardError.tellWritten(save, counted(lines.count, "line"))
  }

  /// This command line with the run's folder added, for the process that measures.
  private static func words(in folder: String) -> [String] {
    var words = CommandWords.all
    let verb = words.firstIndex(of: configuration.commandName ?? "") ?? 0
    words.insert(contentsOf: ["--in", folder], at: verb + 1)
    return words
  }

  /// Measures the program, and always cleans up.
  private func measured(in folder: String) throws(CommandFailure) -> MeasuredProgram {
    let name = FileName.last(of: command[0])
    let progress = Progress("measuring \(name)")
    defer {
      RunFolder.clear(folder)
      progress.clear()
      StopSignals.obey { "cancelled measuring" }
    }
    let measured = try Measurement(command, in: folder, xvfb ? .xvfb : nil, progress)
      .run(wanted, patience: wait)
    progress.close("\(quoted(name)) is measured: \(counted(measured.gestures.count, "take"))")
    return measured
  }
}
