/// One entry of a dropped list of addresses.
///
/// Source: RFC 2483, section 5 (`text/uri-list`), RFC 8089 (`file:`), RFC 3986, section 2.1
/// (percent-encoding).
public enum DroppedAddress: Hashable, Sendable {
  /// A file on this machine, by the bytes of its absolute path, which contain no zero.
  case file([UInt8])
  /// A file on another machine, by that machine's name.
  case remote(host: String)
  /// Not a file; with the address's scheme, such as "https".
  case other(scheme: String)
  /// Not a valid address.
  case malformed

  /// The addresses in a list, in order; comments and empty lines are skipped.
  ///
  /// - Parameters:
  ///   - bytes: the list, one address per line, up to the first zero byte.
  ///   - host: this machine's name.
  public static func list(_ bytes: [UInt8], host: String) -> [DroppedAddress] {
    let text = bytes.prefix { $0 != 0 }
    return text.split { $0 == 0x0A || $0 == 0x0D }.compactMap { line in
      guard let start = line.firstIndex(where: { !isBlank($0) }),
        let end = line.lastIndex(where: { !isBlank($0) }), line[start] != UInt8(ascii: "#")
      else { return nil }
      return address(line[start...end], host: host)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func address(_ line: ArraySlice<UInt8>, host: String) -> DroppedAddress {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
      return .malformed
    }
    let scheme = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    let isScheme = scheme.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isScheme else { return .malformed }
    guard scheme == "file" else { return .other(scheme: scheme) }
    var rest = line[line.index(after: colon)...]
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      guard let bytes = decoded(rest[..<slash]) else { return .malformed }
      let named = String(decoding: bytes, as: UTF8.self)
      rest = rest[slash...]
      let isHere = ["", "localhost", host.lowercased()].contains(named.lowercased())
      guard isHere else { return .remote(host: named) }
    }
    guard rest.first == UInt8(ascii: "/"), let path = decoded(rest) else { return .malformed }
    return .file(path)
  }

  /// Decodes percent-encoding; `nil` if it is invalid or encodes a zero byte.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit),
        high + low > 0
      else { return nil }
      decoded.append(high << 4 | low)
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// The kind of data held over the window by another program, judged by its types.
public enum HeldDrop: Hashable, Sendable {
  /// Addresses of files or other things.
  case addresses
  /// A text.
  case text
  /// Nothing that the window accepts.
  case unknown
}

/// Data dropped onto the window by another program.
public enum Drop: Hashable, Sendable {
  /// Addresses of files and other things; at least one.
  case addresses([DroppedAddress])
  /// A text.
  case text(String)
  /// More than 16 MiB, which were discarded.
  case tooLong
  /// No data: the source did not provide it.
  case nothing
}
