internal import Glibc
internal import Synchronization

/// A file on its way to its path: written beside it, and put there at once when that is asked for.
///
/// Until then whoever reads the path sees what stood there before; and whatever goes wrong, that
/// stays, and nothing of the new file does. Once it is in its place it can be written on, piece by
/// piece, each handed to the system at once. A device or a pipe is written to and never replaced.
package final class OutputFile {
  /// Where it goes; of a new file, where it went once it has its place.
  package private(set) var path: String
  /// Where it is written at present, for another program to write there.
  package private(set) var currentPath: String
  /// Whether it is a file like any other, which takes its place when it is finished.
  let isReplacing: Bool
  private let descriptor: Int32
  private var target: String
  // What a file that replaces none is called, but for its number.
  private let name: String?
  private static let prefix = ".feellab-"
  private static let swept = Mutex<Set<String>>([])
  /// How many bytes were appended, each piece whole.
  package private(set) var length = 0

  /// Makes an empty file beside the path.
  ///
  /// - Parameters:
  ///   - isNew: whether the path is only a name, and the file goes where there is none yet, as
  ///     `File.newPath` says.
  ///   - keepsOthers: whether it does so only if another one has come to be at the path meanwhile.
  /// - Throws: `CommandFailure` naming the file and the system's reason.
  package init(
    _ path: String, isNew: Bool = false, keepsOthers: Bool = false
  ) throws(CommandFailure) {
    name = isNew || keepsOthers ? path : nil
    let path = isNew ? File.newPath(path) : path
    self.path = path
    var old = stat()
    let isThere = unsafe stat(FileName.bytes(of: path), &old) == 0
    // Links that lead to each other lead to nothing that could be replaced.
    if !isThere, errno == ELOOP { throw Self.failure(path) }
    let isSpecial = isThere && old.st_mode & S_IFMT != S_IFREG
    target = Self.target(of: path)
    // /dev/stdout and its like lead by way of /proc to what is open already: that is to be written,
    // not replaced.
    isReplacing = !isSpecial && !target.hasPrefix("/proc/")
    guard isReplacing else {
      currentPath = path
      descriptor = unsafe open(
        FileName.bytes(of: path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw Self.failure(path) }
      return
    }
    // Whoever may not write the old file is not to replace it either.
    if isThere, unsafe access(FileName.bytes(of: target), W_OK) != 0 { throw Self.failure(path) }
    let folder = FileName.folder(of: target)
    Self.sweep(folder)
    (currentPath, descriptor) = Self.makeHidden(in: folder)
    guard descriptor >= 0 else { throw Self.failure(path) }
    guard isThere else { return }
    // Only root may give files away; for everybody else the new one stays their own.
    _ = fchown(descriptor, old.st_uid, old.st_gid)
    fchmod(descriptor, old.st_mode & 0o7777)
  }

  deinit {
    close(descriptor)
    if currentPath != target, isReplacing { _ = unsafe unlink(FileName.bytes(of: currentPath)) }
  }

  /// Adds bytes at the end.
  ///
  /// - Throws: `CommandFailure` when they cannot be written; none of them is in the file then.
  package func append(_ bytes: [UInt8]) throws(CommandFailure) {
    guard let reason = FileDescriptor.write(bytes, to: descriptor) else {
      length += bytes.count
      return
    }
    ftruncate(descriptor, off_t(length))
    // The next piece goes where this one began, not where its written part ended.
    if isReplacing { lseek(descriptor, off_t(length), SEEK_SET) }
    throw .badFile("Cannot write \(quoted(path)): \(reason).")
  }

  /// Adds a text at the end.
  ///
  /// - Throws: `CommandFailure` when it cannot be written.
  package func append(_ text: String) throws(CommandFailure) { try append(Array(text.utf8)) }

  /// Makes sure that everything reached the disk, and puts it in its place if it is not there yet.
  ///
  /// - Throws: `CommandFailure` when it did not: some systems tell of a full disk only then.
  package func finish() throws(CommandFailure) {
    // A pipe or a terminal has nothing to synchronise and says so.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw Self.failure(path)
    }
    guard isReplacing, currentPath != target else { return }
    try place()
    // Its name is written down in the folder; where that cannot be synchronised the system does it
    // in its own time.
    let folder = unsafe open(
      FileName.bytes(of: FileName.folder(of: target)), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Puts it in its place to be written on there, without waiting for the disk: under load that can
  /// take seconds.
  ///
  /// - Throws: `CommandFailure` when it cannot stand there.
  package func place() throws(CommandFailure) {
    guard isReplacing, currentPath != target else { return }
    if let name { try findPlace(for: name) }
    if currentPath != target { try take(target) }
  }

  private func take(_ place: String) throws(CommandFailure) {
    guard unsafe rename(FileName.bytes(of: currentPath), FileName.bytes(of: place)) == 0 else {
      throw Self.failure(path)
    }
    currentPath = place
  }

  /// Takes the first place that is free: another window may have taken the one that was when this
  /// one began.
  private func findPlace(for name: String) throws(CommandFailure) {
    while true {
      let (current, free) = (FileName.bytes(of: currentPath), FileName.bytes(of: target))
      if unsafe link(current, free) == 0 {
        unsafe unlink(current)
        currentPath = target
        return
      }
      if errno != EEXIST {
        // A file system without links: whoever makes an empty file has the place.
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

  /// What a path leads to, as far as /proc: a link stays one, and what it names is replaced.
  private static func target(of path: String) -> String {
    var target = path
    // As many as the system follows.
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

  /// Makes an empty file that is locked as long as it is open; the descriptor is below 0 if that
  /// cannot be.
  ///
  /// Nobody can foresee its name, nor does an older file or a link that has it get in the way.
  private static func makeHidden(in folder: String) -> (path: String, descriptor: Int32) {
    while true {
      let path = "\(folder)/\(prefix)" + String(UInt64.random(in: .min ... .max), radix: 16)
      let descriptor = unsafe open(
        FileName.bytes(of: path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      var status = stat()
      guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0,
        unsafe fstat(descriptor, &status) == 0, status.st_nlink == 0
      else { return (path, descriptor) }
      // Whoever cleans up here took it for a dead one's before it was locked.
      close(descriptor)
    }
  }

  /// Removes what killed programs have left in a folder, once for each: nobody holds those files
  /// any more.
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
