extension String {
  /// Escapes untrusted text for display: control, invisible and direction-changing characters are
  /// spelled out.
  ///
  /// - Parameter keepsLines: whether line feeds and tabs are kept, because they belong to the text.
  package func spelled(keepsLines: Bool = false) -> String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    let scalars = Array(unicodeScalars)
    guard scalars.indices.contains(where: { Self.isUnfit(scalars, at: $0) }) else { return self }
    var spelled = ""
    for (index, scalar) in scalars.enumerated() {
      if keepsLines && (scalar == "\n" || scalar == "\t") || !Self.isUnfit(scalars, at: index) {
        spelled.unicodeScalars.append(scalar)
      } else if let byte = scalar.nameByte {
        spelled += "\\x" + Self.hexadecimal(UInt32(byte))
      } else {
        spelled += "\\u{\(Self.hexadecimal(scalar.value))}"
      }
    }
    return spelled
  }

  /// C0 and C1 controls, line and paragraph separators, invisible and bidirectional formatting
  /// characters, and stand-ins for bytes that are not UTF-8.
  ///
  /// Source: Unicode Standard Annex 9, table 2 (explicit formatting characters), and the general
  /// categories Cc, Cf, Zl and Zp.
  private static func isUnfit(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    switch scalars[index].value {
    case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      return true
    case 0x200C, 0x200D:
      // Needed by Persian words and composed emoji, between non-ASCII characters.
      guard index > 0, index + 1 < scalars.count else { return true }
      return scalars[index - 1].isASCII || scalars[index + 1].isASCII
    default: return scalars[index].nameByte != nil
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }
}

extension Unicode.Scalar {
  /// Private-use characters that stand for the non-UTF-8 bytes of file names.
  package static let nameBytes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

  /// The byte it stands for, if it is one of `nameBytes`.
  package var nameByte: UInt8? { Self.nameBytes.contains(value) ? UInt8(value & 0xFF) : nil }
}
