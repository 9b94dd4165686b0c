import CX11
import TestSupport
import Testing

/// A program from which something is dragged: the source's side of the protocol.
final class DragSource {
  private let offer: SelectionOffer
  private let target: UInt
  private let types: [String]

  /// Prepares to drag some bytes over a window, offered as each type and handed over in pieces.
  init(
    over program: Program, _ offers: [(type: String, bytes: [UInt8])], pieceLength: Int = .max
  ) throws {
    target = try program.window()
    types = offers.map(\.type)
    offer = try SelectionOffer(
      program.server.display, "XdndSelection", offers, pieceLength: pieceLength)
  }

  private var client: XClient { offer.client }

  /// The protocol version that the window announces.
  var version: UInt32? { client.read("XdndAware", of: target)?.words.first }

  /// Enters the window with a version of the protocol; returns whether it would accept the data.
  func enter(version: Int = 5, sourceLocation: SourceLocation = #_sourceLocation) throws -> Bool {
    let atoms = types.map { client.atom($0) }
    if atoms.count > 3 { client.set(client.atom("XdndTypeList"), XA_ATOM, atoms, on: offer.window) }
    send("XdndEnter", [version << 24 | (atoms.count > 3 ? 1 : 0)] + atoms.prefix(3).map { Int($0) })
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
    client.message(type, about: target, [Int(offer.window)] + values, to: target, mask: 0)
  }

  /// Waits for a message from the window, and meanwhile hands over requested data.
  private func awaitMessage(_ type: String) -> [Int]? {
    eventually { () -> [Int]? in
      while var event = client.nextEvent() {
        offer.handle(event)
        guard event.type == ClientMessage, event.xclient.message_type == client.atom(type) else {
          continue
        }
        return (0..<5).map { cx_message_long(&event, $0) }
      }
      return nil
    }
  }
}
