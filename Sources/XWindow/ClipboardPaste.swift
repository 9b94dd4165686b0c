internal import CX11

/// Fetches text from the program that owns the clipboard.
struct ClipboardPaste {
  /// The maximum length: 16 MiB, as for files.
  static let limit = 1 << 24

  private let display: Display
  private var transfer: SelectionTransfer
  // When the text was requested, on the server's clock.
  private var time: UInt32 = 0

  init(_ display: Display, window: CX11.Window) {
    self.display = display
    transfer = SelectionTransfer(
      display, window: window, .clipboard, through: .paste, limit: Self.limit)
  }

  /// Requests the clipboard's text, at a time of the server's clock; an earlier request is dropped.
  mutating func request(at time: UInt32) {
    self.time = time
    transfer.ask(for: display.atom(.utf8String), at: time)
  }

  /// Handles a reply; returns the text, or `nil` if there is none or it comes in pieces.
  mutating func received(_ event: XSelectionEvent) -> String? {
    let target = transfer.target
    let answer = unsafe transfer.received(event)
    // An owner without UTF-8 may have Latin-1.
    if answer == .refused, target != XA_STRING { transfer.ask(for: XA_STRING, at: time) }
    return text(answer, target)
  }

  /// Whether a property change delivers a piece.
  func isPart(_ event: XPropertyEvent) -> Bool { unsafe transfer.isPart(event) }

  /// Handles a piece; returns the text after the last one.
  mutating func receivedPart() -> String? {
    let target = transfer.target
    return text(transfer.receivedPart(), target)
  }

  private func text(_ answer: SelectionTransfer.Answer?, _ target: Atom?) -> String? {
    guard case .bytes(let bytes) = answer, !bytes.isEmpty else { return nil }
    guard target == XA_STRING else { return String(decoding: bytes, as: UTF8.self) }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
