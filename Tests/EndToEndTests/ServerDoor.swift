import Glibc
import TestSupport

/// A local display that forwards to a server through a door, which can alter what clients and
/// server send.
final class ServerDoor {
  /// The display's name for its clients.
  let display: String
  private let listener: Int32
  // Lives as long as the door.
  private let server: XServer

  /// Opens a door to a server.
  ///
  /// - Parameter pass: receives a client and a connection to the server for it, on a thread of
  ///   their own; both are closed when it returns.
  init(
    _ server: XServer, pass: @escaping @Sendable (_ client: Int32, _ server: Int32) -> Void
  ) throws {
    self.server = server
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let listener = listener
    let number = (70..<270).first { number in
      address.sin_port = UInt16(6000 + number).bigEndian
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
    guard let number, listen(listener, 4) == 0 else { throw ServerError(what: "no free port") }
    display = "127.0.0.1:\(number)"
    let path = "/tmp/.X11-unix/X" + server.display.dropFirst()
    onThread {
      // Ends when the door is closed.
      while case let client = accept(listener, nil, nil), client >= 0 {
        onThread {
          if let behind = Self.connection(to: path) {
            pass(client, behind)
            close(behind)
          }
          close(client)
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Connects to a server by its socket; `nil` if none answers.
  static func connection(to path: String) -> Int32? {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isThere = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isThere else {
      close(server)
      return nil
    }
    return server
  }
}

extension ServerDoor {
  /// Passes on what client and server send, until either has gone or `pass` returns `false`.
  static func relay(
    _ client: Int32, _ server: Int32,
    pass: (_ isRequest: Bool, _ bytes: ArraySlice<UInt8>) -> Bool
  ) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      // Answers first: a client may use an extension as soon as it has its opcode.
      var files = [server, client].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&files, 2, -1) > 0 else { return }
      for file in files where file.revents != 0 {
        let count = recv(file.fd, &buffer, buffer.count, 0)
        guard count > 0, pass(file.fd == client, buffer[..<count]) else { return }
      }
    }
  }

  /// Sends all of the bytes; `false` if the other end is gone.
  static func sendAll(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Bool {
    var bytes = bytes
    while !bytes.isEmpty {
      let sent = bytes.withUnsafeBytes {
        Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      bytes.removeFirst(sent)
    }
    return true
  }
}

/// Runs something on a thread of its own.
private func onThread(_ body: @escaping @Sendable () -> Void) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let box = Unmanaged.passRetained(Box(body)).toOpaque()
  let isStarted = pthread_create(
    &thread, nil,
    { box in
      if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
      return nil
    }, box)
  if isStarted == 0 { pthread_detach(thread) }
}
