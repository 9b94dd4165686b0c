package import Feel
package import FeelFiles
internal import Scenes
package import Stage

extension ParameterSet {
  /// Sets what a command line says of a scene, or of the physics alone.
  ///
  /// - Throws: `CommandFailure` naming the parameter, the value and its range, or the choice
  ///   without which it counts for nothing; or what is named both to be set and to be kept.
  package mutating func set(
    _ settings: [(key: String, value: String)],
    keeping kept: [(key: String, value: String)] = [], of scene: (any Scene.Type)? = nil
  ) throws(CommandFailure) {
    if let twice = settings.first(where: { setting in kept.contains { $0.key == setting.key } }) {
      throw .usage(Self.namedTwice(twice.key))
    }
    do throws(ParameterError) {
      var changing: [String] = []
      for setting in settings {
        let value = try parameter(setting.key).value(parsing: setting.value)
        // What a file has kept for another law is changed or taken back though it does not count
        // now.
        if !isChanged(setting.key) { changing.append(setting.key) }
        try set(setting.key, to: value)
      }
      for setting in kept {
        try override(setting.key, with: try parameter(setting.key).value(parsing: setting.value))
      }
      for key in changing { try requireUse(of: key) }
    } catch {
      throw .usage(error.message(of: scene))
    }
  }

  /// Reports the numbers that were raised, after the name of the file that they come from, if any.
  package func reportRaised(in file: String? = nil) {
    let place = file.map { "\($0): " } ?? ""
    for sentence in raised(calling: \.key) {
      StandardError.say("\(place)\(sentence).")
    }
  }

  /// Says that flags name a parameter both to be set and to be kept.
  static func namedTwice(_ key: String) -> String {
    "\(key) is in both --set and --keep. Use one of them."
  }
}

extension ParameterError {
  /// The one sentence for whoever names a parameter of a scene, or of the physics alone; a key of
  /// other scenes is told by theirs.
  package func message(of scene: (any Scene.Type)?) -> String {
    guard case .unknownKey(let key, _) = self else { return message }
    let owners = Catalog.all.scenes.filter { other in
      other.id != scene?.id && other.parameters.contains { $0.key == key }
    }.map { $0.id }
    guard let owner = owners.first(where: { $0 != "overview" }) else { return message }
    let names = owners.joined(separator: ", ")
    guard let scene else {
      return "\(key) is not a physics parameter. It belongs to scenes: \(names)."
    }
    return "Scene \(scene.id) has no parameter \(key). Other scenes have it: \(names). "
      + "Name the scene, such as \(owner)."
  }
}

extension ScrollPreset {
  /// The preset of an id from the command line.
  package static func required(_ id: String) throws(CommandFailure) -> ScrollPreset {
    if let preset = named(id) { return preset }
    guard let own = try OwnPresets.named(id) else { throw .usage(unknown(id)) }
    return own.preset
  }

  /// Says that there is no preset of an id, which may have been meant, and which there are.
  ///
  /// - Parameter own: those of the user that could have been named; a file of parameters names a
  ///   system's.
  package static func unknown(
    _ id: String, of kind: String = "preset", besides own: [String] = OwnPresets.names
  ) -> String {
    let ids = all.map(\.id) + own
    return unknownWord(kind, id, near: ids, "The presets are \(ids.joined(separator: ", ")).")
  }
}

extension Catalog {
  /// The scene that somebody calls so: by its id, or by the title of its tab; capitals do not
  /// matter.
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
  package func named(_ word: String) throws(CommandFailure) -> any Scene.Type {
    guard let scene = called(word) else {
      let scenes = scenes.map { $0.id }.joined(separator: ", ")
      throw .usage(unknownWord("scene", word, near: names, "The scenes are \(scenes)."))
    }
    return scene
  }

  /// The scene that a word of the command line names; `nil` where the word names a file.
  ///
  /// - Throws: `CommandFailure` when it is neither, with what may have been meant.
  package func scene(unlessFile word: String) throws(CommandFailure) -> (any Scene.Type)? {
    if let scene = scene(word) { return scene }
    guard !File.isPath(RecordingName(word).path) else { return nil }
    if let scene = called(word) { return scene }
    throw .usage(
      unknownWord(
        "scene or file", word, near: names,
        "The scenes are \(scenes.map { $0.id }.joined(separator: ", "))."))
  }
}
