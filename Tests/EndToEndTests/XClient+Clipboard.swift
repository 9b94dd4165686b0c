import CX11
import TestSupport
import Testing

/// The clipboard's other side: what another program reads and offers.
extension XClient {
  /// What was read from the clipboard.
  struct Pasted {
    /// The name of its type: "UTF8_STRING".
    let type: String
    /// Its bytes; of 32-bit elements the low halves of Xlib's longs.
    var bytes: [UInt8]
    /// In how many pieces it came; 0 = at once.
    var pieces = 0

    /// As text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// A window to read or offer by.
  func makeWindow() -> UInt {
    let window = XCreateSimpleWindow(
      connection, XDefaultRootWindow(connection), 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(connection, window, PropertyChangeMask)
    return window
  }

  func atom(_ name: String) -> Atom { XInternAtom(connection, name, 0) }

  /// Asks for the clipboard's text as a target; the answer comes to `window`.
  func ask(for target: String, by window: UInt, property: String = "TEST", time: UInt = 0) {
    XConvertSelection(
      connection, atom("CLIPBOARD"), atom(target), atom(property), window, time)
    XFlush(connection)
  }

  /// Reads the clipboard as a target; `nil` if that is refused.
  func paste(
    _ target: String, time: UInt = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Pasted? {
    let window = makeWindow()
    defer { XDestroyWindow(connection, window) }
    ask(for: target, by: window, time: time)
    let answer = try #require(
      awaitEvent { $0.type == SelectionNotify }, "nobody answers", sourceLocation: sourceLocation)
    guard answer.xselection.property != 0 else { return nil }
    guard var pasted = take("TEST", of: window) else { return nil }
    guard pasted.type == "INCR" else { return pasted }
    pasted = Pasted(type: "", bytes: [])
    while true {
      let isNew = awaitEvent {
        $0.type == PropertyNotify && $0.xproperty.window == window
          && $0.xproperty.state == PropertyNewValue
      }
      try #require(isNew != nil, "a piece is missing", sourceLocation: sourceLocation)
      let piece = try #require(take("TEST", of: window), sourceLocation: sourceLocation)
      guard !piece.bytes.isEmpty else { return pasted }
      pasted = Pasted(
        type: piece.type, bytes: pasted.bytes + piece.bytes, pieces: pasted.pieces + 1)
    }
  }

  /// Reads a property and deletes it.
  func take(_ property: String, of window: UInt) -> Pasted? {
    var (type, format): (Atom, Int32) = (0, 0)
    var (count, left): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      connection, window, atom(property), 0, 1 << 24, 1, Atom(AnyPropertyType), &type, &format,
      &count, &left, &data)
    guard let data, type != 0, let name = XGetAtomName(connection, type) else { return nil }
    defer {
      XFree(data)
      XFree(name)
    }
    let bytes = (0..<Int(count)).flatMap { index in
      format == 32
        ? (0..<4).map { data[index * 8 + $0] } : [data[index]]
    }
    return Pasted(type: String(cString: name), bytes: bytes)
  }

  /// Waits for an event; others are dropped.
  func awaitEvent(_ matches: (XEvent) -> Bool) -> XEvent? {
    eventually { () -> XEvent? in
      while XPending(connection) > 0 {
        var event = XEvent()
        XNextEvent(connection, &event)
        if matches(event) { return event }
      }
      return nil
    }
  }
}

/// A program that offers a text, and serves whoever asks while it is let.
final class ClipboardOwner {
  private let client: XClient
  private let window: UInt
  private let target: Atom
  private let bytes: [UInt8]
  private let pieceLength: Int
  private var reader: (window: UInt, property: Atom)?
  private var sent = 0
  /// Whether somebody has been given all of it.
  private(set) var isDone = false

  /// Offers bytes as one target, in pieces of a length.
  init(
    _ display: String, _ bytes: [UInt8], as target: String = "UTF8_STRING",
    pieceLength: Int = .max
  ) throws {
    client = try XClient(display)
    window = client.makeWindow()
    self.target = client.atom(target)
    (self.bytes, self.pieceLength) = (bytes, pieceLength)
    XSetSelectionOwner(client.connection, client.atom("CLIPBOARD"), window, UInt(CurrentTime))
    XSync(client.connection, 0)
  }

  /// Whether another program offers something now.
  var isReplaced: Bool {
    XGetSelectionOwner(client.connection, client.atom("CLIPBOARD")) != window
  }

  /// Answers what has been asked so far.
  func serve() {
    while XPending(client.connection) > 0 {
      var event = XEvent()
      XNextEvent(client.connection, &event)
      if event.type == SelectionRequest {
        answer(event.xselectionrequest)
      } else if event.type == PropertyNotify, let reader, event.xproperty.window == reader.window,
        event.xproperty.atom == reader.property, event.xproperty.state == PropertyDelete
      {
        let piece = Array(bytes[sent...].prefix(pieceLength))
        set(reader.property, target, piece, on: reader.window)
        sent += piece.count
        if piece.isEmpty { (self.reader, isDone) = (nil, true) }
      }
    }
    XFlush(client.connection)
  }

  private func answer(_ request: XSelectionRequestEvent) {
    var property = request.property
    if request.target != target {
      property = 0
    } else if bytes.count <= pieceLength {
      set(property, target, bytes, on: request.requestor)
      isDone = true
    } else {
      XSelectInput(client.connection, request.requestor, PropertyChangeMask)
      (reader, sent) = ((request.requestor, property), 0)
      var length = UInt(bytes.count)
      withUnsafeBytes(of: &length) { length in
        _ = XChangeProperty(
          client.connection, request.requestor, property, client.atom("INCR"), 32,
          PropModeReplace, length.baseAddress?.assumingMemoryBound(to: UInt8.self), 1)
      }
    }
    var reply = XEvent()
    reply.xselection.type = SelectionNotify
    reply.xselection.requestor = request.requestor
    reply.xselection.selection = request.selection
    reply.xselection.target = request.target
    reply.xselection.property = property
    reply.xselection.time = request.time
    XSendEvent(client.connection, request.requestor, 0, 0, &reply)
  }

  private func set(_ property: Atom, _ type: Atom, _ bytes: [UInt8], on window: UInt) {
    XChangeProperty(
      client.connection, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
  }
}
