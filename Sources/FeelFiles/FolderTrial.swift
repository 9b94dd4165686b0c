internal import Glibc

/// Tries whether a folder can be made and written to, as rights alone do not tell: root has them
/// all, and yet no folder can be made in /proc.
package enum FolderTrial {
  /// Makes the folder and a file in it, and leaves nothing behind.
  ///
  /// - Throws: `CommandFailure` naming what cannot be made, and the system's reason.
  package static func run(_ folder: String) throws(CommandFailure) {
    var missing: [String] = []
    var path = folder
    while path != "/", path != ".", !File.exists(path) {
      missing.append(path)
      path = FileName.folder(of: path)
    }
    // The deepest comes first; those that were not made are not there to be removed.
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
