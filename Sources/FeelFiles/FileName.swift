internal import Glibc
internal import Stage

/// Lossless conversion between file names and text.
///
/// System file names are bytes, mostly UTF-8. A byte that is not valid UTF-8 becomes the
/// private-use character U+10FF00 plus its value, and so does each byte of such a character if a
/// name contains one; hence text and bytes map one to one.
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

  /// The text of a null-terminated name.
  package static func text(of pointer: UnsafePointer<CChar>) -> String {
    unsafe text(
      of: UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map(UInt8.init(bitPattern:)))
  }

  /// The null-terminated bytes of a name.
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

  /// The folder part of a path, as written.
  package static func folder(of path: String) -> String {
    // Search bytes: as characters, a combining mark after the slash would merge with it.
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
