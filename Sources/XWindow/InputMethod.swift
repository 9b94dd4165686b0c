internal import CX11
internal import Glibc

/// The input method that the user has chosen by `XMODIFIERS`, as the server of one offers it.
///
/// Xlib's own client is not used: each of its calls waits for the method's answer without end, and
/// a key that it has handed over is lost when the method goes away.
///
/// Source: “The Input Method Protocol”, version 1.0, appendix D: transport over X properties and
/// client messages.
struct InputMethod {
  // SAFETY: of all below: who holds `display` has a connection, open or lost, and `Window` hands
  // over the member of an event that its type names.
  private let display: Display
  private let window: CX11.Window
  private let name: String
  // The selection that the method's server owns, then the properties that messages go through in
  // turn, so that none is read together with the next.
  private var atoms: [Atom] = []
  private var turn = 0
  private var server: CX11.Window = 0
  private var isConnected = false
  private var client: MethodClient?
  // What has been read of a property whose next message is not announced yet.
  private var pieces: [Atom: [UInt8]] = [:]
  private var spot: MethodClient.Spot?

  /// `nil` where the user has chosen none: `XMODIFIERS` is empty, or "@im=none".
  init?(_ display: Display, window: CX11.Window) {
    guard let name = Self.environment("XMODIFIERS").flatMap(Self.name) else { return nil }
    (self.display, self.window, self.name) = (display, window, name)
  }

  /// The name in a text such as "@im=ibus".
  static func name(in modifiers: String) -> String? {
    let parts = modifiers.split(separator: "@").filter { $0.hasPrefix("im=") }
    let name = parts.last.map { String($0.dropFirst(3)) } ?? ""
    return ["", "none"].contains(name) ? nil : name
  }

  private static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The user's language and country: "ja_JP".
  private static var locale: String {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first ?? "C"
    let plain = name.prefix { $0 != "." && $0 != "@" }
    return ["C", "POSIX"].contains(plain) ? "en_US" : String(plain)
  }

  /// When it has waited long enough for the method, in microseconds of CLOCK_MONOTONIC.
  var deadline: Int64? { client?.deadline }

  /// What has come of keys and messages.
  mutating func takeNews() -> [MethodClient.News] {
    client?.advance(to: cx_monotonic_us())
    let news = client?.takeNews() ?? []
    flush()
    if client?.isOver ?? false { (client, server, isConnected, pieces) = (nil, 0, false, [:]) }
    return news
  }

  /// Gives a key to the method, while a field has the keyboard; whether it has it now.
  mutating func handle(_ key: MethodKey) -> Bool {
    defer { flush() }
    return client?.handle(key, now: cx_monotonic_us()) ?? false
  }

  /// Says where the caret is that text is typed at, and whether what is composed is shown there;
  /// `nil` while no field has the keyboard.
  mutating func edit(at spot: MethodClient.Spot?, isComposing: Bool) {
    // Looked for when a field gets the keyboard: a method may come, go, and come again.
    if client == nil, spot != nil, self.spot == nil { connect() }
    self.spot = spot
    client?.edit(at: spot, isComposing: isComposing)
    flush()
  }

  /// Ends what is composed as it stands.
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

  /// Handles a client message; whether it is of the method.
  mutating func takes(_ event: inout XEvent) -> Bool {
    let kind = unsafe event.xclient.message_type
    if unsafe kind == display.atom(.ximConnect) && event.xclient.format == 32 {
      guard server != 0, client != nil else { return true }
      // From here on messages go to a window that is this conversation's own.
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

  /// The method's server is gone, if it was that window.
  mutating func windowGone(_ gone: CX11.Window) {
    if gone == server, server != 0 { client?.end() }
  }

  /// The next message of a property, which may hold several.
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
      // SAFETY: an event of zeros is a valid one, and what is sent is copied.
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
