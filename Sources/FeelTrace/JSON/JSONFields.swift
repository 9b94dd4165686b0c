/// Takes the members of one JSON object one after the other, and says what is missing, of the wrong kind, or too much.
public struct JSONFields {
  private let position: SourcePosition
  private var members: [JSON.Member]

  /// Opens an object.
  ///
  /// - Throws: `JSONError` when the value is something else.
  public init(_ json: JSON) throws(JSONError) {
    guard case .object(let members) = json.value else {
      throw JSONError(json.position, expected: "an object", found: json.kind)
    }
    (position, self.members) = (json.position, members)
  }

  /// Takes a member, or `nil` when there is none of that name.
  public mutating func optional(_ name: String) -> JSON? {
    guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
    return members.remove(at: index).value
  }

  /// Takes a member that must be there.
  public mutating func required(_ name: String) throws(JSONError) -> JSON {
    guard let value = optional(name) else {
      throw JSONError(position, expected: "a member \"\(name)\"", found: "none")
    }
    return value
  }

  /// Takes a number.
  public mutating func number(_ name: String) throws(JSONError) -> Double {
    let json = try required(name)
    guard let number = json.number else { throw json.error("a number for \"\(name)\"") }
    return number
  }

  /// Takes a whole number.
  public mutating func integer(_ name: String) throws(JSONError) -> Int64 {
    let json = try required(name)
    guard case .integer(let integer) = json.value else {
      throw json.error("a whole number for \"\(name)\"")
    }
    return integer
  }

  /// Takes a string.
  public mutating func text(_ name: String) throws(JSONError) -> String {
    let json = try required(name)
    guard let text = json.text else { throw json.error("a string for \"\(name)\"") }
    return text
  }

  /// Takes a string, or `nil` when there is no member of that name.
  public mutating func optionalText(_ name: String) throws(JSONError) -> String? {
    guard let json = optional(name) else { return nil }
    guard let text = json.text else { throw json.error("a string for \"\(name)\"") }
    return text
  }

  /// Takes a flag.
  public mutating func flag(_ name: String) throws(JSONError) -> Bool {
    let json = try required(name)
    guard case .flag(let flag) = json.value else {
      throw json.error("true or false for \"\(name)\"")
    }
    return flag
  }

  /// Takes one of an enumeration's words, or the value to assume when there is none.
  public mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, default assumed: Choice
  ) throws(JSONError) -> Choice where Choice.RawValue == String {
    guard let json = optional(name) else { return assumed }
    guard let text = json.text, let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw json.error("one of \(words) for \"\(name)\"")
    }
    return choice
  }

  /// Takes one of an enumeration's words, which must be there.
  public mutating func requiredChoice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _: Choice.Type
  ) throws(JSONError) -> Choice where Choice.RawValue == String {
    let json = try required(name)
    guard let text = json.text, let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw json.error("one of \(words) for \"\(name)\"")
    }
    return choice
  }

  /// The members that nobody has taken, in their order.
  public var rest: [JSON.Member] { members }

  /// Takes the number of a pointer, 0 when there is none.
  mutating func pointerNumber() throws(JSONError) -> Int {
    guard let json = optional("id") else { return 0 }
    guard case .integer(let number) = json.value, let number = Int(exactly: number),
      Limits.pointer.contains(number)
    else {
      throw json.error("0…\(Limits.pointer.upperBound), the number of a pointer")
    }
    return number
  }

  /// Ends the reading.
  ///
  /// - Throws: `JSONError` when members are left that nobody took.
  public func finish() throws(JSONError) {
    guard let member = members.first else { return }
    throw JSONError(
      member.value.position, expected: "no member \"\(member.name)\"", found: "one")
  }
}

extension JSON {
  /// What kind of value it is, in words.
  public var kind: String {
    switch value {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .integer(let integer): String(integer)
    case .number(let number): number.description
    case .text(let text): "\"\(text)\""
    case .list: "an array"
    case .object: "an object"
    }
  }

  /// The error that something else was expected here.
  public func error(_ expected: String) -> JSONError {
    JSONError(position, expected: expected, found: kind)
  }
}
