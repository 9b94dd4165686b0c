public import Feel
public import FeelTrace
public import Stage

/// A recorded session: what it started as, what happened to the stage, and what it looked like every second.
public struct Trace: Hashable, Sendable {
  /// One line after the header.
  public struct Entry: Hashable, Sendable {
    /// What a line can say.
    public enum Content: Hashable, Sendable {
      /// Something happened to the stage.
      case event(SessionEvent)
      /// The session was in this state, just after all entries before this one.
      case state(Instant, [StateField])
      /// A gesture came to rest.
      case take(Instant, RecordedTake)

      /// When.
      public var time: Instant {
        switch self {
        case .event(let event): event.time
        case .state(let time, _), .take(let time, _): time
        }
      }
    }

    /// The line's number in its file, from 1.
    public var line: Int
    /// What it says.
    public var content: Content
    /// Members of the line that this program does not know, as they stand in the file.
    public var unknown: [JSON.Member]

    /// Creates an entry.
    public init(line: Int, _ content: Content, unknown: [JSON.Member] = []) {
      (self.line, self.content, self.unknown) = (line, content, unknown)
    }

    /// When.
    public var time: Instant { content.time }
  }

  /// What the session started as.
  public var header: TraceHeader
  /// What happened, in order of time.
  public var entries: [Entry]
  /// The number of the file's last line, where that was cut off and is left out.
  public var cutLine: Int?

  /// Creates a trace.
  public init(header: TraceHeader, entries: [Entry] = [], cutLine: Int? = nil) {
    (self.header, self.entries, self.cutLine) = (header, entries, cutLine)
  }

  /// What happened to the stage, in order.
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
  public static let formatVersion = 2

  /// The version of the program that wrote it.
  public var program: String
  /// The scene's id.
  public var scene: String
  /// How large the stage is, and how fine its pixels are.
  public var place: StagePlace
  /// The laws of scrolling that the parameters came from.
  public var preset: ScrollPreset
  /// The parameters as they were used, by key, in order; what a reader finds left out is the preset's.
  public var parameters: [ParameterSetting]
  /// The keys of those that were set over the preset though it says the same, or though they mean nothing as the choices are.
  public var overrides: [String] = []
  /// The look.
  public var theme: Theme.Name
  /// Whether the look's own motion is reduced.
  public var reducedMotion: Bool
  /// Members that this program does not know, as they stand in the file.
  public var unknown: [JSON.Member] = []

  /// Creates a header.
  public init(
    program: String, scene: String, place: StagePlace, preset: ScrollPreset = .uikit,
    parameters: [ParameterSetting] = [], theme: Theme.Name = .light, reducedMotion: Bool = false
  ) {
    (self.program, self.scene, self.place) = (program, scene, place)
    (self.preset, self.parameters, self.theme) = (preset, parameters, theme)
    self.reducedMotion = reducedMotion
  }

  /// What a session is now, written by a version of the program.
  public init(of session: Session, program: String) {
    self.init(
      program: program, scene: session.sceneType.id, place: session.stagePlace,
      theme: session.theme, reducedMotion: session.reducedMotion)
    take(session.parameters)
  }

  /// Starts the session with these values.
  public mutating func take(_ set: ParameterSet) {
    preset = set.preset
    parameters = set.shown.map { ParameterSetting($0.key, $0.value) }
    overrides = set.kept
  }
}

/// A gesture in a trace, by its name.
public struct RecordedTake: Hashable, Sendable {
  /// Its name, unique in its trace: "Take 3".
  public var name: String
  /// When it began, in stage time.
  public var start: Instant
  /// When it was last let go, in stage time; its start where nothing was held.
  public var release: Instant
  /// When everything came to rest, in stage time.
  public var rest: Instant

  /// Creates a take; its times are in order.
  public init(_ name: String, start: Instant, release: Instant, rest: Instant) {
    (self.name, self.start, self.release, self.rest) = (name, start, release, rest)
  }
}

/// Why a trace is refused.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name.
  public var file: String
  /// What is wrong in it, and where.
  public var fault: JSONError

  /// "file:line:column: expected …, found …".
  public var description: String { "\(file):\(fault)" }
}
