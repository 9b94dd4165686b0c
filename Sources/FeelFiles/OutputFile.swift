internal import Glibc
internal import Synchronization

/// A file written under a temporary name in the target's folder, then moved to its path atomically.
///
/// Until then, readers of the path see the old file; after any error, the old file is intact and
/// nothing of the new one remains. Once in place, it can be appended to, each piece being written
/// at once. A device or a pipe is written to directly and never replaced.
package final class OutputFile {
  /// The final path; for a new file, known for certain only once it is in place.
  package private(set) var path: String
  /// The current path, for another program to write to.
  package private(set) var currentPath: String
  /// Whether the target is a regular file, which is replaced when finished.
  let isReplacing: Bool
  private let descriptor: Int32
  private var target: String
  // For a file that replaces none: the requested path, to be numbered.
  private let name: String?
  private static let prefix = ".feellab-"
  private static let swept = Mutex<Set<String>>([])
  /// Bytes appended so far, in whole pieces.
  package private(set) var length = 0

  /// Creates an empty temporary file beside the path.
  ///
  /// - Parameters:
  ///   - isNew: whether the path is only a name, and the file gets the first free path of
  ///     `File.newPath`.
  ///   - keepsOthers: whether it does so only if another file has appeared at the path in the
  ///     meantime.
  /// - Throws: `CommandFailure` naming the file and the system's reason.
  package init(
    _ path: String, isNew: Bool = false, keepsOthers: Bool = false
  ) throws(CommandFailure) {
    name = isNew || keepsOthers ? path : nil
    let path = isNew ? File.newPath(path) : path
    self.path = path
    var old = stat()
    let isThere = unsafe stat(FileName.bytes(of: path), &old) == 0
    // A loop of links has no target to replace.
    if !isThere, errno == ELOOP { throw Self.failure(path) }
    let isSpecial = isThere && old.st_mode & S_IFMT != S_IFREG
    target = Self.target(of: path)
    // /dev/stdout and the like lead through /proc to an open file, which must be written, not
    // replaced.
    isReplacing = !isSpecial && !target.hasPrefix("/proc/")
    guard isReplacing else {
      currentPath = path
      descriptor = unsafe open(
        FileName.bytes(of: path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw Self.failure(path) }
      return
    }
    // Without write access to the old file, do not replace it either.
    if isThere, unsafe access(FileName.bytes(of: target), W_OK) != 0 { throw Self.failure(path) }
    let folder = FileName.folder(of: target)
    Self.sweep(folder)
    (currentPath, descriptor) = Self.makeHidden(in: folder)
    guard descriptor >= 0 else { throw Self.failure(path) }
    guard isThere else { return }
    // Only root may change the owner; for other users, the new file stays theirs.
    _ = fchown(descriptor, old.st_uid, old.st_gid)
    fchmod(descriptor, old.st_mode & 0o7777)
  }

  deinit {
    close(descriptor)
    if currentPath != target, isReplacing { _ = unsafe unlink(FileName.bytes(of: currentPath)) }
  }

  /// Appends bytes.
  ///
  /// - Throws: `CommandFailure` when they cannot be written; then none of them is in the file.
  package func append(_ bytes: [UInt8]) throws(CommandFailure) {
    guard let reason = FileDescriptor.write(bytes, to: descriptor) else {
      length += bytes.count
      return
    }
    ftruncate(descriptor, off_t(length))
    // Write the next piece where this one began, not after its partial write.
    if isReplacing { lseek(descriptor, off_t(length), SEEK_SET) }
    throw .badFile("Cannot write \(quoted(path)): \(reason).")
  }

  /// Appends a text.
  ///
  /// - Throws: `CommandFailure` when it cannot be written.
  package func append(_ text: String) throws(CommandFailure) { try append(Array(text.utf8)) }

  /// Syncs the file to disk, and moves it to its path unless it is there already.
  ///
  /// - Throws: `CommandFailure` on failure: some systems report a full disk only now.
  package func finish() throws(CommandFailure) {
    // Pipes and terminals cannot be synced and report an error.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw Self.failure(path)
    }
    guard isReplacing, currentPath != target else { return }
    try commit()
    // Sync the folder, which holds the new name; if that fails, the system does it in its own time.
    let folder = unsafe open(
      FileName.bytes(of: FileName.folder(of: target)), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Moves the file to its path for further appends, without syncing: under load that can take
  /// seconds.
  ///
  /// - Throws: `CommandFailure` when it cannot be moved there.
  package func commit() throws(CommandFailure) {
    guard isReplacing, currentPath != target else { return }
    if let name { try findPlace(for: name) }
    if currentPath != target { try move(target) }
  }

  private func move(_ place: String) throws(CommandFailure) {
    guard unsafe rename(FileName.bytes(of: currentPath), FileName.bytes(of: place)) == 0 else {
      throw Self.failure(path)
    }
    currentPath = place
  }

  /// Moves the file to the first free path: another window may have taken the initial one.
  private func findPlace(for name: String) throws(CommandFailure) {
    while true {
      let (current, free) = (FileName.bytes(of: currentPath), FileName.bytes(of: target))
      if unsafe link(current, free) == 0 {
        unsafe unlink(current)
        currentPath = target
        return
      }
      if errno != EEXIST {
        // For file systems without hard links: reserve the path by creating an empty file there.
        let holder = unsafe open(free, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if holder >= 0 {
          close(holder)
          return
        }
      }
      guard errno == EEXIST else { throw Self.failure(path) }
      path = File.newPath(name)
      target = path
    }
  }

  /// Resolves links, up to /proc: the link itself stays, and its target is replaced.
  private static func target(of path: String) -> String {
    var target = path
    // Linux's own limit on links.
    for _ in 0..<40 where !target.hasPrefix("/proc/") {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = unsafe readlink(FileName.bytes(of: target), &bytes, bytes.count)
      guard count > 0 else { break }
      let link = FileName.text(of: bytes.prefix(count).map(UInt8.init(bitPattern:)))
      target =
        link.utf8.first == UInt8(ascii: "/") ? link : "\(FileName.folder(of: target))/\(link)"
    }
    return target
  }

  /// Creates an empty file with an unpredictable name, locked while open; on failure, the
  /// descriptor is negative.
  ///
  /// `O_EXCL` and `O_NOFOLLOW` rule out existing files and links of that name.
  private static func makeHidden(in folder: String) -> (path: String, descriptor: Int32) {
    while true {
      let path = "\(folder)/\(prefix)" + String(UInt64.random(in: .min ... .max), radix: 16)
      let descriptor = unsafe open(
        FileName.bytes(of: path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      var status = stat()
      guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0,
        unsafe fstat(descriptor, &status) == 0, status.st_nlink == 0
      else { return (path, descriptor) }
      // Another process's `sweep` removed it as stale before it was locked.
      close(descriptor)
    }
  }

  /// Removes files that killed processes left in a folder, known by their free locks; runs once per
  /// folder.
  private static func sweep(_ folder: String) {
    guard swept.withLock({ $0.insert(folder).inserted }) else { return }
    for name in File.names(in: folder) where name.hasPrefix(prefix) {
      let path = FileName.bytes(of: "\(folder)/\(name)")
      let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlink(path) }
      close(descriptor)
    }
  }

  private static func failure(_ path: String) -> CommandFailure {
    .badFile("Cannot write \(quoted(path)): \(systemReason()).")
  }
}
