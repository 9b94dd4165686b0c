internal import CX11

/// The target's side of drag and drop from other programs.
///
///     none --Enter--> over --Drop--> fetching --bytes--> taken --finish--> none
///                      |  ^           |
///                      |  +-Position  +-- no data: taken
///                      +--Leave--> none
///
/// Only the source that entered last is answered positively; while a drop is still being processed,
/// other sources are refused.
///
/// Source: Drag-and-Drop Protocol for the X Window System, version 5, freedesktop.org.
struct DropTarget {
  /// A source, and the form in which the window would accept its data; `nil` if none.
  private struct Source {
    let window: CX11.Window
    let form: Form?
  }

  /// The accepted forms, the most informative first.
  private enum Form: CaseIterable {
    case addresses, plainText, utf8String

    var target: AtomName {
      switch self {
      case .addresses: .uriList
      case .plainText: .plainText
      case .utf8String: .utf8String
      }
    }
  }

  private enum State {
    case none
    case over(Source)
    case fetching(Source, Form)
    case taken(Source)
  }

  /// The protocol version spoken, and the oldest one with the same messages.
  private static let (version, oldest): (UInt, UInt) = (5, 3)
  /// The maximum number of bytes read of a source's type list: more than any program needs.
  private static let typeBytes = 1 << 14

  // SAFETY: for all calls below: `display` keeps the connection valid, open or lost. Windows and
  // atoms are numbers that the server validates. An event is a union of plain numbers; a message of
  // format 32 has five longs, and Xlib copies events it sends.
  private let display: Display
  private let window: CX11.Window
  private let host: String
  private var transfer: SelectionTransfer
  private var state = State.none

  init(_ display: Display, window: CX11.Window, host: String) {
    (self.display, self.window, self.host) = (display, window, host)
    transfer = SelectionTransfer(
      display, window: window, .xdndSelection, through: .drop, limit: ClipboardPaste.limit)
  }

  /// What a source holds over the window.
  var held: HeldDrop? {
    guard case .over(let source) = state else { return nil }
    return switch source.form {
    case .addresses: .addresses
    case .plainText, .utf8String: .text
    case nil: .unknown
    }
  }

  /// Announces to other programs that the window accepts drops.
  func announce() {
    display.set(display.atom(.xdndAware), type: XA_ATOM, longs: [Self.version], on: window)
  }

  /// Handles a message if it belongs to the protocol; returns a finished drop for the host, if any.
  mutating func takes(_ event: inout XEvent) -> Drop? {
    let kind = unsafe event.xclient.message_type
    let window = unsafe CX11.Window(bitPattern: cx_message_long(&event, 0))
    switch kind {
    case display.atom(.xdndEnter): unsafe entered(window, &event)
    case display.atom(.xdndPosition): answer(window)
    case display.atom(.xdndLeave): if isOver(window) { state = .none }
    case display.atom(.xdndDrop):
      return unsafe dropped(by: window, at: UInt32(truncatingIfNeeded: cx_message_long(&event, 2)))
    default: break
    }
    return nil
  }

  /// Handles the source's data.
  mutating func received(_ event: XSelectionEvent) -> Drop? {
    unsafe drop(transfer.received(event))
  }

  /// Whether a property change delivers a piece of the data.
  func isPart(_ event: XPropertyEvent) -> Bool { unsafe transfer.isPart(event) }

  /// Handles a piece; returns the drop after the last one.
  mutating func receivedPart() -> Drop? { drop(transfer.receivedPart()) }

  /// Tells the source that its drop has been processed, and whether it was accepted.
  mutating func finish(isAccepted: Bool) {
    guard case .taken(let source) = state else { return }
    state = .none
    finish(source.window, isAccepted)
  }

  /// Whether this source holds something over the window.
  private func isOver(_ window: CX11.Window) -> Bool {
    if case .over(let source) = state { source.window == window } else { false }
  }

  private mutating func entered(_ window: CX11.Window, _ event: inout XEvent) {
    if case .taken = state { return }
    transfer.forget()
    let flags = unsafe UInt(bitPattern: cx_message_long(&event, 1))
    guard (Self.oldest...Self.version).contains(flags >> 24 & 0xff) else {
      state = .none
      return
    }
    let types =
      flags & 1 == 0
      ? (2...4).map { unsafe Atom(bitPattern: cx_message_long(&event, $0)) }
      : display.longs(display.atom(.xdndTypeList), of: window, limit: Self.typeBytes)
    let form = Form.allCases.first { types.contains(display.atom($0.target)) }
    state = .over(Source(window: window, form: form))
  }

  /// Tells the source whether a drop here would be accepted.
  private func answer(_ window: CX11.Window) {
    guard case .over(let source) = state else {
      return send(.xdndStatus, to: window, [0, 0, 0, 0])
    }
    let isTaken = source.window == window && source.form != nil
    let action = isTaken ? display.atom(.xdndActionCopy) : 0
    // Without a rectangle, the source sends every motion.
    send(.xdndStatus, to: window, [isTaken ? 1 : 0, 0, 0, action])
  }

  private mutating func dropped(by window: CX11.Window, at time: UInt32) -> Drop? {
    guard case .over(let source) = state, source.window == window, let form = source.form else {
      if isOver(window) { state = .none }
      finish(window, false)
      return nil
    }
    state = .fetching(source, form)
    transfer.ask(for: display.atom(form.target), at: time)
    return nil
  }

  private mutating func drop(_ answer: SelectionTransfer.Answer?) -> Drop? {
    guard let answer, case .fetching(let source, let form) = state else { return nil }
    state = .taken(source)
    switch answer {
    case .refused: return .nothing
    case .tooLong: return .tooLong
    case .bytes(let bytes):
      guard form == .addresses else {
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? .nothing : .text(text)
      }
      let addresses = DroppedAddress.list(bytes, host: host)
      return addresses.isEmpty ? .nothing : .addresses(addresses)
    }
  }

  private func finish(_ source: CX11.Window, _ isAccepted: Bool) {
    let action = isAccepted ? display.atom(.xdndActionCopy) : 0
    send(.xdndFinished, to: source, [isAccepted ? 1 : 0, action])
  }

  private func send(_ kind: AtomName, to source: CX11.Window, _ values: [UInt]) {
    display.send(kind, about: source, [window] + values, to: source)
  }
}
