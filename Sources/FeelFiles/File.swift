internal import FeelTrace
internal import Glibc
internal import Stage

/// Whole-file operations, by path.
package enum File {
  /// The bytes of a file; "-" is the standard input.
  ///
  /// - Parameter limit: the maximum size in bytes: a device may be endless.
  /// - Throws: `CommandFailure` naming the file and the system's reason, or the limit.
  package static func read(
    _ path: String, atMost limit: Int = Limits.fileBytes
  ) throws(CommandFailure) -> [UInt8] {
    var pieces = try FilePieces(path, atMost: limit)
    return try pieces.rest()
  }

  /// Suggests files in the same folder with similar names.
  static func nearNames(_ path: String) -> String {
    let names = names(in: FileName.folder(of: path)).sorted()
    let question = NearWords.question(FileName.last(of: path), among: names)
    return question.isEmpty ? "" : " \(question)"
  }

  /// Replaces a file's content atomically, so that readers see either all of the old bytes or all
  /// of the new ones; "-" is the standard output.
  ///
  /// - Throws: `CommandFailure` naming the file and the system's reason; the old content is then
  ///   intact.
  package static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    guard path != "-" else {
      try Terminal.refuse(bytes, at: STDOUT_FILENO)
      return try StandardOutput.write(bytes)
    }
    let file = try OutputFile(path)
    try file.append(bytes)
    try file.finish()
  }

  /// Creates a folder and its missing parents, as `mkdir -p` does.
  ///
  /// - Throws: `CommandFailure` naming the folder and the system's reason.
  package static func makeFolder(_ path: String) throws(CommandFailure) {
    var prefix = path.hasPrefix("/") ? "/" : ""
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      prefix += String(Substring(part))
      if unsafe mkdir(FileName.bytes(of: prefix), 0o777) != 0, errno != EEXIST {
        throw .badFile("Cannot make \(quoted(prefix)): \(systemReason()).")
      }
      prefix += "/"
    }
    guard isFolder(path) else { throw .badFile("\(quoted(path)) is a file. Name a folder.") }
  }

  /// Whether a word of the command line can only be a path.
  package static func isPath(_ word: String) -> Bool {
    word == "-" || word.contains("/") || word.contains(".") || exists(word)
  }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  /// Whether a path leads to a regular file, which can be read twice, unlike a pipe or a device.
  package static func isRegular(_ path: String) -> Bool { kind(of: path) == S_IFREG }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(FileName.bytes(of: path), &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The first free path made by adding a number before the name's ending.
  ///
  /// A bare name is placed in the current folder, or in the home folder if that is not writable, as
  /// when the program was started from a menu.
  static func newPath(_ name: String) -> String {
    let path = name.contains("/") ? name : "\(folder)/\(name)"
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    let (stem, ending) = (path[..<dot], path[dot...])
    var number = 1
    var status = stat()
    // `lstat`, because a dangling link occupies its name, too.
    while unsafe lstat(FileName.bytes(of: "\(stem)-\(number)\(ending)"), &status) == 0 {
      number += 1
    }
    return "\(stem)-\(number)\(ending)"
  }

  /// The folder for bare names: the current one, or the home folder if that is not writable.
  package static var folder: String {
    let home = Environment.variable("HOME") ?? "."
    guard let current = unsafe getcwd(nil, 0) else { return home }
    defer { unsafe free(current) }
    guard unsafe access(current, W_OK) == 0 else { return home }
    return unsafe FileName.text(of: current)
  }

  /// The names in a folder, unordered; empty if it cannot be read.
  package static func names(in folder: String) -> [String] {
    entries(in: folder)?.map(\.name) ?? []
  }

  /// The names in a folder, unordered, each with its readdir(3) type; `nil`, with `errno` set, if
  /// it cannot be read.
  package static func entries(in folder: String) -> [(name: String, kind: Int)]? {
    guard let handle = unsafe opendir(FileName.bytes(of: folder)) else { return nil }
    defer { unsafe closedir(handle) }
    var entries: [(name: String, kind: Int)] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { text in
          unsafe FileName.text(of: text)
        }
      }
      if name != "." && name != ".." {
        unsafe entries.append((name, Int(entry.pointee.d_type)))
      }
    }
    return entries
  }

  /// The size of a regular file in bytes; 0 for anything else or a missing file.
  package static func length(_ path: String) -> Int {
    var status = stat()
    guard unsafe stat(FileName.bytes(of: path), &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return 0 }
    return Int(status.st_size)
  }

  /// Whether a path exists.
  package static func exists(_ path: String) -> Bool {
    unsafe access(FileName.bytes(of: path), F_OK) == 0
  }
}
