import CX11
import TestSupport
import Testing

/// Another client of the server, which treats windows as a manager or a hostile client can.
final class XClient {
  let connection: OpaquePointer

  init(_ display: String) throws {
    cx_install_handlers()
    connection = try #require(XOpenDisplay(display))
  }

  deinit { XCloseDisplay(connection) }

  /// The top-level window with a title.
  func window(named title: String) throws -> UInt {
    let found = eventually { () -> UInt? in
      children().first { name(of: $0) == title }
    }
    return try #require(found, "there is no window “\(title)”")
  }

  func killClient(of window: UInt) throws {
    XKillClient(connection, window)
    XSync(connection, 0)
  }

  func destroy(_ window: UInt) throws {
    XDestroyWindow(connection, window)
    XSync(connection, 0)
  }

  /// Whether a window manager has started: the root window has the property that it sets last.
  func hasManager(says property: String) -> Bool {
    let name = XInternAtom(connection, property, 0)
    var count: Int32 = 0
    guard let list = XListProperties(connection, XDefaultRootWindow(connection), &count) else {
      return false
    }
    defer { XFree(list) }
    return (0..<Int(count)).contains { list[$0] == name }
  }

  private func children() -> [UInt] {
    var (root, parent): (UInt, UInt) = (0, 0)
    var list: UnsafeMutablePointer<UInt>?
    var count: UInt32 = 0
    guard
      XQueryTree(connection, XDefaultRootWindow(connection), &root, &parent, &list, &count) != 0
    else { return [] }
    defer { if let list { XFree(list) } }
    return (0..<Int(count)).compactMap { list?[$0] }
  }

  private func name(of window: UInt) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard XFetchName(connection, window, &text) != 0, let text else { return nil }
    defer { XFree(text) }
    return String(cString: text)
  }
}
