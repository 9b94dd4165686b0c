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
      Each comes with its error. A motion is a table of times and offsets, as CSV or JSON, whose columns and units are told by \
      their names, or an observation stream. It is cut into rests, drags, flings, bounces and snaps; each gets \
      the law that describes it best, of all families, and jumps, stalls and second pushes are named \
      with their time and size. With the hand, every preset is run on it, and the nearest named. \
      Flings of which only these are known have the columns duration_s,distance_pt, or those that \
      “fit --flings --format csv” writes, of which those that ran out by themselves are taken; they \
      give the stop speed. So do those of a recording of the scene “scroll-view”. Exit status 1 when \
      something in a motion keeps to no law, or when the durations of flings are more than two \
      frames off.

      With --preset what the program made of the hand is compared with what presets make of it: 0 is \
      the release in both files, one lag of at most 25 ms is fitted, errors are over the pictures \
      after the release, durations end when the content comes within a pixel of its rest, and signs \
      are those of predicted less shown.

      With --estimator a table holds pointer samples, times with places: the first row \
      is the press, and the release comes at the last row's time unless --release says otherwise. A \
      hand, with the column phase too, says itself when it is pressed and let go, and each press is \
      told by itself; so is each of an observation stream, beside the velocity that the program went \
      on with by the law of its run.
      """,
      examples: [
        "What a program's content did": "fit motion.csv --hand hand.csv",
        "What it has told of itself": "fit stream.jsonl --json",
        "Which preset moves as the program did": "fit motion.csv --hand hand.csv --preset all",
        "What each system would make of a hand": "fit hand.csv --estimator all",
        "The flings of a recording": "fit session.feel --flings",
        "Their distance over their velocity, as a text chart": "fit session.feel --flings --plot",
        "The parameters behind measured flings": "fit flings.csv",
        "With the deceleration rate, for a program": "fit flings.csv --rate --json",
        "Measurements and fit, as a text chart": "fit flings.csv --plot",
        "The motions with their laws, and how long each frame was shown":
          "fit stream.jsonl --picture fit.png",
        "One motion, followed": "curve --velocity 900 --dt 0.01 | cut -d, -f1,2 | feellab fit -",
      ]))

  @Argument(
    help: "The measurements, as CSV, a stream or a recording; - is the standard input.",
    completion: Completions.observed)
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
    "A picture of the motions, .png or .svg: frames, laws, faults, and the nearest preset on the same hand.",
    value: "file", completion: .file(extensions: ["png", "svg"]))
  var picture: String?

  @Flag(
    help: "Tell the speed, distance and duration of each fling of a recording, and fit nothing.")
  var flings = false

  @Option(
    help:
      "With --flings: table, csv or json; unless named, what the output's name ends with, or a table.",
    completion: Completions.choices(FlingList.Format.self), transform: Values.choice)
  var format: FlingList.Format?

  @Option(name: .shortAndLong, "With --flings: where to write.", value: "file", completion: .file())
  var output: String?

  @Option(
    help: "Compare with a preset, as “list presets” names them, or with all, on the same hand.",
    completion: .list(["all"] + ScrollPreset.all.map(\.id)))
  var preset: String?

  @Option("With --preset: the viewport's length; 800 unless named.", value: "px", Values.positive)
  var viewport: Double?

  @Option(
    name: .customLong("min"), "With --preset: the lower edge; none unless named.", value: "px",
    Values.number)
  var minimum: Double?

  @Option(
    name: .customLong("max"), "With --preset: the upper edge; none unless named.", value: "px",
    Values.number)
  var maximum: Double?

  @Option(
    help: ArgumentHelp(
      "Estimate the release velocity: \(VelocityReport.estimatorNames.joined(separator: ", "))."),
    completion: .list(VelocityReport.estimatorNames))
  var estimator: String?

  @Option("With --estimator: when the pointer was let go.", value: "ms", Values.number)
  var release: Double?

  func validate() throws {
    try ValidationError.refuse(["--plot draws a chart; leave --json out.": plot && json])
    let questions = [
      ("--flings", flings), ("--preset", preset != nil), ("--estimator", estimator != nil),
    ].filter(\.1).map(\.0)
    guard questions.count < 2 else {
      throw ValidationError("\(questions[0]) and \(questions[1]) ask for two things; name one.")
    }
    // What a flag goes with; nothing is a fit.
    let flags: [(name: String, isGiven: Bool, goesWith: [String])] = [
      ("--hand", hand != nil, ["", "--preset"]), ("--rate", rate, [""]),
      ("--picture", picture != nil, [""]), ("--plot", plot, ["", "--flings"]),
      ("--format", format != nil, ["--flings"]), ("--output", output != nil, ["--flings"]),
      ("--viewport", viewport != nil, ["--preset"]), ("--min", minimum != nil, ["--preset"]),
      ("--max", maximum != nil, ["--preset"]), ("--release", release != nil, ["--estimator"]),
    ]
    let question = questions.first ?? ""
    for flag in flags where flag.isGiven && !flag.goesWith.contains(question) {
      throw ValidationError(
        question.isEmpty
          ? "\(flag.name) goes with \(flag.goesWith[0])."
          : "\(question) has no use for \(flag.name); leave it out.")
    }
    try ValidationError.refuse([
      "--json and --format name two formats; leave one of them out.":
        json && format.map { $0 != .json } ?? false,
      "--plot draws a chart; leave --format out.": plot && format != nil,
    ])
  }

  func run() throws {
    if let estimator {
      let report = VelocityReport(
        file: file, estimator: estimator, release: release, json: json)
      return try report.write()
    }
    if let preset { return try compare(with: preset) }
    let format = try flingFormat
    switch try FileContent.read(file) {
    case .recording(let lines) where flings: try write(try FlingList(lines), as: format)
    case let content where flings: throw content.refusal(of: file, for: "a recording, for --flings")
    case .flings(let flings): try fit(flings)
    case .recording(let lines):
      guard !lines.file.isWatched else {
        return try fitMotions(try FileContent.recording(lines).motions(of: file, hand: hand))
      }
      let list = Array(try FlingList(lines).text(as: .csv).utf8)
      try fit(try MeasuredFlings(try Table(list, path: file)))
    case let content: try fitMotions(try content.motions(of: file, hand: hand))
    }
  }

  /// Compares each motion with a preset on the same hand.
  private func compare(with preset: String) throws {
    let tables = try FileContent.read(file).motions(of: file, hand: hand).observations.map {
      motion in
      try PresetTable(
        motion, called: file, preset: preset, viewport: viewport ?? 800, edges: (minimum, maximum))
    }
    let text = tables.map(\.text).joined(separator: "\n")
    try StandardOutput.write(
      json ? "\(JSON.object(["motions": .list(tables.map(\.json))]))\n" : text)
  }

  /// What flings are written as in a file that says so by its name.
  private enum FileFormat: String, CaseIterable { case csv, json }

  private var flingFormat: FlingList.Format {
    get throws(CommandFailure) {
      if plot { try FileEnding.requireLetters(output ?? "-") }
      if let format = json ? .json : format { return format }
      guard let output, output != "-", !plot else { return .table }
      return try FileEnding.format(of: output, unlessNamed: FileFormat.csv) == .csv ? .csv : .json
    }
  }

  private func write(_ list: FlingList, as format: FlingList.Format) throws {
    let output = output ?? "-"
    try File.write(Array((plot ? list.chart : list.text(as: format)).utf8), to: output)
    StandardError.tellWritten(output, counted(list.count, "fling"))
  }

  private func fitMotions(_ motions: ObservedMotions) throws {
    try CommandFailure.refuse([
      "--rate is for flings; a motion's rate is always fitted.": rate
    ])
    let picture = try picture.map { path throws(CommandFailure) in try PictureFile(path) }
    let reports = ObservationReport.all(motions.observations)
    let names = reports.indices.map { "take \($0 + 1)" }
    if let picture {
      let source = motions.observations.first?.source.name ?? ""
      let name = source.isEmpty ? FileName.last(of: file) : source
      try ObservedPicture(
        "\(shown(name)): \(counted(reports.count, "take"))", zip(names, reports).map { ($0, $1) }
      ).write(to: picture)
    }
    let snaps = SnapReport(reports, names: names)
    if json {
      let findings = JSON.object([
        "motions": .list(reports.map(\.json)), "snapRule": snaps?.json ?? .null,
        "skipped": motions.skipped.map(JSON.text) ?? .null,
      ])
      try StandardOutput.write("\(findings)\n")
    } else {
      let columns = Terminal.columns(of: STDOUT_FILENO)
      try StandardOutput.write(
        reports.enumerated().map { index, report in
          (reports.count > 1 ? "take \(index + 1)\n" : "") + report.text
            + (plot ? report.plot(columns: columns) : "")
        }.joined(separator: "\n")
          + ((snaps?.sentences ?? []) + [motions.skipped].compactMap(\.self))
          .map { "\n\($0)\n" }.joined())
    }
    let complaints = reports.enumerated().compactMap { index, report in
      report.complaint.map { reports.count > 1 ? "Take \(index + 1): \($0)" : $0 }
    }
    guard complaints.isEmpty else {
      throw CommandFailure.checkFailed(complaints.joined(separator: " "))
    }
  }

  private func fit(_ flings: MeasuredFlings) throws {
    try CommandFailure.refuse([
      "Flings known by length only have no hand; leave --hand out.": hand != nil,
      "--picture is for motions; flings have --plot.": picture != nil,
    ])
    let report: FitReport
    do throws(FitError) {
      report = try FitReport(flings, fitsRate: rate)
    } catch {
      throw failure(error, flings)
    }
    let text = json ? "\(report.json)\n" : report.text
    let columns = Terminal.columns(of: STDOUT_FILENO)
    try StandardOutput.write(plot ? text + report.plot(flings, columns: columns) : text)
    if let complaint = report.complaint(fitsRate: rate) {
      throw CommandFailure.checkFailed(complaint)
    }
  }

  private func failure(_ error: FitError, _ flings: MeasuredFlings) -> CommandFailure {
    let whole = file == "-" ? "The standard input" : file
    let sentence =
      switch error {
      case .tooFewRows(let needed, let got):
        !flings.tellsEnds
          ? "\(whole) has \(got) \(got == 1 ? "row" : "rows"); a fit needs \(needed)."
          : "\(whole) has \(got) \(got == 1 ? "fling" : "flings") that ran out by "
            + "\(got == 1 ? "itself" : "themselves"); a fit needs \(needed)."
      case .badRow(let index):
        "\(flings.places[index]): no measurement can have these numbers."
      case .noFit: "\(file): no parameters describe these rows."
      }
    return .badFile(sentence)
  }
}
