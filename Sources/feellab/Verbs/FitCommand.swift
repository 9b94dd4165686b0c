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
      Each parameter comes with its error. A motion is a table of times and offsets, as CSV or \
      JSON, whose columns and units follow from their names, or an observation stream. It is cut \
      into rests, drags, flings, bounces and snaps; each gets the law of all families that \
      describes it best, and jumps, stalls and second pushes are listed with time and size. With \
      the hand, every preset is run on it, and the nearest is named. Flings known only by length \
      have the columns duration_s,distance_pt, or those that “fit --flings --format csv” writes, \
      of which only those that ran out by themselves are used; they give the stop speed. So do \
      the flings of a recording of the scene “scroll-view”. Exit status 1 when part of a motion \
      follows no law, or when durations of flings are more than two frames off.

      With --preset the program’s motion is compared with what presets make of the hand: 0 is the \
      release in both files, one lag of at most 25 ms is fitted, errors are over the pictures \
      after the release, durations end when the content is within a pixel of its rest, and signs \
      are predicted minus shown.

      With --estimator a table holds pointer samples, times with places: the first row is the \
      press, and the release is at the time of the last row unless --release sets it. A hand, \
      with the column phase, marks its own presses and releases, and each press is reported \
      separately; so is each press of an observation stream, beside the velocity with which the \
      program continued by the law of its coast.

      A screen recording is a motion too: MP4, MOV, WebM, which need ffmpeg, GIF or animated PNG, \
      at 20 frames a second or more. What scrolls is found, followed to a fraction of a pixel, and \
      reported on standard error; --region, --axis, --from and --to choose something else. A clip \
      in which no shift explains what changes is refused.
      """,
      examples: [
        "What a program’s content did": "fit motion.csv --hand hand.csv",
        "What a program reports about itself": "fit stream.jsonl --json",
        "Which preset moves as the program did": "fit motion.csv --hand hand.csv --preset all",
        "What each system would make of a hand": "fit hand.csv --estimator all",
        "The flings of a recording": "fit session.feel --flings",
        "Their distance over their velocity, as a text chart": "fit session.feel --flings --plot",
        "What scrolls in a screen recording": "fit clip.mp4",
        "The same, kept as a stream": "fit clip.mp4 --axis y -o clip.jsonl",
        "The parameters behind measured flings": "fit flings.csv",
        "With the deceleration rate, for a program": "fit flings.csv --rate --json",
        "Measurements and fit, as a text chart": "fit flings.csv --plot",
        "The motions with their laws, and how long each frame was shown":
          "fit stream.jsonl --picture fit.png",
        "One motion, followed": "curve --velocity 900 --dt 0.01 | cut -d, -f1,2 | feellab fit -",
      ]))

  @Argument(
    help:
      "The measurements, as CSV, a stream, a recording or a clip; - is the standard input.",
    completion: Completions.observed)
  var file: String

  @Option(help: "The hand behind a table’s motion.", completion: Completions.tables)
  var hand: String?

  @Flag(help: "Fit the deceleration rate of flings too, instead of using 0.998 per millisecond.")
  var rate = false

  @Flag(help: "As JSON.")
  var json = false

  @Flag(help: "Add a text chart of measurements and fit, as wide as the terminal.")
  var plot = false

  @Option(
    """
    A picture of the motions, .png or .svg: frames, laws, faults, the nearest preset on the same \
    hand, and pictures of a clip.
    """,
    value: "file", completion: .file(extensions: ["png", "svg"]))
  var picture: String?

  @Flag(help: "List speed, distance and duration of each fling of a recording; fit nothing.")
  var flings = false

  @Option(
    help:
      "With --flings: table, csv or json; default: from the output’s ending, or a table.",
    completion: Completions.choices(FlingList.Format.self), transform: Values.choice)
  var format: FlingList.Format?

  @Option(
    name: .shortAndLong,
    "With --flings: where to write. Of a clip: where to keep its motion as a stream.",
    value: "file", completion: .file())
  var output: String?

  @Option("What scrolls in a clip, in its pixels; default: found.", value: "x,y,w,h", Values.region)
  var region: PixelRect?

  @Option(
    help: "Along which axis a clip scrolls: x or y; default: found.", transform: Values.choice)
  var axis: ObservedSource.Axis?

  @Option(name: .customLong("from"), "Begin a clip here.", value: "seconds", Values.seconds)
  var start: Double?

  @Option(name: .customLong("to"), "End a clip here.", value: "seconds", Values.seconds)
  var end: Double?

  @Option(
    help: "Compare with a preset, as “list presets” names them, or with all, on the same hand.",
    completion: .list(["all"] + ScrollPreset.all.map(\.id)))
  var preset: String?

  @Option("With --preset: the viewport’s length; default 800.", value: "px", Values.positive)
  var viewport: Double?

  @Option(
    name: .customLong("min"), "With --preset: the lower edge; default none.", value: "px",
    Values.number)
  var minimum: Double?

  @Option(
    name: .customLong("max"), "With --preset: the upper edge; default none.", value: "px",
    Values.number)
  var maximum: Double?

  @Option(
    help: ArgumentHelp(
      "Estimate the release velocity: \(VelocityReport.estimatorNames.joined(separator: ", "))."),
    completion: .list(VelocityReport.estimatorNames))
  var estimator: String?

  @Option("With --estimator: when the pointer was let go.", value: "ms", Values.number)
  var release: Double?

  /// The unnamed use is a plain fit.
  private static let uses: FlagUses = [
    "": ["--hand", "--rate", "--picture", "--plot", "--output"],
    "--flings": ["--plot", "--format", "--output"],
    "--preset": ["--hand", "--viewport", "--min", "--max"], "--estimator": ["--release"],
  ]

  func validate() throws {
    try ValidationError.refuse(["--plot draws a chart. Leave out --json.": plot && json])
    try Self.uses.check(Self.uses.chosen())
    try ValidationError.refuse([
      "--json and --format both set the format. Leave one out.":
        json && format.map { $0 != .json } ?? false,
      "--plot draws a chart. Leave out --format.": plot && format != nil,
      "--from must be before --to.": start ?? 0 >= end ?? .infinity,
    ])
  }

  func run() throws {
    if let estimator {
      let report = VelocityReport(file: file, estimator: estimator, release: release, json: json)
      return try report.write()
    }
    if let preset { return try compare(with: preset) }
    let format = try flingFormat
    switch try FileContent.read(file) {
    case .clip(let clip) where !flings: return try fit(clip)
    case let content where hasClipOptions: throw refusalOfClipOptions(content)
    case let content where output != nil && !flings:
      throw content.refusal(of: file, for: "a clip or --flings, for -o")
    case .recording(let lines) where flings: try write(try FlingList(lines), as: format)
    case let content where flings:
      throw content.refusal(of: file, for: "a recording of the scene scroll-view, for --flings")
    case .flings(let flings): try fit(flings)
    case .recording(let lines):
      let list = Array(try FlingList(lines).text(as: .csv).utf8)
      try fit(try MeasuredFlings(try Table(list, path: file)))
    case let content: try fitMotions(try content.motions(of: file, hand: hand))
    }
  }

  private var hasClipOptions: Bool {
    region != nil || axis != nil || start != nil || end != nil
  }

  private func refusalOfClipOptions(_ content: borrowing FileContent) -> CommandFailure {
    content.refusal(of: file, for: "a clip, for --region, --axis, --from and --to")
  }

  private func measured(_ clip: Clip) throws(CommandFailure) -> Clip.Measured {
    var options = Clip.Options()
    (options.region, options.axis) = (region, axis)
    if let start { options.start = start }
    if let end { options.end = end }
    return try clip.measured(hand: try FileContent.hand(hand), options)
  }

  /// Fits what scrolls in a clip, and saves its stream if requested.
  private func fit(_ clip: Clip) throws {
    try CommandFailure.refuse([
      "The report goes to standard output. Name a file for the stream.": output == "-"
    ])
    let measured = try measured(clip)
    if let output {
      try File.write(Array(measured.lines.map { "\($0)\n" }.joined().utf8), to: output)
      StandardError.tellWritten(output, counted(measured.lines.count, "line"))
    }
    try fitMotions(measured.motions, of: (clip, measured))
  }

  /// Compares each motion with a preset on the same hand.
  private func compare(with preset: String) throws {
    let motions: ObservedMotions
    switch try FileContent.read(file) {
    case .clip(let clip):
      motions = try measured(clip).motions
      guard motions.observations.contains(where: { !$0.strokes.isEmpty }) else {
        throw CommandFailure.badFile(
          "\(file) shows no hand, and presets need one. “feellab fit” names those with the same "
            + "law. Record with touches shown, or give the hand with --hand.")
      }
    case let content where hasClipOptions: throw refusalOfClipOptions(content)
    case let content: motions = try content.motions(of: file, hand: hand)
    }
    let takes = Array(motions.observations.enumerated())
    // If any take has a hand, leave out those without.
    let held = takes.filter { !$0.element.strokes.isEmpty }
    let tables = try (held.isEmpty ? takes : held).map { take in
      let table = try PresetTable(
        take.element, called: file, preset: preset, viewport: viewport ?? 800,
        edges: (minimum, maximum))
      return (name: takes.count > 1 ? "take \(take.offset + 1)\n" : "", table: table)
    }
    let text = tables.map { $0.name + $0.table.text }.joined(separator: "\n")
    try StandardOutput.write(
      json ? "\(JSON.of(["motions": tables.map(\.table.json)]))\n" : text)
  }

  private var flingFormat: FlingList.Format {
    get throws(CommandFailure) {
      if plot { try FileEnding.requireLetters(output ?? "-") }
      if let format = json ? .json : format { return format }
      guard flings, let output, output != "-", !plot else { return .table }
      return try FileEnding.format(of: output, unlessNamed: .csv, among: [.csv, .json])
    }
  }

  private func write(_ list: FlingList, as format: FlingList.Format) throws {
    let output = output ?? "-"
    try File.write(Array((plot ? list.chart : list.text(as: format)).utf8), to: output)
    StandardError.tellWritten(output, counted(list.count, "fling"))
  }

  private func fitMotions(
    _ motions: ObservedMotions, of source: (clip: Clip, measured: Clip.Measured)? = nil
  ) throws {
    try CommandFailure.refuse([
      "--rate is for flings. The rate of a motion is always fitted.": rate
    ])
    let picture = try picture.map { path throws(CommandFailure) in try PictureFile(path) }
    let takes = ObservedTakes(motions)
    if let picture {
      let own = motions.observations.first?.source.name ?? ""
      let name = own.isEmpty ? FileName.last(of: file) : own
      let strips = try source.map { try ClipStrip.all(takes.reports, $0.clip, $0.measured) } ?? []
      try ObservedPicture(
        "\(shown(name)): \(counted(takes.reports.count, "take"))",
        zip(takes.names, takes.reports).map { ($0, $1) }, strips: strips
      ).write(to: picture)
    }
    let columns = plot ? Terminal.columns(of: STDOUT_FILENO) : nil
    try StandardOutput.write(json ? "\(takes.json)\n" : takes.text(plotColumns: columns))
    guard takes.complaint.isEmpty else { throw CommandFailure.checkFailed(takes.complaint) }
  }

  private func fit(_ flings: MeasuredFlings) throws {
    try CommandFailure.refuse([
      "Flings known only by length have no hand. Leave out --hand.": hand != nil,
      "--picture is for motions. For flings use --plot.": picture != nil,
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
    let sentence =
      switch error {
      case .tooFewRows(let needed, let got):
        "\(subject(file)) has "
          + (flings.tellsEnds
            ? "\(counted(got, "fling")) that ran out by \(got == 1 ? "itself" : "themselves")"
            : counted(got, "row")) + "; a fit needs \(needed)."
      case .badRow(let index):
        "\(flings.places[index]): these numbers are not possible."
      case .noFit: "\(file): no parameters fit these rows."
      }
    return .badFile(sentence)
  }
}
