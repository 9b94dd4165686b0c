internal import CX11

/// Text that other programs can paste, and text pasted from them.
///
/// Source: Inter-Client Communication Conventions Manual 2.0, section 2, "Peer-to-Peer Communication by Means of Selections".
struct Clipboard {
  /// A paste longer than this is refused: 16 MiB.
  private static let limit = 1 << 24
  private var owned: [UInt8]?
  /// What has come of a long paste that arrives in parts; `nil` = none is under way.
  private var parts: [UInt8]?

  /// Offers text.
  mutating func own(_ text: String, _ display: Display, _ window: CX11.Window) {
    owned = Array(text.utf8)
    unsafe XSetSelectionOwner(display.handle, display.atom(.clipboard), window, UInt(CurrentTime))
  }

  /// Another program offers something instead.
  mutating func lostSelection() { owned = nil }

  /// Asks for the text that is offered; it comes as an event.
  mutating func request(_ display: Display, _ window: CX11.Window) {
    parts = nil
    unsafe XConvertSelection(
      display.handle, display.atom(.clipboard), display.atom(.utf8String), display.atom(.paste),
      window, UInt(CurrentTime))
  }

  /// Answers another program that pastes.
  func answer(_ request: XSelectionRequestEvent, _ display: Display) {
    let property = unsafe request.property == 0 ? request.target : request.property
    let texts = [display.atom(.utf8String), XA_STRING, display.atom(.text)]
    var granted: Atom = 0
    if let owned, unsafe texts.contains(request.target) {
      // The old STRING is Latin-1; what reads it today takes UTF-8 there as well.
      unsafe display.set(property, type: request.target, bytes: owned, on: request.requestor)
      granted = property
    } else if owned != nil, unsafe request.target == display.atom(.targets) {
      unsafe display.set(
        property, type: XA_ATOM, longs: [display.atom(.targets)] + texts, on: request.requestor)
      granted = property
    }
    var reply = unsafe XEvent()
    unsafe reply.xselection.type = SelectionNotify
    unsafe reply.xselection.requestor = request.requestor
    unsafe reply.xselection.selection = request.selection
    unsafe reply.xselection.target = request.target
    unsafe reply.xselection.property = granted
    unsafe reply.xselection.time = request.time
    unsafe XSendEvent(display.handle, request.requestor, 0, 0, &reply)
  }

  /// The text that has come, or `nil` if none has, or it comes in parts.
  mutating func received(
    _ event: XSelectionEvent, _ display: Display, _ window: CX11.Window
  ) -> String? {
    guard unsafe event.property == display.atom(.paste) else { return nil }
    let isLong = unsafe display.type(of: event.property, on: window) == display.atom(.incr)
    let bytes = unsafe isLong ? [] : display.bytes(event.property, of: window)
    // Deleting it asks for the first part.
    if isLong { parts = [] }
    unsafe XDeleteProperty(display.handle, window, event.property)
    return isLong ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a change of a property brings a part.
  func isPart(_ event: XPropertyEvent, _ display: Display) -> Bool {
    unsafe parts != nil && event.atom == display.atom(.paste) && event.state == PropertyNewValue
  }

  /// Takes a part; the text, once the last one has come.
  mutating func receivedPart(_ display: Display, _ window: CX11.Window) -> String? {
    let bytes = display.bytes(display.atom(.paste), of: window)
    unsafe XDeleteProperty(display.handle, window, display.atom(.paste))
    guard var parts else { return nil }
    if bytes.isEmpty || parts.count + bytes.count > Self.limit {
      self.parts = nil
      return bytes.isEmpty ? String(decoding: parts, as: UTF8.self) : nil
    }
    parts += bytes
    self.parts = parts
    return nil
  }
}
