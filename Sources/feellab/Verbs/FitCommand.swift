internal import ArgumentParser
internal import Feel
internal import FeelTrace
internal import Glibc

/// `fit`: the laws behind measured motions.
struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Find the parameters behind measured motions.",
    discussion: helpText(
      """
      Each comes with its error. The first line names the columns: duration_s,distance_pt for flings of which only these are \
      known, or what “flings --format csv” writes, of which those that ran out by themselves are \
      taken; they give the stop speed. A rest may lie on a whole pixel, so that a distance is \
      known to half a point and no finer. Or t,x for one motion followed from its release, which \
      gives the rate, the velocity, and the edge and spring if it bounced. Exit status 1 when the \
      fit is poor: durations more than two frames off, or positions more than a point and 0.5 % of \
      the way.
      """,
      examples: [
        "Measured flings": "fit flings.csv",
        "With the deceleration rate, for a program": "fit flings.csv --rate --json",
        "Measurements and fit, as a chart in letters": "fit flings.csv --plot",
        "One motion, followed": "curve --velocity 900 --dt 0.01 | cut -d, -f1,2 | feellab fit -",
      ]))

  @Argument(
    help: "The measurements, as CSV; - is the standard input.", completion: Completions.tables)
  var file: String

  @Flag(help: "Fit the deceleration rate of flings too, instead of taking 0.998 a millisecond.")
  var rate = false

  @Flag(help: "As JSON.")
  var json = false

  @Flag(help: "With a chart in letters, as wide as the terminal: measurements and fit.")
  var plot = false

  func validate() throws {
    guard !plot || !json else {
      throw ValidationError("--plot draws a chart; leave --json out.")
    }
  }

  func run() throws {
    let table = try runs(of: try Table(try File.read(file), path: file))
    let report: FitReport
    do throws(FitError) {
      report = try FitReport(table, fitsRate: rate)
    } catch {
      throw failure(error, table)
    }
    guard let text = json ? report.json.map({ "\($0)\n" }) : report.text else {
      throw CommandFailure(
        .badFile, "\(file): expected the columns duration_s,distance_pt or t,x in its first line.")
    }
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
