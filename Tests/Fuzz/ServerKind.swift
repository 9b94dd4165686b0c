internal import TestSupport

/// Everything other clients can send to a window: properties, messages, selections and events of
/// any bytes, and sizes.
///
/// The window must keep running and answering, need no more memory than for its largest picture,
/// and exit with 0 when asked to.
struct ServerKind: FuzzKind {
  static let name = "server"

  private let server: XServer
  private var sent = 0
  private static let mostMegabytes = 1200

  private static let messages = [
    "WM_PROTOCOLS", "_NET_WM_PING", "_NET_WM_SYNC_REQUEST", "WM_TAKE_FOCUS", "_NET_WM_FRAME_DRAWN",
    "_NET_WM_FRAME_TIMINGS", "XdndEnter", "XdndPosition", "XdndDrop", "MANAGER", "_XEMBED",
    "_NET_WM_STATE", "_NET_ACTIVE_WINDOW", "_NET_STARTUP_INFO", "SAVE_TARGETS", "INCR",
  ]
  private static let properties = [
    "RESOURCE_MANAGER", "_NET_WORKAREA", "_NET_CURRENT_DESKTOP", "_NET_SUPPORTED",
    "_NET_SUPPORTING_WM_CHECK", "_NET_WM_STATE", "WM_STATE", "_NET_FRAME_EXTENTS", "WM_NAME",
    "_NET_WM_NAME", "WM_HINTS", "WM_NORMAL_HINTS", "_XSETTINGS_SETTINGS", "_NET_WM_USER_TIME",
    "_NET_ACTIVE_WINDOW", "FEELLAB_CLIPBOARD", "_NET_WM_SYNC_REQUEST_COUNTER", "WM_PROTOCOLS",
  ]
  private static let others = [
    "_XSETTINGS_S0", "CLIPBOARD", "PRIMARY", "TARGETS", "MULTIPLE", "UTF8_STRING", "STRING",
    "CARDINAL", "ATOM", "WINDOW", "CLIPBOARD_MANAGER", "_COMPIZ_NONE",
  ]
  private static let texts = [
    "Xft.dpi:\t96\nXcursor.size:\t24\n", "Xft.dpi: 1e9\nXcursor.size: -1\nXcursor.theme: ../..\n",
    "Xft.dpi:\nXft.dpi: nan\n*: x\n", "\u{0}\u{0}", "é\u{9B}",
    String(repeating: "a: b\n", count: 3000),
  ]

  var figures: String { ", \(sent) requests" }

  init() throws { server = try XServer() }

  mutating func flaw(of seed: UInt64) throws -> String? {
    var mutation = Mutation(seed: seed)
    let (folder, words) = (try TemporaryFolder(), try TemporaryFolder())
    let open = try OpenWindow(on: server, ["--no-state"], in: folder, words: words)
    let (client, window) = (open.client, open.window)
    let atoms = try (Self.messages + Self.properties + Self.others).map { try client.atom($0) }
    let own = try client.makeWindow(1)
    if mutation.pick(2) == 0 {
      // It claims to be the settings manager.
      try client.request(22, 0, RawClient.words([own, try client.atom("_XSETTINGS_S0"), 0]))
    }
    for _ in 0..<200 {
      let place = mutation.pick([window, window, window, client.root, own])
      try act(&mutation, on: client, place, window, own, atoms)
      sent += 1
    }
    try client.synchronize()
    guard try open.answers() else {
      return "the window \(open.isRunning ? "does not answer" : "has ended"): “\(open.said)”"
    }
    let peak = open.peakMegabytes
    if peak > Self.mostMegabytes { return "it took \(peak) MB" }
    let status = try open.close()
    guard status == 0 else { return "it ended with \(status ?? -1): “\(open.said)”" }
    let lines = open.said.split(separator: "\n")
    return lines.allSatisfy { $0.hasPrefix("feellab: ") } ? nil : "it said “\(open.said)”"
  }

  private func act(
    _ mutation: inout Mutation, on client: RawClient, _ place: UInt32, _ window: UInt32,
    _ own: UInt32, _ atoms: [UInt32]
  ) throws {
    func number() -> UInt32 {
      switch mutation.pick(6) {
      case 0: mutation.pick(atoms)
      case 1: mutation.pick([window, own, client.root, 0, 1])
      case 2: mutation.pick([0xFFFF_FFFF, 0x8000_0000, 0x7FFF_FFFF, 0xFFFF])
      case 3: UInt32(mutation.pick(10))
      case 4: UInt32(mutation.pick(5000))
      default: UInt32(truncatingIfNeeded: mutation.random.next())
      }
    }
    let formats: [UInt8] = [8, 16, 32]
    switch mutation.pick(12) {
    case 0, 1, 2:
      let type = mutation.pick(Array(atoms.prefix(Self.messages.count)))
      var numbers = (0..<5).map { _ in number() }
      // Half of them as messages of the manager: a ping, or an announced size, with arbitrary
      // numbers.
      let isProtocol = mutation.pick(2) == 0
      if isProtocol {
        numbers[0] = mutation.pick(Array(atoms[1...2]))
        numbers[2...3] = [
          mutation.pick([0, 0xFFFF_FFFF, 0xFFFF_FFFE]), mutation.pick([0, 0x7FFF_FFFF]),
        ]
      }
      try client.send(
        isProtocol ? atoms[0] : type, numbers, format: isProtocol ? 32 : mutation.pick(formats),
        about: window, to: window)
    case 3, 4, 5:
      let properties = Array(atoms.dropFirst(Self.messages.count).prefix(Self.properties.count))
      let bytes: [UInt8] =
        switch mutation.pick(4) {
        case 0: Array(mutation.pick(Self.texts).utf8)
        case 1: settings(&mutation)
        default: RawClient.words((0..<mutation.pick([0, 1, 4, 40, 8000])).map { _ in number() })
        }
      let format = mutation.pick(formats)
      let size = Int(format) / 8
      try client.set(
        mutation.pick(properties),
        type: mutation.pick(Array(atoms.suffix(Self.others.count)) + [31]),
        format: format, Array(bytes.prefix(bytes.count / size * size)), of: place)
    case 6: try client.request(19, 0, RawClient.words([place, mutation.pick(atoms)]))
    case 7:
      // A real size, sometimes the largest possible.
      let sides = mutation.pick(12) == 0 ? [1, 32767] : [1, 300, 880, 1600]
      let (width, height) = (
        mutation.pick(sides), mutation.pick(mutation.pick(3) == 0 ? sides : [600])
      )
      try client.request(12, 0, RawClient.words([window, 0b1100, UInt32(width), UInt32(height)]))
    case 8: try client.request(mutation.pick([8, 10]), 0, RawClient.words([window]))
    default:
      // An event of any type, including those of extensions, with any content; the server marks it
      // as sent.
      var event = RawClient.words((0..<8).map { _ in number() })
      event[0] = mutation.pick(3) > 0 ? UInt8(2 + mutation.pick(34)) : UInt8(2 + mutation.pick(126))
      // Positions of the window in various events.
      for at in [4, 8, 12] where mutation.pick(2) == 0 {
        event.replaceSubrange(at..<at + 4, with: RawClient.words([window]))
      }
      // Avoid a request to close, which the window rightly obeys.
      if event[0] == 33 { event[0] = 32 }
      // The server does not forward keymap and generic events.
      if [11, 35].contains(event[0]) { event[0] = 12 }
      try client.send(event, to: window, mask: mutation.pick([0, 0xFFFFFF]))
    }
  }

  /// Desktop settings with a few errors.
  private func settings(_ mutation: inout Mutation) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 0] + RawClient.words([7, 2])
    for (name, value) in [("Xft/DPI", UInt32(98_304)), ("Gtk/EnableAnimations", 0)] {
      bytes += [0, 0, UInt8(name.utf8.count), 0] + Array(name.utf8)
      bytes += [UInt8](repeating: 0, count: (4 - name.utf8.count % 4) % 4)
      bytes += RawClient.words([3, value])
    }
    return mutation.mutated(bytes, with: bytes)
  }
}
