public import Feel
public import FeelTrace
public import Stage

/// A recorded session: its initial state, what happened to the stage, and the state once a second.
public struct Trace: Hashable, Sendable {
  /// One line after the header.
  public struct Entry: Hashable, Sendable {
    /// The kinds of lines.
    public enum Content: Hashable, Sendable {
      /// Something happened to the stage.
      case event(SessionEvent)
      /// The session's state just after all preceding entries.
      case state(Instant, [StateField])
      /// A take came to rest.
      case take(Instant, RecordedTake)

      /// The entry's time.
      public var time: Instant {
        switch self {
        case .event(let event): event.time
        case .state(let time, _), .take(let time, _): time
        }
      }
    }

    /// The line's number in its file, from 1.
    public var line: Int
    /// The line's content.
    public var content: Content
    /// Members of the line that this program does not know, as they appear in the file.
    public var unknown: [JSON.Member]

    /// Creates an entry.
    public init(line: Int, _ content: Content, unknown: [JSON.Member] = []) {
      (self.line, self.content, self.unknown) = (line, content, unknown)
    }

    /// The entry's time.
    public var time: Instant { content.time }
  }

  /// The initial state of the session.
  public var header: TraceHeader
  /// The entries, in order of time.
  public var entries: [Entry]
  /// The number of the file's last line, if that was truncated and is left out.
  public var cutLine: Int?

  /// Creates a trace.
  public init(header: TraceHeader, entries: [Entry] = [], cutLine: Int? = nil) {
    (self.header, self.entries, self.cutLine) = (header, entries, cutLine)
  }

  /// The events of the stage, in order.
  public var events: [SessionEvent] {
    entries.compactMap {
      guard case .event(let event) = $0.content else { return nil }
      return event
    }
  }

  /// The time of the last entry; zero if there is none.
  public var end: Instant { entries.last?.time ?? .zero }

  /// A take's events as a recording of its own; time 0 is where the take's stored part starts,
  /// shortly before the take itself.
  ///
  /// `Session.begin(as:)` sets up the stage that it starts on.
  package init(of take: Take, scene: String, like header: TraceHeader) {
    let before = take.before
    var header = header
    (header.scene, header.place) = (scene, StagePlace(before.stage))
    header.reducedMotion = before.stage.reducedMotion
    header.adopt(before.stage.parameters)
    func later(_ time: Instant) -> Instant {
      Instant(microseconds: max(0, time.microseconds - before.now.microseconds))
    }
    func earlier(_ source: ObservedSource) -> ObservedSource {
      var source = source
      source.clip?.shift += before.now.seconds
      return source
    }
    var stage = before.stage
    var events = stage.source.map { [SessionEvent.change(.zero, .watch(earlier($0)))] } ?? []
    for event in take.events {
      let time = later(event.time)
      switch event {
      case .input(var input):
        input = input.moved(by: -stage.frame.origin)
        input.time = time
        events.append(.stage(input))
      case .command(_, let command): events.append(.change(time, .command(command)))
      case .focus(_, let focus): events.append(.change(time, .focus(focus)))
      case .restart: events.append(.change(time, .restart))
      case .observe(_, let content): events.append(.change(time, .observe(content)))
      case .place(_, let next):
        events += Self.changes(from: stage, to: next).map { change in
          if case .watch(let source) = change { return .change(time, .watch(earlier(source))) }
          return .change(time, change)
        }
        stage = next
      // A comparison is not part of the take.
      case .compare: break
      }
    }
    let end = RecordedTake(
      take.recordedName, start: later(take.span.start), release: later(take.span.release),
      rest: later(take.span.rest ?? take.end))
    let contents = events.map(Entry.Content.event) + [.take(later(take.end), end)]
    self.init(
      header: header,
      entries: contents.enumerated().map { Entry(line: $0.offset + 2, $0.element) })
  }

  private static func changes(from stage: Stage, to next: Stage) -> [SessionChange] {
    var changes: [SessionChange] = []
    if StagePlace(next) != StagePlace(stage) { changes.append(.stage(StagePlace(next))) }
    if next.reducedMotion != stage.reducedMotion {
      changes.append(.reducedMotion(next.reducedMotion))
    }
    if next.parameters != stage.parameters { changes.append(.parameters(next.parameters)) }
    if let source = next.source, source != stage.source { changes.append(.watch(source)) }
    return changes
  }

  /// The trace as the text of a file; line numbers follow the order of the entries.
  public var text: String {
    entries.reduce(into: header.line) { $0 += $1.content.line(unknown: $1.unknown) ?? "" }
  }
}

/// The first line of a trace: everything a session needs to start the same way.
public struct TraceHeader: Hashable, Sendable {
  /// The version of the format that this code reads and writes.
  public static let formatVersion = 2

  /// The version of the program that wrote it.
  public var program: String
  /// The scene's id.
  public var scene: String
  /// The stage's size and pixel scale.
  public var place: StagePlace
  /// The preset.
  public var preset: ScrollPreset
  /// All parameters in effect, by key and in order; a reader uses the preset's value for any left
  /// out.
  public var parameters: [ParameterSetting]
  /// Keys that the user set explicitly, even if equal to the preset's value or not applicable.
  public var overrides: [String] = []
  /// The theme.
  public var theme: Theme.Name
  /// Whether decorative motion is reduced.
  public var reducedMotion: Bool
  /// Members that this program does not know, as they appear in the file.
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

  /// Creates a header from a session's current state, written by this version of the program.
  public init(of session: Session, program: String) {
    self.init(
      program: program, scene: session.sceneType.id, place: session.stagePlace,
      theme: session.theme, reducedMotion: session.reducedMotion)
    adopt(session.parameters)
  }

  /// Sets the preset and parameters that the session starts with.
  public mutating func adopt(_ set: ParameterSet) {
    preset = set.preset
    parameters = set.shown.map { ParameterSetting($0.key, $0.value) }
    overrides = set.kept
  }

  /// The first line of a recording, with its line feed.
  public var line: String {
    let json = JSONWalk.json { (walk) throws(JSONError) in _ = try walked(by: walk, in: nil) }
    return "\(json)\n"
  }

  /// Reads or writes the first line of a recording; `catalog` is `nil` while writing.
  func walked(by walk: JSONWalk, in catalog: Catalog?) throws(JSONError) -> TraceHeader {
    var header = self
    let version = Self.formatVersion
    _ = try walk.required(
      "feel", version, .integer(version...version, "format version \(version)"))
    header.program = try walk.required("program", program, .text)
    header.scene = try walk.required("scene", scene, .scene(of: catalog))
    let scene = catalog?.scene(header.scene)
    header.place = try place.walked(by: walk, size: "stage")
    header.preset = try walk.required("preset", preset, .preset)
    header.parameters = try walk.required("parameters", parameters, .settings(of: scene))
    header.theme = try walk.required("theme", theme, .word)
    header.reducedMotion = try walk.required("reducedMotion", reducedMotion, .flag)
    // Rare: a value equals the preset's only after a change of preset.
    header.overrides = try walk.optional(
      "overrides", overrides, usually: [], .list(of: .key(of: scene)))
    header.unknown = walk.rest(unknown)
    return header
  }
}

/// A take in a trace, by name.
public struct RecordedTake: Hashable, Sendable {
  /// Its name, unique in its trace: "Take 3".
  public var name: String
  /// When it began, in stage time.
  public var start: Instant
  /// When it was last released, in stage time; the start if nothing was held.
  public var release: Instant
  /// When everything came to rest, in stage time.
  public var rest: Instant

  /// Creates a take; its times must be in order.
  public init(_ name: String, start: Instant, release: Instant, rest: Instant) {
    (self.name, self.start, self.release, self.rest) = (name, start, release, rest)
  }

  fileprivate func walked(by walk: JSONWalk) throws(JSONError) -> RecordedTake {
    var take = self
    take.name = try walk.required("take", name, .text)
    take.start = try walk.required("start", start, .instant)
    take.release = try walk.required("release", release, .instant)
    let (start, release) = (take.start, take.release)
    take.rest = try walk.required(
      "rest", rest,
      .instant.when("\"start\", \"release\" and \"rest\" in order of time") {
        start <= release && release <= $0
      })
    return take
  }
}

/// The reason a trace is rejected.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name.
  public var file: String
  /// What is wrong, and its position.
  public var fault: JSONError

  /// "file:line:column: expected …, found …".
  public var description: String { "\(file):\(fault)" }
}

extension Session {
  /// Restores a take's initial state in its scene, with this session's parameters.
  package mutating func begin(as take: Take) {
    let stage = stage
    onStage { $0.begin(as: take.before, on: stage) }
  }

  /// Ends the take in progress, and stores it if anything moved.
  package mutating func endTake() {
    let time = player.liveStageTime
    player.live.endTake(at: time)
  }
}

extension StagePlace {
  /// Reads or writes a size under the given name, a scale, and whether the stage is alone.
  func walked(by walk: JSONWalk, size name: String) throws(JSONError) -> StagePlace {
    let sides = try walk.required(name, [size.width, size.height], .size)
    return StagePlace(
      Size(sides[0], sides[1]), scale: try walk.required("scale", scale, .scale),
      isAlone: try walk.optional("alone", isAlone, usually: false, .flag))
  }
}

extension Trace.Entry.Content {
  /// The entry's line with its line feed; `nil` for events that are not recorded and for non-finite
  /// numbers, which no input device produces and JSON cannot represent.
  public func line(unknown: [JSON.Member] = []) -> String? {
    switch self {
    case .event(.input), .event(.host): return nil
    default: break
    }
    let walk = JSONWalk()
    guard (try? walked(by: walk, in: nil)) != nil,
      walk.members.allSatisfy({ $0.value.number?.isFinite ?? true })
    else { return nil }
    return "\(JSON(.object(walk.members + unknown)))\n"
  }

  /// An empty content of the kind that a line holds, to read the line into.
  static func kind(
    of walk: JSONWalk, in scenes: TraceScenes
  ) throws(JSONError) -> Trace.Entry.Content {
    if walk.has("state") { return .state(.zero, []) }
    if walk.has("take") {
      return .take(.zero, RecordedTake("", start: .zero, release: .zero, rest: .zero))
    }
    let word = try walk.read("e", .json)
    if let input = InputEvent.kind(word.text ?? "") { return .event(.stage(input)) }
    switch SessionChange.kinds[word.text ?? ""] {
    case .observe where !scenes.scene.isObserved:
      throw word.error("an event that the scene “\(scenes.scene.id)” has")
    case .observe: return .event(.change(.zero, .observe(try .kind(of: walk))))
    case let change?: return .event(.change(.zero, change))
    case nil: throw word.error("the name of an event, such as \"move\"")
    }
  }

  func walked(
    by walk: JSONWalk, in scenes: TraceScenes?, notBefore last: Instant = .zero
  ) throws(JSONError) -> Trace.Entry.Content {
    let time = try walk.required("t", time, .instant(from: last))
    switch self {
    case .event(.stage(let input)):
      var input = try input.walked(by: walk)
      input.time = time
      return .event(.stage(input))
    case .event(.change(_, let change)):
      return .event(.change(time, try change.walked(by: walk, in: scenes)))
    case .event: return self
    case .state(_, let state): return .state(time, try walk.required("state", state, .state))
    case .take(_, let take): return .take(time, try take.walked(by: walk))
    }
  }
}

/// The takes of a session being recorded, each with a unique name.
public struct TakeNames: Sendable {
  private var takesByNumber: [Int: RecordedTake] = [:]

  /// Creates an empty list.
  public init() {}

  /// The takes of the shown scene that came to rest since the last call, or whose rest has changed
  /// since.
  public mutating func news(of session: Session) -> [RecordedTake] { news(of: session.player) }

  /// The same for the takes of all scenes.
  public mutating func newsOfAll(in session: Session) -> [RecordedTake] {
    session.stages.all.flatMap { news(of: $0) }
  }

  private mutating func news(of player: Player) -> [RecordedTake] {
    let finished = player.finishedTakes.map { (number: $0.number, span: $0.span) }
    let open = player.openTake.map { [$0] } ?? []
    return (finished + open).compactMap { number, span in
      guard let rest = span.rest, rest >= span.release else { return nil }
      let take = RecordedTake(
        "Take \(number)", start: span.start, release: span.release, rest: rest)
      guard takesByNumber[number] != take else { return nil }
      takesByNumber[number] = take
      return take
    }
  }
}
