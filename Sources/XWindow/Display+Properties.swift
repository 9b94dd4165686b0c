internal import CX11

extension Display {
  /// A property's 32-bit elements, as many as fit into `limit` bytes; none where it is missing or of another format.
  func longs(_ property: Atom, of window: CX11.Window, limit: Int = 1 << 24) -> [UInt] {
    guard let found = read(property, of: window, limit: limit), found.format == 32 else {
      return []
    }
    return found.longs
  }

  /// A property's bytes; none where it is missing or of another format.
  func bytes(_ property: Atom, of window: CX11.Window) -> [UInt8] {
    guard let found = read(property, of: window), found.format == 8 else { return [] }
    return found.bytes
  }

  /// A property's type and, where its elements are bytes, those, and whether it is longer than `limit` bytes; `nil` where there is none.
  func piece(
    _ property: Atom, of window: CX11.Window, limit: Int
  ) -> (type: Atom, bytes: [UInt8], isCut: Bool)? {
    guard let found = read(property, of: window, limit: limit), found.type != 0 else { return nil }
    return (found.type, found.bytes, found.isCut)
  }

  /// Sets a property of 32-bit elements.
  func set(_ property: Atom, type: Atom, longs: [UInt], on window: CX11.Window) {
    // SAFETY: Xlib takes elements of 32 bits as longs, as many as are counted, before the call ends.
    unsafe longs.withUnsafeBytes { data in
      unsafe _ = XChangeProperty(
        handle, window, property, type, 32, PropModeReplace,
        data.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(longs.count))
    }
  }

  /// Sets a property of bytes.
  func set(_ property: Atom, type: Atom, bytes: [UInt8], on window: CX11.Window) {
    // SAFETY: as above, of bytes.
    unsafe _ = XChangeProperty(
      handle, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
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
    _ property: Atom, of window: CX11.Window, limit: Int = 1 << 24
  ) -> Found? {
    var (type, format): (Atom, Int32) = (0, 0)
    var (count, left): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    // SAFETY: on success `data` is memory of Xlib's that holds `count` elements and is ours to free: once, after they are copied.
    let status = unsafe XGetWindowProperty(
      handle, window, property, 0, limit / 4, 0, Atom(AnyPropertyType), &type, &format, &count,
      &left,
      &data)
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
}
