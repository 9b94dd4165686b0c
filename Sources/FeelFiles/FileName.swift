internal import Glibc
internal import Stage

/// File names as text and back, byte for byte.
///
/// The system's names are bytes, most of them UTF-8. A byte that is not stands in a text as the
/// private character U+10FF00 plus its value, and so do the bytes of a name in which such a
/// character is spelled; so every name has a text of its own, and every text made here its name.
package enum FileName {
  /// The text of a name's bytes.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    var rest = ArraySlice(Array(bytes))
    var text = String.UnicodeScalarView()
    while let first = rest.first {
      if let scalar = leadingScalar(of: rest) {
        text.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        text.append(Unicode.Scalar(0x10FF00 + UInt32(first)) ?? "\u{FFFD}")
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// The text of a name that ends with a zero.
  package static func text(of pointer: UnsafePointer<CChar>) -> String {
    unsafe text(
      of: UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map(UInt8.init(bitPattern:)))
  }

  /// The bytes of a name, and a zero after them.
  package static func bytes(of text: String) -> [CChar] {
    var bytes: [CChar] = []
    for scalar in text.unicodeScalars {
      if let byte = scalar.nameByte {
        bytes.append(CChar(bitPattern: byte))
      } else {
        bytes += UTF8.encode(scalar).map { $0.map(CChar.init(bitPattern:)) } ?? []
      }
    }
    return bytes + [0]
  }

  /// The folder that a file lies in, as its path says it.
  package static func folder(of path: String) -> String {
    // By bytes: a mark after the slash would make one character of both.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The name of a file in its folder.
  package static func last(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  private static func leadingScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let first = bytes.first else { return nil }
    let width = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard let text = String(validating: bytes.prefix(width), as: UTF8.self),
      let scalar = text.unicodeScalars.first, UTF8.width(scalar) == width, scalar.nameByte == nil
    else { return nil }
    return scalar
  }
}
