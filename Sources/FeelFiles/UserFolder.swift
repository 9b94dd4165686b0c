/// The folders in which the program keeps what is a user's.
///
/// Source: XDG Base Directory Specification 0.8, "XDG_CONFIG_HOME" and "XDG_STATE_HOME".
package enum UserFolder {
  package static let configurationVariable = "XDG_CONFIG_HOME"
  package static let stateVariable = "XDG_STATE_HOME"

  /// What a user sets on purpose, and would take along to another machine; `nil` without a home.
  package static var configuration: String? { folder(configurationVariable, inHome: ".config") }

  /// What the program remembers of its own accord, such as how the window was left; `nil` without a
  /// home.
  package static var state: String? { folder(stateVariable, inHome: ".local/state") }

  private static func folder(_ variable: String, inHome place: String) -> String? {
    // A path that is not absolute is to be ignored.
    if let path = Environment.variable(variable), path.hasPrefix("/") { return path + "/feellab" }
    guard let home = Environment.variable("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(place)/feellab"
  }
}
