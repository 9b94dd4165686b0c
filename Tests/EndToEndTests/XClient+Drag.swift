import CX11
import TestSupport
import Testing

/// A program from which something is dragged: the source's side of the protocol.
final class DragSource {
  private let client: XClient
  private let window: UInt
  private let target: UInt
  private let offers: [(type: String, bytes: [UInt8])]
  private let pieceLength: Int
  private var reader: (window: UInt, property: Atom, type: Atom, bytes: [UInt8])?
  private var sent = 0

  /// Prepares to drag some bytes over a window, offered as each type and handed over in pieces.
  init(
    over program: Program, _ offers: [(type: String, bytes: [UInt8])], pieceLength: Int = .max
  ) throws {
    client = try XClient(program.server.display)
    target = try #require(UInt(try program.window()))
    window = client.makeWindow()
    (self.offers, self.pieceLength) = (offers, pieceLength)
    XSetSelectionOwner(client.connection, client.atom("XdndSelection"), window, UInt(CurrentTime))
    XSync(client.connection, 0)
  }

  /// The protocol version that the window announces.
  var version: UInt32? { client.read("XdndAware", of: target)?.words.first }

  /// Enters the window with a version of the protocol; returns whether it would accept the data.
  func enter(version: Int = 5, sourceLocation: SourceLocation = #_sourceLocation) throws -> Bool {
    let types = offers.map { Int(client.atom($0.type)) }
    if types.count > 3 {
      types.map { UInt($0) }.withUnsafeBytes { bytes in
        _ = XChangeProperty(
          client.connection, window, client.atom("XdndTypeList"), XA_ATOM, 32, PropModeReplace,
          bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(types.count))
      }
    }
    send("XdndEnter", [version << 24 | (types.count > 3 ? 1 : 0)] + types.prefix(3))
    send("XdndPosition", [0, 300 << 16 | 300, 0, Int(client.atom("XdndActionCopy"))])
    let status = try #require(awaitMessage("XdndStatus"), sourceLocation: sourceLocation)
    return status[1] & 1 == 1
  }

  /// Leaves the window again.
  func leave() { send("XdndLeave", [0]) }

  /// Drops; returns whether the window has accepted the data, once it has finished.
  func drop(sourceLocation: SourceLocation = #_sourceLocation) throws -> Bool {
    send("XdndDrop", [0, 0])
    let finished = try #require(awaitMessage("XdndFinished"), sourceLocation: sourceLocation)
    #expect((finished[1] & 1 == 1) == (finished[2] != 0), sourceLocation: sourceLocation)
    return finished[1] & 1 == 1
  }

  /// Enters the window and drops.
  func drag(sourceLocation: SourceLocation = #_sourceLocation) throws -> Bool {
    _ = try enter(sourceLocation: sourceLocation)
    return try drop(sourceLocation: sourceLocation)
  }

  private func send(_ type: String, _ values: [Int]) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = target
    event.xclient.message_type = client.atom(type)
    event.xclient.format = 32
    for (index, value) in ([Int(window)] + values).enumerated() {
      cx_set_message_long(&event, Int32(index), value)
    }
    XSendEvent(client.connection, target, 0, 0, &event)
    XFlush(client.connection)
  }

  /// Waits for a message from the window, and meanwhile hands over requested data.
  private func awaitMessage(_ type: String) -> [Int]? {
    eventually { () -> [Int]? in
      while XPending(client.connection) > 0 {
        var event = XEvent()
        XNextEvent(client.connection, &event)
        if event.type == SelectionRequest { answer(event.xselectionrequest) }
        if event.type == PropertyNotify { sendPiece(event.xproperty) }
        guard event.type == ClientMessage, event.xclient.message_type == client.atom(type) else {
          continue
        }
        return (0..<5).map { cx_message_long(&event, $0) }
      }
      return nil
    }
  }

  private func answer(_ request: XSelectionRequestEvent) {
    var property = request.property
    let offer = offers.first { client.atom($0.type) == request.target }
    if let offer, offer.bytes.count <= pieceLength {
      set(property, request.target, offer.bytes, on: request.requestor)
    } else if let offer {
      XSelectInput(client.connection, request.requestor, PropertyChangeMask)
      (reader, sent) = ((request.requestor, property, request.target, offer.bytes), 0)
      var length = UInt(offer.bytes.count)
      withUnsafeBytes(of: &length) { length in
        _ = XChangeProperty(
          client.connection, request.requestor, property, client.atom("INCR"), 32,
          PropModeReplace, length.baseAddress?.assumingMemoryBound(to: UInt8.self), 1)
      }
    } else {
      property = 0
    }
    var reply = XEvent()
    reply.xselection.type = SelectionNotify
    reply.xselection.requestor = request.requestor
    reply.xselection.selection = request.selection
    reply.xselection.target = request.target
    reply.xselection.property = property
    reply.xselection.time = request.time
    XSendEvent(client.connection, request.requestor, 0, 0, &reply)
    XFlush(client.connection)
  }

  private func sendPiece(_ event: XPropertyEvent) {
    guard let reader, event.window == reader.window, event.atom == reader.property,
      event.state == PropertyDelete
    else { return }
    let piece = Array(reader.bytes[sent...].prefix(pieceLength))
    set(reader.property, reader.type, piece, on: reader.window)
    sent += piece.count
    if piece.isEmpty { self.reader = nil }
    XFlush(client.connection)
  }

  private func set(_ property: Atom, _ type: Atom, _ bytes: [UInt8], on window: UInt) {
    XChangeProperty(
      client.connection, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
  }
}
