internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Glibc
internal import Lab
internal import Stage

/// `flings`: the flings of a recorded session.
struct FlingsCommand: ParsableCommand {
  /// What the flings are written as.
  enum Format: String, CaseIterable { case table, csv, json }

  /// What they are written as in a file that says so by its name.
  private enum FileFormat: String, CaseIterable { case csv, json }

  /// A fling, and when it was let go.
  private struct Record {
    package let release: Double
    let fling: Fling
  }

  static let configuration = CommandConfiguration(
    commandName: "flings",
    abstract: "Tell the speed, distance and duration of each fling.",
    usage: "feellab flings [<options>] <recording>",
    discussion: helpText(
      "The recording is replayed without a window; the scene “scroll-view” measures its flings.",
      examples: [
        "As a table": "flings session.feel",
        "How far they went at which velocity, as a text chart": "flings session.feel --plot",
        "The parameters behind them": "flings session.feel --format csv | feellab fit -",
      ]))

  @Argument(
    help: "The recording; - is the standard input.", completion: Completions.recordings)
  var recording: String

  @Option(
    help: "table, csv or json; unless named, what the output's name ends with, or a table.",
    completion: Completions.choices(Format.self), transform: Values.choice)
  var format: Format?

  @Flag(help: "As JSON, like --format json.")
  var json = false

  @Flag(help: "As a text chart, as wide as the terminal: distance over velocity.")
  var plot = false

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where to write.", valueName: "file"),
    completion: .file())
  var output: String = "-"

  func validate() throws {
    guard !json || format == nil || format == .json else {
      throw ValidationError("--json and --format name two formats; leave one of them out.")
    }
    guard !plot || (!json && format == nil) else {
      throw ValidationError("--plot draws a chart; leave --json and --format out.")
    }
  }

  func run() throws {
    if plot { try FileEnding.requireLetters(output) }
    let format: Format? = try plot ? nil : chosenFormat
    let records = try Self.records(of: recording)
    guard !records.isEmpty else {
      throw CommandFailure(
        .badFile, "\(shown(recording)): no fling of the scene scroll-view ended in it.")
    }
    let text =
      switch format {
      case nil: Self.chart(records)
      case .table: Self.table(records)
      case .csv: Fling.csv(records.map(\.fling))
      case .json: "\(Self.json(records))\n"
      }
    try File.write(Array(text.utf8), to: output)
    StandardError.tellWritten(output, counted(records.count, "fling"))
  }

  private var chosenFormat: Format {
    get throws(CommandFailure) {
      if let format = json ? .json : format { return format }
      guard output != "-" else { return .table }
      switch try FileEnding.format(of: output, unlessNamed: FileFormat.csv) {
      case .csv: return .csv
      case .json: return .json
      }
    }
  }

  /// The flings of the whole session, in the order in which they ended.
  private static func records(of path: String) throws(CommandFailure) -> [Record] {
    var lines = try TraceLines(path)
    var session = try lines.file.session()
    var end = Instant.zero
    var records: [Record] = []
    func note() {
      for effect in session.takeEffects() {
        guard let fling = effect.fling else { continue }
        records.append(Record(release: effect.time.seconds - fling.duration, fling: fling))
      }
    }
    let progress = Progress("replaying \(path)")
    while let entry = try lines.next() {
      progress.tell(lines.share)
      end = entry.time
      switch entry.content {
      case .event(let event): session.handle(event)
      case .state(let time, _): session.advance(to: time)
      case .take: break
      }
      note()
    }
    session.advance(to: end)
    note()
    return records
  }

  private static func chart(_ records: [Record]) -> String {
    let points = records.map { (x: abs($0.fling.velocity), y: abs($0.fling.distance)) }
    let plot = TerminalPlot(title: "distance, pt", unit: "pt/s", points: points)
    return TerminalPlot.text([(plot, 14)], columns: Terminal.columns(of: STDOUT_FILENO))
  }

  private static func table(_ records: [Record]) -> String {
    let rows =
      [["released", "velocity", "distance", "duration"], ["s", "pt/s", "pt", "s"]]
      + records.map {
        [
          $0.release.text(decimals: 3), $0.fling.velocity.text(decimals: 1),
          $0.fling.distance.text(decimals: 3), $0.fling.duration.text(decimals: 3),
        ]
      }
    let ends = ["ended", ""] + records.map(\.fling.outcome.rawValue)
    return zip(rows, ends).map { row, end in
      let line = row.map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }
      return line.joined() + (end.isEmpty ? "\n" : "  \(end)\n")
    }.joined()
  }

  private static func json(_ records: [Record]) -> JSON {
    .object([
      "flings": .list(
        records.map {
          .object([
            "release": .number($0.release), "velocity": .number($0.fling.velocity),
            "distance": .number($0.fling.distance), "duration": .number($0.fling.duration),
            "ended": .text($0.fling.outcome.rawValue),
          ])
        })
    ])
  }
}
