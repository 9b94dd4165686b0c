internal import FeelFiles

/// Measured motions: tables with the columns t, in seconds, and shown, x or offset, among others.
enum MotionFormat: FileFormat {
  static let name = "a measured motion"
  static let use = "“feellab fit” and “feellab check” read it, “feellab FILE” shows it"
  static let endings = [".csv"]
  static let kind: FileFormats.Kind? = .motion

  // What no other table is; without the columns, reading says which there are.
  static func matches(_ beginning: FileBeginning) -> Bool { beginning.width > 0 }

  static func read(
    _ path: String, _ pieces: consuming FilePieces
  ) throws(CommandFailure) -> FileContent {
    .motion(try MotionTable(try Table(try bytes(pieces), path: path), path: path))
  }
}
