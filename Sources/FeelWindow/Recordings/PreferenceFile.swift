package import FeelFiles
package import FeelTrace
internal import Glibc
package import Lab
internal import Stage

/// The two files that store a window's preferences between runs.
///
/// A file is always replaced as a whole, but only the members that this window changed differ, so
/// that other windows and newer versions of the program keep theirs. Invalid content is left alone.
package enum PreferenceFile: CaseIterable {
  /// The user's settings: theme, motion, keys, zoom.
  case settings
  /// How the window was left: panels and overlays.
  case view

  /// The file's path; `nil` without a home.
  package var path: String? {
    switch self {
    case .settings: UserFolder.configuration.map { $0 + "/preferences.json" }
    case .view: UserFolder.state.map { $0 + "/view.json" }
    }
  }

  /// The environment variable for the parent of the program's folder.
  package var variable: String {
    switch self {
    case .settings: UserFolder.configurationVariable
    case .view: UserFolder.stateVariable
    }
  }

  private var members: [Preference] {
    Preference.allCases.filter { $0.isSetting == (self == .settings) }
  }

  /// Reads the file into preferences; a missing file changes nothing.
  ///
  /// - Throws: `CommandFailure` with the position of anything invalid.
  /// - Returns: its members.
  @discardableResult
  package func read(
    into preferences: inout Preferences
  ) throws(CommandFailure) -> [JSON.Member] {
    guard let path, File.exists(path) else { return [] }
    do throws(JSONError) {
      let found = try Self.members(of: path)
      let file = JSON(.object(found))
      var read = preferences
      for member in members {
        read[member] = try file[member.rawValue].map(member.value)
      }
      preferences = read
      return found
    } catch {
      throw .badFile("\(path):\(error).")
    }
  }

  /// Writes the members that differ between two preferences; returns whether nothing is left to
  /// write.
  ///
  /// - Throws: `CommandFailure` when the file cannot be written, or its content is invalid.
  func write(
    from before: Preferences, to after: Preferences, waits: Bool
  ) throws(CommandFailure) -> Bool {
    let changed = zip(members(of: before), members(of: after)).filter { $0 != $1 }.map(\.1)
    guard !changed.isEmpty, let path else { return true }
    let folder = FileName.folder(of: path)
    try File.makeFolder(folder)
    // A lock on the folder excludes other windows, which never hold it for long.
    let lock = unsafe open(FileName.bytes(of: folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK || !waits else {
      return false
    }
    var known = Preferences()
    var members = try read(into: &known)
    for (name, value) in changed {
      members.removeAll { $0.name == name }
      if let value { members.append(JSON.Member(name, value)) }
    }
    try File.write(Array(Self.text(members).utf8), to: path)
    return true
  }

  private static func members(of path: String) throws(JSONError) -> [JSON.Member] {
    guard let bytes = try? File.read(path) else {
      throw JSONError(.start, expected: "a file that can be read", found: systemReason())
    }
    let json = try JSONReader.read(bytes)
    guard case .object(let members) = json.value else { throw json.error("an object") }
    return members
  }

  private static func text(_ members: [JSON.Member]) -> String {
    let lines = members.map { "  \(JSON.text($0.name)): \($0.value)" }
    return lines.isEmpty ? "{}\n" : "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  private func members(of preferences: Preferences) -> [(name: String, value: JSON?)] {
    members.map { ($0.rawValue, preferences[$0]?.json) }
  }
}
