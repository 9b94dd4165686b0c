internal import CX11

/// Tells the launcher that the program has opened its window, so that it can end the busy pointer.
///
/// Source: Startup Notification Protocol 0.2, freedesktop.org: "X messages" and the message
/// "remove".
package enum StartupNotice {
  /// Bytes per client message.
  private static let pieceLength = 20

  /// The time of the click or key that started the program, on the server's clock, if the
  /// launcher's id includes it.
  package static func time(in id: String) -> UInt32? {
    guard let mark = lastMark(in: id) else { return nil }
    return UInt32(String(id.unicodeScalars[mark...].prefix { ("0"..."9").contains($0) }))
  }

  /// The null-terminated message that ends the launch.
  package static func text(of id: String) -> [UInt8] {
    let quoted = id.unicodeScalars.reduce(into: "") { text, scalar in
      if #" "\"#.unicodeScalars.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return Array("remove: ID=\(quoted)".utf8) + [0]
  }

  /// Broadcasts the message on the display.
  static func send(_ id: String, from window: CX11.Window, _ display: Display) {
    let bytes = text(of: id)
    for start in stride(from: 0, to: bytes.count, by: pieceLength) {
      // SAFETY: an all-zero event is valid, a piece fits into the 20 bytes of a message, and Xlib
      // copies the event.
      var event = unsafe XEvent()
      unsafe event.xclient.type = ClientMessage
      unsafe event.xclient.window = window
      unsafe event.xclient.message_type = display.atom(
        start == 0 ? .netStartupInfoBegin : .netStartupInfo)
      unsafe event.xclient.format = 8
      unsafe withUnsafeMutableBytes(of: &event.xclient.data) {
        unsafe $0.copyBytes(from: bytes[start...].prefix(pieceLength))
      }
      unsafe _ = XSendEvent(display.handle, display.root, 0, PropertyChangeMask, &event)
    }
  }

  private static func lastMark(in id: String) -> String.Index? {
    let (text, mark) = (Array(id.unicodeScalars), Array("_TIME".unicodeScalars))
    guard text.count > mark.count else { return nil }
    let start = (0...text.count - mark.count).last { Array(text[$0..<$0 + mark.count]) == mark }
    return start.map { id.unicodeScalars.index(id.startIndex, offsetBy: $0 + mark.count) }
  }
}
