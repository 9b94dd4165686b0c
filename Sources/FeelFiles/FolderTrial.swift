internal import Glibc

/// Tests by trial whether a folder can be created and written to, because permissions do not tell:
/// root has them all, and yet cannot create a folder in /proc.
package enum FolderTrial {
  /// Creates the folder and a file in it, then removes both.
  ///
  /// - Throws: `CommandFailure` naming what cannot be created, and the system's reason.
  package static func run(_ folder: String) throws(CommandFailure) {
    var missing: [String] = []
    var path = folder
    while path != "/", path != ".", !File.exists(path) {
      missing.append(path)
      path = FileName.folder(of: path)
    }
    // Deepest first; for folders that were not created, `rmdir` just fails.
    defer { for path in missing { _ = unsafe rmdir(FileName.bytes(of: path)) } }
    try File.makeFolder(folder)
    let file = "\(folder)/.feellab-\(getpid())"
    let descriptor = unsafe open(
      FileName.bytes(of: file), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .badFile("Cannot write \(quoted(file)): \(systemReason()).")
    }
    close(descriptor)
    _ = unsafe unlink(FileName.bytes(of: file))
  }
}
