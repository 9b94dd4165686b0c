/// The folders for a user's files.
///
/// Source: XDG Base Directory Specification 0.8, "XDG_CONFIG_HOME" and "XDG_STATE_HOME".
package enum UserFolder {
  package static let configurationVariable = "XDG_CONFIG_HOME"
  package static let stateVariable = "XDG_STATE_HOME"

  /// For deliberate settings, which are worth copying to another machine; `nil` without a home.
  package static var configuration: String? { folder(configurationVariable, inHome: ".config") }

  /// For what the program remembers by itself, such as the window's last state; `nil` without a
  /// home.
  package static var state: String? { folder(stateVariable, inHome: ".local/state") }

  private static func folder(_ variable: String, inHome place: String) -> String? {
    // By the specification, relative paths are ignored.
    if let path = Environment.variable(variable), path.hasPrefix("/") { return path + "/feellab" }
    guard let home = Environment.variable("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(place)/feellab"
  }
}
