internal import FeelFiles

/// Recordings of sessions, which may be long: only their first line is read at once.
enum RecordingFormat: FileFormat {
  static let name = "a recording"
  static let use = "“feellab FILE” shows it"
  static let endings = [".feel"]
  static let kind: FileFormats.Kind? = .recording

  static func matches(_ beginning: FileBeginning) -> Bool {
    beginning.hasMember("feel", within: 512)
  }

  static func read(
    _ path: String, _ pieces: consuming FilePieces
  ) throws(CommandFailure) -> FileContent { .recording(try TraceLines(path, pieces)) }
}
