public import Feel

/// What a program says of itself in the first line of an observation stream.
public struct ObservedSource: Hashable, Sendable {
  /// The version of the format that is read and written.
  public static let version = 1

  /// Which way the content scrolls.
  public enum Axis: String, Hashable, Sendable, CaseIterable {
    /// From side to side.
    case x
    /// Up and down.
    case y
  }

  /// The program's own name for itself; may be empty.
  public var name: String
  /// The unit of its offsets and places: "px" unless it says otherwise.
  public var unit: String
  /// Device pixels a unit; positive.
  public var scale: Double
  /// Which way it scrolls.
  public var axis: Axis
  /// The least offset at which the content rests, if that is known.
  public var minimum: Double?
  /// The greatest offset at which the content rests, if that is known.
  public var maximum: Double?
  /// The viewport's length along the axis, if that is known; positive.
  public var viewport: Double?
  /// Members that this version does not know, in their order.
  public var extra: [JSON.Member]

  /// Creates a source.
  public init(
    name: String = "", unit: String = "px", scale: Double = 1, axis: Axis = .y,
    minimum: Double? = nil, maximum: Double? = nil, viewport: Double? = nil,
    extra: [JSON.Member] = []
  ) {
    (self.name, self.unit, self.scale, self.axis) = (name, unit, scale, axis)
    (self.minimum, self.maximum, self.viewport) = (minimum, maximum, viewport)
    self.extra = extra
  }

  /// Reads the first line of a stream.
  ///
  /// - Throws: `JSONError` for another version, and for what is of another kind or out of range.
  public init(_ json: JSON) throws(JSONError) {
    var fields = try JSONFields(json)
    guard let version = fields.optional("feelstream") else {
      throw json.error("a first line with \"feelstream\": \(Self.version)")
    }
    guard version.value == .integer(Int64(Self.version)) else {
      throw version.error("\(Self.version), the version of the format, for \"feelstream\"")
    }
    try self.init(&fields, of: json)
    extra = fields.rest
  }

  /// Reads what the members of a line say of a program.
  ///
  /// - Throws: `JSONError` for what is of another kind or out of range.
  public init(_ fields: inout JSONFields, of line: JSON) throws(JSONError) {
    name = try fields.optionalText("source") ?? ""
    unit = try fields.optionalText("unit") ?? "px"
    scale = try fields.streamLength("scale") ?? 1
    axis = try fields.choice("axis", default: .y)
    minimum = try fields.streamNumber("min")
    maximum = try fields.streamNumber("max")
    viewport = try fields.streamLength("viewport")
    extra = []
    if let minimum, let maximum, minimum > maximum {
      throw line.error("a \"min\" that is not above \"max\"")
    }
  }

  /// The line that says so.
  public var json: JSON {
    JSON(.object([JSON.Member("feelstream", .integer(Self.version))] + members + extra))
  }

  /// What a line says of the program.
  public var members: [JSON.Member] {
    var members = [
      JSON.Member("source", .text(name)), JSON.Member("unit", .text(unit)),
      JSON.Member("scale", .number(scale)), JSON.Member("axis", .text(axis.rawValue)),
    ]
    if let minimum { members.append(JSON.Member("min", .number(minimum))) }
    if let maximum { members.append(JSON.Member("max", .number(maximum))) }
    if let viewport { members.append(JSON.Member("viewport", .number(viewport))) }
    return members
  }
}

/// Every other line of an observation stream: what a program showed, or what it was given, at a time.
public struct ObservedLine: Hashable, Sendable {
  /// What a pointer did.
  public enum PointerPhase: String, Hashable, Sendable, CaseIterable {
    /// It was pressed.
    case down
    /// It moved while pressed.
    case move
    /// It was released.
    case up
    /// The press was taken away.
    case cancel
  }

  /// What a touchpad says of a turn of the wheel.
  public enum WheelPhase: String, Hashable, Sendable, CaseIterable {
    /// Fingers have begun to scroll.
    case begin
    /// They go on.
    case change
    /// They were lifted.
    case end
    /// The system goes on without them.
    case momentum
  }

  /// What a line tells.
  public enum Content: Hashable, Sendable {
    /// A frame was shown with the content at this offset, in the stream's unit.
    case offset(Double)
    /// A pointer sample, in the stream's unit.
    case pointer(Vector, PointerPhase)
    /// A wheel or touchpad turned by this much, in the stream's unit, and what it said of it, if anything.
    case wheel(Double, WheelPhase?)
  }

  /// In seconds, on a clock of the program's own.
  public var time: Double
  /// What the line tells.
  public var content: Content
  /// Which pointer a pointer's sample is of: 0 unless the stream says another number; of other lines it says nothing.
  public var pointer: Int
  /// Members that this version does not know, in their order.
  public var extra: [JSON.Member]

  /// Creates a line.
  public init(
    time: Double, _ content: Content, pointer: Int = 0, extra: [JSON.Member] = []
  ) {
    (self.time, self.content, self.pointer, self.extra) = (time, content, pointer, extra)
  }

  /// Reads a line.
  ///
  /// - Throws: `JSONError` for what is missing, of another kind or out of range.
  public init(_ json: JSON) throws(JSONError) {
    var fields = try JSONFields(json)
    guard let time = try fields.streamNumber("t") else {
      throw json.error("a member \"t\", the time in seconds")
    }
    self.time = time
    content = try Content(&fields, of: json)
    pointer = if case .pointer = content { try fields.pointerNumber() } else { 0 }
    extra = fields.rest
  }

  /// The line as JSON.
  public var json: JSON {
    let id = pointer == 0 ? [] : [JSON.Member("id", .integer(pointer))]
    return JSON(.object([JSON.Member("t", .number(time))] + content.members + id + extra))
  }
}

extension ObservedLine.Content {
  /// Reads what the members of a line tell.
  ///
  /// - Throws: `JSONError` for what is missing, of another kind or out of range.
  public init(_ fields: inout JSONFields, of line: JSON) throws(JSONError) {
    if let offset = try fields.streamNumber("offset") {
      self = .offset(offset)
    } else if let pointer = fields.optional("pointer") {
      let place = pointer.list?.compactMap(\.number).filter(Limits.streamNumber.contains) ?? []
      guard place.count == 2, pointer.list?.count == 2 else {
        throw pointer.error("an array of two numbers within ±1e9 for \"pointer\"")
      }
      let phase = try fields.requiredChoice("phase", ObservedLine.PointerPhase.self)
      self = .pointer(Vector(place[0], place[1]), phase)
    } else if let turn = try fields.streamNumber("wheel") {
      let named = fields.optional("phase")
      let phase = named?.text.flatMap(ObservedLine.WheelPhase.init)
      guard phase != nil || named == nil else {
        let words = ObservedLine.WheelPhase.allCases.map { "\"\($0.rawValue)\"" }
        throw (named ?? line).error("one of \(words.joined(separator: ", ")) for \"phase\"")
      }
      self = .wheel(turn, phase)
    } else {
      throw line.error("a member \"offset\", \"pointer\" or \"wheel\"")
    }
  }

  /// What a line says of it.
  public var members: [JSON.Member] {
    switch self {
    case .offset(let offset): [JSON.Member("offset", .number(offset))]
    case .pointer(let place, let phase):
      [
        JSON.Member("pointer", .list([.number(place.x), .number(place.y)])),
        JSON.Member("phase", .text(phase.rawValue)),
      ]
    case .wheel(let turn, let phase):
      [JSON.Member("wheel", .number(turn))]
        + (phase.map { [JSON.Member("phase", .text($0.rawValue))] } ?? [])
    }
  }
}

extension JSONFields {
  /// Takes a number within the range of streams, or `nil` when there is none.
  fileprivate mutating func streamNumber(_ name: String) throws(JSONError) -> Double? {
    guard let json = optional(name) else { return nil }
    guard let number = json.number, Limits.streamNumber.contains(number) else {
      throw json.error("a number within ±1e9 for \"\(name)\"")
    }
    return number
  }

  /// Takes a length, or `nil` when there is none.
  fileprivate mutating func streamLength(_ name: String) throws(JSONError) -> Double? {
    guard let json = optional(name) else { return nil }
    guard let number = json.number, (1e-3...1e9).contains(number) else {
      throw json.error("a positive number of at most 1e9 for \"\(name)\"")
    }
    return number
  }
}
