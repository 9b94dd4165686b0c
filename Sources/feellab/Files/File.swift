internal import Glibc

/// Files by their path, whole.
enum File {
  /// The bytes of a file; "-" is the standard input.
  ///
  /// - Throws: `CommandFailure` naming the file and the system's reason.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(.badFile, "Cannot open \(quoted(path)): \(systemReason()).")
    }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    while true {
      let (piece, count) = readPiece(descriptor)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += piece
      } else if errno != EINTR {
        throw CommandFailure(.badFile, "Cannot read \(quoted(path)): \(systemReason()).")
      }
    }
  }

  private static func readPiece(_ descriptor: Int32) -> ([UInt8], Int) {
    var result = 0
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      result = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      count = max(0, result)
    }
    return (piece, result)
  }

  /// Writes a file whole, in place of what stood there; "-" is the standard output.
  ///
  /// - Throws: `CommandFailure` naming the file and the system's reason.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    guard path != "-" else { return try StandardOutput.write(bytes) }
    let file = try OutputFile(path)
    try file.append(bytes)
    try file.finish()
  }

  /// Puts a text in place of what stood in a file, at once: whoever reads it sees the old one or the new one, whole.
  ///
  /// - Throws: `CommandFailure` naming the file and the system's reason; then the old one is still there.
  static func replace(_ path: String, with text: String) throws(CommandFailure) {
    // A link stays one, and what it names is replaced.
    let target = realPath(path) ?? path
    let next = "\(target).\(getpid()).new"
    do throws(CommandFailure) {
      try write(Array(text.utf8), to: next)
      guard unsafe rename(next, target) == 0 else {
        throw CommandFailure(.badFile, "Cannot write \(quoted(target)): \(systemReason()).")
      }
    } catch {
      _ = unsafe unlink(next)
      throw error
    }
  }

  /// Makes sure that a file can be written, and leaves everything as it is.
  ///
  /// - Throws: `CommandFailure` naming the file and the system's reason.
  static func checkWritable(_ path: String) throws(CommandFailure) {
    let isNew = !exists(path)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw CommandFailure(.badFile, "Cannot write \(quoted(path)): \(systemReason()).")
    }
    close(descriptor)
    // The path may be a link to what was not there.
    if isNew { remove(realPath(path) ?? path) }
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Makes a folder and those it lies in, unless they are there.
  ///
  /// - Throws: `CommandFailure` naming the folder and the system's reason.
  static func makeFolder(_ path: String) throws(CommandFailure) {
    var prefix = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      prefix += part
      if unsafe mkdir(prefix, 0o777) != 0, errno != EEXIST {
        throw CommandFailure(.badFile, "Cannot make \(quoted(prefix)): \(systemReason()).")
      }
      prefix += "/"
    }
    guard isFolder(path) else {
      throw CommandFailure(.badFile, "\(quoted(path)) is a file; name a folder.")
    }
  }

  /// Whether a path names a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A path at which there is nothing yet: the name with a number before its ending.
  ///
  /// It lies in the folder that the program was started in, or the user's own where nothing can be written there, as when it was started from a menu.
  static func newPath(_ name: String) -> String {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let (stem, ending) = ("\(folder)/\(name[..<dot])", name[dot...])
    var number = 1
    while exists("\(stem)-\(number)\(ending)") { number += 1 }
    return "\(stem)-\(number)\(ending)"
  }

  private static var folder: String {
    let home = Environment.variable("HOME") ?? "."
    guard let current = unsafe getcwd(nil, 0) else { return home }
    defer { unsafe free(current) }
    guard unsafe access(current, W_OK) == 0 else { return home }
    return unsafe String(cString: current)
  }

  /// The names in a folder, in no order; none if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let handle = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { text in
          unsafe String(cString: text)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Whether a path names anything.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}

/// A file that is written piece by piece, each piece handed to the system at once.
struct OutputFile: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Makes an empty file, or empties the one that is there.
  ///
  /// - Throws: `CommandFailure` naming the file and the system's reason.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw CommandFailure(.badFile, "Cannot write \(quoted(path)): \(systemReason()).")
    }
  }

  deinit { close(descriptor) }

  /// Adds bytes at the end.
  ///
  /// - Throws: `CommandFailure` when they cannot be written.
  func append(_ bytes: [UInt8]) throws(CommandFailure) {
    guard let reason = FileDescriptor.write(bytes, to: descriptor) else { return }
    throw CommandFailure(.badFile, "Cannot write \(quoted(path)): \(reason).")
  }

  /// Adds a text at the end.
  ///
  /// - Throws: `CommandFailure` when it cannot be written.
  func append(_ text: String) throws(CommandFailure) {
    try append(Array(text.utf8))
  }

  /// Makes sure that everything reached the file: some systems tell of a full disk only then.
  ///
  /// - Throws: `CommandFailure` when it did not.
  func finish() throws(CommandFailure) {
    // A pipe or a terminal has nothing to synchronise and says so.
    guard fsync(descriptor) != 0, errno != EINVAL, errno != EROFS else { return }
    throw CommandFailure(.badFile, "Cannot write \(quoted(path)): \(systemReason()).")
  }
}
