/// Output formats by file name.
package enum FileEnding {
  /// Rejects an output name for a text chart with an ending other than .txt.
  ///
  /// - Throws: `CommandFailure` naming the right ending.
  package static func requireLetters(_ path: String) throws(CommandFailure) {
    let name = FileName.last(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
      name[dot...].lowercased() != ".txt"
    else { return }
    throw .usage(
      "--plot draws a text chart, but \(quoted(path)) does not end in .txt. Rename it, or "
        + "leave out --plot.")
  }

  /// The format that a path's ending names, among those that can be written; for the standard
  /// output, the assumed one.
  ///
  /// - Throws: `CommandFailure` listing the known endings.
  package static func format<Format: RawRepresentable & CaseIterable>(
    of path: String, unlessNamed assumed: Format,
    among formats: [Format] = Array(Format.allCases)
  ) throws(CommandFailure) -> Format where Format.RawValue == String {
    guard path != "-" else { return assumed }
    let name = FileName.last(of: path)
    if let dot = name.lastIndex(of: "."),
      let format = Format(rawValue: name[name.index(after: dot)...].lowercased()),
      formats.contains(where: { $0.rawValue == format.rawValue })
    {
      return format
    }
    let endings = formats.map { ".\($0.rawValue)" }
    throw .usage(
      "\(quoted(path)) has no known ending. End it with \(endings.dropLast().joined(separator: ", ")) "
        + "or \(endings.last ?? ""), or use --format.")
  }
}
