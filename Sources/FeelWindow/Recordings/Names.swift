package import Feel
package import FeelFiles
internal import Scenes
package import Stage

extension ParameterSet {
  /// Applies a command line's settings for a scene, or for the physics alone.
  ///
  /// - Throws: `CommandFailure` naming the parameter, the value and its range, or the choice
  ///   without which it does not apply; or a key that is named both to be set and to be kept.
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
        // A value that a file keeps for another law may be changed or reset although it does not
        // apply.
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

  /// Reports the numbers that were raised, after the name of the file they come from, if any.
  package func reportRaised(in file: String? = nil) {
    let place = file.map { "\($0): " } ?? ""
    for sentence in raised(calling: \.key) {
      StandardError.say("\(place)\(sentence).")
    }
  }

  /// The error for a parameter named both to be set and to be kept.
  static func namedTwice(_ key: String) -> String {
    "\(key) is in both --set and --keep. Use one of them."
  }
}

extension ParameterError {
  /// The message for an error in a parameter of a scene or of the physics alone; for a key that
  /// only other scenes have, it names those.
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
  /// The preset with an id from the command line.
  package static func required(_ id: String) throws(CommandFailure) -> ScrollPreset {
    if let preset = named(id) { return preset }
    guard let own = try OwnPresets.named(id) else { throw .usage(unknown(id)) }
    return own.preset
  }

  /// The error for an unknown preset id, with similar ids and all existing ones.
  ///
  /// - Parameter own: the user's presets that could have been named; a parameter file names only a
  ///   system's.
  package static func unknown(
    _ id: String, of kind: String = "preset", besides own: [String] = OwnPresets.names
  ) -> String {
    let ids = all.map(\.id) + own
    return unknownWord(kind, id, near: ids, "The presets are \(ids.joined(separator: ", ")).")
  }
}

extension Catalog {
  /// The scene with this id or tab title, ignoring case.
  package func called(_ word: String) -> (any Scene.Type)? {
    let word = word.lowercased()
    return scene(word) ?? scenes.first { $0.title.lowercased() == word }
  }

  /// Valid names of scenes: each id and, if different, title.
  package var names: [String] {
    scenes.flatMap { type in
      let title = type.title.lowercased()
      return title == type.id ? [type.id] : [type.id, title]
    }
  }

  /// The scene named on the command line.
  package func named(_ word: String) throws(CommandFailure) -> any Scene.Type {
    guard let scene = called(word) else {
      let scenes = scenes.map { $0.id }.joined(separator: ", ")
      throw .usage(unknownWord("scene", word, near: names, "The scenes are \(scenes)."))
    }
    return scene
  }

  /// The scene named by a command-line word; `nil` if the word names a file.
  ///
  /// - Throws: `CommandFailure` when it is neither, with similar names.
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
