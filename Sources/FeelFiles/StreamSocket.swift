internal import Glibc

/// A socket to which one program at a time writes its stream: in a private folder, for this user
/// alone.
package struct StreamSocket: ~Copyable {
  /// Where it lies.
  package let path: String

  private let descriptor: Int32

  /// Makes a socket in the folder feellab of $XDG_RUNTIME_DIR.
  ///
  /// One that nobody listens to any more is replaced; one that somebody does is not.
  ///
  /// - Throws: `CommandFailure` without such a folder, for a name that leads elsewhere, and where
  ///   another program has it.
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

  /// The next program that writes, or nothing in a fifth of a second.
  package func nextWriter() throws(CommandFailure) -> StreamSource? {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&wanted, 1, 200) > 0 else { return nil }
    let writer = accept(descriptor, nil, nil)
    return writer < 0 ? nil : StreamSource(descriptor: writer, name: path)
  }

  /// Hangs up on programs that want to write while `writer` does; one that came after it left is
  /// the next.
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
    // Nobody else may write, not even before a change of mode. It gets its name once it listens:
    // one that does not is taken for a dead program's.
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

  /// Whether somebody listens there.
  private static func isAnswered(_ address: SocketAddress) -> Bool {
    let probe = SocketAddress.socket()
    defer { close(probe) }
    return address.connect(probe)
  }
}

/// The address of a socket that lies in a folder.
package struct SocketAddress {
  private var address = sockaddr_un()

  /// A socket without an address; below 0, with the system's reason, where there is none.
  package static func socket() -> Int32 {
    Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  /// The address of a path; `nil` where that is too long.
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

  /// Connects a socket to it; answers whether somebody listens there.
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
