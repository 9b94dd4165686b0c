extension String {
  /// A text from outside as it can be shown anywhere: what a terminal would obey, what shows
  /// nothing, and what reorders its surroundings is spelled out.
  ///
  /// - Parameter keepsLines: whether line feeds and tabs stay, as they are the text's own.
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

  /// Controls, both sets of them; line and paragraph separators; characters that change the
  /// direction of writing or show nothing; bytes that are no text.
  ///
  /// Source: Unicode Standard Annex 9, table 2 (explicit formatting characters), and the general
  /// categories Cc, Cf, Zl and Zp.
  private static func isUnfit(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    switch scalars[index].value {
    case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      return true
    case 0x200C, 0x200D:
      // Persian words and composed emoji need them, between characters that are not ASCII.
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
  /// The private characters that stand for bytes of file names that are not UTF-8.
  package static let nameBytes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

  /// The byte that it stands for, if it is one of those.
  package var nameByte: UInt8? { Self.nameBytes.contains(value) ? UInt8(value & 0xFF) : nil }
}
