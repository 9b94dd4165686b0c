internal import Glibc

/// The folder of what comes with the program and is no code: icons, traces, presets.
package enum AssetFolder {
  /// The folder's path: the one that `FEELLAB_ASSETS` names, else the one installed beside the
  /// program, else the nearest above it, as in a source tree.
  ///
  /// - Throws: `CommandFailure` with the list of places that were searched.
  package static func find() throws(CommandFailure) -> String {
    let places = candidates(
      environment: Environment.variable("FEELLAB_ASSETS"), program: programPath())
    if let place = places.first(where: File.isFolder) { return place }
    throw .badFile(
      "The Assets folder is missing. Set FEELLAB_ASSETS to its path. Searched: "
        + places.joined(separator: ", ") + ".")
  }

  private static func candidates(environment: String?, program: String?) -> [String] {
    // Whoever names a folder means that one: another would hide the mistake.
    if let environment, !environment.isEmpty { return [environment] }
    guard let program else { return ["Assets"] }
    var folders = program.split(separator: "/", omittingEmptySubsequences: true).dropLast()
    var places = ["/" + folders.dropLast().joined(separator: "/") + "/share/feellab/Assets"]
    while !folders.isEmpty {
      places.append("/" + folders.joined(separator: "/") + "/Assets")
      folders.removeLast()
    }
    return places
  }

  private static func programPath() -> String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &path, path.count)
    guard length > 0 else { return nil }
    return FileName.text(of: path.prefix(length).map(UInt8.init(bitPattern:)))
  }
}

/// The process's environment.
package enum Environment {
  /// The value of a variable, or `nil` when it is not set.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe FileName.text(of: value)
  }

  /// The value of a variable that is meant for this program alone: what it starts does not inherit
  /// it; `nil` when it is not set or empty.
  package static func take(_ name: String) -> String? {
    guard let value = variable(name), !value.isEmpty else { return nil }
    unsafe unsetenv(name)
    return value
  }
}
