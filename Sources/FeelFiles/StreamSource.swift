internal import Glibc

/// A source of bytes read as they are written: a file, a pipe, or a writer at a socket.
package struct StreamSource: ~Copyable {
  /// The result of a read.
  package enum Next {
    case bytes([UInt8])
    /// Nothing came within the given time.
    case nothing
    case end
  }

  private let descriptor: Int32
  private let name: String

  /// Opens a file; "-" is the standard input.
  ///
  /// - Throws: `CommandFailure` naming the file and the system's reason.
  package init(_ path: String) throws(CommandFailure) {
    let descriptor = FileDescriptor.opened(path)
    guard descriptor >= 0 else { throw FilePieces.notOpened(path) }
    (self.descriptor, name) = (descriptor, path)
  }

  /// Reads from an open descriptor, and closes it at the end.
  init(descriptor: Int32, name: String) { (self.descriptor, self.name) = (descriptor, name) }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// Whether the writer is still connected; after that, unread bytes may remain.
  var isOpen: Bool {
    var hangUp = pollfd(fd: descriptor, events: 0, revents: 0)
    return unsafe poll(&hangUp, 1, 0) == 0
  }

  /// The next bytes.
  ///
  /// - Parameter patience: how long to wait, in milliseconds; negative waits forever.
  /// - Throws: `CommandFailure` naming the file and the system's reason.
  package func next(within patience: Int32) throws(CommandFailure) -> Next {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = unsafe poll(&wanted, 1, patience)
    guard ready > 0 else { return .nothing }
    let (bytes, result) = FileDescriptor.read(descriptor)
    if result > 0 { return .bytes(bytes) }
    if result == 0 || errno == ECONNRESET { return .end }
    if errno == EINTR || errno == EAGAIN { return .nothing }
    throw .badFile("Cannot read \(quoted(name)): \(systemReason()).")
  }
}
