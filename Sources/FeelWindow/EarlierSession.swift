internal import FeelFiles
internal import Glibc

/// A session that an ended window has left in the state folder.
///
/// Names are never reused. A file is removed only while it is locked and still the one that was
/// found, because another window may be restoring it.
final class EarlierSession {
  private static let (stem, closedStem, ending) = ("session-", "closed-", ".feel")

  let path: String
  /// Whether its window was closed, not cut short.
  let isClosed: Bool
  private let identity: stat
  // Holds the lock while this window restores the session.
  private var descriptor: Int32 = -1

  private init(_ path: String, _ identity: stat) {
    (self.path, self.identity) = (path, identity)
    isClosed = FileName.last(of: path).hasPrefix(Self.closedStem)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Number of takes named in the file's last lines; 0 if its window was cut short before writing
  /// them.
  ///
  /// The last 64 KiB have room for hundreds, and a session keeps no more.
  private(set) lazy var takeCount: Int = {
    let descriptor = Self.lock(path, LOCK_SH)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var end = [UInt8](repeating: 0, count: min(1 << 16, Int(identity.st_size)))
    let start = off_t(identity.st_size) - off_t(end.count)
    let count = unsafe pread(descriptor, &end, end.count, start)
    return end.prefix(max(0, count)).split(separator: UInt8(ascii: "\n"))
      .count { String(decoding: $0, as: UTF8.self).contains(#""take": ""#) }
  }()

  /// A name that no session in the folder has had: the time in microseconds and a random number.
  static func newPath(in folder: String) -> String {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    let time = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    let number = String(UInt16.random(in: .min ... .max), radix: 16)
    return "\(folder)/\(stem)\(time)-\(number)\(ending)"
  }

  /// Marks a stored session as closed by its window.
  static func markClosed(_ path: String) {
    let name = FileName.last(of: path)
    guard name.hasPrefix(stem) else { return }
    let closed = "\(FileName.folder(of: path))/\(closedStem)\(name.dropFirst(stem.count))"
    _ = unsafe rename(FileName.bytes(of: path), FileName.bytes(of: closed))
  }

  /// The sessions in a folder that no window has open, newest first.
  static func all(in folder: String) -> [EarlierSession] {
    let names = File.names(in: folder).filter { name in
      name.hasSuffix(ending) && (name.hasPrefix(stem) || name.hasPrefix(closedStem))
    }
    return names.compactMap { name in
      let path = "\(folder)/\(name)"
      // A shared lock, so that windows listing at the same time do not exclude each other.
      let descriptor = lock(path, LOCK_SH)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      return status(of: descriptor).map { EarlierSession(path, $0) }
    }.sorted { $0.changed > $1.changed }
  }

  private var changed: (Int, Int) { (identity.st_mtim.tv_sec, identity.st_mtim.tv_nsec) }

  /// Locks the session for this window; false if another window has it or it is gone.
  func claim() -> Bool {
    guard descriptor < 0 else { return true }
    var locked = Self.lock(path, LOCK_EX)
    // Another window may just be listing it.
    for _ in 0..<20 where locked < 0 && File.exists(path) {
      usleep(2000)
      locked = Self.lock(path, LOCK_EX)
    }
    guard locked >= 0 else { return false }
    guard let now = Self.status(of: locked), isSame(as: now) else {
      close(locked)
      return false
    }
    descriptor = locked
    return true
  }

  /// Removes the file, unless another window has it.
  func remove() {
    guard claim() else { return }
    var named = stat()
    guard unsafe lstat(FileName.bytes(of: path), &named) == 0, isSame(as: named) else { return }
    _ = unsafe unlink(FileName.bytes(of: path))
  }

  /// Whether a file is the one that was found.
  private func isSame(as other: stat) -> Bool {
    (other.st_dev, other.st_ino) == (identity.st_dev, identity.st_ino)
  }

  func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// An open descriptor that holds the lock, or −1.
  private static func lock(_ path: String, _ kind: Int32) -> Int32 {
    let descriptor = unsafe open(
      FileName.bytes(of: path), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0, flock(descriptor, kind | LOCK_NB) != 0 else { return descriptor }
    close(descriptor)
    return -1
  }

  /// Status of a non-empty regular file; `nil` otherwise.
  private static func status(of descriptor: Int32) -> stat? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0
    else { return nil }
    return status
  }
}
