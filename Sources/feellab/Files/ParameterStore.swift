internal import Glibc

/// The files of parameters that were saved from the window: one folder, a name and a number each.
enum ParameterStore {
  /// Writes a file under a new name.
  ///
  /// - Returns: its path.
  /// - Throws: `CommandFailure` naming the folder or file and the system's reason.
  static func save(_ json: String, scene: String) throws(CommandFailure) -> String {
    let folder = try folder()
    try File.makeFolder(folder)
    return try File.writeNew(Array(json.utf8), as: "\(folder)/\(scene).json")
  }

  /// The names of a scene's files, those of the highest numbers first.
  static func names(scene: String) -> [String] {
    guard let folder = try? folder() else { return [] }
    let numbers = File.names(in: folder).compactMap { name -> Int? in
      guard name.hasPrefix(scene + "-"), name.hasSuffix(".json") else { return nil }
      return Int(name.dropFirst(scene.count + 1).dropLast(5))
    }
    return numbers.sorted(by: >).prefix(16).map { "\(scene)-\($0).json" }
  }

  /// Reads a file by its name.
  ///
  /// - Throws: `CommandFailure` with file, line and column of what is wrong.
  static func open(_ name: String) throws(CommandFailure) -> ParameterFile {
    try ParameterFile.read(try folder() + "/" + name)
  }

  private static func folder() throws(CommandFailure) -> String {
    guard let folder = UserFolder.configuration else {
      throw CommandFailure(
        .badFile, "There is no folder to keep parameters in: set HOME or XDG_CONFIG_HOME.")
    }
    return folder + "/parameters"
  }
}
