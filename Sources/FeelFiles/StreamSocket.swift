internal import Glibc

/// A socket in a private folder, accessible to this user only, to which one program at a time
/// writes its stream.
package struct StreamSocket: ~Copyable {
  /// The socket's path.
  package let path: String

  private let descriptor: Int32

  /// Creates a socket in the folder feellab of $XDG_RUNTIME_DIR.
  ///
  /// A stale socket is replaced; one with a listener is not.
  ///
  /// - Throws: `CommandFailure` without such a folder, for a name with a slash, or if another
  ///   program listens at the path.
  package static func made(_ name: String) throws(CommandFailure) -> StreamSocket {
    guard !name.contains("/") else {
      throw .usage(
        "Sockets are in $XDG_RUNTIME_DIR/feellab. Give \(quoted(name)) without a folder.")
    }
    guard let runtime = Environment.variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") else {
      throw .badFile("A socket needs $XDG_RUNTIME_DIR, which is not set. Use a pipe.")
    }
    let folder = "\(runtime)/feellab"
    if unsafe mkdir(FileName.bytes(of: folder), 0o700) != 0, errno != EEXIST {
      throw .badFile("Cannot make \(quoted(folder)): \(systemReason()).")
    }
    var status = stat()
    guard unsafe lstat(FileName.bytes(of: folder), &status) == 0,
      status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(), status.st_mode & 0o077 == 0
    else {
      throw .badFile("\(quoted(folder)) is open to other users. Remove it, or set its mode to 700.")
    }
    let path = "\(folder)/\(name)"
    guard let address = SocketAddress(path) else { throw Self.tooLong(path) }
    if Self.isAnswered(address) {
      throw .badFile(
        "Another program is listening on \(quoted(path)). Stop it, or use another name.")
    }
    if unsafe lstat(FileName.bytes(of: path), &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw .badFile("\(quoted(path)) exists and is not a socket. Use another name.")
      }
      unsafe unlink(FileName.bytes(of: path))
    }
    return StreamSocket(path: path, descriptor: try listen(at: path))
  }

  private init(path: String, descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit {
    unsafe unlink(FileName.bytes(of: path))
    close(descriptor)
  }

  /// The next program to write, or `nil` after 200 ms.
  package func nextWriter() throws(CommandFailure) -> StreamSource? {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&wanted, 1, 200) > 0 else { return nil }
    let writer = accept(descriptor, nil, nil)
    return writer < 0 ? nil : StreamSource(descriptor: writer, name: path)
  }

  /// Disconnects other programs while `writer` is connected; one that connects after it has left is
  /// the next writer.
  package func refuseOthers(than writer: borrowing StreamSource) {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&wanted, 1, 0) > 0, writer.isOpen {
      let other = accept(descriptor, nil, nil)
      guard other >= 0 else { return }
      close(other)
    }
  }

  private static func listen(at path: String) throws(CommandFailure) -> Int32 {
    let descriptor = SocketAddress.socket()
    guard descriptor >= 0 else { throw .badFile("Cannot make a socket: \(systemReason()).") }
    // The umask keeps other users out from the start. The socket gets its final name once it
    // listens: one that does not listen counts as stale.
    let unnamed = "\(path).\(getpid())"
    guard let first = SocketAddress(unnamed) else {
      close(descriptor)
      throw tooLong(path)
    }
    let mask = umask(0o177)
    let isBound = unsafe first.with { unsafe bind(descriptor, $0, $1) } == 0
    umask(mask)
    defer { unsafe unlink(FileName.bytes(of: unnamed)) }
    guard isBound, Glibc.listen(descriptor, 4) == 0,
      unsafe link(FileName.bytes(of: unnamed), FileName.bytes(of: path)) == 0
    else {
      let reason = systemReason()
      close(descriptor)
      throw .badFile("Cannot listen on \(quoted(path)): \(reason).")
    }
    return descriptor
  }

  private static func tooLong(_ path: String) -> CommandFailure {
    .usage("\(quoted(path)) is too long for a socket’s name.")
  }

  /// Whether anyone listens at the address.
  private static func isAnswered(_ address: SocketAddress) -> Bool {
    let probe = SocketAddress.socket()
    defer { close(probe) }
    return address.connect(probe)
  }
}

/// The address of a socket in the file system.
package struct SocketAddress {
  private var address = sockaddr_un()

  /// A socket without an address; negative, with `errno` set, on failure.
  package static func socket() -> Int32 {
    Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  /// The address of a path; `nil` if the path is too long.
  package init?(_ path: String) {
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = FileName.bytes(of: path)
    let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      guard bytes.count <= room.count else { return false }
      for (index, byte) in bytes.enumerated() { unsafe room[index] = UInt8(bitPattern: byte) }
      return true
    }
    if !fits { return nil }
  }

  /// Connects a socket to the address; returns whether anyone listens there.
  package func connect(_ socket: Int32) -> Bool {
    unsafe with { unsafe Glibc.connect(socket, $0, $1) } == 0
  }

  fileprivate func with(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
