internal import Feel
internal import FeelFiles

/// Flings of which only duration and distance are known.
///
/// Tables with the columns duration_s and distance_pt, or those that `fit --flings --format csv`
/// writes, which also say how each fling ended.
enum FlingFormat: FileFormat {
  static let name = "flings known by their length"
  static let use = "“feellab fit” reads them"
  static let endings = [".csv"]

  static func matches(_ beginning: FileBeginning) -> Bool {
    beginning.columns == ["duration_s", "distance_pt"] || beginning.columns == Fling.columns
  }

  static func read(
    _ path: String, _ pieces: consuming FilePieces
  ) throws(CommandFailure) -> FileContent {
    let table = try Table(try bytes(pieces), path: path)
    for (word, line) in zip(table.words, table.lines) {
      guard Fling.Outcome(rawValue: word) == nil else { continue }
      let known = Fling.Outcome.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(
        .badFile, "\(path):\(line): a fling ended one of \(known), not \(quoted(word)).")
    }
    return .flings(table)
  }
}
