internal import FeelFiles
internal import FeelWindow
internal import Scenes
internal import Stage

/// What a word of the command line names: a scene by its id or its title, or a file by its path.
enum NamedSubject {
  case scene(any Scene.Type)
  /// A recording, or a take of it: `FILE#NAME`.
  case recording(String)
  /// A file of parameters.
  case parameters(String)
  /// A motion that was measured.
  case motion(String)
  /// A hand, which is played on the stage.
  case hand(String)
  /// A screen recording, which is measured in the window.
  case clip(String)

  /// Tells a scene from a file, and files by how they begin.
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
      throw .usage(
        unknownWord(
          "scene or file", word, near: Catalog.all.names,
          "The scenes are \(scenes.joined(separator: ", "))."))
    }
    switch try FileFormat.kind(ofFile: word) {
    case .recording: self = .recording(word)
    case .parameters: self = .parameters(word)
    case .motion: self = .motion(word)
    case .hand: self = .hand(word)
    case .clip: self = .clip(word)
    }
  }

  /// Whether a word can only mean a file.
  static func isPath(_ word: String) -> Bool {
    word == "-" || word.contains("/") || word.contains(".") || File.exists(word)
  }
}
