internal import FeelFiles
internal import FeelWindow
internal import Lab
internal import Scenes
internal import Stage

/// What a word of the command line names: a scene by its id or its title, or a file by its path.
enum NamedSubject {
  case scene(any Scene.Type)
  /// A recording, or a take of it: `FILE#NAME`.
  case recording(String)
  /// A file of parameters.
  case parameters(String)
  /// A table of measurements.
  case measurements(String)

  /// Tells a scene from a file, and files by their ending; one that says nothing by its name is a recording.
  ///
  /// - Throws: `CommandFailure` when it is neither, with what may have been meant.
  init(_ word: String) throws(CommandFailure) {
    if let scene = Catalog.all.scene(word) {
      self = .scene(scene)
      return
    }
    if RecordingName(word).take != nil {
      self = .recording(word)
      return
    }
    guard Self.isPath(word) else {
      if let scene = Catalog.all.called(word) {
        self = .scene(scene)
        return
      }
      let scenes = Catalog.all.scenes.map { $0.id }
      let question = NearWords.question(word, among: Catalog.all.names)
      throw CommandFailure(
        .usage,
        "There is no scene or file \(quoted(word)). \(question)\(question.isEmpty ? "" : " ")"
          + "The scenes are \(scenes.joined(separator: ", ")).")
    }
    self =
      word.hasSuffix(".json")
      ? .parameters(word) : word.hasSuffix(".csv") ? .measurements(word) : .recording(word)
  }

  /// Whether a word can only mean a file.
  static func isPath(_ word: String) -> Bool {
    word == "-" || word.contains("/") || word.contains(".") || File.exists(word)
  }
}
