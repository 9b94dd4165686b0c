internal import CX11
internal import Glibc

/// The input method chosen by the user with `XMODIFIERS`, over XIM.
///
/// We do not use Xlib's own client: its calls wait for the method without limit, and a forwarded
/// key is lost when the method exits.
///
/// Source: “The Input Method Protocol”, version 1.0, appendix D: transport over X properties and
/// client messages.
struct InputMethod {
  // SAFETY: for all calls below: `display` keeps the connection valid, open or lost, and `Window`
  // passes the member of an event that its type names.
  private let display: Display
  private let window: CX11.Window
  private let name: String
  // First the selection owned by the method's server, then the properties used in rotation for
  // messages, so that no two messages are read as one.
  private var atoms: [Atom] = []
  private var turn = 0
  private var server: CX11.Window = 0
  private var isConnected = false
  private var client: MethodClient?
  // Bytes read from a property beyond the announced message.
  private var pieces: [Atom: [UInt8]] = [:]
  private var spot: MethodClient.Spot?

  /// `nil` if the user has chosen no method: `XMODIFIERS` is empty, or "@im=none".
  init?(_ display: Display, window: CX11.Window) {
    guard let name = Self.environment("XMODIFIERS").flatMap(Self.name) else { return nil }
    (self.display, self.window, self.name) = (display, window, name)
  }

  /// The method's name in a value such as "@im=ibus".
  static func name(in modifiers: String) -> String? {
    let parts = modifiers.split(separator: "@").filter { $0.hasPrefix("im=") }
    let name = parts.last.map { String($0.dropFirst(3)) } ?? ""
    return ["", "none"].contains(name) ? nil : name
  }

  private static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The user's locale, such as "ja_JP".
  private static var locale: String {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first ?? "C"
    let plain = name.prefix { $0 != "." && $0 != "@" }
    return ["C", "POSIX"].contains(plain) ? "en_US" : String(plain)
  }

  /// When the method's reply is overdue, in microseconds of CLOCK_MONOTONIC.
  var deadline: Int64? { client?.deadline }

  /// The results of keys and messages.
  mutating func takeNews() -> [MethodClient.News] {
    client?.advance(to: cx_monotonic_us())
    let news = client?.takeNews() ?? []
    flush()
    if client?.isOver ?? false { (client, server, isConnected, pieces) = (nil, 0, false, [:]) }
    return news
  }

  /// Passes a key to the method while a field has the focus; returns whether the method took it.
  mutating func handle(_ key: MethodKey) -> Bool {
    defer { flush() }
    return client?.handle(key, now: cx_monotonic_us()) ?? false
  }

  /// Sets the caret's position, and whether the field shows the composed text there; `nil` while no
  /// field has the focus.
  mutating func edit(at spot: MethodClient.Spot?, isComposing: Bool) {
    // Connect when a field gets the focus: a method may exit and be restarted.
    if client == nil, spot != nil, self.spot == nil { connect() }
    self.spot = spot
    client?.edit(at: spot, isComposing: isComposing)
    flush()
  }

  /// Commits the composed text as it is.
  mutating func finishComposing() { client?.finishComposing() }

  private mutating func connect() {
    if atoms.isEmpty {
      atoms = display.intern(["@server=\(name)"] + (1...8).map { "FEELLAB_XIM_\($0)" })
    }
    server = unsafe XGetSelectionOwner(display.handle, atoms[0])
    guard server != 0 else { return }
    unsafe XSelectInput(display.handle, server, StructureNotifyMask)
    display.send(.ximConnect, about: server, [window, 0, 0], to: server)
    let display = self.display
    client = MethodClient(
      window: UInt(window), locale: Self.locale, now: cx_monotonic_us(),
      decode: display.text(compound:))
  }

  // MARK: Messages

  /// Handles a client message; returns whether it belongs to the method.
  mutating func takes(_ event: inout XEvent) -> Bool {
    let kind = unsafe event.xclient.message_type
    if unsafe kind == display.atom(.ximConnect) && event.xclient.format == 32 {
      guard server != 0, client != nil else { return true }
      // From now on, messages go to a window dedicated to this connection.
      server = unsafe CX11.Window(bitPattern: cx_message_long(&event, 0))
      unsafe XSelectInput(display.handle, server, StructureNotifyMask)
      isConnected = true
      flush()
      return true
    }
    guard kind == display.atom(.ximProtocol) else { return false }
    if unsafe event.xclient.format == 8 {
      let bytes = unsafe withUnsafeBytes(of: event.xclient.data) { unsafe Array($0.prefix(20)) }
      client?.receive(bytes, now: cx_monotonic_us())
    } else if unsafe event.xclient.format == 32 {
      let length = unsafe cx_message_long(&event, 0)
      let property = unsafe Atom(bitPattern: cx_message_long(&event, 1))
      if let bytes = piece(length, of: property) {
        client?.receive(bytes, now: cx_monotonic_us())
      }
    }
    flush()
    return true
  }

  /// Ends the connection if this was the method's window.
  mutating func windowGone(_ gone: CX11.Window) {
    if gone == server, server != 0 { client?.end() }
  }

  /// The next message in a property, which may hold several.
  private mutating func piece(_ length: Int, of property: Atom) -> [UInt8]? {
    guard client != nil, length > 0 else { return nil }
    var bytes = pieces[property] ?? []
    if bytes.count < length { bytes += display.bytes(property, of: window, deletes: true) }
    pieces[property] = bytes.count > length ? Array(bytes.dropFirst(length)) : nil
    return bytes.count < length ? nil : Array(bytes.prefix(length))
  }

  private mutating func flush() {
    guard isConnected, client != nil else { return }
    for message in client?.takeOutbox() ?? [] {
      // SAFETY: an all-zero event is valid, and Xlib copies it.
      var event = unsafe XEvent()
      unsafe event.xclient.type = ClientMessage
      unsafe event.xclient.window = server
      unsafe event.xclient.message_type = display.atom(.ximProtocol)
      if message.count <= 20 {
        unsafe event.xclient.format = 8
        unsafe withUnsafeMutableBytes(of: &event.xclient.data) {
          unsafe $0.copyBytes(from: message)
        }
      } else {
        turn = turn % (atoms.count - 1) + 1
        display.append(message, to: atoms[turn], of: server)
        unsafe event.xclient.format = 32
        unsafe cx_set_message_long(&event, 0, message.count)
        unsafe cx_set_message_long(&event, 1, Int(bitPattern: atoms[turn]))
      }
      unsafe _ = XSendEvent(display.handle, server, 0, 0, &event)
    }
  }
}
