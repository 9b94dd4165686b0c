internal import CX11
internal import Glibc

/// A connection to an X server, with what every window on it shares.
///
/// A class, for buffers, clipboard and window hold on to it; it is closed when the last of them
/// lets go. Errors are counted and never printed; when the server goes away `isLost` turns true and
/// no call is made on the connection again.
@safe final class Display {
  /// The connection; not to be used once `isLost`.
  @safe let handle: OpaquePointer
  /// The display's name as it was opened.
  let name: String
  let root: CX11.Window
  let screen: Int32
  private let atoms: [Atom]
  /// Written by the handler in CX11 while any call on the connection runs.
  private let lostFlag: UnsafeMutablePointer<Int32>

  /// Opens a display by its name; `nil` takes `DISPLAY`.
  init(name: String?) throws(WindowError) {
    let environment = unsafe getenv("DISPLAY").map { unsafe String(cString: $0) }
    guard let name = name ?? environment, !name.isEmpty else { throw .noDisplay }
    cx_install_handlers()
    // SAFETY: the name outlives the call. The flag outlives the connection, in whose calls alone
    // the handler writes it.
    guard let handle = unsafe cx_open_display(name) else {
      throw OpenFiles.shortage.map { .tooManyFiles(display: name, reason: $0) }
        ?? .cannotOpen(display: name)
    }
    self.name = name
    unsafe self.handle = handle
    unsafe lostFlag = .allocate(capacity: 1)
    unsafe lostFlag.initialize(to: 0)
    unsafe _ = cx_watch_loss(handle, lostFlag)
    unsafe root = XDefaultRootWindow(handle)
    unsafe screen = XDefaultScreen(handle)
    unsafe atoms = Self.intern(AtomName.allCases.map(\.rawValue), handle)
    guard !isLost else { throw .lost(display: name) }
  }

  deinit {
    // Of a lost connection only the memory is given back; Xlib talks to no socket then. SAFETY:
    // nobody holds the connection any more, and the flag goes after it, for closing may still set
    // it.
    unsafe XCloseDisplay(handle)
    unsafe lostFlag.deallocate()
  }

  // SAFETY: the flag lives as long as the display, and only the thread that uses the connection
  // writes it.
  /// Whether the server, or the connection to it, is gone.
  var isLost: Bool { unsafe lostFlag.pointee != 0 }

  /// Notes that the connection broke, as poll said.
  func markLost() { unsafe lostFlag.pointee = 1 }

  /// The atom of a name.
  @inline(never)
  func atom(_ name: AtomName) -> Atom { atoms[AtomName.allCases.firstIndex(of: name) ?? 0] }

  /// Whether the server has an extension; asked by the core request, which no server answers with
  /// an error.
  func hasExtension(_ name: String) -> Bool {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    // SAFETY: the name and the three numbers outlive the call.
    return unsafe XQueryExtension(handle, name, &opcode, &event, &error) != 0
  }

  /// Runs requests, waits for their answers, and says whether any of them was refused.
  func refuses(_ requests: () -> Void) -> Bool {
    // SAFETY: the connection is open or lost; a lost one has nothing to wait for.
    unsafe XSync(handle, 0)
    let before = cx_error_count()
    requests()
    unsafe XSync(handle, 0)
    return isLost || cx_error_count() != before
  }

  /// The atoms of names, asked for at once.
  func intern(_ names: [String]) -> [Atom] { unsafe Self.intern(names, handle) }

  private static func intern(_ names: [String], _ handle: OpaquePointer) -> [Atom] {
    var atoms = [Atom](repeating: 0, count: names.count)
    // SAFETY: there are as many names, each ended by a zero, as there is room for atoms; each is
    // freed once, after the call.
    var pointers = unsafe names.map { unsafe strdup($0) }
    unsafe XInternAtoms(handle, &pointers, Int32(names.count), 0, &atoms)
    unsafe pointers.forEach { unsafe free($0) }
    return atoms
  }

  /// Sends a message of format 32 about a window.
  func send(
    _ kind: AtomName, about window: CX11.Window, _ longs: [UInt], to target: CX11.Window,
    mask: Int = 0
  ) {
    // SAFETY: an event of zeros is a valid one, a message has five longs, and what is sent is
    // copied.
    var event = unsafe XEvent()
    unsafe event.xclient.type = ClientMessage
    unsafe event.xclient.window = window
    unsafe event.xclient.message_type = atom(kind)
    unsafe event.xclient.format = 32
    for (index, long) in longs.enumerated() {
      unsafe cx_set_message_long(&event, Int32(index), Int(bitPattern: long))
    }
    unsafe _ = XSendEvent(handle, target, 0, mask, &event)
  }

  // MARK: Properties

  /// A property's 32-bit elements, as many as fit into `limit` bytes; none where it is missing or
  /// of another format.
  func longs(_ property: Atom, of window: CX11.Window, limit: Int = 1 << 24) -> [UInt] {
    guard let found = read(property, of: window, limit: limit), found.format == 32 else {
      return []
    }
    return found.longs
  }

  /// A property's bytes; none where it is missing or of another format.
  ///
  /// - Parameter deletes: whether it is removed in the same moment.
  func bytes(_ property: Atom, of window: CX11.Window, deletes: Bool = false) -> [UInt8] {
    guard let found = read(property, of: window, deletes: deletes), found.format == 8 else {
      return []
    }
    return found.bytes
  }

  /// A property's type and, where its elements are bytes, those, and whether it is longer than
  /// `limit` bytes; `nil` where there is none.
  func piece(
    _ property: Atom, of window: CX11.Window, limit: Int
  ) -> (type: Atom, bytes: [UInt8], isCut: Bool)? {
    guard let found = read(property, of: window, limit: limit), found.type != 0 else { return nil }
    return (found.type, found.bytes, found.isCut)
  }

  /// Sets a property of 32-bit elements.
  func set(_ property: Atom, type: Atom, longs: [UInt], on window: CX11.Window) {
    // SAFETY: Xlib takes elements of 32 bits as longs, as many as are counted, before the call
    // ends.
    unsafe longs.withUnsafeBytes { data in
      unsafe _ = XChangeProperty(
        handle, window, property, type, 32, PropModeReplace,
        data.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(longs.count))
    }
  }

  func set(_ property: Atom, type: Atom, bytes: [UInt8], on window: CX11.Window) {
    // SAFETY: as above, of bytes.
    unsafe _ = XChangeProperty(
      handle, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
  }

  /// Adds bytes to what a property of text holds.
  func append(_ bytes: [UInt8], to property: Atom, of window: CX11.Window) {
    // SAFETY: as above.
    unsafe _ = XChangeProperty(
      handle, window, property, XA_STRING, 8, PropModeAppend, bytes, Int32(bytes.count))
  }

  /// The text of bytes in the encoding COMPOUND_TEXT, as far as it can be read.
  func text(compound bytes: [UInt8]) -> String {
    var bytes = bytes
    guard !bytes.isEmpty, !isLost else { return "" }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var count: Int32 = 0
    // SAFETY: the bytes outlive the call; the list has as many texts as are counted, each ended by
    // a zero, and is freed once.
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var text = unsafe XTextProperty(
        value: buffer.baseAddress, encoding: atom(.compoundText), format: 8,
        nitems: UInt(buffer.count))
      unsafe Xutf8TextPropertyToTextList(handle, &text, &list, &count)
      defer { if let list = unsafe list { unsafe XFreeStringList(list) } }
      guard count > 0, let first = unsafe list?[0] else { return "" }
      return unsafe String(cString: first)
    }
  }

  private struct Found {
    var type: Atom
    var format: Int
    /// Whether there is more of it.
    var isCut: Bool
    var longs: [UInt] = []
    var bytes: [UInt8] = []
  }

  private func read(
    _ property: Atom, of window: CX11.Window, limit: Int = 1 << 24, deletes: Bool = false
  ) -> Found? {
    var (type, format): (Atom, Int32) = (0, 0)
    var (count, left): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    // SAFETY: on success `data` is memory of Xlib's that holds `count` elements and is ours to
    // free: once, after they are copied.
    let status = unsafe XGetWindowProperty(
      handle, window, property, 0, limit / 4, deletes ? 1 : 0, Atom(AnyPropertyType), &type,
      &format, &count, &left, &data)
    guard status == Success, let data = unsafe data else { return nil }
    defer { unsafe _ = XFree(data) }
    var found = Found(type: type, format: Int(format), isCut: left > 0)
    // Xlib widens 32-bit elements to longs.
    let elements = UnsafeRawPointer(data)
    if format == 32 {
      for index in 0..<Int(count) {
        unsafe found.longs.append(elements.load(fromByteOffset: index * 8, as: UInt.self))
      }
    } else if format == 8 {
      unsafe found.bytes = Array(UnsafeBufferPointer(start: data, count: Int(count)))
    }
    return found
  }

  /// The part of the screen that is free for windows, as the window manager says; all of the screen
  /// where none does.
  var workArea: PixelSize {
    let desktop = longs(atom(.netCurrentDesktop), of: root).first ?? 0
    if let area = ScreenFit.area(of: desktop, in: longs(atom(.netWorkArea), of: root)) {
      return area
    }
    // SAFETY: the connection is held, open or lost; the numbers are the screen's as it was opened.
    return unsafe PixelSize(Int(XDisplayWidth(handle, screen)), Int(XDisplayHeight(handle, screen)))
  }
}
