internal import CX11
internal import Feel

/// Maps X key symbols to keys and text.
///
/// Source: X11 protocol, appendix A, "KEYSYM Encoding"; Unicode symbols are 0x01000000 + the code
/// point.
enum KeySymbols {
  private static let named: [UInt: KeySample.Key] = [
    0xff51: .left, 0xff52: .up, 0xff53: .right, 0xff54: .down,
    0xff55: .pageUp, 0xff56: .pageDown, 0xff50: .home, 0xff57: .end,
    0xff0d: .return, 0xff1b: .escape, 0xff09: .tab, 0xfe20: .tab, 0xff08: .backspace,
    0xffff: .delete, 0x0020: .space,
    0xff67: .menu,
    // The keypad without NumLock, and its keys that do not depend on NumLock.
    0xff96: .left, 0xff97: .up, 0xff98: .right, 0xff99: .down,
    0xff9a: .pageUp, 0xff9b: .pageDown, 0xff95: .home, 0xff9c: .end,
    0xff9f: .delete, 0xff8d: .return, 0xff80: .space, 0xff89: .tab,
    // The keypad's operators and decimal point.
    0xffaa: .character("*"), 0xffab: .character("+"), 0xffac: .character(","),
    0xffad: .character("-"), 0xffae: .character("."), 0xffaf: .character("/"),
    0xffbd: .character("="),
  ]

  /// The key; `nil` for modifiers, dead keys and others that no control uses.
  static func key(of event: CXInput) -> KeySample.Key? {
    if let key = named[event.symbol] ?? named[event.plain_symbol] { return key }
    if (0xffbe...0xffc9).contains(event.symbol) { return .function(Int(event.symbol) - 0xffbd) }
    if (0xffb0...0xffb9).contains(event.symbol) {
      return character(event.symbol - 0xffb0 + 0x30)
    }
    // Letters and digits ignore Shift; on a Cyrillic or Greek layout, a key counts as its Latin
    // letter, for shortcuts.
    if isLatin(event.plain_symbol) { return character(event.plain_symbol) }
    if isLatin(event.symbol) { return character(event.symbol) }
    if event.latin_symbol != 0 { return character(event.latin_symbol) }
    return character(event.symbol)
  }

  /// The text that a key types; `nil` for a key that types none.
  static func text(of event: CXInput) -> String? {
    if (0xffaa...0xffb9).contains(event.symbol) {
      return scalar(event.symbol - 0xff80).map { String(Character($0)) }
    }
    return scalar(event.symbol).map { String(Character($0)) }
  }

  private static func isLatin(_ symbol: UInt) -> Bool {
    (0x30...0x39).contains(symbol) || (0x41...0x5a).contains(symbol)
      || (0x61...0x7a).contains(symbol)
  }

  private static func character(_ symbol: UInt) -> KeySample.Key? {
    guard let scalar = scalar(symbol), let first = String(Character(scalar)).lowercased().first
    else { return nil }
    return first == " " ? .space : .character(first)
  }

  static func scalar(_ symbol: UInt) -> Unicode.Scalar? {
    switch symbol {
    case 0x20...0x7e, 0xa0...0xff: Unicode.Scalar(UInt32(symbol))
    case 0x0100_0100...0x0110_ffff: Unicode.Scalar(UInt32(symbol - 0x0100_0000))
    default: nil
    }
  }
}
