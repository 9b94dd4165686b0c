internal import Feel
internal import FeelTrace
internal import Stage

extension SessionChange {
  /// A change of each kind, by the word that its line begins with, which the line is read into.
  static let kinds: [String: SessionChange] = {
    let still = [0, 1].map { MotionTrack.Sample(time: $0, position: 0) }
    let track = MotionTrack(name: "", samples: still).map(SessionChange.track) ?? .restart
    let kinds: [SessionChange] = [
      .stage(StagePlace(.zero, scale: 1)), .scene(""), .restart, .parameter("", nil),
      .preset(.uikit), .parameters(.uikit, []), .resetEverything, .undoReset,
      .compare(.uikit, []), .endComparison, .swap, .flip(false), .theme(.light), .overlays([]),
      .reducedMotion(false), .pause(false), .speed(1), .show(.zero), .frameCap(nil),
      .showTake(nil), .nameTake(1, nil), .pinTake(1, false), .removeTake(1), .removeTakes,
      .restoreTake(nil), .compareTake(nil), .mark, .removeMarks, .keepEdit, .rerun, .endRerun,
      .command(Command("")), .focus(Focus()), track, .watch(ObservedSource()),
      .observe(.offset(0)),
    ]
    return kinds.reduce(into: [:]) { table, kind in
      let line = JSONWalk.json { (walk) throws(JSONError) in
        _ = try kind.walked(by: walk, in: nil)
      }
      if let word = line["e"]?.text { table[word] = kind }
    }
  }()

  /// Walks over what a line says of the change besides its time: its word, then each member.
  ///
  /// - Parameter scenes: what a line that is read must agree with; `nil` while writing.
  func walked(by walk: JSONWalk, in scenes: TraceScenes?) throws(JSONError) -> SessionChange {
    let scene = scenes?.scene
    func line(_ word: String) -> JSONWalk { walk.line(word) }
    func plain(_ word: String) -> SessionChange {
      _ = walk.line(word)
      return self
    }
    return switch self {
    case .stage(let place): .stage(try place.walked(by: line("stage"), size: "size"))
    case .scene(let id):
      .scene(try line("open-scene").required("scene", id, .scene(of: scenes?.catalog)))
    case .restart: plain("restart")
    case .parameter(let key, let value):
      try Self.parameter(key, value, walkedBy: line("set"), of: scene)
    case .preset(let preset): .preset(try line("preset").required("preset", preset, .preset))
    case .parameters(let preset, let values):
      .parameters(
        try line("parameters").required("preset", preset, .preset),
        try walk.required("values", values, .settings(of: scene)))
    case .resetEverything: plain("reset-everything")
    case .undoReset: plain("undo-reset")
    case .compare(let preset, let values):
      .compare(
        try line("compare").required("preset", preset, .preset),
        try walk.required("values", values, .settings(of: scene)))
    case .endComparison: plain("end-comparison")
    case .swap: plain("swap")
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
    case .removeTakes: plain("remove-takes")
    case .restoreTake(let take):
      .restoreTake(try line("restore-take").optional("number", take, .take))
    case .compareTake(let take):
      .compareTake(try line("compare-take").nullable("number", take, .take))
    case .mark: plain("mark")
    case .removeMarks: plain("remove-marks")
    case .keepEdit: plain("keep-edit")
    case .rerun: plain("rerun")
    case .endRerun: plain("end-rerun")
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
    case .watch(let source): .watch(try source.walked(by: line("watch")))
    case .observe(let content): .observe(try content.walked(by: line("observe")))
    }
  }

  /// Which values there are depends on the key.
  private static func parameter(
    _ key: String, _ value: ParameterValue?, walkedBy walk: JSONWalk, of scene: (any Scene.Type)?
  ) throws(JSONError) -> SessionChange {
    let key = try walk.required("key", key, .key(of: scene))
    return .parameter(key, try walk.optional("value", value, .value(of: key, of: scene)))
  }
}
