package import FeelFiles
package import Stage

extension Catalog {
  /// The scene that somebody calls so: by its id, or by the title of its tab; capitals do not matter.
  package func called(_ word: String) -> (any Scene.Type)? {
    let word = word.lowercased()
    return scene(word) ?? scenes.first { $0.title.lowercased() == word }
  }

  /// What scenes can be called, each by its id and, where that is another word, by its title.
  package var names: [String] {
    scenes.flatMap { type in
      let title = type.title.lowercased()
      return title == type.id ? [type.id] : [type.id, title]
    }
  }

  /// The scene that the command line names.
  ///
  /// - Throws: `CommandFailure` naming the scenes there are.
  package func named(_ word: String) throws(CommandFailure) -> any Scene.Type {
    guard let scene = called(word) else {
      let question = NearWords.question(word, among: names)
      throw CommandFailure(
        .usage,
        "There is no scene \(quoted(word)). \(question)\(question.isEmpty ? "" : " ")"
          + "The scenes are \(scenes.map { $0.id }.joined(separator: ", ")).")
    }
    return scene
  }
}
