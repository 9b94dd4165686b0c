internal import FeelTrace
internal import Glibc
internal import Stage

/// Files by their path, whole.
package enum File {
  /// The bytes of a file; "-" is the standard input.
  ///
  /// - Parameter limit: how many there may be: a device may have no end.
  /// - Throws: `CommandFailure` naming the file and the system's reason, or the limit.
  package static func read(
    _ path: String, atMost limit: Int = Limits.fileBytes
  ) throws(CommandFailure) -> [UInt8] {
    var pieces = try FilePieces(path, atMost: limit)
    return try pieces.rest()
  }

  /// Asks for files in the same folder whose names are near a path's.
  static func nearNames(_ path: String) -> String {
    let names = names(in: FileName.folder(of: path)).sorted()
    let question = NearWords.question(FileName.last(of: path), among: names)
    return question.isEmpty ? "" : " \(question)"
  }

  /// Puts bytes in place of what stood in a file, at once: whoever reads it sees the old ones or
  /// the new ones, whole; "-" is the standard output.
  ///
  /// - Throws: `CommandFailure` naming the file and the system's reason; then the old ones are
  ///   still there.
  package static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    guard path != "-" else {
      try Terminal.refuse(bytes, at: STDOUT_FILENO)
      return try StandardOutput.write(bytes)
    }
    let file = try OutputFile(path)
    try file.append(bytes)
    try file.finish()
  }

  /// Makes a folder and those it lies in, unless they are there.
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

  /// Whether a word of the command line can only mean a file.
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

  /// A path at which there is nothing yet: the name with a number before its ending.
  ///
  /// A bare name lies in the folder that the program was started in, or the user's own where
  /// nothing can be written there, as when it was started from a menu.
  static func newPath(_ name: String) -> String {
    let path = name.contains("/") ? name : "\(folder)/\(name)"
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    let (stem, ending) = (path[..<dot], path[dot...])
    var number = 1
    var status = stat()
    // A link that leads nowhere has its name, too.
    while unsafe lstat(FileName.bytes(of: "\(stem)-\(number)\(ending)"), &status) == 0 {
      number += 1
    }
    return "\(stem)-\(number)\(ending)"
  }

  /// The folder that a bare name lies in.
  package static var folder: String {
    let home = Environment.variable("HOME") ?? "."
    guard let current = unsafe getcwd(nil, 0) else { return home }
    defer { unsafe free(current) }
    guard unsafe access(current, W_OK) == 0 else { return home }
    return unsafe FileName.text(of: current)
  }

  /// The names in a folder, in no order; none if it cannot be read.
  package static func names(in folder: String) -> [String] {
    entries(in: folder)?.map(\.name) ?? []
  }

  /// The names in a folder, in no order, each with what readdir(3) tells of its kind; `nil`, with
  /// the system's reason, if it cannot be read.
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

  /// How many bytes a regular file has; 0 for anything else, and where there is none.
  package static func length(_ path: String) -> Int {
    var status = stat()
    guard unsafe stat(FileName.bytes(of: path), &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return 0 }
    return Int(status.st_size)
  }

  /// Whether a path names anything.
  package static func exists(_ path: String) -> Bool {
    unsafe access(FileName.bytes(of: path), F_OK) == 0
  }
}
