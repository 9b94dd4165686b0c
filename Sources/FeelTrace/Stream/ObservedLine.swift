public import Feel

/// The header of an observation stream: a program's description of itself.
public struct ObservedSource: Hashable, Sendable {
  /// The format version.
  public static let version = 1

  /// The direction in which the content scrolls.
  public enum Axis: String, Hashable, Sendable, CaseIterable {
    /// Horizontally.
    case x
    /// Vertically.
    case y
  }

  /// The program's name; may be empty.
  public var name: String
  /// The unit of its offsets and positions; "px" by default.
  public var unit: String
  /// Device pixels per unit; positive.
  public var scale: Double
  /// The direction in which it scrolls.
  public var axis: Axis
  /// The minimum offset at rest, if known.
  public var minimum: Double?
  /// The maximum offset at rest, if known.
  public var maximum: Double?
  /// The viewport's length along the axis, if known; positive.
  public var viewport: Double?
  /// The precision of offsets at best, in the unit, if they were measured in a screen recording,
  /// whose repeated frames are then left out; 0 if they are exact.
  public var exactness = 0.0
  /// The standard deviation of the error of its times, in seconds.
  public var timeScatter = 0.0
  /// The screen recording in which it was measured; `nil` if the program itself wrote the stream.
  public var clip: ObservedClip?
  /// Unknown members, in order.
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

  /// Reads the header of a stream.
  ///
  /// - Throws: `JSONError` for another version, and for values of another kind or out of range.
  public init(_ json: JSON) throws(JSONError) {
    let walk = try JSONWalk(json)
    guard walk.has("feelstream") else {
      throw json.error("a first line with \"feelstream\": \(Self.version)")
    }
    _ = try walk.required("feelstream", Self.version, .version)
    self = try ObservedSource().walked(by: walk)
    extra = walk.members
  }

  /// The header as JSON.
  public var json: JSON {
    JSONWalk.json { (walk) throws(JSONError) in
      _ = try walk.required("feelstream", Self.version, .version)
      _ = try walked(by: walk)
      _ = walk.rest(extra)
    }
  }

  /// Writes or reads the members of the program's description.
  public func walked(by walk: JSONWalk) throws(JSONError) -> ObservedSource {
    var source = self
    source.name = try walk.optional("source", name, .text) ?? name
    source.unit = try walk.optional("unit", unit, .text) ?? unit
    source.scale = try walk.optional("scale", scale, .streamLength) ?? scale
    source.axis = try walk.optional("axis", axis, .word) ?? axis
    source.minimum = try walk.optional("min", minimum, .streamNumber)
    source.maximum = try walk.optional("max", maximum, .streamNumber)
    source.viewport = try walk.optional("viewport", viewport, .streamLength)
    let (exactness, scatter) = (
      exactness > 0 ? exactness : nil, timeScatter > 0 ? timeScatter : nil
    )
    source.exactness = try walk.optional("exactness", exactness, .precision) ?? 0
    source.timeScatter = try walk.optional("timeScatter", scatter, .precision) ?? 0
    if let minimum = source.minimum, let maximum = source.maximum, minimum > maximum {
      throw walk.error("a \"min\" that is not above \"max\"")
    }
    return source
  }
}

/// Any other line of an observation stream: what a program showed, or what input it received, at a
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
    /// The press was cancelled by the system.
    case cancel
  }

  /// The phase that a touchpad reports with a wheel event.
  public enum WheelPhase: String, Hashable, Sendable, CaseIterable {
    /// Fingers began to scroll.
    case begin
    /// They continue.
    case change
    /// They were lifted.
    case end
    /// The system continues without them.
    case momentum
  }

  /// The motion of a clip's content in a frame, from its law and the neighbouring frames; only
  /// recordings of sessions contain it.
  public struct Motion: Hashable, Sendable {
    /// The velocity, in the stream's unit a second.
    public var velocity: Double
    /// What moves the content; `idle` at rest.
    public var state: ControlState

    /// Creates a motion.
    public init(velocity: Double, state: ControlState) {
      (self.velocity, self.state) = (velocity, state)
    }
  }

  /// The content of a line.
  public enum Content: Hashable, Sendable {
    /// A frame was shown with the content at this offset, in the stream's unit; of a measured clip,
    /// with its motion.
    case offset(Double, Motion? = nil)
    /// A pointer sample, in the stream's unit.
    case pointer(Vector, PointerPhase)
    /// A wheel or touchpad turned by this much, in the stream's unit, with its phase, if reported.
    case wheel(Double, WheelPhase?)

    /// The kind of content of a line to be read, with placeholder values.
    ///
    /// - Throws: `JSONError` if there is none.
    public static func kind(of walk: JSONWalk) throws(JSONError) -> ObservedLine.Content {
      if walk.has("offset") { return .offset(0) }
      if walk.has("pointer") { return .pointer(.zero, .down) }
      if walk.has("wheel") { return .wheel(0, nil) }
      throw walk.error("a member \"offset\", \"pointer\" or \"wheel\"")
    }

    /// Writes or reads the line's content.
    public func walked(by walk: JSONWalk) throws(JSONError) -> ObservedLine.Content {
      switch self {
      case .offset(let offset, let motion):
        let offset = try walk.required("offset", offset, .streamNumber)
        guard
          let velocity = try walk.optional("clipVelocity", motion?.velocity, .streamNumber),
          let state = try walk.optional("clipState", motion?.state, .word)
        else { return .offset(offset) }
        return .offset(offset, Motion(velocity: velocity, state: state))
      case .pointer(let place, let phase):
        let place = try walk.required("pointer", [place.x, place.y], .place)
        return .pointer(Vector(place[0], place[1]), try walk.required("phase", phase, .word))
      case .wheel(let turn, let phase):
        let turn = try walk.required("wheel", turn, .streamNumber)
        return .wheel(turn, try walk.optional("phase", phase, .word))
      }
    }
  }

  /// The time in seconds, on the program's own clock.
  public var time: Double
  /// The content.
  public var content: Content
  /// The id of a pointer sample's pointer, 0 by default; meaningless for other lines.
  public var pointer: Int
  /// Unknown members, in order.
  public var extra: [JSON.Member]

  /// Creates a line.
  public init(time: Double, _ content: Content, pointer: Int = 0, extra: [JSON.Member] = []) {
    (self.time, self.content, self.pointer, self.extra) = (time, content, pointer, extra)
  }

  /// Reads a line.
  ///
  /// - Throws: `JSONError` for values that are missing, of another kind or out of range.
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
    walked.time = try walk.required("t", time, .streamTime)
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

  fileprivate static var streamTime: Self {
    let expected = "a time within ±1e9 s, such as the seconds since the first line,"
    return number.when(expected, Limits.streamNumber.contains)
  }

  fileprivate static var streamLength: Self {
    number.when("a positive number of at most 1e9", (1e-3...1e9).contains)
  }

  fileprivate static var precision: Self {
    number.when("a number from 0 to 1e9", (0...1e9).contains)
  }
}

extension JSONForm<[Double]> {
  fileprivate static var place: Self {
    let expected = "an array of two numbers within ±1e9"
    return list(of: .streamNumber).when(expected) { $0.count == 2 }
  }
}
