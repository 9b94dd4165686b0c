internal import Feel
internal import Stage

extension Session {
  /// Every action available in the window, by key, button, menu or panel.
  ///
  /// Names and keys are in `Keymap.table`, and `perform(_:)` executes it. A recording contains only
  /// the effect on the stage.
  enum Command: Hashable, Sendable {
    /// A change of the stage, recorded as is.
    case change(SessionChange)
    /// An action that only the host can perform.
    case ask(HostRequest)

    // Requests of panel elements, which need the gesture to be carried out.
    case files(FilePanel.Ask), inspector(Inspector.Ask)
    /// Explain another resting place; try the parameter that leads there; drag the projected rest.
    case explain(ReleaseCard.Question), tryTrial, aim
    case region(RegionPanel.Grip)
    case searchKeys, chooseItem, split(Splitter), lanes
    /// A card in the takes strip, by take number, or the strip itself.
    case take(Int?)

    /// A scene by its catalogue index, or by an offset from the current one, wrapping around.
    case scene(Int), turnScene(Int)
    case turnRegion(back: Bool)
    case toggleInspector, toggleTimeline, toggleHelp, toggleShow, showSettings
    /// Takes the focus from the stage's part.
    case leaveStage
    /// Closes or cancels the most recent thing: the help, a field's edit, the full screen.
    case escape
    /// Sets the size of a splitter's panel, in points, or its default size.
    case resize(Splitter, Double?)
    // Lists below buttons of the bar.
    case listScenes, offerComparison, offerMenu, offerOverlays, offerFrameCaps
    case closeMenu, chooseFile, closeFiles
    case save(Savable)

    case prefer(Preference, ParameterValue)
    case toggleTheme, overlay(Overlay)
    /// Resets the window's preferences to the desktop's.
    case forget

    /// Starts an edit: everything up to the next one is undone together.
    case begin
    case undo, redo, resetParameters, resetEverything
    case toggleComparison
    /// Shows set B as the stage and set A dashed, or stops doing so.
    case flip(Bool)
    case copy(CopyForm), copyText(String)
    /// Sets a parameter from the clipboard.
    case pasteValue(key: String)

    case flick(PlayedHand.Direction)
    case togglePause, changeSpeed(up: Bool)
    // These pause the clock: step by seconds, to the next state change, to a moment.
    case step(Double), showChange(isLater: Bool), show(Instant), showStart, showEnd
    /// Returns to the moment shown before, and resumes the clock if it was running.
    case restore(Instant, isPaused: Bool)

    /// The next or previous take; after the last one, the present.
    case turnTake(back: Bool)
    case outermostTake(isNewest: Bool), showTake(Int)
    // For the shown take.
    case nameTake, pinTake, removeTake, compareTake(Int), keepEdit, rerun
    case restoreTake(Int)
    /// Reruns the recording that the window was opened with, or else the last take.
    case runAgain
    case mark, measure, endMeasure, showAll, foldLane(TimelineLayout.Lane), copyLanes
  }

  /// What can be saved to a file.
  enum Savable: Hashable, Sendable {
    /// The shown take or the newest; all takes; the take, or the parameters if there is none.
    case take, takes, takeOrParameters
    case parameters, picture, video
    /// The lanes as a picture, or as a video.
    case lanes, lanesVideo
  }
}

extension Session.Command {
  /// Starts a comparison with a preset; the values set over the set's own preset remain.
  static func compare(with preset: ScrollPreset, over set: ParameterSet) -> Self {
    var set = set
    set.preset = preset
    return .change(.compare(set))
  }

  /// Whether it only changes the view of the stage: panels, overlays, help, full screen, zoom.
  var isOfView: Bool {
    switch self {
    case .toggleInspector, .toggleTimeline, .toggleHelp, .overlay, .ask(.toggleFullscreen),
      .ask(.zoom):
      true
    default: false
    }
  }

  /// Whether it undoes the action of an offer, so that the undo key does the same.
  var isUndo: Bool {
    switch self {
    case .change(.undoReset), .restoreTake, .ask(.undoDiscard), .ask(.restorePreset), .undo: true
    default: false
    }
  }

  /// Whether the offer is void once this has been done.
  var endsOffer: Bool {
    switch self {
    case .ask(.resumeSession), .ask(.discardSession), .ask(.removeFile): true
    // Undo checks the offer itself.
    case .undo: false
    default: isUndo
    }
  }

  /// The reason it is unavailable for an observed program, or for a clip; `nil` if it is available.
  func refusal(isOfClip: Bool) -> String? {
    switch self {
    // A recording restarts its scene, which only a program can fill again.
    case .ask(.toggleRecording) where isOfClip:
      say("A clip is shown, so there is nothing to record. Ctrl+S saves its take.")
    case .rerun, .runAgain, .keepEdit:
      say("An observed motion cannot be rerun. The dashed preset already runs beside it.")
    case .flip, .change(.compare), .change(.swap):
      say("What runs beside another program is a preset. Choose it in the panel.")
    default: nil
    }
  }
}

extension Keymap {
  /// The table of all commands with their names and keys, which is also the help page.
  ///
  /// Titles are the names on buttons and in menus where they differ from the row's name.
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
        Row("Menu: open, save, present, preferences", [.offerMenu: "F10"]),
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

  /// Names of commands without a key.
  static let keyless: KeyValuePairs<Session.Command, String> = [
    .offerOverlays: "Overlays",
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
