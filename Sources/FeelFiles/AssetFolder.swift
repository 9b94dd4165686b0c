internal import Glibc

/// The folder of the program's assets: icons, traces, presets.
package enum AssetFolder {
  /// The folder's path: the value of `FEELLAB_ASSETS`; else the one installed beside the program;
  /// else the nearest one above the program, as in a source tree.
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
    // An explicit path is final: a fallback would hide the mistake.
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

  /// The value of a variable meant for this program alone, which is then unset so that child
  /// processes do not inherit it; `nil` when it is not set or empty.
  package static func take(_ name: String) -> String? {
    guard let value = variable(name), !value.isEmpty else { return nil }
    unsafe unsetenv(name)
    return value
  }
}
