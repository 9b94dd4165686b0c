internal import FeelFiles
internal import FeelTrace
internal import Observe

/// Observation streams that have ended: a line of JSON for each thing that a program told.
enum StreamFormat: FileFormat {
  static let name = "a stream of another program's motion"
  static let use =
    "“feellab fit” and “feellab check” read it, “feellab watch FILE --window” shows it"
  static let endings = [".jsonl"]
  static let kind: FileFormats.Kind? = .motion

  // Every other object is a recording or parameters.
  static func matches(_ beginning: FileBeginning) -> Bool { beginning.isObject }

  static func read(
    _ path: String, _ pieces: consuming FilePieces
  ) throws(CommandFailure) -> FileContent {
    var (reader, gestures) = (ObservationReader(), GestureReader(path: path))
    reader.take(try bytes(pieces)) { gestures.take($0) }
    reader.finish { gestures.take($0) }
    return .gestures(try gestures.finish())
  }
}
