internal import Feel
package import FeelFiles
internal import Glibc
package import Stage

/// The user's presets: the parameter files in one folder, by name.
package enum OwnPresets {
  private static let ending = ".json"
  // A removed file stays beside the others under this extension until it is restored or replaced.
  private static let removedEnding = ".json.removed"

  /// Their folder; `nil` without a home.
  package static var folder: String? { UserFolder.configuration.map { $0 + "/parameters" } }

  /// Their names, whatever the files contain.
  package static var names: [String] {
    guard let folder, File.isFolder(folder) else { return [] }
    return File.names(in: folder).sorted().filter { $0.hasSuffix(ending) }
      .map { String($0.dropLast(ending.count)) }.filter { OwnPreset.problem(with: $0) == nil }
  }

  /// All of them by name, and an error for each invalid file.
  package static func read() -> (presets: [OwnPreset], problems: [String]) {
    var (presets, problems): ([OwnPreset], [String]) = ([], [])
    for name in names {
      do throws(CommandFailure) {
        if let preset = try named(name) { presets.append(preset) }
      } catch {
        problems.append(error.message)
      }
    }
    return (presets, problems)
  }

  /// The preset with this name; `nil` if there is none.
  ///
  /// - Throws: `CommandFailure` with what is wrong with its file.
  package static func named(_ name: String) throws(CommandFailure) -> OwnPreset? {
    guard OwnPreset.problem(with: name) == nil, let path = path(name), File.exists(path) else {
      return nil
    }
    return try ParameterFile.read(path).ownPreset(name)
  }

  /// Saves parameters as a preset.
  ///
  /// - Throws: `CommandFailure` if the name is invalid or already in use.
  package static func save(_ text: String, as name: String) throws(CommandFailure) {
    let path = try known(name)
    guard let folder else { throw noHome }
    try File.makeFolder(folder)
    guard !File.exists(path) else {
      throw .usage(
        "You have a preset \(quoted(name)). Remove it first: feellab list presets "
          + "--remove \(shellWord(name))")
    }
    try File.write(Array(text.utf8), to: path)
  }

  /// Removes a preset; `restore` undoes that.
  package static func remove(_ name: String) throws(CommandFailure) {
    try move(name, from: ending, to: removedEnding, "You have no preset")
  }

  /// Restores a removed preset.
  package static func restore(_ name: String) throws(CommandFailure) {
    let path = try known(name)
    guard !File.exists(path) else { throw .usage("You have a preset \(quoted(name)).") }
    try move(name, from: removedEnding, to: ending, "There is no removed preset")
  }

  private static func move(
    _ name: String, from ending: String, to other: String, _ missing: String
  ) throws(CommandFailure) {
    _ = try known(name)
    guard let folder else { throw noHome }
    let (old, new) = ("\(folder)/\(name)\(ending)", "\(folder)/\(name)\(other)")
    guard File.exists(old) else { throw .usage("\(missing) \(quoted(name)).") }
    guard unsafe rename(FileName.bytes(of: old), FileName.bytes(of: new)) == 0 else {
      throw .badFile("Cannot rename \(quoted(old)): \(systemReason()).")
    }
  }

  private static func known(_ name: String) throws(CommandFailure) -> String {
    if let problem = OwnPreset.problem(with: name) { throw .usage(problem) }
    guard let path = path(name) else { throw noHome }
    return path
  }

  private static func path(_ name: String) -> String? {
    folder.map { "\($0)/\(name)\(ending)" }
  }

  private static var noHome: CommandFailure {
    .badFile("Presets of your own need a home: set HOME or XDG_CONFIG_HOME.")
  }
}

extension ParameterSet {
  /// Applies a preset by name: a system's, or one of the user's with its values.
  package mutating func use(preset name: String) throws(CommandFailure) {
    guard ScrollPreset.named(name) == nil, let own = try OwnPresets.named(name) else {
      preset = try ScrollPreset.required(name)
      return
    }
    self = own.applied(to: self)
  }
}
