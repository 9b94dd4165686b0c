internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Glibc
internal import Observe

/// `fit`: the laws behind measured motions.
struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Find the parameters behind measured motions.",
    usage: "feellab fit [<options>] <file>",
    discussion: helpText(
      """
      Each comes with its error. A motion is a table with the columns t, in seconds, and shown or x, \
      or an observation stream. It is cut into rests, drags, flings, bounces and snaps; each gets \
      the law that describes it best, of all families, and jumps, stalls and second pushes are named \
      with their time and size. With the hand, every preset is run on it, and the nearest named. \
      Flings of which only these are known have the columns duration_s,distance_pt, or those of what \
      “flings --format csv” writes, of which those that ran out by themselves are taken; they give \
      the stop speed. Exit status 1 when something in a motion keeps to no law, or when the \
      durations of flings are more than two frames off.
      """,
      examples: [
        "What a program's content did": "fit motion.csv --hand hand.csv",
        "What it has told of itself": "fit stream.jsonl --json",
        "Measured flings": "fit flings.csv",
        "With the deceleration rate, for a program": "fit flings.csv --rate --json",
        "Measurements and fit, as a text chart": "fit flings.csv --plot",
        "The motions with their laws, and how long each frame was shown":
          "fit stream.jsonl --picture fit.png",
        "One motion, followed": "curve --velocity 900 --dt 0.01 | cut -d, -f1,2 | feellab fit -",
      ]))

  @Argument(
    help: "The measurements, as CSV or a stream; - is the standard input.",
    completion: Completions.tables)
  var file: String

  @Option(help: "The hand that a table's motion was given.", completion: Completions.tables)
  var hand: String?

  @Flag(help: "Fit the deceleration rate of flings too, instead of taking 0.998 a millisecond.")
  var rate = false

  @Flag(help: "As JSON.")
  var json = false

  @Flag(help: "With a text chart, as wide as the terminal: measurements and fit.")
  var plot = false

  @Option(
    help: ArgumentHelp(
      "A picture of the motions, .png or .svg: frames, laws, faults, and the nearest preset on the same hand.",
      valueName: "file"), completion: .file(extensions: ["png", "svg"]))
  var picture: String?

  func validate() throws {
    guard !plot || !json else {
      throw ValidationError("--plot draws a chart; leave --json out.")
    }
  }

  func run() throws {
    let bytes = try File.read(file)
    try MotionFile.refuseHand(bytes, path: file)
    guard !MotionFile.isStream(bytes) else { return try fitMotions(bytes) }
    let table = try Table(bytes, path: file)
    if MotionFile.hasMotion(table) { return try fitMotions(bytes) }
    guard table.names == ["duration_s", "distance_pt"] || table.names == Fling.columns else {
      throw CommandFailure(
        .badFile, "\(file): expected the columns duration_s,distance_pt or t,x in its first line.")
    }
    try fitFlings(try runs(of: table))
  }

  private func fitMotions(_ bytes: [UInt8]) throws {
    guard !rate else {
      throw CommandFailure(.usage, "--rate is for flings; a motion's rate is always fitted.")
    }
    let picture = try picture.map { path throws(CommandFailure) in try PictureFile(path) }
    let motionFile = try MotionFile(bytes, path: file, hand: hand)
    let motions = motionFile.observations
    let reports = ObservationReport.all(motions)
    let names = reports.indices.map { "take \($0 + 1)" }
    if let picture {
      let source = motions.first?.source.name ?? ""
      let name = source.isEmpty ? FileName.last(of: file) : source
      try ObservedPicture(
        "\(shown(name)): \(counted(reports.count, "take"))", zip(names, reports).map { ($0, $1) }
      ).write(to: picture)
    }
    let snaps = SnapReport(reports, names: names)
    if json {
      let findings = JSON.object([
        "motions": .list(reports.map(\.json)), "snapRule": snaps?.json ?? .null,
        "skipped": motionFile.skipped.map(JSON.text) ?? .null,
      ])
      try StandardOutput.write("\(findings)\n")
    } else {
      let columns = Terminal.columns(of: STDOUT_FILENO)
      try StandardOutput.write(
        reports.enumerated().map { index, report in
          (reports.count > 1 ? "take \(index + 1)\n" : "") + report.text
            + (plot ? report.plot(columns: columns) : "")
        }.joined(separator: "\n")
          + ((snaps?.sentences ?? []) + [motionFile.skipped].compactMap(\.self))
          .map { "\n\($0)\n" }.joined())
    }
    let complaints = reports.enumerated().compactMap { index, report in
      report.complaint.map { reports.count > 1 ? "Take \(index + 1): \($0)" : $0 }
    }
    guard complaints.isEmpty else {
      throw CommandFailure(.checkFailed, complaints.joined(separator: " "))
    }
  }

  private func fitFlings(_ table: Table) throws {
    guard hand == nil else {
      throw CommandFailure(.usage, "Flings known by length only have no hand; leave --hand out.")
    }
    guard picture == nil else {
      throw CommandFailure(.usage, "--picture is for motions; flings have --plot.")
    }
    let report: FitReport
    do throws(FitError) {
      report = try FitReport(table, fitsRate: rate)
    } catch {
      throw failure(error, table)
    }
    let text = json ? "\(report.json)\n" : report.text
    let columns = Terminal.columns(of: STDOUT_FILENO)
    try StandardOutput.write(plot ? text + report.plot(table, columns: columns) : text)
    if let complaint = report.complaint(fitsRate: rate) {
      throw CommandFailure(.checkFailed, complaint)
    }
  }

  /// The rows that can be fitted: of flings of which it is known how they ended, those that ran out.
  private func runs(of table: Table) throws(CommandFailure) -> Table {
    guard table.names == Fling.columns else { return table }
    for (word, line) in zip(table.words, table.lines) {
      guard Fling.Outcome(rawValue: word) == nil else { continue }
      let known = Fling.Outcome.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(
        .badFile, "\(file):\(line): a fling ended one of \(known), not \(quoted(word)).")
    }
    return table.rows { table.words[$0] == Fling.Outcome.ranOut.rawValue }
  }

  private func failure(_ error: FitError, _ table: Table) -> CommandFailure {
    let whole = file == "-" ? "The standard input" : file
    let sentence =
      switch error {
      case .tooFewRows(let needed, let got):
        table.names != Fling.columns
          ? "\(whole) has \(got) \(got == 1 ? "row" : "rows"); a fit needs \(needed)."
          : "\(whole) has \(got) \(got == 1 ? "fling" : "flings") that ran out by "
            + "\(got == 1 ? "itself" : "themselves"); a fit needs \(needed)."
      case .tooFewRowsBeforeRest(let needed, let got):
        "\(whole) has \(got) rows up to its rest; a fit needs \(needed)."
      case .badRow(let index):
        "\(file):\(table.lines[index]): no measurement can have these numbers."
      case .timeGoesBack(let index): "\(file):\(table.lines[index]): the time goes back."
      case .noFit: "\(file): no parameters describe these rows."
      }
    return CommandFailure(.badFile, sentence)
  }
}
