internal import FeelFiles

/// Videos, which no command reads.
enum VideoFormat: FileFormat {
  static let name = "a video"
  static let use = ""
  static let endings: [String] = []

  static func matches(_ beginning: FileBeginning) -> Bool {
    beginning.has("ftyp", at: 4) || beginning.has([0x1A, 0x45, 0xDF, 0xA3])
  }

  static func read(
    _ path: String, _ pieces: consuming FilePieces
  ) throws(CommandFailure) -> FileContent { .other(self) }
}
