import Glibc
import Synchronization
import TestSupport

/// Counts clients' requests by name: a door to a server that forwards everything and reads along.
///
/// A request of the core protocol is "GetImage"; one of an extension is "MIT-SHM 4", by the name
/// under which the client queried the extension and its minor opcode.
///
/// Source: X Window System Protocol, X Version 11, appendix B; Big Requests Extension; Generic
/// Event Extension.
final class RequestRecorder: Sendable {
  private let seen = Mutex<[String: Int]>([:])

  /// How often each was requested so far.
  var counts: [String: Int] { seen.withLock { $0 } }

  /// A door to a server that records what passes.
  func door(to server: XServer) throws -> ServerDoor {
    try ServerDoor(server) { client, server in
      Passage(client, server) { name in self.seen.withLock { $0[name, default: 0] += 1 } }.serve()
    }
  }

  /// The names of the core protocol's requests, by opcode from 1 on.
  private static let core = [
    "CreateWindow", "ChangeWindowAttributes", "GetWindowAttributes", "DestroyWindow",
    "DestroySubwindows", "ChangeSaveSet", "ReparentWindow", "MapWindow", "MapSubwindows",
    "UnmapWindow", "UnmapSubwindows", "ConfigureWindow", "CirculateWindow", "GetGeometry",
    "QueryTree", "InternAtom", "GetAtomName", "ChangeProperty", "DeleteProperty", "GetProperty",
    "ListProperties", "SetSelectionOwner", "GetSelectionOwner", "ConvertSelection", "SendEvent",
    "GrabPointer", "UngrabPointer", "GrabButton", "UngrabButton", "ChangeActivePointerGrab",
    "GrabKeyboard", "UngrabKeyboard", "GrabKey", "UngrabKey", "AllowEvents", "GrabServer",
    "UngrabServer", "QueryPointer", "GetMotionEvents", "TranslateCoordinates", "WarpPointer",
    "SetInputFocus", "GetInputFocus", "QueryKeymap", "OpenFont", "CloseFont", "QueryFont",
    "QueryTextExtents", "ListFonts", "ListFontsWithInfo", "SetFontPath", "GetFontPath",
    "CreatePixmap", "FreePixmap", "CreateGC", "ChangeGC", "CopyGC", "SetDashes",
    "SetClipRectangles", "FreeGC", "ClearArea", "CopyArea", "CopyPlane", "PolyPoint", "PolyLine",
    "PolySegment", "PolyRectangle", "PolyArc", "FillPoly", "PolyFillRectangle", "PolyFillArc",
    "PutImage", "GetImage",
  ]

  fileprivate static func name(_ number: Int, _ minor: Int, _ extensions: [Int: String]) -> String {
    if number >= 128 { return "\(extensions[number] ?? "extension \(number)") \(minor)" }
    if number == 98 { return "QueryExtension" }
    return (1...core.count).contains(number) ? core[number - 1] : "request \(number)"
  }
}

/// One client's connection to the server, until either side ends.
private final class Passage {
  private let client: Int32
  private let server: Int32
  private let tell: (String) -> Void
  // Data received that is not complete yet.
  private var requests: [UInt8] = []
  private var answers: [UInt8] = []
  private var isGreeting = (client: true, server: true)
  /// Number of requests so far.
  private var count = 0
  /// Extensions queried, by request number.
  private var asked: [Int: String] = [:]
  /// Extensions present, by major opcode.
  private var extensions: [Int: String] = [:]

  init(_ client: Int32, _ server: Int32, _ tell: @escaping (String) -> Void) {
    (self.client, self.server, self.tell) = (client, server, tell)
  }

  func serve() {
    ServerDoor.relay(client, server) { isRequest, bytes in
      if isRequest {
        requests += bytes
        readRequests()
      } else {
        answers += bytes
        readAnswers()
      }
      return ServerDoor.sendAll(bytes, to: isRequest ? server : client)
    }
  }

  private func readRequests() {
    var start = 0
    defer { requests.removeFirst(start) }
    if isGreeting.client {
      guard requests.count >= 12 else { return }
      func padded(_ length: Int) -> Int { (length + 3) & ~3 }
      let length = 12 + padded(number(requests, 6, 2)) + padded(number(requests, 8, 2))
      guard requests.count >= length else { return }
      (start, isGreeting.client) = (length, false)
    }
    while requests.count >= start + 4 {
      let words = number(requests, start + 2, 2)
      guard words > 0 || requests.count >= start + 8 else { return }
      let head = words > 0 ? 4 : 8
      let length = 4 * (words > 0 ? words : number(requests, start + 4, 4))
      guard length >= head, requests.count >= start + length else { return }
      count += 1
      let kind = Int(requests[start])
      if kind == 98 {
        let first = start + head + 4
        let name = requests[first..<first + number(requests, start + head, 2)]
        asked[count & 0xFFFF] = String(decoding: name, as: UTF8.self)
      }
      tell(RequestRecorder.name(kind, Int(requests[start + 1]), extensions))
      start += length
    }
  }

  private func readAnswers() {
    var start = 0
    defer { answers.removeFirst(start) }
    if isGreeting.server {
      guard answers.count >= 8 else { return }
      let length = 8 + 4 * number(answers, 6, 2)
      guard answers.count >= length else { return }
      (start, isGreeting.server) = (length, false)
    }
    while answers.count >= start + 32 {
      let kind = answers[start] & 0x7F
      // Replies, and events of extensions, may be longer than 32 bytes.
      let length = 32 + (kind == 1 || kind == 35 ? 4 * number(answers, start + 4, 4) : 0)
      guard answers.count >= start + length else { return }
      if kind == 1, let name = asked.removeValue(forKey: number(answers, start + 2, 2)),
        answers[start + 8] == 1
      {
        extensions[Int(answers[start + 9])] = name
      }
      start += length
    }
  }

  /// A little-endian number of `size` bytes: the order of all machines here.
  private func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
    (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}
