internal import Glibc
internal import Synchronization
package import XWindow

/// Wakes a window when a file has been written, either in place or by renaming a new file over it,
/// as editors do.
///
/// Watches the folder, and for a link also the folder of its target. The system notifies by a
/// signal, so waiting costs nothing.
package final class FileWatch {
  private static let hasArrived = Atomic(false)
  // SAFETY: written once, before the signal handler that reads it is installed.
  nonisolated(unsafe) private static var waker: Waker?

  private let descriptor: Int32
  // The inotify numbers of the watched folders, each with the file's name in it.
  private var names: [(folder: Int32, name: String)] = []

  /// Starts watching a file.
  ///
  /// - Throws: `CommandFailure` naming the file and the system's reason.
  package init(_ path: String, _ waker: Waker) throws(CommandFailure) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw Self.failure(path) }
    var paths = [path]
    if let own = unsafe realpath(FileName.bytes(of: path), nil) {
      unsafe paths.append(FileName.text(of: own))
      unsafe free(own)
    }
    for path in paths {
      // Waits for the close, because before it the file may be half written.
      let number = unsafe inotify_add_watch(
        descriptor, FileName.bytes(of: FileName.folder(of: path)),
        UInt32(IN_CLOSE_WRITE | IN_MOVED_TO))
      guard number >= 0 else { throw Self.failure(path) }
      names.append((number, FileName.last(of: path)))
    }
    Self.listen(waker)
    guard fcntl(descriptor, F_SETOWN, getpid()) == 0,
      fcntl(descriptor, F_SETFL, O_NONBLOCK | O_ASYNC) == 0
    else { throw Self.failure(path) }
  }

  deinit { close(descriptor) }

  /// Whether the file has been written since the last call.
  package func hasChanged() -> Bool {
    guard Self.hasArrived.exchange(false, ordering: .relaxed) else { return false }
    var isChanged = false
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = unsafe read(descriptor, &bytes, bytes.count), count > 0 {
      isChanged = concernsFile(bytes.prefix(count)) || isChanged
    }
    return isChanged
  }

  /// Whether any of these inotify events is about the file.
  ///
  /// Source: inotify(7): number, mask, cookie and the name's length, 4 bytes each, then the name,
  /// padded with zeros.
  private func concernsFile(_ events: ArraySlice<UInt8>) -> Bool {
    var rest = events
    while rest.count >= 16 {
      let head = Array(rest.prefix(16))
      let fields = unsafe head.withUnsafeBytes { bytes in
        (0..<4).map { unsafe bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
      }
      rest = rest.dropFirst(16)
      let name = FileName.text(of: rest.prefix(Int(fields[3])).prefix { $0 != 0 })
      rest = rest.dropFirst(Int(fields[3]))
      // Events were lost; one of them may have been about the file.
      if fields[1] & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      if names.contains(where: { UInt32(bitPattern: $0.folder) == fields[0] && $0.name == name }) {
        return true
      }
    }
    return false
  }

  private static func listen(_ waker: Waker) {
    unsafe self.waker = waker
    hasArrived.store(false, ordering: .relaxed)
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in
      FileWatch.hasArrived.store(true, ordering: .relaxed)
      unsafe FileWatch.waker?.wake()
    }
    // Restart interrupted system calls, such as a write in progress.
    action.sa_flags = SA_RESTART
    unsafe sigaction(SIGIO, &action, nil)
  }

  private static func failure(_ path: String) -> CommandFailure {
    .badFile("Cannot watch \(quoted(path)): \(systemReason()).")
  }
}
