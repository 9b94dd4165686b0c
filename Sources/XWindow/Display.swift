internal import CX11
internal import Glibc

/// A connection to an X server, with everything that its windows share.
///
/// A class because buffers, clipboard and window share it; it is closed with the last of them.
/// Errors are counted and never printed; when the server goes away, `isLost` becomes true and the
/// connection is not used again.
@safe final class Display {
  /// The connection; not to be used once `isLost`.
  @safe let handle: OpaquePointer
  /// The name under which the display was opened.
  let name: String
  let root: CX11.Window
  let screen: Int32
  private let atoms: [Atom]
  /// Set by the handler in CX11, during any call on the connection.
  private let lostFlag: UnsafeMutablePointer<Int32>

  /// Opens a display by its name; `nil` means `DISPLAY`.
  init(name: String?) throws(WindowError) {
    let environment = unsafe getenv("DISPLAY").map { unsafe String(cString: $0) }
    guard let name = name ?? environment, !name.isEmpty else { throw .noDisplay }
    cx_install_handlers()
    // SAFETY: the name outlives the call. The flag outlives the connection, and the handler sets it
    // only during calls on the connection.
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
    // For a lost connection, this only frees memory. SAFETY: no other reference to the connection
    // exists, and the flag is freed last because closing may still set it.
    unsafe XCloseDisplay(handle)
    unsafe lostFlag.deallocate()
  }

  // SAFETY: the flag lives as long as the display, and is written only by the thread that uses the
  // connection.
  /// Whether the server, or the connection to it, is gone.
  var isLost: Bool { unsafe lostFlag.pointee != 0 }

  /// Records that poll reported a broken connection.
  func markLost() { unsafe lostFlag.pointee = 1 }

  /// The atom of a name.
  @inline(never)
  func atom(_ name: AtomName) -> Atom { atoms[AtomName.allCases.firstIndex(of: name) ?? 0] }

  /// Whether the server has an extension; uses the core request, which never fails.
  func hasExtension(_ name: String) -> Bool {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    // SAFETY: the name and the three numbers outlive the call.
    return unsafe XQueryExtension(handle, name, &opcode, &event, &error) != 0
  }

  /// Sends requests, waits until they are processed, and returns whether any was refused.
  func refuses(_ requests: () -> Void) -> Bool {
    // SAFETY: the connection is valid, open or lost; on a lost one this does not wait.
    unsafe XSync(handle, 0)
    let before = cx_error_count()
    requests()
    unsafe XSync(handle, 0)
    return isLost || cx_error_count() != before
  }

  /// The atoms of names, in one round trip.
  func intern(_ names: [String]) -> [Atom] { unsafe Self.intern(names, handle) }

  private static func intern(_ names: [String], _ handle: OpaquePointer) -> [Atom] {
    var atoms = [Atom](repeating: 0, count: names.count)
    // SAFETY: there is room for one atom per name; the names are null-terminated, and each is freed
    // once, after the call.
    var pointers = unsafe names.map { unsafe strdup($0) }
    unsafe XInternAtoms(handle, &pointers, Int32(names.count), 0, &atoms)
    unsafe pointers.forEach { unsafe free($0) }
    return atoms
  }

  /// Sends a client message of format 32.
  func send(
    _ kind: AtomName, about window: CX11.Window, _ longs: [UInt], to target: CX11.Window,
    mask: Int = 0
  ) {
    // SAFETY: an all-zero event is valid, a message has five longs, and Xlib copies the event.
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

  /// A property's 32-bit elements, at most `limit` bytes; empty if it is missing or has another
  /// format.
  func longs(_ property: Atom, of window: CX11.Window, limit: Int = 1 << 24) -> [UInt] {
    guard let found = read(property, of: window, limit: limit), found.format == 32 else {
      return []
    }
    return found.longs
  }

  /// A property's bytes; empty if it is missing or has another format.
  ///
  /// - Parameter deletes: whether to delete it atomically with the read.
  func bytes(_ property: Atom, of window: CX11.Window, deletes: Bool = false) -> [UInt8] {
    guard let found = read(property, of: window, deletes: deletes), found.format == 8 else {
      return []
    }
    return found.bytes
  }

  /// A property's type, its bytes if it has format 8, and whether it is longer than `limit` bytes;
  /// `nil` if it is missing.
  func piece(
    _ property: Atom, of window: CX11.Window, limit: Int
  ) -> (type: Atom, bytes: [UInt8], isCut: Bool)? {
    guard let found = read(property, of: window, limit: limit), found.type != 0 else { return nil }
    return (found.type, found.bytes, found.isCut)
  }

  /// Sets a property of 32-bit elements.
  func set(_ property: Atom, type: Atom, longs: [UInt], on window: CX11.Window) {
    // SAFETY: Xlib reads format 32 as an array of longs, this many, during the call.
    unsafe longs.withUnsafeBytes { data in
      unsafe _ = XChangeProperty(
        handle, window, property, type, 32, PropModeReplace,
        data.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(longs.count))
    }
  }

  func set(_ property: Atom, type: Atom, bytes: [UInt8], on window: CX11.Window) {
    // SAFETY: as above, for bytes.
    unsafe _ = XChangeProperty(
      handle, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
  }

  /// Appends bytes to a property of type STRING.
  func append(_ bytes: [UInt8], to property: Atom, of window: CX11.Window) {
    // SAFETY: as above.
    unsafe _ = XChangeProperty(
      handle, window, property, XA_STRING, 8, PropModeAppend, bytes, Int32(bytes.count))
  }

  /// The text of bytes in COMPOUND_TEXT, as far as they can be decoded.
  func text(compound bytes: [UInt8]) -> String {
    var bytes = bytes
    guard !bytes.isEmpty, !isLost else { return "" }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var count: Int32 = 0
    // SAFETY: the bytes outlive the call; the list has `count` null-terminated strings, and is
    // freed once.
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
    /// Whether the property has more data.
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
    // SAFETY: on success, `data` is `count` elements in Xlib's memory, which we free once, after
    // copying them.
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

  /// The part of the screen that the window manager leaves for windows; the whole screen if it does
  /// not say.
  var workArea: PixelSize {
    let desktop = longs(atom(.netCurrentDesktop), of: root).first ?? 0
    if let area = ScreenFit.area(of: desktop, in: longs(atom(.netWorkArea), of: root)) {
      return area
    }
    // SAFETY: the connection is valid, open or lost; the numbers were read when it was opened.
    return unsafe PixelSize(Int(XDisplayWidth(handle, screen)), Int(XDisplayHeight(handle, screen)))
  }
}
