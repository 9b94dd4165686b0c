import CX11
import TestSupport
import Testing

/// A desktop's clipboard manager: takes over the texts of exiting programs on each call of
/// `serve()`.
///
/// Source: Clipboard Manager Specification, freedesktop.org.
final class ClipboardKeeper {
  private let client: XClient
  private let display: String
  private let window: UInt
  private var kept: ClipboardOwner?
  private(set) var text: String?
  /// The targets it was asked to save.
  private(set) var wishes: [String] = []

  init(_ display: String) throws {
    client = try XClient(display)
    self.display = display
    window = client.makeWindow()
    XSetSelectionOwner(
      client.connection, client.atom("CLIPBOARD_MANAGER"), window, UInt(CurrentTime))
    XSync(client.connection, 0)
  }

  /// Whether it owns the clipboard now.
  var hasClipboard: Bool { kept.map { !$0.isReplaced } ?? false }

  /// Handles the requests received so far.
  func serve() throws {
    while let event = client.nextEvent() {
      guard event.type == SelectionRequest else { continue }
      let request = event.xselectionrequest
      guard request.target == client.atom("SAVE_TARGETS") else { continue }
      if let name = XGetAtomName(client.connection, request.property) {
        wishes = client.atoms(in: String(cString: name), of: request.requestor)
        XFree(name)
      }
      let pasted = try client.paste("UTF8_STRING", time: request.time)
      text = pasted?.text
      kept = try ClipboardOwner(display, pasted?.bytes ?? [])
      client.answer(request, with: request.property)
    }
  }
}
