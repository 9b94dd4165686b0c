internal import FeelFiles

/// Files of a scene's parameters.
enum ParameterFormat: FileFormat {
  static let name = "parameters"
  static let use =
    "“feellab FILE” opens with them, “feellab render SCENE --params FILE” draws with them"
  static let endings = [".json"]
  static let kind: FileFormats.Kind? = .parameters

  // A line of a stream has no such member.
  static func matches(_ beginning: FileBeginning) -> Bool { beginning.hasMember("parameters") }

  static func read(
    _ path: String, _ pieces: consuming FilePieces
  ) throws(CommandFailure) -> FileContent {
    .parameters(try ParameterFile.parse(try bytes(pieces), path: path))
  }
}
