internal import CX11

/// Bytes fetched from the program that owns a selection, whole or in pieces.
///
/// Source: Inter-Client Communication Conventions Manual 2.0, sections 2.4 and 2.7.2.
struct SelectionTransfer {
  /// What came of asking.
  enum Answer: Hashable {
    /// The owner has nothing as what was asked for.
    case refused
    /// All of it.
    case bytes([UInt8])
    /// It was longer than the limit, and all of it dropped.
    case tooLong
  }

  // SAFETY: of all below: who holds `display` has a connection, open or lost, and `Window` hands
  // over the member of an event that its type names.
  private let display: Display
  private let window: CX11.Window
  private let selection: Atom
  private let property: Atom
  private let limit: Int
  /// What was asked for, or `nil` when nothing is under way.
  private(set) var target: Atom?
  /// What has come of it in pieces; `nil` = none do.
  private var parts: [UInt8]?
  private var isTooLong = false

  /// Prepares to fetch a selection through a property of a window; what is longer than `limit`
  /// bytes is not kept.
  init(
    _ display: Display, window: CX11.Window, _ selection: AtomName, through property: AtomName,
    limit: Int
  ) {
    (self.display, self.window, self.limit) = (display, window, limit)
    (self.selection, self.property) = (display.atom(selection), display.atom(property))
  }

  /// Asks for the selection as a target, at a time of the server's clock; what came of an earlier
  /// question is forgotten.
  mutating func ask(for target: Atom, at time: UInt32) {
    (parts, isTooLong, self.target) = (nil, false, target)
    unsafe XConvertSelection(display.handle, selection, target, property, window, UInt(time))
  }

  /// Expects no answer any longer.
  mutating func forget() { (target, parts, isTooLong) = (nil, nil, false) }

  /// Takes an answer; nothing where it is none to the last question, or brings the first of several
  /// pieces.
  mutating func received(_ event: XSelectionEvent) -> Answer? {
    guard unsafe event.selection == selection, let target, unsafe event.target == target else {
      return nil
    }
    guard unsafe event.property == property else {
      forget()
      return .refused
    }
    let piece = display.piece(property, of: window, limit: limit)
    // Deleting it asks for the first piece.
    unsafe XDeleteProperty(display.handle, window, property)
    guard let piece, !piece.isCut else {
      forget()
      return piece == nil ? .refused : .tooLong
    }
    if piece.type == display.atom(.incr) {
      (parts, isTooLong) = ([], false)
      return nil
    }
    forget()
    return .bytes(piece.bytes)
  }

  /// Whether a change of a property brings a piece.
  func isPart(_ event: XPropertyEvent) -> Bool {
    unsafe parts != nil && event.atom == property && event.state == PropertyNewValue
  }

  /// Takes a piece; the answer, once the last one has come.
  ///
  /// Of what is too long the rest is read and dropped, for its sender knows no refusal.
  mutating func receivedPart() -> Answer? {
    let piece = display.piece(property, of: window, limit: limit)
    unsafe XDeleteProperty(display.handle, window, property)
    guard let count = parts?.count else { return nil }
    if let piece, piece.bytes.isEmpty {
      defer { forget() }
      return isTooLong ? .tooLong : .bytes(parts ?? [])
    }
    if let piece, !piece.isCut, !isTooLong, count + piece.bytes.count <= limit {
      parts?.append(contentsOf: piece.bytes)
    } else {
      (parts, isTooLong) = ([], true)
    }
    return nil
  }
}
