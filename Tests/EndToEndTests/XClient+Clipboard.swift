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
      while let event = nextEvent() {
        if matches(event) { return event }
      }
      return nil
    }
  }

  /// The next of the events received so far; `nil` if there is none.
  func nextEvent() -> XEvent? {
    guard XPending(connection) > 0 else { return nil }
    var event = XEvent()
    XNextEvent(connection, &event)
    return event
  }

  /// Answers a request for a selection; the property 0 refuses it.
  func answer(_ request: XSelectionRequestEvent, with property: Atom) {
    var reply = XEvent()
    reply.xselection.type = SelectionNotify
    reply.xselection.requestor = request.requestor
    reply.xselection.selection = request.selection
    reply.xselection.target = request.target
    reply.xselection.property = property
    reply.xselection.time = request.time
    XSendEvent(connection, request.requestor, 0, 0, &reply)
    XFlush(connection)
  }
}

/// Data that a program offers under a selection, each type in pieces if it is long.
final class SelectionOffer {
  let client: XClient
  let window: UInt
  private let selection: String
  private let offers: [(type: String, bytes: [UInt8])]
  private let pieceLength: Int
  private var reader: (window: UInt, property: Atom, type: Atom, bytes: ArraySlice<UInt8>)?
  /// Whether a reader has received all of it.
  private(set) var isDone = false

  init(
    _ display: String, _ selection: String, _ offers: [(type: String, bytes: [UInt8])],
    pieceLength: Int
  ) throws {
    client = try XClient(display)
    window = client.makeWindow()
    (self.selection, self.offers, self.pieceLength) = (selection, offers, pieceLength)
    XSetSelectionOwner(client.connection, client.atom(selection), window, UInt(CurrentTime))
    XSync(client.connection, 0)
  }

  /// Whether another program owns the selection now.
  var isReplaced: Bool { client.owner(of: selection) != window }

  /// Answers a request, or sends the next piece to the reader who took the last one.
  func handle(_ event: XEvent) {
    if event.type == SelectionRequest {
      answer(event.xselectionrequest)
    } else if event.type == PropertyNotify, let reader, event.xproperty.window == reader.window,
      event.xproperty.atom == reader.property, event.xproperty.state == PropertyDelete
    {
      let piece = Array(reader.bytes.prefix(pieceLength))
      client.set(reader.property, reader.type, piece, on: reader.window)
      XFlush(client.connection)
      self.reader?.bytes = reader.bytes.dropFirst(piece.count)
      if piece.isEmpty { (self.reader, isDone) = (nil, true) }
    }
  }

  private func answer(_ request: XSelectionRequestEvent) {
    let (property, requestor) = (request.property, request.requestor)
    guard let offer = offers.first(where: { client.atom($0.type) == request.target }) else {
      return client.answer(request, with: 0)
    }
    if offer.bytes.count <= pieceLength {
      client.set(property, request.target, offer.bytes, on: requestor)
      isDone = true
    } else {
      XSelectInput(client.connection, requestor, PropertyChangeMask)
      reader = (requestor, property, request.target, offer.bytes[...])
      client.set(property, client.atom("INCR"), [UInt(offer.bytes.count)], on: requestor)
    }
    client.answer(request, with: property)
  }
}

/// A program that offers a text, and answers requests for it on each call of `serve()`.
final class ClipboardOwner {
  private let offer: SelectionOffer

  /// Offers bytes as one target, in pieces of a given length.
  init(
    _ display: String, _ bytes: [UInt8], as target: String = "UTF8_STRING",
    pieceLength: Int = .max
  ) throws {
    offer = try SelectionOffer(
      display, "CLIPBOARD", [(target, bytes)], pieceLength: pieceLength)
  }

  var isDone: Bool { offer.isDone }
  var isReplaced: Bool { offer.isReplaced }

  /// Answers the requests received so far.
  func serve() { while let event = offer.client.nextEvent() { offer.handle(event) } }
}
