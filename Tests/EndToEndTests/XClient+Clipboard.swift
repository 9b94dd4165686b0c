import CX11
import TestSupport
import Testing

/// The other side of the clipboard: reading and offering as another program.
extension XClient {
  /// A window for reading or offering.
  func makeWindow() -> UInt {
    let window = XCreateSimpleWindow(
      connection, XDefaultRootWindow(connection), 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(connection, window, PropertyChangeMask)
    return window
  }

  /// Requests the clipboard's text as a target; the answer goes to `window`.
  func ask(for target: String, by window: UInt, property: String = "TEST", time: UInt = 0) {
    XConvertSelection(
      connection, atom("CLIPBOARD"), atom(target), atom(property), window, time)
    XFlush(connection)
  }

  /// Reads the clipboard as a target; `nil` if that is refused.
  func paste(
    _ target: String, time: UInt = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Property? {
    let window = makeWindow()
    defer { XDestroyWindow(connection, window) }
    ask(for: target, by: window, time: time)
    let answer = try #require(
      awaitEvent { $0.type == SelectionNotify }, "nobody answers", sourceLocation: sourceLocation)
    guard answer.xselection.property != 0 else { return nil }
    guard var pasted = take("TEST", of: window) else { return nil }
    guard pasted.type == "INCR" else { return pasted }
    pasted = Property(type: "", bytes: [])
    while true {
      let isNew = awaitEvent {
        $0.type == PropertyNotify && $0.xproperty.window == window
          && $0.xproperty.state == PropertyNewValue
      }
      try #require(isNew != nil, "a piece is missing", sourceLocation: sourceLocation)
      let piece = try #require(take("TEST", of: window), sourceLocation: sourceLocation)
      guard !piece.bytes.isEmpty else { return pasted }
      pasted = Property(
        type: piece.type, bytes: pasted.bytes + piece.bytes, pieces: pasted.pieces + 1)
    }
  }

  /// The window that owns a selection; 0 if there is none.
  func owner(of selection: String) -> UInt { XGetSelectionOwner(connection, atom(selection)) }

  /// Reads a property and deletes it.
  func take(_ property: String, of window: UInt) -> Property? {
    read(property, of: window, deletes: true)
  }

  /// Waits for a matching event; drops others.
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

/// A program that offers a text, and answers requests for it on each call of `serve()`.
final class ClipboardOwner {
  private let client: XClient
  private let window: UInt
  private let target: Atom
  private let bytes: [UInt8]
  private let pieceLength: Int
  private var reader: (window: UInt, property: Atom)?
  private var sent = 0
  /// Whether a reader has received all of it.
  private(set) var isDone = false

  /// Offers bytes as one target, in pieces of a given length.
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

  /// Whether another program owns the clipboard now.
  var isReplaced: Bool {
    XGetSelectionOwner(client.connection, client.atom("CLIPBOARD")) != window
  }

  /// Answers the requests received so far.
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
