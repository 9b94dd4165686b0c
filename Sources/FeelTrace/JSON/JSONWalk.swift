/// A pass over the members of a JSON object that writes or reads them.
///
/// The caller visits each member once with its current value and gets back the new one: the value
/// read, or, when writing, the same. Both directions of a format thus share one list, in file
/// order.
public final class JSONWalk {
  /// The start of the object being read; `nil` when writing.
  private let position: SourcePosition?
  /// The members written so far, or those still unread, in order.
  public private(set) var members: [JSON.Member] = []

  /// Starts writing an object.
  public init() { position = nil }

  /// Starts reading an object.
  ///
  /// - Throws: `JSONError` if the value is not an object.
  public init(_ json: JSON) throws(JSONError) {
    guard case .object(let members) = json.value else { throw json.error("an object") }
    (position, self.members) = (json.position, members)
  }

  /// The object written by a pass.
  public static func json(_ walk: (JSONWalk) throws(JSONError) -> Void) -> JSON {
    let writer = JSONWalk()
    // Only reading throws.
    try? walk(writer)
    return JSON(.object(writer.members))
  }

  /// Visits a member that is always present.
  public func required<Value>(
    _ name: String, _ value: Value, _ form: JSONForm<Value>
  ) throws(JSONError) -> Value {
    guard position == nil else { return try read(name, form) }
    members.append(JSON.Member(name, form.write(value)))
    return value
  }

  /// Visits a member that is absent without a value.
  public func optional<Value>(
    _ name: String, _ value: Value?, _ form: JSONForm<Value>
  ) throws(JSONError) -> Value? {
    guard position == nil else { return has(name) ? try read(name, form) : nil }
    return if let value { try required(name, value, form) } else { nil }
  }

  /// Visits a member that is absent if it has its usual value.
  public func optional<Value: Equatable>(
    _ name: String, _ value: Value, usually usual: Value, _ form: JSONForm<Value>
  ) throws(JSONError) -> Value {
    try optional(name, value == usual ? nil : value, form) ?? usual
  }

  /// Visits a member that is `null` without a value.
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

  /// Visits the word that names the kind of line, which a reader has already read to choose a type.
  public func line(_ word: String) -> JSONWalk {
    if position == nil { members.append(JSON.Member("e", .text(word))) }
    return self
  }

  /// Visits the remaining members, which no other call visits, unchanged.
  public func rest(_ rest: [JSON.Member]) -> [JSON.Member] {
    guard position == nil else { return members }
    members += rest
    return rest
  }

  /// Whether a member with that name is still unread.
  public func has(_ name: String) -> Bool {
    position != nil && members.contains { $0.name == name }
  }

  /// Reads a required member.
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

  /// An error that the object is not as expected.
  public func error(_ expected: String, found: String = "an object") -> JSONError {
    JSONError(position ?? .start, expected: expected, found: found)
  }

  /// Finishes reading.
  ///
  /// - Throws: `JSONError` if there are unread members.
  public func finish() throws(JSONError) {
    guard let member = members.first else { return }
    throw JSONError(member.value.position, expected: "no member \"\(member.name)\"", found: "one")
  }
}
