/// A message of the X input method protocol.
///
/// Source: “The Input Method Protocol”, version 1.0, X Consortium: an opcode, a zero, and the
/// body's length in units of four bytes. Numbers are in the client's byte order.
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

  /// Parses a message; `nil` if it is incomplete or of an unused kind.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4, let kind = Kind(rawValue: bytes[0]) else { return nil }
    (self.kind, self.bytes) = (kind, bytes)
    position = 2
    guard bytes.count >= 4 + 4 * short() else { return nil }
  }

  /// The number of bytes not read yet.
  var rest: Int { max(0, bytes.count - position) }

  /// The next 16-bit number; past the end, all reads return 0.
  mutating func short() -> Int { Int(number(UInt16.self)) }
  mutating func long() -> Int { Int(number(UInt32.self)) }

  /// The next `count` bytes, or as many as are left.
  mutating func read(_ count: Int) -> [UInt8] {
    defer { position += max(0, count) }
    return Array(bytes.dropFirst(position).prefix(max(0, count)))
  }

  /// Skips the padding to a multiple of four bytes after a field of this length.
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

  // MARK: Encoding

  static func bytes(_ kind: Kind, _ body: [UInt8]) -> [UInt8] {
    let whole = padded(body)
    return [kind.rawValue, 0] + short(whole.count / 4) + whole
  }

  static func short(_ value: Int) -> [UInt8] { bytes(of: UInt16(truncatingIfNeeded: value)) }
  static func long(_ value: Int) -> [UInt8] { bytes(of: UInt32(truncatingIfNeeded: value)) }

  /// Pads bytes to a multiple of four, counting `extra` bytes before them.
  static func padded(_ bytes: [UInt8], after extra: Int = 0) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - (bytes.count + extra) % 4) % 4)
  }

  private static func bytes<Number: FixedWidthInteger>(of value: Number) -> [UInt8] {
    let low = (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> Number(8 * $0)) }
    return 1.bigEndian == 1 ? low.reversed() : low
  }
}
