internal import ArgumentParser
internal import FeelTrace
internal import Observe
internal import Stage

/// `measure`: what another program's scrolling does, seen from outside.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure another program's scrolling by its pixels.",
    usage: "feellab measure [<options>] -- <command> ...",
    discussion: helpText(
      """
      The program runs on an X server of its own, which nobody sees: Xorg with the dummy and \
      inputtest drivers, with a finger and a wheel that are real to it, or else Xvfb with a mouse. \
      What scrolls is found by moving it. Then a script is played: flicks at three speeds, a stop \
      before the release, two flicks in a row, single steps, notches of the wheel, a flick against \
      the edge. For each, its law, the preset that comes nearest on the same hand, and by how much \
      the content follows the finger late. Nothing reaches your display, and whatever was started is \
      ended. Exit status 1 when the program cannot be measured, with the reason.
      """,
      examples: [
        "A program, as it is": "measure -- gtk4-demo --run=listbox",
        "Kept as a stream, for fit and check": "measure --save list.jsonl -- my-list",
        "Two takes alone": "measure --only fast,edge -- my-list",
        "For a program": "measure --json -- gtk4-widget-factory",
      ]))

  @Flag(help: "As JSON.")
  var json = false

  @Option(
    help: ArgumentHelp("Keep all that was seen and played as a stream.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var save: String?

  @Option(
    help: ArgumentHelp("Play only these takes, with commas between them.", valueName: "names"))
  var only: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long to wait for the program's window; 20 unless named.", valueName: "seconds"),
    transform: Values.positive)
  var wait = 20.0

  @Flag(help: "Take Xvfb, even where there is a server with touch.")
  var xvfb = false

  /// What the process does that clears up after a run.
  @Option(help: .hidden)
  var clearAfter: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The program and its arguments.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    guard clearAfter != nil || !command.isEmpty else {
      throw ValidationError("Say which program to measure: feellab measure -- COMMAND.")
    }
    for name in wanted ?? [] where !ScriptedGesture.names.contains(name) {
      throw ValidationError(unknownWord("take", name, among: ScriptedGesture.names))
    }
  }

  private var wanted: [String]? {
    only.map { $0.split(separator: ",").map(String.init) }
  }

  func run() throws {
    if let clearAfter { return RunGuard.work(clearAfter) }
    let measured = try measured()
    if let save {
      let lines = [measured.source.json] + measured.lines.map(\.json)
      try File.write(Array(lines.map { "\($0)\n" }.joined().utf8), to: save)
    }
    let report = MeasureReport(FileName.last(of: command[0]), measured)
    try StandardOutput.write(json ? "\(report.json)\n" : report.text)
  }

  /// Measures the program and clears up, whatever came of it.
  private func measured() throws(CommandFailure) -> MeasuredProgram {
    StopSignals.watch()
    let folder = try RunFolder.make()
    let end = try RunGuard(of: folder)
    defer {
      end.end()
      StopSignals.obey { "measuring was given up" }
    }
    return try Measurement(command, in: folder, xvfb ? .xvfb : nil).run(wanted, patience: wait)
  }
}
