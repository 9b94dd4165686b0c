internal import CX11

/// Text offered to other programs for pasting.
///
/// Text longer than one piece is sent incrementally: each piece is set once the requestor has
/// deleted the previous one, and an empty piece ends it.
///
/// Source: Inter-Client Communication Conventions Manual 2.0, sections 2.1 to 2.7.2.
struct ClipboardOffer {
  private struct Offered {
    var bytes: [UInt8]
    /// When we acquired the selection, on the server's clock.
    var time: UInt32
  }

  /// A text being sent incrementally.
  private struct Transfer {
    var requestor: CX11.Window
    var property: Atom
    var type: Atom
    var bytes: [UInt8]
    var sent = 0
  }

  /// The maximum length of a piece in bytes, below every server's default limit for a request.
  private static let longestPiece = 1 << 18
  /// The maximum number of concurrent transfers; beyond it, the oldest is dropped, in case its
  /// requestor never comes back.
  private static let mostTransfers = 8
  // SAFETY: for all calls below: `display` keeps the connection valid, and on a lost one Xlib does
  // nothing. Windows and atoms are numbers that the server validates. An event is a union of plain
  // numbers; `Window` passes the member that its type names, and Xlib copies events it sends.
  private let display: Display
  private let window: CX11.Window
  private let pieceLength: Int
  private var offered: Offered?
  private var transfers: [Transfer] = []

  init(_ display: Display, window: CX11.Window) {
    (self.display, self.window) = (display, window)
    let extended = unsafe XExtendedMaxRequestSize(display.handle)
    let words = unsafe extended > 0 ? extended : XMaxRequestSize(display.handle)
    // Room for the request's header and a BIG-REQUESTS length, some thirty bytes.
    pieceLength = min(Int(words) * 4 - 64, Self.longestPiece)
  }

  /// The text offered, or `nil` if another program owns the selection.
  var text: String? { offered.map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// The targets whose reply is the text itself.
  private var forms: [Atom] {
    [display.atom(.utf8String), display.atom(.plainText), display.atom(.text), XA_STRING]
  }

  /// Asks the desktop's clipboard manager to keep the text; returns whether there is one, in which
  /// case its reply follows after requests of its own.
  ///
  /// Source: Clipboard Manager Specification, freedesktop.org.
  func askToKeep(at time: UInt32) -> Bool {
    let manager = display.atom(.clipboardManager)
    guard offered != nil, unsafe XGetSelectionOwner(display.handle, manager) != 0 else {
      return false
    }
    display.set(display.atom(.save), type: XA_ATOM, longs: forms, on: window)
    unsafe XConvertSelection(
      display.handle, manager, display.atom(.saveTargets), display.atom(.save), window, UInt(time))
    return true
  }

  /// Takes ownership of the selection with a text, at a time of the server's clock.
  mutating func own(_ text: String, at time: UInt32) {
    let selection = display.atom(.clipboard)
    unsafe XSetSelectionOwner(display.handle, selection, window, UInt(time))
    // The request fails if there is a newer owner.
    let owner = unsafe XGetSelectionOwner(display.handle, selection)
    offered = owner == window ? Offered(bytes: Array(text.utf8), time: time) : nil
  }

  /// Another program took the selection; transfers under way still complete.
  mutating func lost(_ event: XSelectionClearEvent) {
    if unsafe event.selection == display.atom(.clipboard) { offered = nil }
  }

  /// Answers a paste request of another program.
  mutating func answer(_ request: XSelectionRequestEvent) {
    // Obsolete requestors leave the property out.
    let property = unsafe request.property == 0 ? request.target : request.property
    var isGranted = false
    if unsafe request.selection == display.atom(.clipboard), let offered,
      unsafe isTimely(request.time, offered)
    {
      if unsafe request.target == display.atom(.multiple) {
        isGranted = unsafe request.property != 0
        if isGranted { unsafe grantAll(in: property, to: request.requestor, offered) }
      } else {
        isGranted = unsafe grant(request.target, in: property, to: request.requestor, offered)
      }
    }
    var reply = unsafe XEvent()
    unsafe reply.xselection.type = SelectionNotify
    unsafe reply.xselection.requestor = request.requestor
    unsafe reply.xselection.selection = request.selection
    unsafe reply.xselection.target = request.target
    unsafe reply.xselection.property = isGranted ? property : 0
    unsafe reply.xselection.time = request.time
    unsafe XSendEvent(display.handle, request.requestor, 0, 0, &reply)
  }

  /// Sends the next piece if this event is the deletion of the previous one; returns whether it
  /// was.
  mutating func takes(_ event: XPropertyEvent) -> Bool {
    let (requestor, property) = unsafe (event.window, event.atom)
    guard unsafe event.state == PropertyDelete,
      let index = transfers.firstIndex(where: {
        $0.requestor == requestor && $0.property == property
      })
    else { return false }
    let transfer = transfers[index]
    let piece = transfer.bytes[transfer.sent...].prefix(pieceLength)
    display.set(property, type: transfer.type, bytes: Array(piece), on: requestor)
    transfers[index].sent += piece.count
    if piece.isEmpty { end(index) }
    return true
  }

  /// Drops the transfers to a window that is gone.
  mutating func windowGone(_ window: CX11.Window) {
    transfers.removeAll { $0.requestor == window }
  }

  /// Whether a request's time is not before our ownership began.
  private func isTimely(_ time: Time, _ offered: Offered) -> Bool {
    time == UInt(CurrentTime)
      || Int32(bitPattern: UInt32(truncatingIfNeeded: time) &- offered.time) >= 0
  }

  /// Grants the requests of MULTIPLE, pairs of target and property; clears the property of refused
  /// ones.
  private mutating func grantAll(in list: Atom, to requestor: CX11.Window, _ offered: Offered) {
    var pairs = display.longs(list, of: requestor)
    for index in stride(from: 0, to: pairs.count - 1, by: 2)
    where !grant(pairs[index], in: pairs[index + 1], to: requestor, offered) {
      pairs[index + 1] = 0
    }
    display.set(list, type: display.atom(.atomPair), longs: pairs, on: requestor)
  }

  private mutating func grant(
    _ target: Atom, in property: Atom, to requestor: CX11.Window, _ offered: Offered
  ) -> Bool {
    guard property != 0 else { return false }
    let utf8 = display.atom(.utf8String)
    switch target {
    case display.atom(.targets):
      let kinds: [AtomName] = [.targets, .timestamp, .multiple, .saveTargets]
      display.set(
        property, type: XA_ATOM, longs: kinds.map { display.atom($0) } + forms, on: requestor)
    case display.atom(.saveTargets):
      // SAVE_TARGETS only signals that we want the text saved; it has no value.
      display.set(property, type: display.atom(.null), longs: [], on: requestor)
    case display.atom(.timestamp):
      display.set(property, type: XA_INTEGER, longs: [UInt(offered.time)], on: requestor)
    case utf8, display.atom(.plainText):
      return send(offered.bytes, type: target, in: property, to: requestor)
    case display.atom(.text):
      return send(offered.bytes, type: utf8, in: property, to: requestor)
    case XA_STRING:
      let text = String(decoding: offered.bytes, as: UTF8.self)
      let latin = text.unicodeScalars.map { $0.value < 0x100 ? UInt8($0.value) : 0x3f }
      return send(latin, type: XA_STRING, in: property, to: requestor)
    default:
      return false
    }
    return true
  }

  private mutating func send(
    _ bytes: [UInt8], type: Atom, in property: Atom, to requestor: CX11.Window
  ) -> Bool {
    guard bytes.count > pieceLength else {
      display.set(property, type: type, bytes: bytes, on: requestor)
      return true
    }
    // We need our own event masks on these windows.
    guard requestor != window, requestor != display.root else { return false }
    if transfers.count >= Self.mostTransfers { end(0) }
    // Selected first, so as not to miss the first deletion.
    let mask = PropertyChangeMask | StructureNotifyMask
    unsafe XSelectInput(display.handle, requestor, mask)
    transfers.append(Transfer(requestor: requestor, property: property, type: type, bytes: bytes))
    let length = UInt(bytes.count)
    display.set(property, type: display.atom(.incr), longs: [length], on: requestor)
    return true
  }

  private mutating func end(_ index: Int) {
    let requestor = transfers.remove(at: index).requestor
    guard !transfers.contains(where: { $0.requestor == requestor }) else { return }
    unsafe XSelectInput(display.handle, requestor, 0)
  }
}
