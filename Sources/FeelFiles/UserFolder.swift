internal import Glibc

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

  /// Creates a private temporary folder whose name begins with a word.
  ///
  /// - Throws: `CommandFailure` naming the folder and the system's reason.
  package static func makeTemporary(_ word: String) throws(CommandFailure) -> String {
    let base = Environment.variable("TMPDIR") ?? "/tmp"
    var template = FileName.bytes(of: "\(base)/\(word).XXXXXX")
    guard unsafe mkdtemp(&template) != nil else {
      throw .badFile("Cannot make a folder in \(quoted(base)): \(systemReason()).")
    }
    return FileName.text(of: template.dropLast().map(UInt8.init(bitPattern:)))
  }

  private static func folder(_ variable: String, inHome place: String) -> String? {
    // By the specification, relative paths are ignored.
    if let path = Environment.variable(variable), path.hasPrefix("/") { return path + "/feellab" }
    guard let home = Environment.variable("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(place)/feellab"
  }
}
