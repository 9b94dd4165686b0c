internal import Feel
internal import Stage

extension Session {
  /// What can be done in the window, whoever asks for it: a key, a button, a menu or a panel.
  ///
  /// Names and keys are in `Keymap.table`, and `perform(_:)` does it. A recording knows only what
  /// comes of it for the stage.
  enum Command: Hashable, Sendable {
    /// A change of the stage, as it is; it is recorded.
    case change(SessionChange)
    /// What only the host can do.
    case ask(HostRequest)

    // What an element of a panel asks for, which needs to know what was done to it.
    case files(FilePanel.Ask), inspector(Inspector.Ask)
    /// What it would have taken to rest on a place; the parameter that does it; where
    /// the projected rest is taken.
    case explain(ReleaseCard.Question), tryTrial, aim
    case region(RegionPanel.Grip)
    case searchKeys, chooseItem, split(Splitter), lanes
    /// A card of the strip, by its take's number, or the strip itself.
    case take(Int?)

    /// A scene by its index in the catalogue, or the one so many further on, around the end.
    case scene(Int), turnScene(Int)
    case turnRegion(back: Bool)
    case toggleInspector, toggleTimeline, toggleHelp, toggleShow, showSettings
    /// Takes the keyboard from the stage's part that has it.
    case leaveStage
    /// Ends the newest thing: the help, a field's keyboard, the full screen.
    case escape
    /// As large, in points, or as large as by default.
    case resize(Splitter, Double?)
    // Lists below buttons of the bar.
    case listScenes, offerComparison, offerMenu, offerOverlays, offerFrameCaps
    case closeMenu, chooseFile, closeFiles
    case save(Savable)

    case prefer(Preference, ParameterValue)
    case toggleTheme, overlay(Overlay)
    /// Leaves the settings of the window to the desktop again.
    case forget

    /// An edit begins: what follows until the next one is undone as a whole.
    case begin
    case undo, redo, resetParameters, resetEverything
    case toggleComparison
    /// Shows set B as the stage, and the stage as B, or no longer.
    case flip(Bool)
    case copy(CopyForm), copyText(String)
    /// Takes what can be pasted as the value of a parameter.
    case pasteValue(key: String)

    case flick(PlayedHand.Direction)
    case togglePause, changeSpeed(up: Bool)
    // These stop the clock: go on by seconds, to another change of state, to a moment.
    case step(Double), showChange(isLater: Bool), show(Instant), showStart, showEnd
    /// Shows what was shown before, and lets the clock run again if it ran.
    case restore(Instant, isPaused: Bool)

    /// The next take, or the one before; after the last one the present.
    case turnTake(back: Bool)
    case outermostTake(isNewest: Bool), showTake(Int)
    // These are about the take that is shown.
    case nameTake, pinTake, removeTake, compareTake(Int), keepEdit, rerun
    case restoreTake(Int)
    /// Runs the recording again that the window was opened with, or else the last take.
    case runAgain
    case mark, measure, endMeasure, showAll, foldLane(TimelineLayout.Lane), copyLanes
  }

  /// What a place in a file can be chosen for.
  enum Savable: Hashable, Sendable {
    /// The take that is shown, or the newest; all of them; the parameters where there is none.
    case take, takes, takeOrParameters
    case parameters, picture, video
    /// What the lanes show.
    case lanes, lanesVideo
  }
}

extension Session.Command {
  /// Compares with a preset: what is set over that of a set stays set.
  static func compare(with preset: ScrollPreset, over set: ParameterSet) -> Self {
    var set = set
    set.preset = preset
    return .change(.compare(set))
  }

  /// Whether it changes no more than what is seen of the stage: panels, overlays, the page of keys.
  var isOfView: Bool {
    switch self {
    case .toggleInspector, .toggleTimeline, .toggleHelp, .overlay, .ask(.toggleFullscreen),
      .ask(.zoom):
      true
    default: false
    }
  }

  /// Whether it takes back what an offer says was done; the key for undo does it too.
  var isUndo: Bool {
    switch self {
    case .change(.undoReset), .restoreTake, .ask(.undoDiscard), .ask(.restorePreset), .undo: true
    default: false
    }
  }

  /// Whether nothing can be done about what is offered once it is done.
  var endsOffer: Bool {
    switch self {
    case .ask(.resumeSession), .ask(.discardSession), .ask(.removeFile): true
    // It looks itself at what is offered.
    case .undo: false
    default: isUndo
    }
  }

  /// Why it cannot be done where another program is shown; `nil` where it can.
  var refusalOfObserved: String? {
    switch self {
    case .rerun, .runAgain, .keepEdit:
      say("An observed motion cannot be rerun. The dashed preset already runs beside it.")
    case .flip, .change(.compare), .change(.swap):
      say("A preset already runs beside this motion. Choose it in the panel.")
    default: nil
    }
  }
}

extension Keymap {
  /// The one table of what commands are called and which keys they have: the page of keys.
  ///
  /// Titles are those of buttons and menus, where they differ from the line's name.
  static let table: [(group: String, rows: [Row])] = [
    (
      "Scenes and controls",
      [
        Row(
          "Scene", keys: "1 … 8",
          [
            .scene(0): "1", .scene(1): "2", .scene(2): "3", .scene(3): "4", .scene(4): "5",
            .scene(5): "6", .scene(6): "7", .scene(7): "8", .scene(8): "9",
          ]),
        Row(
          "Previous, next scene", keys: "Ctrl+Page Up, Down",
          [.turnScene(-1): "Ctrl+Page Up", .turnScene(1): "Ctrl+Page Down"]),
        Row("Next, previous control", keys: "Tab, Shift+Tab"),
        Row("Change the value, move by a card", keys: "← → ↑ ↓"),
        Row(
          "Flick in that direction", keys: "Shift+← → ↑ ↓",
          [
            .flick(.left): "noFinePart Shift+←", .flick(.right): "noFinePart Shift+→",
            .flick(.up): "noFinePart Shift+↑", .flick(.down): "noFinePart Shift+↓",
          ], also: "fling swipe scroll throw hand"),
        Row("Move further", keys: "Page Up, Down"),
        Row(
          "First, last", keys: "Home, End",
          [
            .showStart: "timeline Home", .showEnd: "timeline End",
            .outermostTake(isNewest: false): "takes Home",
            .outermostTake(isNewest: true): "takes End",
          ]),
        Row("Hold a button", keys: "Hold Space or Enter"),
        Row("Cancel, close", [.escape: "Esc"]),
        Row("Restart scene", [.change(.restart): "R"]),
        Row("Reset everything", [.resetEverything: "Ctrl+Shift+R"]),
      ]
    ),
    (
      "Time",
      [
        Row(
          "Freeze, resume", keys: "P or Space",
          [.togglePause: "P or noPart Space or timeline Space"],
          titles: ["Freeze"], also: "pause stop go on play"),
        Row(
          "Next, previous frame", keys: "Period, comma",
          [
            .step(1.0 / 60): ". or timeline →", .step(-1.0 / 60): ", or timeline ←",
            .step(10.0 / 60): "timeline Shift+→", .step(-10.0 / 60): "timeline Shift+←",
          ], titles: ["Next frame", "Previous frame"], also: "step on back"),
        Row(
          "Next, previous millisecond", keys: "Shift+., Shift+,",
          [.step(0.001): "Shift+.", .step(-0.001): "Shift+,"]),
        Row(
          "Next, previous state change", keys: "Alt+., Alt+,",
          [
            .showChange(isLater: true): "Alt+. or Ctrl+. or timeline Ctrl+→",
            .showChange(isLater: false): "Alt+, or timeline Ctrl+←",
          ], titles: ["Next state change", "Previous state change"]),
        Row("Measure from here, to here", [.measure: "D"], titles: ["Measure from here"]),
        Row(
          "Slower, faster", keys: "[, ]",
          [.changeSpeed(up: false): "[", .changeSpeed(up: true): "]"],
          also: "slow motion speed"),
        Row("Real time", [.change(.speed(1)): "Backspace"]),
      ]
    ),
    (
      "Overlays",
      Overlay.allCases.map { Row($0.name, [.overlay($0): $0.letter.uppercased()]) }
    ),
    (
      "Parameters and comparison",
      [
        Row("Compare A and B", [.toggleComparison: "C"], also: "preset physics set b"),
        Row(
          "Compare with a preset", [.offerComparison: "Shift+C"],
          also: "physics system android uikit ios gtk chromium set b"),
        Row("Swap A and B", [.change(.swap): "X"]),
        Row("Show the other set", keys: "Hold F7 or `", [.flip(true): "any F7 or any `"]),
        Row("Undo", [.undo: "Ctrl+Z"]),
        Row("Redo", [.redo: "Ctrl+Shift+Z or Ctrl+Y"]),
        Row(
          "Copy parameters as Swift", [.copy(.swift): "Ctrl+C", .copyLanes: "timeline Ctrl+C"],
          titles: ["Swift, changes only", "Copy as CSV"]),
        Row("Copy parameters as flags", [.copy(.flags): "Ctrl+Shift+C"]),
        Row(
          "Paste parameters (flags, JSON)", [.ask(.pasteParameters): "Ctrl+V"],
          titles: ["Paste parameters"]),
      ]
    ),
    (
      "Takes and recordings",
      [
        Row("Add marker", [.mark: "M"]),
        Row("Open file", [.chooseFile: "Ctrl+O"], titles: ["Open file…"]),
        Row("Save take or preset", [.save(.takeOrParameters): "Ctrl+S"], also: "export"),
        Row(
          "Start or stop recording", [.ask(.toggleRecording): "Ctrl+E"],
          titles: ["Record session"]),
        Row(
          "Save picture", [.save(.picture): "Ctrl+Shift+S"], titles: ["Save picture…"],
          also: "png screenshot image"),
        Row(
          "Previous, next take", keys: "Alt+Page Up, Down",
          [
            .turnTake(back: true): "Alt+Page Up or takes ← or takes Shift+←",
            .turnTake(back: false): "Alt+Page Down or takes → or takes Shift+→",
          ]),
        Row("Name take", [.nameTake: "F2"]),
        Row("Pin take", [.pinTake: "Ctrl+P"]),
        Row("Delete take", keys: "Delete", [.removeTake: "takes Delete"]),
        Row("Rerun take", [.runAgain: "Ctrl+Enter"], also: "run again replay repeat"),
        Row("Keep edited take", [.keepEdit: "Ctrl+K"], titles: ["Keep as new take"]),
        Row(
          "Save video", [.save(.video): "Ctrl+Shift+E"], titles: ["Save video…"],
          also: "mp4 gif apng export"),
      ]
    ),
    (
      "Window and panels",
      [
        Row("Timeline", [.toggleTimeline: "F8"], also: "lanes graph curves"),
        Row(
          "Parameters", [.toggleInspector: "F9"],
          also: "preset physics system android uikit ios gtk chromium settings"),
        Row(
          "Next, previous panel", keys: "F6, Shift+F6",
          [.turnRegion(back: true): "Shift+F6", .turnRegion(back: false): "F6"]),
        Row("Context menu", keys: "Menu or Shift+F10"),
        Row("Introduction", [.ask(.introduce): "Shift+F1"], also: "tour first steps learn"),
        Row("This page", [.toggleHelp: "F1 or any ?"], titles: ["Keys and help"]),
        Row(
          "Preferences", [.showSettings: "Ctrl+,"], also: "settings look motion theme dark zoom"),
        Row("Present the stage", [.toggleShow: "F5"], also: "show alone full screen"),
        Row("Full screen", [.ask(.toggleFullscreen): "F11"]),
        Row(
          "Zoom in, zoom out, actual size", keys: "Ctrl+ +, −, 0",
          [
            .ask(.zoom(1)): "Ctrl++ or Ctrl+=", .ask(.zoom(-1)): "Ctrl+−",
            .ask(.zoom(0)): "Ctrl+0",
          ], also: "larger smaller scale"),
        Row("Quit", keys: "Ctrl+Q", [.ask(.quit): "Ctrl+Q or Ctrl+W"]),
      ]
    ),
  ]

  /// What commands without a key are called.
  static let keyless: KeyValuePairs<Session.Command, String> = [
    .offerMenu: "Menu: open, save, present, preferences", .offerOverlays: "Overlays",
    .offerFrameCaps: "Frame cap", .toggleTheme: "Light or dark",
    .save(.take): "Save take…",
    .save(.takes): "Save all takes…", .save(.parameters): "Save preset…",
    .save(.lanes): "Save picture of the lanes…",
    .save(.lanesVideo): "Save video of this range…",
    .rerun: "Rerun take", .change(.removeMarks): "Remove markers",
    .endMeasure: "Remove cursors", .showAll: "Zoom to fit",
    .resetParameters: "Reset parameters", .ask(.resumeSession): "Restore earlier takes",
    .ask(.discardSession): "Discard earlier takes", .ask(.undoDiscard): "Undo discarding takes",
  ]
}
