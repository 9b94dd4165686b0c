internal import FeelFiles

/// Pictures, which no command reads.
enum PictureFormat: FileFormat {
  static let name = "a picture"
  static let use = ""
  static let endings: [String] = []

  static func matches(_ beginning: FileBeginning) -> Bool {
    beginning.has([0x89, 0x50, 0x4E, 0x47]) || beginning.has([0xFF, 0xD8]) || beginning.has("GIF8")
      || beginning.has("<svg")
  }

  static func read(
    _ path: String, _ pieces: consuming FilePieces
  ) throws(CommandFailure) -> FileContent { .other(self) }
}
