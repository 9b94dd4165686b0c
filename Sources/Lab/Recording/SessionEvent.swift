public import Feel
public import FeelTrace
public import Stage
public import TextLayout

/// Everything a session can be told, stamped with its time.
public enum SessionEvent: Hashable, Sendable {
  /// An input to the window; in no recording, what comes of it is.
  case input(InputEvent)
  /// An input that reaches the stage, its place counted from the stage's upper left corner;
  /// recorded.
  case stage(InputEvent)
  /// A change of what the stage is or shows; recorded. It is kept apart, because a recording holds
  /// many inputs, which are small, and few of these.
  indirect case change(Instant, SessionChange)
  /// Something that the session's host did or found; in no recording, what comes of it is.
  indirect case host(Instant, HostFact)

  /// When it happened.
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

/// What only the host of a session knows: what it does with the window and the desktop.
public enum HostFact: Hashable, Sendable {
  /// The window's size, in points, and device pixels per point.
  case size(Size), scale(Double)
  /// How fast and how steady the hand with the mouse is.
  case pointerSettings(PointerSettings)
  /// The fonts that the window is drawn with: where a letter of a field is that is pressed.
  case fonts(FontBook)
  /// A preference has a value.
  case prefer(Preference, ParameterValue)
  /// A recording was begun in the window, or ended.
  case recording(Bool)
  /// There is a recorded session that can be shown again, or no longer.
  case canReplay(Bool)
  /// A part of the first minute begins in the scene that is shown, or it is over: `nil`.
  case firstMinute(FirstMinute?)
  /// A replay is over: the stage is as large from now on as the window has room for.
  case replayEnded
  /// Something was done that the window says.
  case notice(String)
  /// A file was saved, by its path: a new one, which can be removed again, or in the place of
  /// another.
  case saved(String, isNew: Bool)
  /// A recording was ended, by its path.
  case recorded(String)
  /// How much of a long piece of work is done, 0…1, or that it goes on no longer: `nil`.
  case progress(String, Double?)
  /// A name and a folder are to be chosen for something that a control of the stage gives away.
  case chooseFile(SavedContent, name: String)
  /// What is in a folder that was asked for; that the file that was chosen is open.
  case folder(FolderListing), opened
  /// Which earlier sessions there are; whether the newest is offered, or was just discarded.
  case earlierSessions(EarlierSessions, offers: Bool), discarded(EarlierSessions)
  /// The presets that the user has kept, after one of them was taken away if it is named.
  case ownPresets([OwnPreset], removed: String?)
  /// The text that was fetched from the clipboard.
  case pasted(String)
  /// An input method types a text; it composes one, or no longer: `nil`.
  case typed(String), composing(Preedit?)
  /// A hand was opened, and is to be played on the stage.
  case hand(HandToPlay)
  /// What is wrong with a take of a program that is watched.
  case judged(TakeJudgement)
  /// What was read of the clip that is shown; `nil` once none is.
  case clip(ClipReel?)
  /// The clip was measured again, by the user or by an undo; the region before, in its pixels, is
  /// what an undo measures next.
  case measuredAgain(former: Rect?, isUndone: Bool)
  /// Assistive technology asks an element, by its name, to do something.
  case assist(AssistiveRequest, on: String)
}

/// The sessions that windows before this one have left, closed or cut short.
public struct EarlierSessions: Hashable, Sendable {
  /// How many can be restored.
  public var kept: Int
  /// How many were discarded in this window; they are gone once it is closed.
  public var discarded: Int
  /// How many takes the newest that can be restored has; 0 where nobody knows.
  public var takes: Int

  /// Creates the counts.
  public init(kept: Int = 0, discarded: Int = 0, takes: Int = 0) {
    (self.kept, self.discarded, self.takes) = (kept, discarded, takes)
  }
}

/// How large a stage is, and how fine the pixels are that its motions end on.
public struct StagePlace: Hashable, Sendable {
  /// In points.
  public var size: Size
  /// Device pixels per point.
  public var scale: Double
  /// Whether it is shown alone, without what only helps a hand at the window.
  public var isAlone: Bool

  /// Creates a place.
  public init(_ size: Size, scale: Double, isAlone: Bool = false) {
    (self.size, self.scale, self.isAlone) = (size, scale, isAlone)
  }

  init(_ stage: Stage) {
    self.init(stage.frame.size, scale: stage.scale, isAlone: stage.isAlone)
  }

  /// Whether a stage can be so: it has an area, and its pixels have one.
  var isPossible: Bool {
    [size.width, size.height, scale].allSatisfy { $0 > 0 && $0.isFinite }
  }
}

/// A change of what the stage is or shows, whoever asked for it: what a recording holds besides the
/// inputs that reach the stage.
public indirect enum SessionChange: Hashable, Sendable {
  /// The stage is as large from now on, whatever room its window has.
  case stage(StagePlace)
  /// Another scene, by its id.
  case scene(String)
  /// The scene as it was at its start, parameters kept.
  case restart

  /// A parameter of the scene, by its key; without a value it is what the preset says.
  case parameter(String, ParameterValue?)
  /// Other laws of scrolling under what was set.
  case preset(ScrollPreset)
  /// A preset and all that is set over it, at once.
  case parameters(ScrollPreset, [ParameterSetting])
  /// All parameters as presets say, the stage at its start, at real speed; or that taken back.
  case resetEverything, undoReset
  /// A second set is compared with, a preset and all that is set over it; or none any longer.
  case compare(ScrollPreset, [ParameterSetting]), endComparison
  /// Each of the two sets becomes the other.
  case swap
  /// The second set's stage is shown, and the first one's dashed, or no longer.
  case flip(Bool)

  /// Another look; what is drawn over the stage; whether motion that is only for show is left out.
  case theme(Theme.Name), overlays(Set<Overlay>), reducedMotion(Bool)

  /// The stage's clock stands, or goes on; how many stage seconds a second, 0.01…4.
  case pause(Bool), speed(Double)
  /// A moment of the stage's time is shown: an earlier one again, or a later one early.
  case show(Instant)
  /// So many moments of the stage are shown a second, or all of them: `nil`.
  case frameCap(Int?)
  /// A finished take is shown in the place of the newest, by its number, or the present again:
  /// `nil`.
  case showTake(Int?)
  /// A finished take has a name from now on, or its number again: `nil`.
  case nameTake(Int, String?)
  /// A finished take is kept whatever follows, or no longer.
  case pinTake(Int, Bool)
  /// A finished take is taken out; or all of them, and the marks, and the next one is the first.
  case removeTake(Int), removeTakes
  /// One that was taken out is put back, by its number; without one the last.
  case restoreTake(Int?)
  /// The take that is shown is compared with another one, by its number, or no longer: `nil`.
  case compareTake(Int?)
  /// A moment that is shown is marked; or none any longer.
  case mark, removeMarks
  /// What the shown take's hand comes to under the parameters as they were edited since is kept as
  /// a take, and shown.
  case keepEdit
  /// The last take runs again; or a hand ends that before its end.
  case rerun, endRerun

  /// An order to the scene's parts.
  case command(Command)
  /// The keyboard goes to another part, or to none.
  case focus(Focus)
  /// A motion brought in from outside, to be looked at.
  case track(MotionTrack)
  /// Another program is watched from now on, or did something.
  case watch(ObservedSource), observe(ObservedLine.Content)

  /// Stage seconds a second that a stage can go at.
  static let speeds = Limits.stageSpeed
  /// Moments of the stage a second that can be shown.
  static let frameCaps = 1...1000

  /// What gives a scene's parameters the values of a set.
  public static func parameters(_ set: ParameterSet) -> SessionChange {
    .parameters(set.preset, set.changed.map { ParameterSetting($0.key, $0.value) })
  }

  /// A second set of parameters is compared with.
  public static func compare(_ set: ParameterSet) -> SessionChange {
    .compare(set.preset, set.changed.map { ParameterSetting($0.key, $0.value) })
  }

  /// A change of each kind, by the word that its line begins with, which the line is read into.
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

  /// Those of which a line says no more than their word.
  private static let plain: [SessionChange: String] = [
    .restart: "restart", .resetEverything: "reset-everything", .undoReset: "undo-reset",
    .endComparison: "end-comparison", .swap: "swap", .removeTakes: "remove-takes", .mark: "mark",
    .removeMarks: "remove-marks", .keepEdit: "keep-edit", .rerun: "rerun",
    .endRerun: "end-rerun",
  ]

  /// Walks over what a line says of the change besides its time: its word, then each member.
  ///
  /// - Parameter scenes: what a line that is read must agree with; `nil` while writing.
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

  /// Which values there are depends on the key.
  private static func parameter(
    _ key: String, _ value: ParameterValue?, walkedBy walk: JSONWalk, of scene: (any Scene.Type)?
  ) throws(JSONError) -> SessionChange {
    let key = try walk.required("key", key, .key(of: scene))
    return .parameter(key, try walk.optional("value", value, .value(of: key, of: scene)))
  }
}
