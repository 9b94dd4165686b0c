import CX11

extension XClient {
  /// A property's contents, read at once or in pieces.
  struct Property {
    /// The name of its type, such as "UTF8_STRING".
    let type: String
    /// Its bytes; for 32-bit elements, the low halves of Xlib's longs.
    var bytes: [UInt8]
    /// Number of pieces it came in; 0 if at once.
    var pieces = 0

    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// As 32-bit numbers.
    var words: [UInt32] {
      stride(from: 0, to: bytes.count - 3, by: 4).map { start in
        (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
      }
    }
  }

  func atom(_ name: String) -> Atom { XInternAtom(connection, name, 0) }

  /// Reads a property; `nil` if there is none.
  func read(_ property: String, of window: UInt, deletes: Bool = false) -> Property? {
    var (type, format): (Atom, Int32) = (0, 0)
    var (count, left): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      connection, window, atom(property), 0, 1 << 24, deletes ? 1 : 0, Atom(AnyPropertyType),
      &type, &format, &count, &left, &data)
    guard let data, type != 0, let name = XGetAtomName(connection, type) else { return nil }
    defer {
      XFree(data)
      XFree(name)
    }
    let bytes = (0..<Int(count)).flatMap { index in
      format == 32 ? (0..<4).map { data[index * 8 + $0] } : [data[index]]
    }
    return Property(type: String(cString: name), bytes: bytes)
  }

  /// The names of the atoms in a property.
  func atoms(in property: String, of window: UInt) -> [String] {
    (read(property, of: window)?.words ?? []).compactMap { word in
      guard let name = XGetAtomName(connection, UInt(word)) else { return nil }
      defer { XFree(name) }
      return String(cString: name)
    }
  }

  /// Sets a property of 32-bit elements.
  func set(_ property: Atom, _ type: Atom, _ values: [UInt], on window: UInt) {
    values.withUnsafeBytes { bytes in
      _ = XChangeProperty(
        connection, window, property, type, 32, PropModeReplace,
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(values.count))
    }
  }

  /// Sets a property of bytes.
  func set(_ property: Atom, _ type: Atom, _ bytes: [UInt8], on window: UInt) {
    XChangeProperty(
      connection, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
  }

  /// Sets a property of 32-bit elements on the root window.
  func setRootProperty(_ name: String, type: String, _ values: [UInt]) {
    set(atom(name), atom(type), values, on: XDefaultRootWindow(connection))
    XSync(connection, 0)
  }
}
