public import Feel
public import FeelTrace
public import Observe
public import Stage
public import TextLayout

/// Any event that a session handles, with its time.
public enum SessionEvent: Hashable, Sendable {
  /// An input to the window; not recorded, but its results are.
  case input(InputEvent)
  /// An input that reaches the stage, in coordinates from the stage's upper left corner; recorded.
  case stage(InputEvent)
  /// A change of what the stage is or shows; recorded.
  ///
  /// Indirect, because a recording holds many small inputs and few of these.
  indirect case change(Instant, SessionChange)
  /// Something the host did or found; not recorded, but its results are.
  indirect case host(Instant, HostFact)

  /// The time of the event.
  public var time: Instant {
    get {
      switch self {
      case .input(let event), .stage(let event): event.time
      case .change(let time, _), .host(let time, _): time
      }
    }
    set {
      switch self {
      case .input(var event):
        event.time = newValue
        self = .input(event)
      case .stage(var event):
        event.time = newValue
        self = .stage(event)
      case .change(_, let change):
        self = .change(newValue, change)
      case .host(_, let fact):
        self = .host(newValue, fact)
      }
    }
  }
}

/// A fact that only the session's host knows, about the window and the desktop.
public enum HostFact: Hashable, Sendable {
  /// The window's size, in points, and device pixels per point.
  case size(Size), scale(Double)
  /// The pointer's speed and steadiness settings.
  case pointerSettings(PointerSettings)
  /// The window's fonts, which also locate the character pressed in a field.
  case fonts(FontBook)
  /// A preference was set.
  case prefer(Preference, ParameterValue)
  /// A recording started or ended in the window.
  case recording(Bool)
  /// Whether there is a recorded session to replay.
  case canReplay(Bool)
  /// A phase of the first minute starts in the shown scene, or it is over: `nil`.
  case firstMinute(FirstMinute?)
  /// A replay is over: from now on the stage fills the room in the window.
  case replayEnded
  /// A message to show.
  case notice(String)
  /// A file was saved at this path: new and thus removable, or replacing another.
  case saved(String, isNew: Bool)
  /// A recording ended and is at this path.
  case recorded(String)
  /// Progress of a long operation with this title, 0…1, or `nil` once it has ended.
  case progress(String, Double?)
  /// A control of the stage exports content; let the user choose a name and a folder.
  case chooseFile(SavedContent, name: String)
  /// The contents of a requested folder; the chosen file is open.
  case folder(FolderListing), opened
  /// The earlier sessions, and whether the newest is offered; or that it was just discarded.
  case earlierSessions(EarlierSessions, offers: Bool), discarded(EarlierSessions)
  /// The user's presets, and the name of one just removed, if any.
  case ownPresets([OwnPreset], removed: String?)
  /// The text requested from the clipboard.
  case pasted(String)
  /// An input method entered a text; or it composes one, or stopped: `nil`.
  case typed(String), composing(Preedit?)
  /// A hand was opened and is to be played on the stage.
  case hand(HandToPlay)
  /// The judgement of a take of the observed program.
  case judged(TakeJudgement)
  /// The frames read of the clip shown; `nil` once there is none.
  case clip(ClipReel?)
  /// A clip's measurements are shown: the presets in them are no edits to undo.
  case measured
  /// The clip was measured again, by the user or an undo; the former region, in the clip's pixels,
  /// is what an undo measures next, and the later one what a redo measures.
  case measuredAgain(former: Rect?, later: Rect? = nil, isUndone: Bool, TakesChange?)
  /// Assistive technology requests an action of the element with this id.
  case assist(AssistiveRequest, on: String)
}

/// How the takes of a clip differ from those of the region measured before.
public enum TakesChange: Hashable, Sendable {
  /// Their number, and the number before.
  case count(Int, before: Int)
  /// The law of a take, by number, and its law before; `nil` if it follows none.
  case law(ofTake: Int, LawFamily?, before: LawFamily?)
  /// How many takes follow another law.
  case laws(ofTakes: Int)

  /// Compares the laws of the takes, in order; `nil` if they are the same or were unknown.
  package init?(from before: [LawFamily?]?, to laws: [LawFamily?]) {
    guard let before, before != laws else { return nil }
    let changed = zip(before, laws).enumerated().filter { $1.0 != $1.1 }
    if before.count != laws.count {
      self = .count(laws.count, before: before.count)
    } else if changed.count == 1 {
      self = .law(
        ofTake: changed[0].offset + 1, changed[0].element.1, before: changed[0].element.0)
    } else {
      self = .laws(ofTakes: changed.count)
    }
  }
}

/// The sessions left by earlier windows, whether closed or cut short.
public struct EarlierSessions: Hashable, Sendable {
  /// Number of sessions that can be restored.
  public var kept: Int
  /// Number discarded in this window; they are lost once it closes.
  public var discarded: Int
  /// Number of takes in the newest restorable session; 0 if unknown.
  public var takes: Int

  /// Creates the counts.
  public init(kept: Int = 0, discarded: Int = 0, takes: Int = 0) {
    (self.kept, self.discarded, self.takes) = (kept, discarded, takes)
  }
}

/// Size and pixel scale of a stage.
public struct StagePlace: Hashable, Sendable {
  /// Size in points.
  public var size: Size
  /// Device pixels per point.
  public var scale: Double
  /// Whether the stage is shown alone, without aids for the user at the window.
  public var isAlone: Bool

  /// Creates a place.
  public init(_ size: Size, scale: Double, isAlone: Bool = false) {
    (self.size, self.scale, self.isAlone) = (size, scale, isAlone)
  }

  init(_ stage: Stage) {
    self.init(stage.frame.size, scale: stage.scale, isAlone: stage.isAlone)
  }

  /// Whether the size is positive and finite, and so is the scale.
  var isPossible: Bool {
    [size.width, size.height, scale].allSatisfy { $0 > 0 && $0.isFinite }
  }
}

/// A change of what the stage is or shows, whatever its cause; a recording holds these and the
/// inputs that reach the stage.
public indirect enum SessionChange: Hashable, Sendable {
  /// The stage has this size from now on, whatever room the window has.
  case stage(StagePlace)
  /// Another scene, by its id.
  case scene(String)
  /// The scene returns to its start, with its parameters unchanged.
  case restart

  /// A parameter is set by key, or reset to the preset's value without one.
  case parameter(String, ParameterValue?)
  /// The preset changes beneath the values set.
  case preset(ScrollPreset)
  /// A preset and all values set over it change together.
  case parameters(ScrollPreset, [ParameterSetting])
  /// All parameters are reset to the presets', the stage restarts at real-time speed; or that is
  /// undone.
  case resetEverything, undoReset
  /// A comparison with a second set starts, given as a preset and the values over it; or it ends.
  case compare(ScrollPreset, [ParameterSetting]), endComparison
  /// Sets A and B are swapped.
  case swap
  /// Whether set B's stage is shown and set A's is dashed.
  case flip(Bool)

  /// The theme, the visible overlays, or whether decorative motion is reduced.
  case theme(Theme.Name), overlays(Set<Overlay>), reducedMotion(Bool)

  /// The stage's clock is paused or resumed; its speed, in stage seconds per second, 0.01…4.
  case pause(Bool), speed(Double)
  /// A moment of stage time is shown: an earlier one again, or a later one in advance.
  case show(Instant)
  /// The number of stage moments shown per second; `nil` for all.
  case frameCap(Int?)
  /// A finished take is shown by number instead of the newest; `nil` shows the present again.
  case showTake(Int?)
  /// A finished take is named; `nil` restores its number.
  case nameTake(Int, String?)
  /// Whether a finished take is pinned, so that later ones do not displace it.
  case pinTake(Int, Bool)
  /// A finished take is removed; or all takes and marks are, and numbering restarts.
  case removeTake(Int), removeTakes
  /// A removed take is restored by number; without a number, the last one removed.
  case restoreTake(Int?)
  /// The shown take is compared with another by number; `nil` ends that.
  case compareTake(Int?)
  /// The shown moment is marked; or all marks are removed.
  case mark, removeMarks
  /// The shown take's gesture, rerun with the edited parameters, is kept as a take and shown.
  case keepEdit
  /// The last take is rerun; or a hand interrupts a rerun.
  case rerun, endRerun

  /// A command to the scene's parts.
  case command(Command)
  /// The focus moves to another part, or to none.
  case focus(Focus)
  /// A motion imported for inspection.
  case track(MotionTrack)
  /// Another program is observed from now on, or did something.
  case watch(ObservedSource), observe(ObservedLine.Content)

  /// Range of the stage's speed, in stage seconds per second.
  static let speeds = Limits.stageSpeed
  /// Range of the frame cap, in stage moments per second.
  static let frameCaps = 1...1000

  /// The change that gives a scene's parameters the values of a set.
  public static func parameters(_ set: ParameterSet) -> SessionChange {
    .parameters(set.preset, set.changed.map { ParameterSetting($0.key, $0.value) })
  }

  /// The change that starts a comparison with a second set of parameters.
  public static func compare(_ set: ParameterSet) -> SessionChange {
    .compare(set.preset, set.changed.map { ParameterSetting($0.key, $0.value) })
  }

  /// A sample change of each kind by the word that starts its line, to read a line into.
  static let kinds: [String: SessionChange] = {
    let still = [0, 1].map { MotionTrack.Sample(time: $0, position: 0) }
    let track = MotionTrack(name: "", samples: still).map(SessionChange.track) ?? .restart
    let others: [SessionChange] = [
      .stage(StagePlace(.zero, scale: 1)), .scene(""), .parameter("", nil), .preset(.uikit),
      .parameters(.uikit, []), .compare(.uikit, []), .flip(false), .theme(.light), .overlays([]),
      .reducedMotion(false), .pause(false), .speed(1), .show(.zero), .frameCap(nil),
      .showTake(nil), .nameTake(1, nil), .pinTake(1, false), .removeTake(1), .restoreTake(nil),
      .compareTake(nil), .command(Command("")), .focus(Focus()), track, .watch(ObservedSource()),
      .observe(.offset(0)),
    ]
    return (plain.keys + others).reduce(into: [:]) { table, kind in
      let line = JSONWalk.json { (walk) throws(JSONError) in
        _ = try kind.walked(by: walk, in: nil)
      }
      if let word = line["e"]?.text { table[word] = kind }
    }
  }()

  /// The changes whose lines consist of the word alone.
  private static let plain: [SessionChange: String] = [
    .restart: "restart", .resetEverything: "reset-everything", .undoReset: "undo-reset",
    .endComparison: "end-comparison", .swap: "swap", .removeTakes: "remove-takes", .mark: "mark",
    .removeMarks: "remove-marks", .keepEdit: "keep-edit", .rerun: "rerun",
    .endRerun: "end-rerun",
  ]

  /// Reads or writes a change's members except its time: its word, then the rest.
  ///
  /// - Parameter scenes: the scenes that a line being read must match; `nil` while writing.
  func walked(by walk: JSONWalk, in scenes: TraceScenes?) throws(JSONError) -> SessionChange {
    let scene = scenes?.scene
    func line(_ word: String) -> JSONWalk { walk.line(word) }
    return switch self {
    case .restart, .resetEverything, .undoReset, .endComparison, .swap, .removeTakes, .mark,
      .removeMarks, .keepEdit, .rerun, .endRerun:
      plain(by: walk)
    case .stage(let place): .stage(try place.walked(by: line("stage"), size: "size"))
    case .scene(let id):
      .scene(try line("open-scene").required("scene", id, .scene(of: scenes?.catalog)))
    case .parameter(let key, let value):
      try Self.parameter(key, value, walkedBy: line("set"), of: scene)
    case .preset(let preset): .preset(try line("preset").required("preset", preset, .preset))
    case .parameters(let preset, let values):
      .parameters(
        try line("parameters").required("preset", preset, .preset),
        try walk.required("values", values, .settings(of: scene)))
    case .compare(let preset, let values):
      .compare(
        try line("compare").required("preset", preset, .preset),
        try walk.required("values", values, .settings(of: scene)))
    case .flip(let isOn): .flip(try line("flip").required("on", isOn, .flag))
    case .theme(let theme): .theme(try line("theme").required("theme", theme, .word))
    case .overlays(let shown):
      .overlays(
        Set(
          try line("overlays").required(
            "overlays", Overlay.allCases.filter(shown.contains), .list(of: .word))))
    case .reducedMotion(let isOn):
      .reducedMotion(try line("reduced-motion").required("on", isOn, .flag))
    case .pause(let isOn): .pause(try line("pause").required("on", isOn, .flag))
    case .speed(let speed): .speed(try line("speed").required("speed", speed, .speed))
    case .show(let moment): .show(try line("show").required("moment", moment, .instant))
    case .frameCap(let rate): .frameCap(try line("frame-cap").nullable("rate", rate, .frameCap))
    case .showTake(let take): .showTake(try line("show-take").nullable("number", take, .take))
    case .nameTake(let take, let name):
      .nameTake(
        try line("name-take").required("number", take, .take),
        try walk.nullable("name", name, .takeName))
    case .pinTake(let take, let isOn):
      .pinTake(
        try line("pin-take").required("number", take, .take),
        try walk.required("on", isOn, .flag))
    case .removeTake(let take):
      .removeTake(try line("remove-take").required("number", take, .take))
    case .restoreTake(let take):
      .restoreTake(try line("restore-take").optional("number", take, .take))
    case .compareTake(let take):
      .compareTake(try line("compare-take").nullable("number", take, .take))
    case .command(let command):
      .command(
        Command(
          try line("command").required("name", command.name, .text),
          try walk.optional("number", command.number, .number)))
    case .focus(let focus):
      .focus(
        Focus(
          on: try line("focus").nullable("part", focus.part, .part(of: scene)),
          isVisible: try walk.required("ring", focus.isVisible, .flag)))
    case .track(let track): .track(try track.walked(by: line("track")))
    case .watch(let source): .watch(try Self.watched(source, walkedBy: line("watch")))
    case .observe(let content): .observe(try content.walked(by: line("observe")))
    }
  }

  private static func watched(
    _ source: ObservedSource, walkedBy walk: JSONWalk
  ) throws(JSONError) -> ObservedSource {
    var walked = try source.walked(by: walk)
    walked.clip = try ObservedClip.walked(source.clip, by: walk)
    return walked
  }

  private func plain(by walk: JSONWalk) -> SessionChange {
    if let word = Self.plain[self] { _ = walk.line(word) }
    return self
  }

  /// The valid values depend on the key.
  private static func parameter(
    _ key: String, _ value: ParameterValue?, walkedBy walk: JSONWalk, of scene: (any Scene.Type)?
  ) throws(JSONError) -> SessionChange {
    let key = try walk.required("key", key, .key(of: scene))
    return .parameter(key, try walk.optional("value", value, .value(of: key, of: scene)))
  }
}
