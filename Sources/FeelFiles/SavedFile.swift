internal import Glibc

/// A file just saved, which may be removed again as long as it is unchanged.
package struct SavedFile {
  package let path: String
  private let identity: stat

  /// Remembers a file's identity; `nil` if it does not exist.
  package init?(_ path: String) {
    guard let identity = Self.identity(of: path) else { return nil }
    (self.path, self.identity) = (path, identity)
  }

  /// Removes the file.
  ///
  /// - Throws: `CommandFailure` if it was changed or replaced since, or the system refuses.
  package func remove() throws(CommandFailure) {
    guard let now = Self.identity(of: path), now.st_dev == identity.st_dev,
      now.st_ino == identity.st_ino, now.st_mtim.tv_sec == identity.st_mtim.tv_sec,
      now.st_mtim.tv_nsec == identity.st_mtim.tv_nsec
    else {
      throw .badFile("\(quoted(path)) has changed since it was saved, so it was not removed.")
    }
    guard unsafe unlink(FileName.bytes(of: path)) == 0 else {
      throw .badFile("Cannot remove \(quoted(path)): \(systemReason()).")
    }
  }

  private static func identity(of path: String) -> stat? {
    var status = stat()
    return unsafe lstat(FileName.bytes(of: path), &status) == 0 ? status : nil
  }
}
