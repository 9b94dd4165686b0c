internal import Feel
package import Observe
internal import Stage

/// What the window says, by panel.
///
/// A second language is a second table of the same names. A sentence with values is a function,
/// so that the language decides their order.
package enum Words {
  /// A sentence that begins with some words.
  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst()
  }

  /// A count with its noun.
  private static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  /// The panel of parameters.
  enum Inspector {
    static let title = "Parameters"
    static let preferences = "Preferences"
    static let comparison = "Compare"
    static let preset = "Preset"
    static let presetOfA = "Preset of A"
    static let presetOfB = "Preset of B"
    static let reset = "Reset"
    static let resetParameters = "Reset parameters"
    static let resetPreferences = "Reset preferences"
    static let copy = "Copy"
    static let more = "More"

    // What assistive technology is told of its elements.
    static let press = "press"
    static let fold = "fold or unfold"
    static let turn = "turn on or off"
    static let openList = "open the list"
    static let nextWord = "the one before, the next"
    static let steps: [(keys: String, effect: String)] = [
      ("↑ ↓", "a step"), ("Page Up, Page Down", "ten steps"),
      ("Home, End", "the least, the greatest"), ("Return", "commit"), ("Esc", "give it back"),
    ]
    static let unused = "counts for nothing now"
    static func isOn(_ isOn: Bool) -> String { isOn ? "on" : "off" }
    static func fine(_ number: String) -> String { "\(number), fine" }
    static func coarse(_ number: String) -> String { "\(number), coarse" }
    static func set(_ said: String, over value: String) -> String { "\(said), set over \(value)" }
    static func moved(_ said: String, from value: String) -> String {
      "\(said), moved from \(value)"
    }

    // Headings and changes.
    static let noEffect = "no effect here"
    static func changed(_ count: Int) -> String { "\(count) changed" }
    static func heading(isFolded: Bool, changed count: Int) -> String {
      (isFolded ? "folded" : "unfolded") + (count == 0 ? "" : ", \(count) changed")
    }
    static func changes(_ count: Int) -> String {
      count == 0 ? "Same as the preset" : "\(count) changed from the preset"
    }
    static func changesOfA(_ count: Int) -> String {
      count == 0 ? "A: same as its preset" : "A: \(count) changed from its preset"
    }
    static func kept(_ count: Int, under preset: String) -> String {
      let values = Words.count(count, "changed value kept", "changed values kept")
      return "\(preset), with \(values): Reset in the panel"
    }

    // Help.
    static let hint = "Drag a name to change its number finely; double-click it for the preset's."
    static let helpOfHeadings = "Click it to fold its lines away, or to show them again."
    static let helpOfChanges =
      "What is set over the preset stays set under another one. Reset gives it up."
    static let helpOfForgetting = """
      Look and move as the desktop asks, unzoomed and with letter keys, and keep nothing of these \
      lines.
      """
    static let helpOfCopying = """
      Copy what is set over the preset, or all, as Swift, flags or JSON. Ctrl+C copies Swift, \
      Ctrl+Shift+C flags.
      """
    static let helpOfMore = "Paste, save and open parameters, undo edits, and reset."
    static let changesNothing = "It changes nothing of what is shown: choose another source."
    static func helpOfComparison(swap key: String) -> String {
      """
      B gets the same hand as A, with parameters of its own. Each edit of A runs the last take \
      again. \(key) swaps the two, F7 or ` shows B.
      """
    }
    static func helpOfPreset(_ preset: PresetEvidence) -> String {
      "\(preset.system), \(preset.version). What you change here overrides it."
    }
    static func helpOfPresetOfB(_ preset: PresetEvidence) -> String {
      "\(preset.system), \(preset.version), in dashes."
    }
    static func isUnused(unless condition: String) -> String {
      "It counts for nothing now: only where \(condition)."
    }
    static func help(_ doc: String, domain: String, unless inherited: String) -> String {
      "\(doc) \(sentence(domain)); \(inherited) unless set."
    }

    // Numbers.
    static let duration = "Duration"
    static let durationHelp = "How long the spring seems to take."
    static let bounce = "Bounce"
    static let bounceHelp = "How far it overshoots: 0 does not, below 0 it creeps back."
    static let isMoved = "What else is set of its spring moves it."
    static func title(_ form: String, of spring: String) -> String {
      "\(spring), \(form.lowercased())"
    }
    static func spring(stiffness: String, mass: String) -> String {
      "Stiffness \(stiffness) at mass \(mass)."
    }
    static func oneOf(_ words: [String]) -> String { "one of " + words.joined(separator: ", ") }

    // What is copied.
    static let flags = "flags"
    static func changes(as form: String) -> String { "\(sentence(form)), what changed" }
    static func allValues(as form: String) -> String { "\(sentence(form)), all values" }
    static func leftOut(_ values: String) -> String {
      "Left out, as Feel has no field for it or it has no effect: \(values)"
    }
  }

  /// What is wrong with a motion that another program showed, and how it followed the hand.
  package enum Faults {
    /// A fault with its time and size, as a sentence goes on after a name.
    package static func sentence(_ fault: MotionFault, in unit: String) -> String {
      let time = "at \(fault.time.text(decimals: 3)) s"
      let millis = fault.duration * 1000
      let size = "\(fault.size.text(decimals: 1)) ± \(fault.error.text(decimals: 1)) \(unit)"
      return switch fault.kind {
      case .jump where fault.duration > 0: "\(time) the position jumps by \(size) for one frame"
      case .jump: "\(time) the position jumps by \(size)"
      case .stall where fault.isLost:
        """
        \(time) the content froze for \(millis.text(decimals: 1)) ms and did not catch up: \
        \(size) behind
        """
      case .stall:
        """
        \(time) a frame is missing or repeated: \(size) of motion appear \
        \(millis.text(decimals: 1)) ms late
        """
      case .reacceleration: "\(time) the velocity changes at once by \(size)/s: a second push"
      case .restart:
        """
        \(time) the content moves on by itself, by \(size), after resting for \
        \(millis.text(decimals: 0)) ms: a late start
        """
      case .judder:
        """
        from \(fault.time.text(decimals: 3)) s, for \(fault.duration.text(decimals: 3)) s, the \
        steps alternate in a pattern of \(fault.period) frames: each differs from the next by \
        \(size)
        """
      case .runOn: "\(time) the fingers rest, but the content moves on by \(size)"
      case .unevenTurns:
        """
        \(time) turns of the wheel start to differ: of equal turns one moves the content \
        \(fault.size.text(decimals: 1)) times as far as another
        """
      }
    }

    /// A fault and how large it is, in the fewest words: "jump +24 px".
    static func brief(_ fault: MotionFault, in unit: String) -> String {
      let size = fault.size
      let rounded = abs(size) < 10 ? size.text(decimals: 1) : size.grouped(decimals: 0)
      let signed = size > 0 ? "+" + rounded : rounded
      return switch fault.kind {
      case .jump: "jump \(signed) \(unit)"
      case .stall: "stall \((fault.duration * 1000).text(decimals: 0)) ms"
      case .reacceleration: "second push \(signed) \(unit)/s"
      case .restart: "late start \(signed) \(unit)"
      case .judder: "judder \(rounded) \(unit), every \(fault.period)"
      case .runOn: "runs on \(signed) \(unit)"
      case .unevenTurns: "uneven turns ×\(size.text(decimals: 1))"
      }
    }

    /// So many faults of a kind: "1 jump", "12 stalls".
    package static func count(_ count: Int, of kind: MotionFault.Kind) -> String {
      switch kind {
      case .jump: Words.count(count, "jump", "jumps")
      case .stall: Words.count(count, "stall", "stalls")
      case .reacceleration: Words.count(count, "second push", "second pushes")
      case .restart: Words.count(count, "late start", "late starts")
      case .judder: Words.count(count, "stretch of judder", "stretches of judder")
      case .runOn: Words.count(count, "run under still fingers", "runs under still fingers")
      case .unevenTurns: Words.count(count, "part with uneven turns", "parts with uneven turns")
      }
    }

    /// How many there are of each kind: "1 jump", "12 stalls".
    package static func counts(_ faults: [MotionFault]) -> [String] {
      MotionFault.Kind.allCases.compactMap { kind in
        let some = faults.count { $0.kind == kind }
        return some > 0 ? count(some, of: kind) : nil
      }
    }

    /// In which step stalls come: "every 5th frame shown again".
    static func brief(_ pattern: StallPattern) -> String {
      "every \(ordinal(pattern.period)) frame \(pattern.isShownAgain ? "shown again" : "missing")"
    }

    /// A number in a row: "7th".
    package static func ordinal(_ number: Int) -> String {
      let isTeen = 11...13 ~= number % 100
      let endings = ["th", "st", "nd", "rd"]
      return "\(number)\(isTeen || number % 10 > 3 ? "th" : endings[number % 10])"
    }

    /// A law with the number that it is known by, unless that may be anything.
    package static func brief(_ law: ObservedLaw, in unit: String) -> String {
      guard let number = law.numbers.first, number.fitted.error < abs(number.fitted.value) else {
        return law.family.words
      }
      let digits = abs(number.fitted.value) >= 100 ? 0 : 3
      let value = number.fitted.value.text(decimals: digits)
      let error = number.fitted.error.text(decimals: digits)
      let per = number.unit.hasPrefix("/") ? unit + number.unit : number.unit
      let end = per.isEmpty ? "" : " \(per)"
      return "\(law.family.words), \(number.name) \(value) ± \(error)\(end)"
    }

    /// How well a law describes a motion.
    static func fit(_ law: ObservedLaw, in unit: String) -> String {
      "\(brief(law, in: unit)) · \(law.deviation.text(decimals: 2)) \(unit) off"
    }

    /// Steps that stand out.
    static func step(_ kind: UnevenStep.Kind) -> String {
      switch kind {
      case .missed(1): "missed"
      case .missed(let count): "\(count) missed"
      case .jank: "jank"
      }
    }

    /// How far the content moved from one frame to the next.
    static func step(_ step: Double, after gap: Double, in unit: String) -> String {
      "step \(step.text(decimals: 1)) \(unit) after \((gap * 1000).text(decimals: 1)) ms"
    }
    static func axis(_ step: String, in unit: String) -> String { "\(step) \(unit) a frame" }

    // How even the frames of a take were.
    static func steps(_ count: Int) -> String { "\(count) steps" }
    static func figures(missed: Int, janks: Int, hitches: Double) -> [String] {
      [
        "\(missed) missed", Words.count(janks, "jank", "janks"),
        "hitches \(hitches.text(decimals: hitches < 10 ? 1 : 0)) ms/s",
      ]
    }
    static func secondDifference(_ mean: Double, in unit: String) -> String {
      "second difference \(mean.text(decimals: 2)) \(unit)"
    }
    static func lag(_ seconds: Double) -> String {
      let late = abs(seconds * 1000).text(decimals: 1)
      return seconds < 0 ? "leads the hand by \(late) ms" : "\(late) ms behind the hand"
    }

    static let unseenHere = "What the program does while the stage stands is not seen"
    static let unseenElsewhere =
      "The program that is watched goes on: only its own tab sees it"
  }

  /// The strip of takes and what is said of one.
  enum Takes {
    static let title = "Takes"
    static let name = "Name"
    static let none = "Takes: whatever you set going on the stage is kept here, a card each"
    static let noneOfScene =
      "No take of this scene yet: those of other scenes are kept with them"
    static let neighbours = "the take before, after"
    static let rename = "name"
    static let pin = "pin"
    static let remove = "remove"
    static let pinned = "pinned"
    static let untilRest = "until it rests"
    static let compare = "Compare"
    static func compare(with title: String) -> String { "Compare with \(title)" }
    static func title(_ number: Int) -> String { "Take \(number)" }
    static func line(_ title: String, _ details: String) -> String { "\(title) · \(details)" }
    static func duration(_ seconds: Double) -> String { "\(seconds.text(decimals: 2)) s" }
    static func settled(in seconds: Double) -> String {
      "settled in \(seconds.text(decimals: 2)) s"
    }
    static func rest(_ control: String, at place: String, _ name: String?) -> String {
      name.map { "\(control) \(place), \($0)" } ?? "\(control) \(place)"
    }
    static func jumps(_ count: Int) -> String { count == 1 ? "a jump" : "\(count) jumps" }
    static func again(_ title: String) -> String { "\(title) again" }
    static func from(_ title: String) -> String { "from \(title)" }
    static func from(_ title: String, at seconds: Double) -> String {
      "from \(title) at \(seconds.text(decimals: 2)) s"
    }
    static func ownValues(_ count: Int) -> String { "\(count) values of its own" }
    static func preset(_ title: String) -> String { "Preset \(title)" }
    static func with(_ settings: [String]) -> String {
      "with " + settings.joined(separator: ", ")
    }
  }

  /// The panel of files.
  enum Files {
    static let recent = "Recent"
    static let recentFiles = "Opened or saved last"
    static let recentFilesSaid = "opened or saved last"
    static let up = "Folder above"
    static let newFolder = "New folder"
    static let name = "Name"
    static let folder = "Folder"
    static let typeToFind = "Type to find, or a path"
    static let typeName = "Type a name"
    static let choose = "Choose a file, or type its path"
    static let kind = "Kind"
    static let allFiles = "All files"
    static let allFilesSaid = "all files"
    static let cancel = "Cancel"
    static let create = "Create"
    static let open = "Open"
    static let replace = "Replace"
    static let save = "Save"
    static let empty = "Nothing is in this folder"
    static let noMatch = "No matching files"
    static let folderSaid = "folder"
    static let move = "move"
    static let chooseSaid = "choose"
    static func place(_ folder: Substring) -> String { "in \(folder)" }
    static func exists(_ button: String) -> String {
      "A file of this name exists: press \(button) to write over it"
    }
    static func title(_ purpose: FilePanel.Purpose) -> String {
      switch purpose {
      case .open: "Open a file"
      case .save(.parameters): "Save parameters"
      case .save(.table): "Save table"
      case .save(.takes(nil)): "Save all takes"
      case .save(.takes): "Save the take"
      case .save(.video): "Save video"
      case .save(.picture): "Save picture"
      }
    }
  }

  /// What assistive technology is told of the window and of what changes in it.
  enum Spoken {
    static let smoothness = "Smoothness of the program"
    static let measure = "Between the cursors"
    static let lastMinute = "Last minute"
    static let keys = "Keys"
    static let paused = "paused"
    static let goingOn = "going on"
    static func time(_ seconds: Double) -> String { "\(seconds.text(decimals: 3)) s" }
    static func undo(_ words: String, _ key: String) -> String {
      "\(words), \(key) takes it back"
    }
    static func done(_ name: String) -> String { "\(name), 100 %, done" }
    static func cancelled(_ name: String) -> String { "\(name), cancelled" }
    static func appeared(_ name: String) -> String { "\(name), appeared" }
    static func disappeared(_ name: String) -> String { "\(name), disappeared" }
    static func closed(_ panel: String) -> String { "\(panel), closed" }
    static func opened(_ panel: String) -> String { "\(panel), open" }
    static func focused(_ words: String, _ role: AccessibilityElement.Role) -> String {
      "\(words), \(role.rawValue)"
    }
    static func values(_ count: Int) -> String { "\(count) values changed" }
  }

  enum Hands {
    static let busy = "Let go first: then the hand can be played"
    static func plays(_ name: String, scale: Double?) -> String {
      guard let scale else { return "Plays \(name): a press ends it" }
      return "Plays \(name), \(scale.text(decimals: 2)) points a unit: a press ends it"
    }
  }
}
