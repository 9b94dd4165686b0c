/// A pass over the members of a JSON object that writes or reads them.
///
/// Whoever walks names each member once, gives what it is, and is returned what it is from now on:
/// what was read, or what was given to be written. Both directions of a format follow from one
/// list, in the order of the file.
public final class JSONWalk {
  /// Where the object that is read begins; `nil` while writing.
  private let position: SourcePosition?
  /// The members that were written, or those that are still to be read, in their order.
  public private(set) var members: [JSON.Member] = []

  /// Begins to write an object.
  public init() { position = nil }

  /// Begins to read an object.
  ///
  /// - Throws: `JSONError` when the value is something else.
  public init(_ json: JSON) throws(JSONError) {
    guard case .object(let members) = json.value else { throw json.error("an object") }
    (position, self.members) = (json.position, members)
  }

  /// The object that a pass writes.
  public static func json(_ walk: (JSONWalk) throws(JSONError) -> Void) -> JSON {
    let writer = JSONWalk()
    // Only what is read can be wrong.
    try? walk(writer)
    return JSON(.object(writer.members))
  }

  /// Walks over a member that is always there.
  public func required<Value>(
    _ name: String, _ value: Value, _ form: JSONForm<Value>
  ) throws(JSONError) -> Value {
    guard position == nil else { return try read(name, form) }
    members.append(JSON.Member(name, form.write(value)))
    return value
  }

  /// Walks over a member that is missing where there is no value.
  public func optional<Value>(
    _ name: String, _ value: Value?, _ form: JSONForm<Value>
  ) throws(JSONError) -> Value? {
    guard position == nil else { return has(name) ? try read(name, form) : nil }
    return if let value { try required(name, value, form) } else { nil }
  }

  /// Walks over a member that is missing where it is as usual.
  public func optional<Value: Equatable>(
    _ name: String, _ value: Value, usually usual: Value, _ form: JSONForm<Value>
  ) throws(JSONError) -> Value {
    try optional(name, value == usual ? nil : value, form) ?? usual
  }

  /// Walks over a member that is `null` where there is no value.
  public func nullable<Value>(
    _ name: String, _ value: Value?, _ form: JSONForm<Value>
  ) throws(JSONError) -> Value? {
    let orNull = JSONForm<Value?>(
      "null, or \(form.expected())", { $0.map(form.write) ?? .null }
    ) { (json) throws(JSONError) in
      json.value == .null ? .some(nil) : try form.read(json).map(Optional.some)
    }
    return try required(name, value, orNull)
  }

  /// Walks over the word that says what a line is about; who reads has read it to know whom to ask.
  public func line(_ word: String) -> JSONWalk {
    if position == nil { members.append(JSON.Member("e", .text(word))) }
    return self
  }

  /// Walks over what is left: members that nobody names, as they stand.
  public func rest(_ rest: [JSON.Member]) -> [JSON.Member] {
    guard position == nil else { return members }
    members += rest
    return rest
  }

  /// Whether a member of that name is still to be read.
  public func has(_ name: String) -> Bool {
    position != nil && members.contains { $0.name == name }
  }

  /// Reads a member that must be there.
  public func read<Value>(_ name: String, _ form: JSONForm<Value>) throws(JSONError) -> Value {
    guard let index = members.firstIndex(where: { $0.name == name }) else {
      throw error("a member \"\(name)\"", found: "none")
    }
    let json = members.remove(at: index).value
    guard let value = try form.read(json) else {
      throw json.error("\(form.expected()) for \"\(name)\"")
    }
    return value
  }

  /// The error that the object is not as expected.
  public func error(_ expected: String, found: String = "an object") -> JSONError {
    JSONError(position ?? .start, expected: expected, found: found)
  }

  /// Ends the reading.
  ///
  /// - Throws: `JSONError` when members are left that nobody named.
  public func finish() throws(JSONError) {
    guard let member = members.first else { return }
    throw JSONError(member.value.position, expected: "no member \"\(member.name)\"", found: "one")
  }
}
