internal import FeelFiles

/// Pointer samples: tables with the columns t_ms, x and y, named or not, y left out where it is 0.
enum SampleFormat: FileFormat {
  static let name = "pointer samples"
  static let use = "“feellab fit FILE --estimator all” reads them"
  static let endings = [".csv"]

  static func matches(_ beginning: FileBeginning) -> Bool {
    beginning.columns.first == "t_ms"
      || beginning.columns.isEmpty && [2, 3].contains(beginning.width)
  }

  static func read(
    _ path: String, _ pieces: consuming FilePieces
  ) throws(CommandFailure) -> FileContent {
    let table = try Table(try bytes(pieces), path: path)
    guard let first = table.rows.first else {
      throw CommandFailure(.badFile, "\(path) holds no samples: the columns are t_ms,x,y.")
    }
    guard [2, 3].contains(first.count) else {
      throw CommandFailure(
        .badFile,
        "\(path): expected the columns t_ms,x,y, found \(table.names.joined(separator: ",")).")
    }
    try table.requireOrder(path: path)
    return .samples(table)
  }
}
