import Glibc
import TestSupport

extension ServerDoor {
  /// A door to a server that appears to have the opposite pixel byte order to this machine's.
  ///
  /// No server with the other byte order runs here. But a client learns the order from one byte of
  /// the server's greeting, and only the data of `PutImage` depends on it; so this flips that byte,
  /// and swaps the pixels back for the real server. Shared memory does not pass through here: a
  /// server with the other order is never on the same machine.
  ///
  /// Source: X Window System Protocol, X Version 11, appendix B: connection setup and PutImage; Big
  /// Requests Extension.
  static func swapped(_ server: XServer) throws -> ServerDoor {
    try ServerDoor(server) { Passage($0, $1).serve() }
  }
}

/// One client's connection to the server, until either side ends.
private final class Passage {
  private let client: Int32
  private let server: Int32
  // Data received that is not complete yet.
  private var requests: [UInt8] = []
  private var greeting: [UInt8]? = []
  private var hasGreeted = false

  init(_ client: Int32, _ server: Int32) {
    (self.client, self.server) = (client, server)
  }

  func serve() {
    ServerDoor.relay(client, server) { isRequest, bytes in
      guard isRequest else { return passAnswer(Array(bytes)) }
      requests += bytes
      return passRequests()
    }
  }

  private func passRequests() -> Bool {
    var start = 0
    while let length = length(at: start), start + length <= requests.count {
      swapPixels(from: start, length)
      start += length
    }
    defer { requests.removeFirst(start) }
    return ServerDoor.sendAll(requests[..<start], to: server)
  }

  /// Length in bytes of the message at an offset; `nil` if too little of it has been received.
  private func length(at start: Int) -> Int? {
    guard hasGreeted else {
      guard requests.count >= 12 else { return nil }
      func padded(_ place: Int) -> Int { (short(place) + 3) & ~3 }
      let length = 12 + padded(6) + padded(8)
      hasGreeted = requests.count >= length
      return length
    }
    guard requests.count >= start + 8 else {
      // The shortest requests are four bytes long.
      return requests.count >= start + 4 && short(start + 2) == 1 ? 4 : nil
    }
    let words = short(start + 2)
    return 4 * (words > 0 ? words : short(start + 4) | short(start + 6) << 16)
  }

  private func short(_ place: Int) -> Int { Int(requests[place]) | Int(requests[place + 1]) << 8 }

  /// Swaps the pixels of a `PutImage`, which the client sends in the order it was told.
  private func swapPixels(from start: Int, _ length: Int) {
    guard requests[start] == 72, requests[start + 1] == 2 else { return }
    let head = short(start + 2) == 0 ? 28 : 24
    let depth = requests[start + head - 3]
    guard depth > 8 else { return }
    let size = depth > 16 ? 4 : 2
    requests.withUnsafeMutableBytes { bytes in
      for place in stride(from: start + head, to: start + length - size + 1, by: size) {
        if size == 4 {
          let pixel = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
          bytes.storeBytes(of: pixel.byteSwapped, toByteOffset: place, as: UInt32.self)
        } else {
          bytes.swapAt(place, place + 1)
        }
      }
    }
  }

  private func passAnswer(_ bytes: [UInt8]) -> Bool {
    guard var head = greeting else { return ServerDoor.sendAll(bytes[...], to: client) }
    head += bytes
    greeting = head
    guard head.count >= 32 else { return true }
    // Success, then the byte order of pixels: 0 = least significant byte first.
    if head[0] == 1 { head[30] ^= 1 }
    greeting = nil
    return ServerDoor.sendAll(head[...], to: client)
  }
}
