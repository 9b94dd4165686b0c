internal import CX11
internal import Glibc

/// A connection to an X server, with what every window on it shares.
///
/// A class, for buffers, clipboard and window hold on to it; it is closed when the last of them lets go. Errors are counted and never printed;
/// when the server goes away `isLost` turns true and no call is made on the connection again.
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
    // SAFETY: the name outlives the call. The flag outlives the connection, in whose calls alone the handler writes it.
    guard let handle = unsafe cx_open_display(name) else { throw .cannotOpen(display: name) }
    self.name = name
    unsafe self.handle = handle
    unsafe lostFlag = .allocate(capacity: 1)
    unsafe lostFlag.initialize(to: 0)
    unsafe _ = cx_watch_loss(handle, lostFlag)
    unsafe root = XDefaultRootWindow(handle)
    unsafe screen = XDefaultScreen(handle)
    unsafe atoms = Self.intern(handle)
    guard !isLost else { throw .lost(display: name) }
  }

  deinit {
    // Of a lost connection only the memory is given back; Xlib talks to no socket then.
    // SAFETY: nobody holds the connection any more, and the flag goes after it, for closing may still set it.
    unsafe XCloseDisplay(handle)
    unsafe lostFlag.deallocate()
  }

  // SAFETY: the flag lives as long as the display, and only the thread that uses the connection writes it.
  /// Whether the server, or the connection to it, is gone.
  var isLost: Bool { unsafe lostFlag.pointee != 0 }

  /// Notes that the connection broke, as poll said.
  func markLost() { unsafe lostFlag.pointee = 1 }

  /// The atom of a name.
  func atom(_ name: AtomName) -> Atom {
    atoms[AtomName.allCases.firstIndex(of: name) ?? 0]
  }

  /// Whether the server has an extension; asked by the core request, which no server answers with an error.
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

  private static func intern(_ handle: OpaquePointer) -> [Atom] {
    let names = AtomName.allCases.map(\.rawValue)
    var atoms = [Atom](repeating: 0, count: names.count)
    // SAFETY: there are as many names, each ended by a zero, as there is room for atoms; each is freed once, after the call.
    var pointers = unsafe names.map { unsafe strdup($0) }
    unsafe XInternAtoms(handle, &pointers, Int32(names.count), 0, &atoms)
    unsafe pointers.forEach { unsafe free($0) }
    return atoms
  }
}
