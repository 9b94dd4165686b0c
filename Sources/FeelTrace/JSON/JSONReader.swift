/// Reads one JSON text, strictly: no comments, trailing commas, duplicate names, overflowing
/// numbers, or anything after the value.
///
/// Source: RFC 8259.
public struct JSONReader {
  /// The maximum nesting depth, so that a hostile text cannot exhaust the stack.
  public static let maximumDepth = 64

  /// The usual maximum number of members in an object.
  private static let usualMembers = 8

  /// What an error reports as found at the end of the text.
  package static let foundEnd = "the end"

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var line: Int
  private var lineStart: Int
  // UTF-8 continuation bytes since the line's start, which do not count as columns.
  private var continuations = 0
  private var depth = 0

  private init(_ bytes: ArraySlice<UInt8>, line: Int) {
    (self.bytes, self.line) = (bytes, line)
    (index, lineStart) = (bytes.startIndex, bytes.startIndex)
  }

  /// Reads the value of a UTF-8 text.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - line: The line number of its first line, for positions.
  /// - Throws: The first error, with its position.
  public static func read(
    _ bytes: some RandomAccessCollection<UInt8>, firstLine line: Int = 1
  ) throws(JSONError) -> JSON {
    var reader = JSONReader(ArraySlice(bytes), line: line)
    let value = try reader.value()
    reader.skipSpace()
    guard reader.peek == nil else { throw reader.error("the end") }
    return value
  }

  private var peek: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private var position: SourcePosition {
    SourcePosition(line: line, column: index - lineStart - continuations + 1)
  }

  private func error(_ expected: String, at place: SourcePosition? = nil) -> JSONError {
    JSONError(place ?? position, expected: expected, found: foundHere)
  }

  private var foundHere: String {
    guard let byte = peek else { return Self.foundEnd }
    guard byte >= 0x20, byte < 0x7F else { return "byte 0x" + String(byte, radix: 16) }
    return "'\(Character(UnicodeScalar(byte)))'"
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
      guard byte == 0x0A else { continue }
      (line, lineStart, continuations) = (line + 1, index, 0)
    }
  }

  private mutating func value() throws(JSONError) -> JSON {
    skipSpace()
    let start = position
    switch peek {
    case UInt8(ascii: "{"): return JSON(.object(try object()), at: start)
    case UInt8(ascii: "["): return JSON(.list(try list()), at: start)
    case UInt8(ascii: "\""): return JSON(.text(try string()), at: start)
    case UInt8(ascii: "t"): return JSON(try word("true", .flag(true)), at: start)
    case UInt8(ascii: "f"): return JSON(try word("false", .flag(false)), at: start)
    case UInt8(ascii: "n"): return JSON(try word("null", .null), at: start)
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte):
      return JSON(try number(), at: start)
    default: throw error("a value")
    }
  }

  private mutating func word(_ word: String, _ value: JSON.Value) throws(JSONError) -> JSON.Value {
    let start = position
    for byte in word.utf8 {
      guard peek == byte else { throw error("'\(word)'", at: start) }
      index += 1
    }
    return value
  }

  private mutating func enter() throws(JSONError) {
    guard depth < Self.maximumDepth else {
      throw error("at most \(Self.maximumDepth) arrays and objects in each other")
    }
    depth += 1
    index += 1
  }

  private mutating func list() throws(JSONError) -> [JSON] {
    try enter()
    defer { depth -= 1 }
    var elements: [JSON] = []
    skipSpace()
    if consume("]") { return elements }
    while true {
      elements.append(try value())
      skipSpace()
      if consume("]") { return elements }
      guard consume(",") else { throw error("',' or ']'") }
    }
  }

  private mutating func object() throws(JSONError) -> [JSON.Member] {
    try enter()
    defer { depth -= 1 }
    var members: [JSON.Member] = []
    var names: Set<String> = []
    skipSpace()
    if consume("}") { return members }
    members.reserveCapacity(Self.usualMembers)
    while true {
      skipSpace()
      let start = position
      guard peek == UInt8(ascii: "\"") else { throw error("a name in quotes") }
      let name = try string()
      guard isNew(name, members, &names) else {
        throw JSONError(start, expected: "every name once", found: "\"\(name)\" again")
      }
      skipSpace()
      guard consume(":") else { throw error("':'") }
      members.append(JSON.Member(name, try value()))
      skipSpace()
      if consume("}") { return members }
      guard consume(",") else { throw error("',' or '}'") }
    }
  }

  /// Whether a name is unused: a linear search through a few members, then a set.
  private func isNew(_ name: String, _ members: [JSON.Member], _ names: inout Set<String>) -> Bool {
    if members.count < Self.usualMembers {
      for member in members where member.name == name { return false }
      return true
    }
    if names.isEmpty { names = Set(members.map(\.name)) }
    return names.insert(name).inserted
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  // MARK: Strings and numbers

  private mutating func string() throws(JSONError) -> String {
    let start = position
    index += 1
    let first = index
    while let byte = peek, Self.isPlain(byte) { index += 1 }
    if peek == UInt8(ascii: "\"") {
      defer { index += 1 }
      return String(decoding: bytes[first..<index], as: UTF8.self)
    }
    var text = Array(bytes[first..<index])
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw JSONError(start, expected: "a string in UTF-8", found: "other bytes")
        }
        return string
      case UInt8(ascii: "\\"):
        index += 1
        text += try escape()
      case 0..<0x20: throw error("no control character in a string")
      default:
        if byte & 0xC0 == 0x80 { continuations += 1 }
        text.append(byte)
        index += 1
      }
    }
    throw error("'\"' at the string's end")
  }

  /// Whether a byte of a string represents itself: no quote, escape, control or part of a longer
  /// character.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func escape() throws(JSONError) -> [UInt8] {
    guard let byte = peek else { throw error("an escape") }
    let plain: [UInt8: UInt8] = [
      UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
      UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
      UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]
    if let character = plain[byte] {
      index += 1
      return [character]
    }
    guard byte == UInt8(ascii: "u") else { throw error("an escape") }
    let start = position
    var units = [try codeUnit()]
    if units[0] & 0xFC00 == 0xD800 {
      guard consume("\\"), peek == UInt8(ascii: "u") else {
        throw error("the second half of a surrogate pair")
      }
      units.append(try codeUnit())
    }
    guard let scalar = String(validating: units, as: UTF16.self) else {
      throw JSONError(start, expected: "a Unicode character", found: "half a surrogate pair")
    }
    return Array(scalar.utf8)
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    index += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, byte < 0x80, let digit = Character(UnicodeScalar(byte)).hexDigitValue
      else { throw error("four hexadecimal digits") }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  private mutating func number() throws(JSONError) -> JSON.Value {
    let (first, start) = (index, position)
    var digits = Digits()
    let isNegative = consume("-")
    if !consume("0") { try scan(&digits) }
    var isWhole = true
    if consume(".") {
      isWhole = false
      let point = index
      try scan(&digits)
      digits.exponent = point - index
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      isWhole = false
      index += 1
      let isDown = peek == UInt8(ascii: "-")
      if !consume("+") { _ = consume("-") }
      var power = Digits()
      try scan(&power)
      digits.raise(by: power, isDown: isDown)
    }
    // "-0" is a floating-point number: as an integer it would lose its sign.
    if isWhole, digits.isExact, !isNegative || digits.value != 0 {
      return .integer(isNegative ? -Int64(digits.value) : Int64(digits.value))
    }
    if let number = digits.number { return .number(isNegative ? -number : number) }
    let text = String(decoding: bytes[first..<index], as: UTF8.self)
    if isWhole, text != "-0", let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw JSONError(start, expected: "a number of at most 1.8e308", found: text)
    }
    return .number(number)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private mutating func scan(_ digits: inout Digits) throws(JSONError) {
    let first = index
    while let byte = peek, isDigit(byte) {
      digits.append(byte - UInt8(ascii: "0"))
      index += 1
    }
    guard index > first else { throw error("a digit") }
  }
}

/// The digits of a number while they fit a machine word, as nearly always.
private struct Digits {
  var value: UInt64 = 0
  private var count = 0
  /// The power of ten by which the digits are to be multiplied.
  var exponent = 0

  // The powers of ten that a Double represents exactly.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  mutating func append(_ digit: UInt8) {
    value = value &* 10 &+ UInt64(digit)
    count += 1
  }

  /// Applies the exponent written after the digits.
  mutating func raise(by power: Digits, isDown: Bool) {
    count += power.count
    guard power.isExact else { return }
    exponent += isDown ? -Int(power.value) : Int(power.value)
  }

  /// Whether no digit overflowed.
  var isExact: Bool { count <= 18 }

  /// The number, if digits and power are exact, so that their product or quotient is correctly
  /// rounded; otherwise `nil`.
  ///
  /// Source: W. D. Clinger, "How to read floating point numbers accurately", PLDI 1990.
  var number: Double? {
    guard isExact, value <= 1 << 53, exponent.magnitude < Self.powers.count else { return nil }
    let power = Self.powers[Int(exponent.magnitude)]
    return exponent < 0 ? Double(value) / power : Double(value) * power
  }
}
