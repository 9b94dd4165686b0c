/// A message of the protocol between a program and an input method.
///
/// Source: “The Input Method Protocol”, version 1.0, X Consortium: a number, a zero, the length of
/// what follows in units of four bytes. Numbers are in the order of the program's machine.
struct MethodMessage {
  enum Kind: UInt8 {
    case connect = 1, connectReply, disconnect
    case authRequired = 10
    case error = 20
    case open = 30, openReply
    case setEventMask = 37, encodings, encodingsReply
    case getValues = 44, values
    case createContext = 50, createContextReply
    case setContextValues = 54
    case setFocus = 58, unsetFocus, forward, sync, syncReply, commit, reset, resetReply
    case preeditStart = 73, preeditStartReply, preeditDraw, preeditCaret, preeditCaretReply
    case preeditDone, statusStart, statusDraw, statusDone
  }

  let kind: Kind
  private let bytes: [UInt8]
  private var position = 4

  /// Reads a message; `nil` where it is not whole, or of a kind that asks nothing of a program.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4, let kind = Kind(rawValue: bytes[0]) else { return nil }
    (self.kind, self.bytes) = (kind, bytes)
    position = 2
    guard bytes.count >= 4 + 4 * short() else { return nil }
  }

  /// How much of it has not been read, in bytes.
  var rest: Int { max(0, bytes.count - position) }

  /// The next number of 16 bits; 0 past the end, like all that is read there.
  mutating func short() -> Int { Int(number(UInt16.self)) }
  mutating func long() -> Int { Int(number(UInt32.self)) }

  /// The next bytes, as many as there are of a count.
  mutating func take(_ count: Int) -> [UInt8] {
    defer { position += max(0, count) }
    return Array(bytes.dropFirst(position).prefix(max(0, count)))
  }

  /// Passes over what fills a field of a length up to a multiple of four bytes.
  mutating func skipPadding(after length: Int) { position += (4 - length % 4) % 4 }

  private mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    let size = Number.bitWidth / 8
    defer { position += size }
    guard position + size <= bytes.count else { return 0 }
    return bytes[position..<position + size].enumerated().reduce(0) { sum, byte in
      let place = 1.bigEndian == 1 ? size - 1 - byte.offset : byte.offset
      return sum | Number(byte.element) << Number(8 * place)
    }
  }

  // MARK: Writing

  static func bytes(_ kind: Kind, _ body: [UInt8]) -> [UInt8] {
    let whole = padded(body)
    return [kind.rawValue, 0] + short(whole.count / 4) + whole
  }

  static func short(_ value: Int) -> [UInt8] { bytes(of: UInt16(truncatingIfNeeded: value)) }
  static func long(_ value: Int) -> [UInt8] { bytes(of: UInt32(truncatingIfNeeded: value)) }

  /// Bytes filled up to a multiple of four, as counted from `extra` bytes before them.
  static func padded(_ bytes: [UInt8], after extra: Int = 0) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - (bytes.count + extra) % 4) % 4)
  }

  private static func bytes<Number: FixedWidthInteger>(of value: Number) -> [UInt8] {
    let low = (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> Number(8 * $0)) }
    return 1.bigEndian == 1 ? low.reversed() : low
  }
}
