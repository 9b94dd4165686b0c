/// A JSON value with its position in the source.
///
/// Equality ignores the position.
public struct JSON: Hashable, Sendable {
  /// The kinds of values.
  public enum Value: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case flag(Bool)
    /// A number written without a fraction or an exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number, always finite if read from text.
    case number(Double)
    /// A string.
    case text(String)
    /// An array.
    case list([JSON])
    /// An object, its members in order, with unique names.
    case object([Member])
  }

  /// A name and its value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSON

    /// Creates a member.
    public init(_ name: String, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  /// The value itself.
  public var value: Value
  /// Where it begins; 1:1 for a value that was not read from text.
  public var position: SourcePosition

  /// Creates a value.
  public init(_ value: Value, at position: SourcePosition = .start) {
    (self.value, self.position) = (value, position)
  }

  /// Whether two values are equal, ignoring their positions.
  public static func == (a: JSON, b: JSON) -> Bool { a.value == b.value }

  /// Feeds the value, but not its position, to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

  /// `null`.
  public static let null = JSON(.null)
  /// `true` or `false`.
  public static func flag(_ flag: Bool) -> JSON { JSON(.flag(flag)) }
  /// An integer.
  public static func integer(_ integer: Int) -> JSON { JSON(.integer(Int64(integer))) }
  /// A number; non-finite ones are written as `null`.
  public static func number(_ number: Double) -> JSON { JSON(.number(number)) }
  /// A string.
  public static func text(_ text: String) -> JSON { JSON(.text(text)) }
  /// An array.
  public static func list(_ list: [JSON]) -> JSON { JSON(.list(list)) }
  /// An object with its members in the given order.
  public static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    JSON(.object(members.map { Member($0.key, $0.value) }))
  }

  /// The flag, or `nil` for anything else.
  public var flag: Bool? { if case .flag(let flag) = value { flag } else { nil } }

  /// The number, integer or not, or `nil` for anything else.
  public var number: Double? {
    switch value {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// The string, or `nil` for anything else.
  public var text: String? { if case .text(let text) = value { text } else { nil } }

  /// The elements of an array, or `nil` for anything else.
  public var list: [JSON]? { if case .list(let list) = value { list } else { nil } }

  /// A short description of the value, for messages.
  public var kind: String {
    switch value {
    case .text(let text): "\"\(text)\""
    case .list: "an array"
    case .object: "an object"
    default: description
    }
  }

  /// An error that something else was expected here.
  public func error(_ expected: String) -> JSONError {
    JSONError(position, expected: expected, found: kind)
  }

  /// The value of an object's member, or `nil` if there is none.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name == name }?.value
  }
}

/// A position in a text, with the column in Unicode scalars.
public struct SourcePosition: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int

  /// The first character of a text.
  public static let start = SourcePosition(line: 1, column: 1)

  /// Creates a position.
  public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
}

/// An error in a JSON text: where, what was expected there, and what was found instead.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position.
  public var position: SourcePosition
  /// What was expected there, as words that follow "expected".
  public var expected: String
  /// What is there instead, as words that follow "found".
  public var found: String

  /// Creates an error.
  public init(_ position: SourcePosition, expected: String, found: String) {
    (self.position, self.expected, self.found) = (position, expected, found)
  }

  /// "line:column: expected …, found …".
  public var description: String {
    "\(position.line):\(position.column): expected \(expected), found \(found)"
  }
}
extension JSON: CustomStringConvertible {
  /// The value as one line of JSON.
  ///
  /// Numbers have the fewest digits that read back to the same bits; a non-finite number, which
  /// JSON cannot represent, is written as `null`.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// Appends the value as one line of JSON.
  public func write(to text: inout String) {
    switch value {
    case .null: text += "null"
    case .flag(let flag): text += flag ? "true" : "false"
    case .integer(let integer): text += String(integer)
    case .number(let number): text += number.isFinite ? number.description : "null"
    case .text(let string): Self.quote(string, to: &text)
    case .list(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += ", " }
        Self.quote(member.name, to: &text)
        text += ": "
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func quote(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where isUnseen(scalar):
        for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Whether a character is invisible by itself: some control terminals.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x7F else { return scalar.value < 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      return true
    default: return false
    }
  }
}
