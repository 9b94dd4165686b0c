internal import Glibc
internal import TestSupport

/// Another client of an X server, which writes the protocol itself and so can send arbitrary bytes.
///
/// Source: X Window System Protocol, X Version 11, "Protocol Formatting" and "Encoding".
final class RawClient {
  /// The screen's root window.
  private(set) var root: UInt32 = 0
  /// The first resource ID for this client.
  private(set) var base: UInt32 = 0
  private let socket: Int32
  private var atoms: [String: UInt32] = [:]
  // Events received from the server while waiting for something else, 32 bytes each.
  private var events: [[UInt8]] = []
  private static let patience: Int32 = 120_000

  init(_ display: String) throws {
    let path = "/tmp/.X11-unix/X" + display.drop { $0 == ":" }.prefix { $0 != "." }
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let failure = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    guard failure == 0 else { throw Obstacle(what: "the server \(display)") }
    try write([0x6C, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let head = try read(8)
    guard head[0] == 1 else { throw Obstacle(what: "the server \(display)") }
    let setup = try read(4 * Int(Self.number(head, 6, 2)))
    base = UInt32(Self.number(setup, 4, 4))
    let vendor = Int(Self.number(setup, 16, 2))
    root = UInt32(Self.number(setup, 32 + (vendor + 3) / 4 * 4 + 8 * Int(setup[21]), 4))
    // Receive messages sent to the root window, such as answers to pings.
    try request(2, 0, Self.words([root, 1 << 11, 1 << 19]))
  }

  deinit { close(socket) }

  func atom(_ name: String) throws -> UInt32 {
    if let atom = atoms[name] { return atom }
    let bytes = Array(name.utf8)
    try request(16, 0, [UInt8(bytes.count & 255), UInt8(bytes.count >> 8), 0, 0] + bytes)
    let atom = UInt32(Self.number(try reply().head, 8, 4))
    atoms[name] = atom
    return atom
  }

  /// The top-level window that accepts WM_DELETE_WINDOW, or `nil` if there is none.
  func window() throws -> UInt32? {
    try request(15, 0, Self.words([root]))
    let tree = try reply().rest
    for at in stride(from: 0, to: tree.count, by: 4) {
      let window = UInt32(Self.number(tree, at, 4))
      let words = Self.words([window, try atom("WM_PROTOCOLS"), 0, 0, 16])
      try request(20, 0, words)
      if !(try reply().rest.isEmpty) { return window }
    }
    return nil
  }

  /// Creates an invisible window, by a number from 1.
  func makeWindow(_ number: UInt32) throws -> UInt32 {
    let id = base | number
    try request(1, 0, Self.words([id, root, 0, 1 | 1 << 16, 2 << 16, 0, 0]))
    return id
  }

  /// Sends an event of 32 arbitrary bytes.
  func send(_ event: [UInt8], to window: UInt32, mask: UInt32) throws {
    try request(25, 0, Self.words([window, mask]) + event.prefix(32))
  }

  /// Sends a client message with five numbers.
  func send(
    _ type: UInt32, _ numbers: [UInt32], format: UInt8 = 32, about: UInt32, to window: UInt32,
    mask: UInt32 = 0
  ) throws {
    let five = (numbers + [0, 0, 0, 0, 0]).prefix(5)
    try send([33, format, 0, 0] + Self.words([about, type] + five), to: window, mask: mask)
  }

  /// Sets a property with elements of 8, 16 or 32 bits.
  func set(
    _ property: UInt32, type: UInt32, format: UInt8, _ bytes: [UInt8], of window: UInt32
  ) throws {
    let size = Int(format) / 8
    let words = Self.words([window, property, type]) + [format, 0, 0, 0]
    try request(18, 0, words + Self.words([UInt32(bytes.count / size)]) + bytes)
  }

  /// Sends a request by opcode, ignoring errors.
  func request(_ code: UInt8, _ detail: UInt8, _ body: [UInt8]) throws {
    let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
    let length = 1 + padded.count / 4
    try write([code, detail, UInt8(length & 255), UInt8(length >> 8)] + padded)
  }

  /// Whether a window answers a ping; waits until its program has exited.
  func hearsPing(_ window: UInt32, while isRunning: () -> Bool) throws -> Bool {
    let (protocols, ping) = (try atom("WM_PROTOCOLS"), try atom("_NET_WM_PING"))
    let mark = UInt32.random(in: 1 ... .max)
    try send(protocols, [ping, mark, window], about: window, to: window)
    let end = monotonicSeconds() + Double(Self.patience) / 1000
    while isRunning(), monotonicSeconds() < end {
      while let event = try nextEvent() {
        let isPong =
          event[0] & 0x7F == 33 && Self.number(event, 12, 4) == UInt64(ping)
          && Self.number(event, 16, 4) == UInt64(mark)
        if isPong { return true }
      }
    }
    return false
  }

  /// Asks a window to close, as a manager does.
  func closeWindow(_ window: UInt32) throws {
    let delete = try atom("WM_DELETE_WINDOW")
    try send(try atom("WM_PROTOCOLS"), [delete], about: window, to: window)
  }

  /// Waits until the server has processed all requests.
  func synchronize() throws {
    try request(43, 0, [])
    _ = try reply()
  }

  /// Little-endian 32-bit numbers.
  static func words(_ numbers: [UInt32]) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(number >> (8 * $0) & 255) } }
  }

  static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
  }

  // MARK: Bytes

  /// The next event, waiting briefly if there is none.
  private func nextEvent() throws -> [UInt8]? {
    if !events.isEmpty { return events.removeFirst() }
    var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, 20) > 0 else { return nil }
    return try packet()?.head
  }

  /// The next reply; events before it are kept, errors are ignored.
  private func reply() throws -> (head: [UInt8], rest: [UInt8]) {
    while true {
      guard let packet = try packet() else { continue }
      if packet.head[0] == 1 { return packet }
      events.append(packet.head)
    }
  }

  /// A reply or an event; `nil` for an error of a request without a reply, since most requests here
  /// are invalid.
  private func packet() throws -> (head: [UInt8], rest: [UInt8])? {
    let head = try read(32)
    if head[0] == 0 {
      let asks: Set<UInt8> = [15, 16, 20, 43]
      if asks.contains(head[10]) { throw Obstacle(what: "what request \(head[10]) is about") }
      return nil
    }
    let isLong = head[0] == 1 || head[0] & 0x7F == 35
    return (head, isLong ? try read(4 * Int(Self.number(head, 4, 4))) : [])
  }

  private func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Obstacle(what: "the server") }
      rest = rest.dropFirst(count)
    }
  }

  private func read(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: max(1, count))
    while bytes.count < count {
      var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, Self.patience) > 0 else { throw Obstacle(what: "an answer") }
      let got = Glibc.read(socket, &piece, count - bytes.count)
      guard got > 0 else { throw Obstacle(what: "the server") }
      bytes += piece[..<got]
    }
    return bytes
  }
}
