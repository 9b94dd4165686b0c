internal import Glibc

/// A file that was just saved: the one that may be removed again, as long as it is still that.
package struct SavedFile {
  package let path: String
  private let identity: stat

  /// Takes note of a file; `nil` where there is none.
  package init?(_ path: String) {
    guard let identity = Self.identity(of: path) else { return nil }
    (self.path, self.identity) = (path, identity)
  }

  /// Removes it.
  ///
  /// - Throws: `CommandFailure` where another one has its name by now, or the system refuses.
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
