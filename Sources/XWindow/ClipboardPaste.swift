internal import CX11

/// Text fetched from the program that offers it, whole or in pieces.
///
/// Source: Inter-Client Communication Conventions Manual 2.0, sections 2.4 and 2.7.2.
struct ClipboardPaste {
  /// A longer text is refused: 16 MiB.
  private static let limit = 1 << 24
  // SAFETY: of all below: who holds `display` has a connection, open or lost, and `Window` hands over the member of an event that its type names.
  private let display: Display
  private let window: CX11.Window
  /// What was asked for, or `nil` when nothing is under way.
  private var asked: (target: Atom, time: UInt32)?
  /// What has come of a text that comes in pieces; `nil` = none does.
  private var parts: [UInt8]?
  private var isTooLong = false

  init(_ display: Display, window: CX11.Window) {
    (self.display, self.window) = (display, window)
  }

  /// Asks for the text that is offered, at a time of the server's clock; what came of an earlier one is forgotten.
  mutating func request(at time: UInt32) {
    ask(for: display.atom(.utf8String), at: time)
  }

  /// Takes an answer; the text, or `nil` if there is none, or it comes in pieces.
  mutating func received(_ event: XSelectionEvent) -> String? {
    guard unsafe event.selection == display.atom(.clipboard), let asked,
      unsafe event.target == asked.target
    else { return nil }
    guard unsafe event.property == display.atom(.paste) else {
      self.asked = nil
      // Who has no UTF-8 may have Latin-1.
      if asked.target != XA_STRING { ask(for: XA_STRING, at: asked.time) }
      return nil
    }
    let piece = display.piece(display.atom(.paste), of: window, limit: Self.limit)
    // Deleting it asks for the first piece.
    unsafe XDeleteProperty(display.handle, window, display.atom(.paste))
    guard let piece else {
      self.asked = nil
      return nil
    }
    if piece.type == display.atom(.incr) {
      (parts, isTooLong) = ([], false)
      return nil
    }
    self.asked = nil
    return decode(piece.bytes, asked.target)
  }

  /// Whether a change of a property brings a piece.
  func isPart(_ event: XPropertyEvent) -> Bool {
    unsafe parts != nil && event.atom == display.atom(.paste) && event.state == PropertyNewValue
  }

  /// Takes a piece; the text, once the last one has come.
  ///
  /// Of a text that is too long the rest is read and dropped, for its sender knows no refusal.
  mutating func receivedPart() -> String? {
    let piece = display.piece(display.atom(.paste), of: window, limit: Self.limit)
    unsafe XDeleteProperty(display.handle, window, display.atom(.paste))
    guard let asked, let count = parts?.count else { return nil }
    if let piece, piece.bytes.isEmpty {
      defer { (self.asked, parts) = (nil, nil) }
      return isTooLong ? nil : decode(parts ?? [], asked.target)
    }
    if let piece, !isTooLong, count + piece.bytes.count <= Self.limit {
      parts?.append(contentsOf: piece.bytes)
    } else {
      (parts, isTooLong) = ([], true)
    }
    return nil
  }

  private mutating func ask(for target: Atom, at time: UInt32) {
    (parts, isTooLong) = (nil, false)
    asked = (target, time)
    unsafe XConvertSelection(
      display.handle, display.atom(.clipboard), target, display.atom(.paste), window, UInt(time))
  }

  private func decode(_ bytes: [UInt8], _ target: Atom) -> String? {
    guard !bytes.isEmpty else { return nil }
    guard target == XA_STRING else { return String(decoding: bytes, as: UTF8.self) }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
