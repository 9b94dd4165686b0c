internal import Feel
internal import Stage

/// A key with what is held beside it.
struct Chord: Hashable, Sendable {
  let key: KeySample.Key
  /// Control and Alt, or `nil` where they do not matter.
  let modifiers: Modifiers?
  /// Whether Shift must be held, or `nil` where it does not matter.
  let shift: Bool?

  init(_ key: KeySample.Key, _ modifiers: Modifiers? = [], shift: Bool? = nil) {
    (self.key, self.modifiers, self.shift) = (key, modifiers, shift)
  }

  static func character(_ character: Character, _ modifiers: Modifiers? = [], shift: Bool? = nil)
    -> Chord
  {
    Chord(.character(character), modifiers, shift: shift)
  }

  func matches(_ sample: KeySample) -> Bool {
    sample.key == key && (modifiers.map { $0 == sample.modifiers.subtracting(.shift) } ?? true)
      && (shift.map { $0 == sample.modifiers.contains(.shift) } ?? true)
  }

  /// The chord as it stands in menus: "Ctrl+Shift+Z".
  var text: String {
    let control = modifiers?.contains(.control) ?? false ? "Ctrl+" : ""
    let alt = modifiers?.contains(.alt) ?? false ? "Alt+" : ""
    return control + alt + (shift ?? false ? "Shift+" : "") + Self.name(of: key)
  }

  private static func name(of key: KeySample.Key) -> String {
    switch key {
    // What a keyboard types with Shift is named by the key that is pressed.
    case .character(">"): "Shift+."
    case .character("<"): "Shift+,"
    case .character("-"): "−"
    case .character(let character): character.uppercased()
    case .function(let number): "F\(number)"
    case .left: "←"
    case .right: "→"
    case .up: "↑"
    case .down: "↓"
    case .pageUp: "Page Up"
    case .pageDown: "Page Down"
    case .home: "Home"
    case .end: "End"
    case .space: "Space"
    case .return: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .menu: "Menu"
    }
  }
}

/// The keys of the window: dispatch, the page of keys, menus, tooltips, accessibility and the README's table are read from this one table.
package enum Keymap {
  /// When a key is heard.
  enum Context: Hashable, Sendable {
    /// Whatever has the keyboard, unless that takes the key.
    case window
    /// While no part of the stage has the keyboard that has a use for Space.
    case noPart
    /// While no part of the stage has the keyboard that has a use for an arrow with Shift.
    case noFinePart
    /// While the timeline has the keyboard.
    case timeline
    /// While the strip of takes has the keyboard.
    case takes
  }

  /// What keys do in a context.
  struct Binding: Hashable, Sendable {
    let chords: [Chord]
    var context = Context.window
    let action: Action

    init(_ action: Action, _ chords: Chord..., in context: Context = .window) {
      (self.chords, self.context, self.action) = (chords, context, action)
    }
  }

  /// What belongs together in the table.
  package enum Group: String, CaseIterable, Sendable {
    case scenes = "Scenes and controls"
    case time = "Time"
    case overlays = "Overlays"
    case parameters = "Parameters and comparison"
    case takes = "Takes and recordings"
    case window = "Window and panels"
  }

  /// A line of the table.
  package struct Row: Sendable {
    /// The keys in words.
    package let keys: String
    /// What they do.
    package let name: String
    package let group: Group
    let bindings: [Binding]

    /// A line whose keys in words are those of its bindings, unless they say it shorter.
    init(_ name: String, _ group: Group, keys: String? = nil, _ bindings: Binding...) {
      (self.name, self.group, self.bindings) = (name, group, bindings)
      self.keys =
        keys
        ?? bindings.filter { $0.context == .window }.flatMap(\.chords).map(\.text)
        .joined(separator: " or ")
    }

    init(_ name: String, _ group: Group, keys: String, all bindings: [Binding]) {
      (self.keys, self.name, self.group, self.bindings) = (keys, name, group, bindings)
    }
  }

  /// The table, in the order of the page of keys.
  package static let rows: [Row] =
    table
    + Overlay.allCases.map { overlay in
      Row(overlay.title, .overlays, Binding(.overlay(overlay), .character(overlay.letter)))
    }

  /// What somebody may look for a line by who does not know what it is called here.
  package static let otherWords = [
    "Flick to what lies that way": "fling swipe scroll throw hand",
    "Pause the stage, go on": "freeze stop resume play",
    "A frame on, back": "step previous next",
    "Parameters": "preset physics system android uikit ios gtk chromium settings",
    "Compare two parameter sets": "preset physics set b",
    "Compare with a preset": "physics system android uikit ios gtk chromium set b",
    "Larger, smaller, as at first": "zoom scale",
    "Run the take again": "replay repeat",
    "Timeline": "lanes graph curves",
    "Slower, faster": "slow motion speed",
    "Save picture": "png screenshot image",
    "Save video of the take": "mp4 gif apng export",
    "Save the take, or parameters": "export",
    "Preferences: look, motion, keys": "settings theme dark zoom",
    "Show the stage alone": "present full screen",
  ]

  /// Of what has a line of its own; one command in each.
  private static let table: [Row] = [
    Row(
      "Scene", .scenes, keys: "1 … 8",
      all: (1...9).map { Binding(.scene($0 - 1), .character(Character("\($0)"))) }),
    Row(
      "Scene before, after", .scenes, keys: "Ctrl+Page Up, Down",
      Binding(.turnScene(-1), Chord(.pageUp, .control)),
      Binding(.turnScene(1), Chord(.pageDown, .control))),
    Row("Next control, the one before", .scenes, keys: "Tab, Shift+Tab"),
    Row("Move the value, or by a card", .scenes, keys: "← → ↑ ↓"),
    Row(
      "Flick to what lies that way", .scenes, keys: "Shift+← → ↑ ↓",
      Binding(.flick(.left), Chord(.left, shift: true), in: .noFinePart),
      Binding(.flick(.right), Chord(.right, shift: true), in: .noFinePart),
      Binding(.flick(.up), Chord(.up, shift: true), in: .noFinePart),
      Binding(.flick(.down), Chord(.down, shift: true), in: .noFinePart)),
    Row("Move further", .scenes, keys: "Page Up, Down"),
    Row(
      "First, last", .scenes, keys: "Home, End",
      Binding(.showStart, Chord(.home), in: .timeline),
      Binding(.showEnd, Chord(.end), in: .timeline),
      Binding(.outermostTake(isNewest: false), Chord(.home), in: .takes),
      Binding(.outermostTake(isNewest: true), Chord(.end), in: .takes)),
    Row("Hold a button down", .scenes, keys: "Hold Space or Enter"),
    Row("Abandon, close, leave", .scenes, Binding(.escape, Chord(.escape))),
    Row(
      "Pause the stage, go on", .time, keys: "P or Space",
      Binding(.togglePause, .character("p")), Binding(.togglePause, Chord(.space), in: .noPart),
      Binding(.togglePause, Chord(.space), in: .timeline)),
    Row(
      "A frame on, back", .time, keys: "Period, comma",
      Binding(.step(1.0 / 60), .character(".")), Binding(.step(-1.0 / 60), .character(",")),
      Binding(.step(1.0 / 60), Chord(.right, shift: false), in: .timeline),
      Binding(.step(-1.0 / 60), Chord(.left, shift: false), in: .timeline),
      Binding(.step(10.0 / 60), Chord(.right, shift: true), in: .timeline),
      Binding(.step(-10.0 / 60), Chord(.left, shift: true), in: .timeline)),
    Row(
      "A millisecond on, back", .time, keys: "Shift+., Shift+,",
      Binding(.step(0.001), .character(">")), Binding(.step(-0.001), .character("<"))),
    Row(
      "Change of state: next, former", .time, keys: "Alt+., Alt+,",
      Binding(.showChange(isLater: true), .character(".", .alt), .character(".", .control)),
      Binding(.showChange(isLater: false), .character(",", .alt)),
      Binding(.showChange(isLater: true), Chord(.right, .control), in: .timeline),
      Binding(.showChange(isLater: false), Chord(.left, .control), in: .timeline)),
    Row("Measure: from here, up to here", .time, Binding(.measure, .character("d"))),
    Row(
      "Slower, faster", .time, keys: "[, ]",
      Binding(.changeSpeed(up: false), .character("[")),
      Binding(.changeSpeed(up: true), .character("]"))),
    Row("Real speed", .time, Binding(.change(.speed(1)), Chord(.backspace))),
    Row("Restart scene", .scenes, Binding(.change(.restart), .character("r"))),
    Row(
      "Reset everything", .scenes,
      Binding(.resetEverything, .character("r", .control, shift: true))),
    Row("Timeline", .window, Binding(.toggleTimeline, Chord(.function(8)))),
    Row("Parameters", .window, Binding(.toggleInspector, Chord(.function(9)))),
    Row(
      "Next panel, the one before", .window, keys: "F6, Shift+F6",
      Binding(.turnRegion(back: true), Chord(.function(6), shift: true)),
      Binding(.turnRegion(back: false), Chord(.function(6)))),
    Row(
      "Compare two parameter sets", .parameters,
      Binding(.toggleComparison, .character("c", shift: false))),
    Row(
      "Compare with a preset", .parameters,
      Binding(.offerComparison, .character("c", shift: true))),
    Row("Swap the sets", .parameters, Binding(.change(.swap), .character("x"))),
    Row(
      "Show the other set", .parameters, keys: "Hold F7 or `",
      Binding(.flip(true), Chord(.function(7), nil), .character("`", nil))),
    Row("Mark the moment", .takes, Binding(.mark, .character("m"))),
    Row("List of what can be done", .window, keys: "Menu or Shift+F10"),
    Row(
      "Undo an edit", .parameters, Binding(.undo, .character("z", .control, shift: false))),
    Row(
      "Redo it", .parameters,
      Binding(.redo, .character("z", .control, shift: true), .character("y", .control))),
    Row(
      "Copy parameters as Swift", .parameters,
      Binding(.copyLanes, .character("c", .control, shift: false), in: .timeline),
      Binding(.copy(.swift), .character("c", .control, shift: false))),
    Row(
      "Copy parameters as flags", .parameters,
      Binding(.copy(.flags), .character("c", .control, shift: true))),
    Row(
      "Paste parameters: flags, JSON", .parameters,
      Binding(.ask(.pasteParameters), .character("v", .control))),
    Row("Open a file", .takes, Binding(.chooseFile, .character("o", .control))),
    Row(
      "Save the take, or parameters", .takes,
      Binding(.save, .character("s", .control, shift: false))),
    Row(
      "Record, end it", .takes,
      Binding(.ask(.toggleRecording), .character("e", .control, shift: false))),
    Row(
      "Save picture", .takes, Binding(.picture, .character("s", .control, shift: true))),
    Row(
      "Take before, after", .takes, keys: "Alt+Page Up, Down",
      Binding(.turnTake(back: true), Chord(.pageUp, .alt)),
      Binding(.turnTake(back: false), Chord(.pageDown, .alt)),
      Binding(.turnTake(back: true), Chord(.left), in: .takes),
      Binding(.turnTake(back: false), Chord(.right), in: .takes)),
    Row("Name the take", .takes, Binding(.nameTake, Chord(.function(2)))),
    Row("Pin it", .takes, Binding(.pinTake, .character("p", .control))),
    Row("Remove it", .takes, keys: "Delete", Binding(.removeTake, Chord(.delete), in: .takes)),
    Row("Run the take again", .takes, Binding(.runAgain, Chord(.return, .control))),
    Row("Keep it as edited", .takes, Binding(.keepEdit, .character("k", .control))),
    Row("Save video of the take", .takes, Binding(.film, .character("e", .control, shift: true))),
    Row(
      "This page", .window,
      Binding(.toggleHelp, Chord(.function(1)), .character("?", nil))),
    Row(
      "Preferences: look, motion, keys", .window,
      Binding(.showSettings, .character(",", .control))),
    Row("Show the stage alone", .window, Binding(.toggleShow, Chord(.function(5)))),
    Row(
      "Fill the screen", .window, Binding(.ask(.toggleFullscreen), Chord(.function(11)))),
    Row(
      "Larger, smaller, as at first", .window, keys: "Ctrl+ +, −, 0",
      Binding(.ask(.zoom(1)), .character("+", .control), .character("=", .control)),
      Binding(.ask(.zoom(-1)), .character("-", .control)),
      Binding(.ask(.zoom(0)), .character("0", .control))),
    Row(
      "Quit", .window, keys: "Ctrl+Q",
      Binding(.ask(.quit), .character("q", .control), .character("w", .control))),
  ]

  /// The bindings by key: what is held beside it decides among a few.
  private static let bindings: [KeySample.Key: [(chord: Chord, binding: Binding)]] = {
    var bindings: [KeySample.Key: [(chord: Chord, binding: Binding)]] = [:]
    for binding in rows.flatMap(\.bindings) {
      for chord in binding.chords { bindings[chord.key, default: []].append((chord, binding)) }
    }
    return bindings
  }()

  /// What a key does in a context; `nil` if it is none of that context's.
  static func action(of sample: KeySample, in context: Context) -> Action? {
    bindings[sample.key]?.first { $0.binding.context == context && $0.chord.matches(sample) }?
      .binding.action
  }

  /// The key of an action in words: "Ctrl+Z"; empty where it has none.
  static func text(_ action: Action) -> String {
    let text = rows.lazy.flatMap(\.bindings).first { $0.action == action }?.chords[0].text ?? ""
    // In a sentence the sign by itself is overlooked.
    return [",": "comma", ".": "period"][text] ?? text
  }

  /// What something is called, with its key: "Timeline · F8".
  static func tooltip(_ name: String, _ action: Action) -> String {
    let key = text(action)
    return key.isEmpty ? name : "\(name) · \(key)"
  }

  /// The key of an action, for assistive technology.
  static func accessibilityActions(
    _ action: Action, _ effect: String
  ) -> [AccessibilityElement.Action] {
    let key = text(action)
    return key.isEmpty ? [] : [.init(key, effect)]
  }

  /// Every letter, digit and sign that is a key of the window by itself, in order.
  package static var signs: [Character] {
    let signs = rows.flatMap(\.bindings).flatMap(\.chords).compactMap { chord -> Character? in
      guard case .character(let sign) = chord.key, chord.modifiers?.isEmpty ?? true else {
        return nil
      }
      return sign
    }
    return Set(signs).sorted()
  }

  /// The table as the README shows it.
  package static var markdown: String {
    "| keys | what they do |\n|---|---|\n"
      + Group.allCases.flatMap { group in rows.filter { $0.group == group } }
      .map { "| \($0.keys) | \($0.name) |\n" }.joined()
  }
}
