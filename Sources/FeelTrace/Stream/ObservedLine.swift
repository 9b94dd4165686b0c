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
  /// The screen recording that it was measured in; `nil` of what a program tells itself.
  public var clip: ObservedClip?
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
    let walk = try JSONWalk(json)
    guard walk.has("feelstream") else {
      throw json.error("a first line with \"feelstream\": \(Self.version)")
    }
    _ = try walk.required("feelstream", Self.version, .version)
    self = try ObservedSource().walked(by: walk)
    extra = walk.members
  }

  /// The line that says so.
  public var json: JSON {
    JSONWalk.json { (walk) throws(JSONError) in
      _ = try walk.required("feelstream", Self.version, .version)
      _ = try walked(by: walk)
      _ = walk.rest(extra)
    }
  }

  /// Walks over what a line says of the program.
  public func walked(by walk: JSONWalk) throws(JSONError) -> ObservedSource {
    var source = self
    source.name = try walk.optional("source", name, .text) ?? name
    source.unit = try walk.optional("unit", unit, .text) ?? unit
    source.scale = try walk.optional("scale", scale, .streamLength) ?? scale
    source.axis = try walk.optional("axis", axis, .word) ?? axis
    source.minimum = try walk.optional("min", minimum, .streamNumber)
    source.maximum = try walk.optional("max", maximum, .streamNumber)
    source.viewport = try walk.optional("viewport", viewport, .streamLength)
    if let minimum = source.minimum, let maximum = source.maximum, minimum > maximum {
      throw walk.error("a \"min\" that is not above \"max\"")
    }
    return source
  }
}

/// Every other line of an observation stream: what a program showed, or what it was given, at a
/// time.
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
    /// A wheel or touchpad turned by this much, in the stream's unit, and what it said of it, if
    /// anything.
    case wheel(Double, WheelPhase?)

    /// What a line that is to be read tells; it still says by how much.
    ///
    /// - Throws: `JSONError` where it tells nothing.
    public static func kind(of walk: JSONWalk) throws(JSONError) -> ObservedLine.Content {
      if walk.has("offset") { return .offset(0) }
      if walk.has("pointer") { return .pointer(.zero, .down) }
      if walk.has("wheel") { return .wheel(0, nil) }
      throw walk.error("a member \"offset\", \"pointer\" or \"wheel\"")
    }

    /// Walks over what a line tells.
    public func walked(by walk: JSONWalk) throws(JSONError) -> ObservedLine.Content {
      switch self {
      case .offset(let offset): return .offset(try walk.required("offset", offset, .streamNumber))
      case .pointer(let place, let phase):
        let place = try walk.required("pointer", [place.x, place.y], .place)
        return .pointer(Vector(place[0], place[1]), try walk.required("phase", phase, .word))
      case .wheel(let turn, let phase):
        let turn = try walk.required("wheel", turn, .streamNumber)
        return .wheel(turn, try walk.optional("phase", phase, .word))
      }
    }
  }

  /// In seconds, on a clock of the program's own.
  public var time: Double
  /// What the line tells.
  public var content: Content
  /// Which pointer a pointer's sample is of: 0 unless the stream says another number; of other
  /// lines it says nothing.
  public var pointer: Int
  /// Members that this version does not know, in their order.
  public var extra: [JSON.Member]

  /// Creates a line.
  public init(time: Double, _ content: Content, pointer: Int = 0, extra: [JSON.Member] = []) {
    (self.time, self.content, self.pointer, self.extra) = (time, content, pointer, extra)
  }

  /// Reads a line.
  ///
  /// - Throws: `JSONError` for what is missing, of another kind or out of range.
  public init(_ json: JSON) throws(JSONError) {
    let walk = try JSONWalk(json)
    guard walk.has("t") else { throw json.error("a member \"t\", the time in seconds") }
    self = try ObservedLine(time: 0, try Content.kind(of: walk)).walked(by: walk)
  }

  /// The line as JSON.
  public var json: JSON {
    JSONWalk.json { (walk) throws(JSONError) in _ = try walked(by: walk) }
  }

  private func walked(by walk: JSONWalk) throws(JSONError) -> ObservedLine {
    var walked = self
    walked.time = try walk.required("t", time, .streamNumber)
    walked.content = try content.walked(by: walk)
    if case .pointer = content {
      walked.pointer = try walk.optional("id", pointer, usually: 0, .pointer)
    }
    walked.extra = walk.rest(extra)
    return walked
  }
}

extension JSONForm<Int> {
  fileprivate static var version: Self {
    let version = ObservedSource.version
    return integer(version...version, "\(version), the version of the format,")
  }
}

extension JSONForm<Double> {
  fileprivate static var streamNumber: Self {
    number.when("a number within ±1e9", Limits.streamNumber.contains)
  }

  fileprivate static var streamLength: Self {
    number.when("a positive number of at most 1e9", (1e-3...1e9).contains)
  }
}

extension JSONForm<[Double]> {
  fileprivate static var place: Self {
    let expected = "an array of two numbers within ±1e9"
    return list(of: .streamNumber).when(expected) { $0.count == 2 }
  }
}
