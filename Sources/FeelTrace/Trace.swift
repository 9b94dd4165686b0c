public import Feel

/// A recorded session: what it started as, what it was told, and what it looked like every second.
public struct Trace: Hashable, Sendable {
  /// One line after the header.
  public struct Entry: Hashable, Sendable {
    /// What a line can say.
    public enum Content: Hashable, Sendable {
      /// The session was told something.
      case event(SessionEvent)
      /// The session was in this state, just after all entries before this one.
      case state(Instant, [StateField])
    }

    /// The line's number in its file, from 1.
    public var line: Int
    /// What it says.
    public var content: Content

    /// Creates an entry.
    public init(line: Int, _ content: Content) {
      (self.line, self.content) = (line, content)
    }

    /// When.
    public var time: Instant {
      switch content {
      case .event(let event): event.time
      case .state(let time, _): time
      }
    }
  }

  /// What the session started as.
  public var header: TraceHeader
  /// What happened, in order of time.
  public var entries: [Entry]

  /// Creates a trace.
  public init(header: TraceHeader, entries: [Entry] = []) {
    (self.header, self.entries) = (header, entries)
  }

  /// What the session was told, in order.
  public var events: [SessionEvent] {
    entries.compactMap {
      guard case .event(let event) = $0.content else { return nil }
      return event
    }
  }

  /// The time of the last entry; zero for a trace without any.
  public var end: Instant { entries.last?.time ?? .zero }
}

/// The first line of a trace: all that a session needs to start the same way.
public struct TraceHeader: Hashable, Sendable {
  /// The version of the format that this code reads and writes.
  public static let formatVersion = 1

  /// The version of the program that wrote it.
  public var program: String
  /// The scene's id.
  public var scene: String
  /// The window's size, in points.
  public var size: Size
  /// Device pixels a point.
  public var scale: Double
  /// The preset's id.
  public var preset: String
  /// The parameters as they were used, by key, in order; what a reader finds left out is the preset's.
  public var parameters: [ParameterSetting]
  /// The look: light, dark or contrast.
  public var theme: String
  /// Whether the look's own motion is reduced.
  public var reducedMotion: Bool

  /// Creates a header.
  public init(
    program: String, scene: String, size: Size, scale: Double, preset: String,
    parameters: [ParameterSetting] = [], theme: String, reducedMotion: Bool = false
  ) {
    (self.program, self.scene, self.size, self.scale) = (program, scene, size, scale)
    (self.preset, self.parameters, self.theme) = (preset, parameters, theme)
    self.reducedMotion = reducedMotion
  }
}

/// A parameter, by key, and what it is set to.
public struct ParameterSetting: Hashable, Sendable {
  /// The parameter's key.
  public var key: String
  /// What it is set to.
  public var value: ParameterValue

  /// Creates a setting.
  public init(_ key: String, _ value: ParameterValue) {
    (self.key, self.value) = (key, value)
  }
}

extension ParameterValue {
  /// The value as JSON.
  public var json: JSON {
    switch self {
    case .number(let number): .number(number)
    case .choice(let choice): .text(choice)
    case .flag(let flag): .flag(flag)
    case .unlimited: .null
    }
  }

  /// Reads a value.
  ///
  /// - Throws: `JSONError` for an array or an object.
  public init(_ json: JSON) throws(JSONError) {
    switch json.value {
    case .number(let number): self = .number(number)
    case .integer(let integer): self = .number(Double(integer))
    case .text(let text): self = .choice(text)
    case .flag(let flag): self = .flag(flag)
    case .null: self = .unlimited
    default: throw json.error("a number, a string, true, false or null")
    }
  }
}

/// Why a trace is refused: the place in its file, what was expected there, and what was found.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name.
  public var file: String
  /// The place.
  public var position: SourcePosition
  /// What would have been right there, as words that follow "expected".
  public var expected: String
  /// What stands there, as words that follow "found".
  public var found: String

  /// Creates an error.
  public init(file: String, _ position: SourcePosition, expected: String, found: String) {
    (self.file, self.position, self.expected, self.found) = (file, position, expected, found)
  }

  /// "file:line:column: expected …, found …".
  public var description: String {
    "\(file):\(position.line):\(position.column): expected \(expected), found \(found)"
  }
}
