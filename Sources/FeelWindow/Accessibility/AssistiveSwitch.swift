internal import FeelFiles
internal import Glibc

/// Whether the desktop reports that assistive technology is in use, now and on every change.
///
/// It is a property on the session bus; this connection only reads it and subscribes to its
/// changes, so it causes no other wake-ups. A D-Bus library would load seven others into every
/// window, which a query, a one-bit reply and a signal do not need.
///
/// Source: D-Bus Specification 0.43, “Message Protocol” and “Authentication Protocol”; the property
/// is `IsEnabled` of `org.a11y.Status`, at-spi2-core's bus/at-spi-bus-launcher.c.
final class AssistiveSwitch {
  /// Descriptor that becomes readable when there is news.
  let file: Int32
  private var received: [UInt8] = []
  private var isAuthenticated = false
  private var serial: UInt32 = 0

  /// Connects to the session bus and queries the property; `nil` without a bus.
  init?() {
    let runtime = Environment.variable("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
    guard let addresses = Environment.variable("DBUS_SESSION_BUS_ADDRESS") ?? runtime,
      let file = addresses.split(separator: ";").lazy.compactMap({ Self.connect(to: $0) }).first
    else { return nil }
    self.file = file
    let user = "\(getuid())".utf8.map { String($0, radix: 16) }.joined()
    send([0] + Array("AUTH EXTERNAL \(user)\r\nBEGIN\r\n".utf8) + call("Hello"))
    let sources = [
      "path='/org/a11y/bus',member='PropertiesChanged',arg0='org.a11y.Status'",
      "sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.a11y.Bus'",
    ]
    for source in sources { send(call("AddMatch", with: ["type='signal',\(source)"])) }
    ask()
  }

  deinit { close(file) }

  /// The property's value, if it was received since the last call.
  func news() -> Bool? {
    var (news, piece): (Bool?, [UInt8]) = (nil, Array(repeating: 0, count: 4096))
    // SAFETY: no more is read than `piece` holds.
    while case let count = unsafe recv(file, &piece, piece.count, Int32(MSG_DONTWAIT)),
      count > 0
    {
      received += piece[..<count]
    }
    if !isAuthenticated, let end = received.firstIndex(of: 10) {
      isAuthenticated = true
      received.removeSubrange(...end)
    }
    while isAuthenticated, let (kind, body) = nextMessage() {
      // A signal only means that the value may have changed.
      if kind == 4 { ask() }
      // A variant with a boolean: its signature, then four bytes at a multiple of four.
      if kind == 2, body.count == 8, body.starts(with: [1, 0x62, 0]) {
        news = body.dropFirst(4).contains { $0 != 0 }
      }
    }
    return news
  }

  /// Whether the bus is gone, or sends data no bus would.
  var isGone: Bool {
    var byte: UInt8 = 0
    let flags = Int32(MSG_DONTWAIT | MSG_PEEK)
    // SAFETY: at most one byte is read.
    return unsafe recv(file, &byte, 1, flags) == 0 || received.count > 1 << 16
  }

  private func ask() {
    send(
      call(
        "Get", of: "org.freedesktop.DBus.Properties", at: "/org/a11y/bus", in: "org.a11y.Bus",
        with: ["org.a11y.Status", "IsEnabled"]))
  }

  private func send(_ bytes: [UInt8]) {
    // SAFETY: the bytes outlive the call. If they do not fit, the bus has stopped reading.
    _ = unsafe Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
  }

  /// The bytes of a method call that must not start a service.
  private func call(
    _ member: String, of interface: String = "org.freedesktop.DBus",
    at path: String = "/org/freedesktop/DBus", in destination: String = "org.freedesktop.DBus",
    with texts: [String] = []
  ) -> [UInt8] {
    serial += 1
    var body = Marshalled()
    for text in texts { body.add(text) }
    var fields = Marshalled()
    fields.add(field: 1, type: "o", path)
    fields.add(field: 2, type: "s", interface)
    fields.add(field: 3, type: "s", member)
    fields.add(field: 6, type: "s", destination)
    if !texts.isEmpty { fields.addSignature(String(repeating: "s", count: texts.count)) }
    var message = Marshalled(bytes: [0x6c, 1, 2, 1])
    for number in [UInt32(body.bytes.count), serial, UInt32(fields.bytes.count)] {
      message.add(number)
    }
    message.bytes += fields.bytes
    message.align(to: 8)
    return message.bytes + body.bytes
  }

  /// The next complete message: its type and its body.
  private func nextMessage() -> (kind: UInt8, body: [UInt8])? {
    guard received.count >= 16 else { return nil }
    let isBig = received[0] == 0x42
    func number(_ place: Int) -> Int {
      let bytes = received[place..<place + 4]
      return (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    let start = 16 + (number(12) + 7) & ~7
    let end = start + number(4)
    guard received.count >= end else { return nil }
    defer { received.removeSubrange(..<end) }
    return (received[1], Array(received[start..<end]))
  }

  private static func connect(to address: Substring) -> Int32? {
    guard address.hasPrefix("unix:") else { return nil }
    let pairs = address.dropFirst(5).split(separator: ",").map {
      $0.split(separator: "=", maxSplits: 1)
    }
    guard let pair = pairs.first(where: { ["path", "abstract"].contains($0[0]) && $0.count == 2 })
    else { return nil }
    let name = (pair[0] == "abstract" ? [0] : []) + unescaped(pair[1])
    var socketAddress = sockaddr_un()
    let room = MemoryLayout.size(ofValue: socketAddress.sun_path)
    guard !name.isEmpty, name.count < room else { return nil }
    socketAddress.sun_family = sa_family_t(AF_UNIX)
    // SAFETY: the name fits, with a zero after it.
    unsafe withUnsafeMutableBytes(of: &socketAddress.sun_path) { unsafe $0.copyBytes(from: name) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let file = socket(AF_UNIX, kind, 0)
    guard file >= 0 else { return nil }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size - room + name.count)
    // SAFETY: the address has the family it states, and this length.
    let status = unsafe withUnsafePointer(to: &socketAddress) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(file, $0, length)
      }
    }
    guard status == 0 else {
      close(file)
      return nil
    }
    return file
  }

  /// Decodes an address value with percent-encoded bytes.
  private static func unescaped(_ text: Substring) -> [UInt8] {
    let parts = text.split(separator: "%", omittingEmptySubsequences: false)
    return Array(parts[0].utf8)
      + parts.dropFirst().flatMap { part in
        [UInt8(part.prefix(2), radix: 16) ?? 0x25] + Array(part.dropFirst(2).utf8)
      }
  }
}

/// Values in D-Bus's wire format, little-endian.
private struct Marshalled {
  var bytes: [UInt8] = []

  mutating func align(to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  mutating func add(_ number: UInt32) {
    align(to: 4)
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }

  mutating func add(_ text: String) {
    add(UInt32(text.utf8.count))
    bytes += Array(text.utf8) + [0]
  }

  /// Adds a header field: its number, and a variant.
  mutating func add(field number: UInt8, type: Character, _ text: String) {
    align(to: 8)
    bytes += [number, 1, type.asciiValue ?? 0, 0]
    add(text)
  }

  /// Adds the header field with the body's signature.
  mutating func addSignature(_ types: String) {
    align(to: 8)
    bytes += [8, 1, 0x67, 0, UInt8(types.utf8.count)] + Array(types.utf8) + [0]
  }
}
