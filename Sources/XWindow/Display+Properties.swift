internal import CX11

extension Display {
  /// A property's 32-bit elements; none where it is missing or of another format.
  func longs(_ property: Atom, of window: CX11.Window) -> [UInt] {
    guard let found = read(property, of: window), found.format == 32 else { return [] }
    return found.longs
  }

  /// A property's bytes; none where it is missing or of another format.
  func bytes(_ property: Atom, of window: CX11.Window) -> [UInt8] {
    guard let found = read(property, of: window), found.format == 8 else { return [] }
    return found.bytes
  }

  /// The type of a property, or 0.
  func type(of property: Atom, on window: CX11.Window) -> Atom {
    read(property, of: window)?.type ?? 0
  }

  /// Sets a property of 32-bit elements.
  func set(_ property: Atom, type: Atom, longs: [UInt], on window: CX11.Window) {
    unsafe longs.withUnsafeBytes { data in
      unsafe _ = XChangeProperty(
        handle, window, property, type, 32, PropModeReplace,
        data.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(longs.count))
    }
  }

  /// Sets a property of bytes.
  func set(_ property: Atom, type: Atom, bytes: [UInt8], on window: CX11.Window) {
    unsafe _ = XChangeProperty(
      handle, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
  }

  private struct Found {
    var type: Atom
    var format: Int
    var longs: [UInt] = []
    var bytes: [UInt8] = []
  }

  private func read(_ property: Atom, of window: CX11.Window) -> Found? {
    var (type, format): (Atom, Int32) = (0, 0)
    var (count, left): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let limit = 1 << 22
    let status = unsafe XGetWindowProperty(
      handle, window, property, 0, limit, 0, Atom(AnyPropertyType), &type, &format, &count, &left,
      &data)
    guard status == Success, let data = unsafe data else { return nil }
    defer { unsafe _ = XFree(data) }
    var found = Found(type: type, format: Int(format))
    // Xlib widens 32-bit elements to longs.
    let elements = UnsafeRawPointer(data)
    for index in 0..<Int(count) {
      if format == 32 {
        unsafe found.longs.append(elements.load(fromByteOffset: index * 8, as: UInt.self))
      } else if format == 8 {
        unsafe found.bytes.append(data[index])
      }
    }
    return found
  }
}
