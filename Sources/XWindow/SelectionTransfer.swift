internal import CX11

/// Fetches data from a selection's owner, at once or incrementally.
///
/// Source: Inter-Client Communication Conventions Manual 2.0, sections 2.4 and 2.7.2.
struct SelectionTransfer {
  /// The result of a request.
  enum Answer: Hashable {
    /// The owner does not have this target.
    case refused
    /// The complete data.
    case bytes([UInt8])
    /// It was longer than the limit and discarded.
    case tooLong
  }

  // SAFETY: for all calls below: `display` keeps the connection valid, open or lost, and `Window`
  // passes the member of an event that its type names.
  private let display: Display
  private let window: CX11.Window
  private let selection: Atom
  private let property: Atom
  private let limit: Int
  /// The requested target, or `nil` if no request is pending.
  private(set) var target: Atom?
  /// The data of an incremental transfer so far; `nil` if there is none.
  private var parts: [UInt8]?
  private var isTooLong = false

  /// Prepares to fetch a selection through a property of a window, up to `limit` bytes.
  init(
    _ display: Display, window: CX11.Window, _ selection: AtomName, through property: AtomName,
    limit: Int
  ) {
    (self.display, self.window, self.limit) = (display, window, limit)
    (self.selection, self.property) = (display.atom(selection), display.atom(property))
  }

  /// Requests the selection as a target, at a time of the server's clock; an earlier request is
  /// dropped.
  mutating func ask(for target: Atom, at time: UInt32) {
    (parts, isTooLong, self.target) = (nil, false, target)
    unsafe XConvertSelection(display.handle, selection, target, property, window, UInt(time))
  }

  /// Cancels the request.
  mutating func forget() { (target, parts, isTooLong) = (nil, nil, false) }

  /// Handles a reply; returns `nil` if it does not belong to the current request, or starts an
  /// incremental transfer.
  mutating func received(_ event: XSelectionEvent) -> Answer? {
    guard unsafe event.selection == selection, let target, unsafe event.target == target else {
      return nil
    }
    guard unsafe event.property == property else {
      forget()
      return .refused
    }
    let piece = display.piece(property, of: window, limit: limit)
    // Deleting the property also requests the first piece.
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

  /// Whether a property change delivers a piece.
  func isPart(_ event: XPropertyEvent) -> Bool {
    unsafe parts != nil && event.atom == property && event.state == PropertyNewValue
  }

  /// Handles a piece; returns the answer after the last one.
  ///
  /// Data that is too long is still read to the end and discarded, because the protocol has no way
  /// to refuse it.
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
