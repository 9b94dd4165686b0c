internal import Feel
package import Observe
internal import Stage

/// What the window says, by panel.
///
/// A second language is a second table of the same names. A sentence with values is a function,
/// so that the language decides their order.
package enum Words {
  typealias Actions = [AccessibilityElement.Action]

  /// A sentence that begins with some words.
  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst()
  }

  /// A count with its noun.
  private static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  /// What parts the parts of a line.
  static let separator = " · "

  /// The parts of a line, without the empty ones: "Timeline · F8".
  static func line(_ parts: [String?]) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: separator)
  }

  static let setA = "A"
  static let setB = "B"
  static let open = "Open"
  static let cancel = "Cancel"
  static let compare = "Compare"
  static let saveVideo = "Save video"
  static let press = "press"
  static let listed: Actions = [.init("↑ ↓", "move"), .init("Return", "choose")]
  static func isOn(_ isOn: Bool) -> String { isOn ? "on" : "off" }
  static func time(_ seconds: Double) -> String { "\(seconds.text(decimals: 3)) s" }
  static func number(_ number: String, in unit: String) -> String {
    unit.isEmpty ? number : "\(number) \(unit)"
  }
  static func percent(_ number: String) -> String { "\(number) %" }

  /// A speed as people write it: 2×, ½×, 0.05×.
  static func speed(_ speed: Double) -> String {
    switch speed {
    case 0.5: "½×"
    case 0.25: "¼×"
    case 0.1: "⅒×"
    default: speed == speed.rounded() ? "\(Int(speed))×" : "\(speed)×"
    }
  }

  /// A key in a sentence, where a sign by itself is overlooked.
  static func key(_ sign: String) -> String { [",": "comma", ".": "period"][sign] ?? sign }

  /// What has been done or why it cannot be, and what is offered, in the window's lowest line.
  enum Messages {
    static let offersEarlier = "Restore takes from the last session?"
    static let discardedEarlier = "Discarded the last session’s takes"
    static func saved(in path: String) -> String { "Saved in \(path)" }
    static func recorded(in path: String) -> String { "Recorded in \(path)" }

    // What is offered.
    static let takeBack = "take it back"
    static let showInFolder = "Show in folder"
    static let copyPath = "Copy path"
    static let restore = "Restore"
    static let discard = "Discard"

    // What is said.
    static let oldestTake = "This is the oldest take that is kept"
    static let newestTake = "This is the newest take"
    static let noTake = "Nothing has been done yet: there is no take to show"
    static let takeUnderWay = "The take is still under way"
    static let nothingToRerun = "Nothing has been done yet: there is nothing to run again"
    static let nothingMoved = "Nothing has moved yet: there is no video to save"
    static let nothingEdited = "Nothing is edited: change a parameter while a take is shown"
    static let noRoomForTakes = "There is no room for the takes: make the window higher"
    static let comparesSets = "Two sets are compared: end that first"
    static let savesVideo = "A video is being saved already: Esc ends that"
    static let byNumber = "by its number"
    static func kept(as take: String) -> String { "Kept as \(take)" }
    static func gone(_ take: String) -> String { "\(take) is gone" }
    static func named(_ take: String, _ name: String) -> String { "\(take) is called \(name)" }
    static func pinned(_ take: String, _ isOn: Bool) -> String {
      isOn ? "\(take) is pinned" : "\(take) is pinned no longer"
    }
    static let sameSets =
      "B is the same as A so far: choose its preset under Compare or in the panel"
    static let noChoice = "Nothing here chooses where to rest"
    static let noRoom = "No room: enlarge the window"
    static let copied = "Copied"
    static func copied(_ text: String) -> String { "Copied \(text)" }
    static func copied(as form: String) -> String { "Copied as \(form)" }
    static func copied(rows: Int) -> String { "Copied \(rows) rows as CSV" }
    static func marked(_ seconds: Double) -> String { "Marked \(time(seconds))" }
    static func flicked(goOn key: String) -> String {
      "Flicked while the stage stands: \(key) lets it go on"
    }
    static let flickSideways = "This moves sideways: flick it with Shift+← or Shift+→"
    static let flickUpright = "This moves up and down: flick it with Shift+↑ or Shift+↓"
    static let noFlick = "Nothing here can be flicked: the carousel, the list and the pager can"
  }

  /// What can be done, and what a comparison comes to, where the scene's hint stands.
  enum Hints {
    static let recording = "REC"
    static let paused = "paused"
    static func paused(at seconds: Double) -> String { "PAUSED · t \(seconds.text(decimals: 3))" }
    static func recorded(_ stage: Size) -> String {
      let (width, height) = (stage.width.text(decimals: 0), stage.height.text(decimals: 0))
      return "The stage as it was recorded: \(width) × \(height) pt"
    }
    static let otherValues = "other values"
    static let flickAgain = "flick, then change a parameter: the same flick runs again"
    static func set(_ letter: String, _ preset: String) -> String { "\(letter) (\(preset))" }
    static func sets(_ a: String, _ b: String, isFlipped: Bool) -> String {
      isFlipped ? "\(b) is shown, \(a) dashed" : "\(a), \(b) dashed"
    }
    static func withoutB(runAgain key: String) -> String {
      "This take was made without B · \(key) runs it with both"
    }
    static func bothGoOn(_ key: String) -> String { "\(key) lets both go on" }
    static func savesVideo(_ key: String) -> String { "\(key) saves a video" }
    static func inDashes(_ name: String) -> String { "\(name) in dashes" }
    static func difference(_ one: String, _ other: String, _ difference: String) -> String {
      "\(one) − \(other): \(difference)"
    }
    static func wrong(_ take: String, _ complaint: String) -> String { "\(take): \(complaint)" }
    static func edited(_ take: String, _ difference: String, keep key: String) -> String {
      "\(take) in dashes as edited · edited − as it was: \(difference) · \(key) keeps it"
    }
    static let runsAgain = "The take runs again · press anything to take over"
    static func ranAgain(_ difference: String) -> String {
      "The take ran again · now − before: \(difference)"
    }
    static let more = "right click: more"
    static let unseen = "What the program does now is not seen"
    static func freezes(_ key: String) -> String { "\(key) freezes it" }
    static func toPanels(_ key: String) -> String { "\(key) to the panels" }
    static func steps(back: String, on: String) -> String { "\(sentence(back)) back, \(on) on" }
    static func goesOn(_ key: String) -> String { "\(key) goes on" }
    static func compares(_ key: String) -> String { "\(key) compares" }
    static func showsTake(_ key: String) -> String { "\(key) shows the take" }
  }

  /// The bar along the top, the lists that are opened, and the lines between the panels.
  enum Bar {
    static let window = "Window"
    static let program = "FeelLab"
    static let record = "Record"
    static let stop = "Stop"
    static let scenes = "Scenes"
    static let scene = "Scene"
    static let open = "open"
    static let turn = "turn"
    static let overlays = "Overlays"
    static let showOrHide = "show or hide"
    static let menu = "Menu"
    static func resized(by keys: String) -> Actions {
      [.init(keys, "larger, smaller"), .init("Return", "default")]
    }
    static let inspectorWidth = "Width of the parameters"
    static let timelineHeight = "Height of the timeline"
  }

  /// What the lists offer, where it is not what the table of commands says.
  enum Menus {
    static let unpin = "Unpin it"
    static let hideExplanation = "Hide why it rests there"
    static let goOn = "Go on"
    static let pause = "Pause"
    static let endRecording = "End the recording"
    static let record = "Record the session"
    static let showWindow = "Show the window"
    static let everyFrame = "Show every frame"
    static let removeSaved = "Remove what was saved"
    static func show(_ name: String) -> String { "Show \(name)" }
    static func fold(_ name: String, isOn: Bool) -> String { "\(isOn ? "Fold" : "Show") \(name)" }
    static func show(frames: Int) -> String { "Show \(frames) frames/s" }
    static let setNow = "what is set now"
    static let formerB = "B as before"
    static let setOfTake = "what the take was made with"
    static let alone = "Compare no longer"
    static let equalSets = "Make B the same as A"
    static func compare(with take: String, isOn: Bool) -> String {
      "\(isOn ? "Compare" : "Don't compare") it with \(take)"
    }
    static func sets(_ sets: [String]) -> String { "set \(sets.joined(separator: ", "))" }
    static let copyValue = "Copy value"
    static let pasteValue = "Paste value"
    static let resetValue = "Reset to the preset's value"
    static func choice(_ word: String, of name: String) -> String { "\(name) \(word)" }
  }

  /// The page of keys.
  enum Help {
    static let title = "Keys"
    static let prompt = "Search"
    static let search = "Search the keys"
    static let searched: Actions = [.init("↑ ↓", "scroll"), .init("Esc", "clear, close")]
    static let noMatch = "No key does that"
  }

  /// The lines of preferences.
  enum Preferences {
    static let theme = (
      label: "Theme", help: "Light, dark, or with the most contrast. It is remembered."
    )
    static let motion = (
      label: "Reduced motion",
      help: "Leave out what moves only for show; what a hand sets going still moves. "
        + "It is remembered."
    )
    static let letters = (
      label: "Letter keys",
      help: "Whether a letter, digit or sign without Ctrl is a key of the window. It is remembered."
    )
    static let zoom = (
      label: "Zoom",
      help: "How much larger than the desktop asks for everything is. Ctrl with +, − or 0; "
        + "it is remembered."
    )
    static let content = (
      label: "Rich content",
      help: "Fill the scenes with covers, an inbox and pages that differ; what moves, and how, "
        + "stays the same. It is remembered."
    )
    static let springs = (
      label: "Physical springs",
      help: "Show springs by frequency and damping, not by duration and bounce; the springs "
        + "stay what they are. It is remembered."
    )
  }

  /// The panel of parameters.
  enum Inspector {
    static let preferences = "Preferences"
    static let preset = "Preset"
    static let presetOfA = "Preset of A"
    static let presetOfB = "Preset of B"
    static let reset = "Reset"
    static let resetPreferences = "Reset preferences"
    static let copy = "Copy"
    static let more = "More"

    // For assistive technology.
    static let fold = "fold or unfold"
    static let turn = "turn on or off"
    static let openList = "open the list"
    static let nextWord = "the one before, the next"
    static let steps: [(keys: String, effect: String)] = [
      ("↑ ↓", "a step"), ("Page Up, Page Down", "ten steps"),
      ("Home, End", "the least, the greatest"), ("Return", "commit"), ("Esc", "give it back"),
    ]
    static let unused = "counts for nothing now"
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
    static let unseenElsewhere = "The program that is watched goes on: only its own tab sees it"
  }

  /// The lanes of the timeline, and what is read in them.
  enum Timeline {
    static let hint = "Shift-drag measures · wheel zooms · right click exports"
    static let zoomedHint = "Middle drag moves · double-click zooms to fit"
    static let still = "Nothing moves in the time that is shown"
    static let takesElsewhere = "Takes come from other scenes"
    static let hand = "Hand"
    static let isJudged = "is being judged"
    static let judgedLater = "judged once it rests"
    static let before = "before"
    static let folded = "folded"
    static func lane(_ lane: TimelineLayout.Lane, isObserved: Bool = false) -> String {
      switch lane {
      case .input: "Input"
      case .position: "Position"
      case .velocity: "Velocity"
      case .smoothness: "Smoothness"
      case .state: "State"
      case .items: "Alive"
      case .frames: isObserved ? "Program frames" : "Frames"
      }
    }

    // What is read.
    static func time(_ seconds: Double) -> String { "t \(Words.time(seconds))" }
    static func millis(_ text: String) -> String { "\(text) ms" }
    static func marker(_ number: Int) -> String { "marker \(number)" }
    static func alive(_ names: [String]) -> String { "alive: \(names.joined(separator: ", "))" }
    static func hand(_ place: String) -> String { "hand \(place)" }
    static func value(
      isVelocity: Bool, _ value: String, other: (name: String, value: String)?, samples: UInt8?
    ) -> String {
      (isVelocity ? "v " : "x ") + value + (other.map { " (\($0.name) \($0.value))" } ?? "")
        + (samples.map { " from \($0) samples" } ?? "")
    }
    static func interval(_ seconds: Double) -> String { "Δt \(Words.time(seconds))" }
    static func measured(_ interval: String, way: String, mean: String) -> String {
      "\(interval) · Δx \(way) · mean \(mean)/s"
    }

    // Its buttons.
    static let realSpeed = "As fast as the world"
    static let frames = "Frames/s"
    static let everyMoment = "Show every moment"
    static let scrubbed: Actions = [
      .init("← →", "a frame back, on"), .init("Home, End", "the ends"),
      .init("Space", "pause, go on"),
    ]
    static func goOn(_ pause: String) -> String { "\(pause), go on" }
    static func speed(_ speed: String) -> String { "The stage at \(speed)" }
    static func moments(_ rate: Int) -> String {
      "Show \(rate) moments a second, as a display of \(rate) Hz does"
    }
    static func keys(_ keys: [String]) -> String { keys.joined(separator: " and ") }
  }

  /// Why what was let go rests where it does, a line a step.
  enum Release {
    private static func points(_ value: Double) -> String { value.grouped(decimals: 1) + " pt" }
    private static func speed(_ value: Double) -> String { value.grouped(decimals: 1) + " pt/s" }
    private static func joined(_ parts: [String?]) -> String {
      parts.compactMap(\.self).joined(separator: "; ")
    }

    static func samples(_ explanation: ReleaseExplanation) -> String {
      let (used, dropped) = (explanation.estimate.used, explanation.estimate.dropped)
      var words = ["\(used.count) of \(used.count + dropped.count) count"]
      if let first = used.first, let last = used.last {
        let ages = [first, last].map { (($0.time - explanation.time) * 1000).text(decimals: 1) }
        words[0] += ", \(ages[0]) to \(ages[1]) ms"
      }
      return joined(words + explanation.estimate.reasons.map { "\($0.count) \($0.fate.reason)" })
    }

    static func estimate(_ explanation: ReleaseExplanation) -> String {
      let settings = explanation.settings
      let window =
        settings.window.isFinite ? " over \((settings.window * 1000).text(decimals: 0)) ms" : ""
      return "\(settings.name)\(window): the pointer goes "
        + "\(speed(explanation.velocity.pointer)) \(explanation.axis == .horizontal ? "across" : "down")"
        + ", counted as the offset grows"
    }

    static func release(_ explanation: ReleaseExplanation) -> String {
      let (velocity, limit) = (explanation.velocity, explanation.velocity.limit)
      let isDrag = limit != .noDrag && limit != .shortTravel
      let (content, gained) = (velocity.content, velocity.gained)
      let carried = "\(speed(velocity.carried)) carried over from the run that was caught"
      return joined([
        isDrag && content != velocity.pointer
          ? "the edge's band lets \(speed(content)) of it through" : nil,
        gained != content ? "the gain makes it \(speed(gained))" : nil,
        velocity.carried != 0 ? carried : nil, limit?.reason,
        "\(speed(velocity.value)) at \(points(explanation.offset))",
      ])
    }

    static func run(_ explanation: ReleaseExplanation) -> String {
      let (tends, stops) = (explanation.projection.tends, explanation.projection.stops)
      let stop = "would stop at \(points(stops))"
      return tends == stops ? stop : "would tend to \(points(tends)) and stop at \(points(stops))"
    }

    /// A pager's rule with its numbers, pages counted from 1.
    static func turn(_ turn: ReleaseExplanation.Turn) -> String {
      func page(_ place: Double) -> String { "page " + (place + 1).text(decimals: 3) }
      func signed(_ value: Double) -> String {
        (value < 0 ? "−" : "+") + " " + points(value.magnitude)
      }
      guard let rule = turn.rule else { return "\(page(turn.start)), let go without a drag" }
      let travel = rule == .predictedEnd ? "2 · \(points(turn.travel / 2))" : points(turn.travel)
      return "\(rule.words): \(page(turn.start)) + (\(travel) \(signed(turn.momentum)))"
        + "/\(points(turn.length)) = \(page(turn.aim))"
    }

    static func choice(_ choice: ReleaseExplanation.Choice?) -> String {
      guard let choice else { return "none: content that runs free" }
      func title(_ index: Int) -> String { "\(choice.item.rawValue) \(index + 1)" }
      let place = choice.candidates.first { $0.index == choice.index }?.place ?? choice.aim
      func signed(_ value: Double, _ text: String) -> String { value < 0 ? text : "+" + text }
      let midpoints = choice.midpoints.map(points).joined(separator: " and ")
      let margins = choice.margins.map {
        "\(title($0.index)) at \(signed($0.velocity, speed($0.velocity))), "
          + signed($0.distance, points($0.distance))
      }
      return joined(
        [
          "\(title(choice.index)) at \(points(place)), "
            + "\(choice.rule.reason) for \(points(choice.aim))",
          midpoints.isEmpty ? nil : "midpoints \(midpoints)",
        ] + margins)
    }

    static func piece(_ piece: ReleaseExplanation.Piece) -> String {
      let (start, end) = (piece.time.lowerBound, piece.time.upperBound)
      return "\(start.text(decimals: 3)) to \(time(end)) \(piece.phase.rawValue): "
        + "\(law(piece.law)) from \(points(piece.start.value)) at \(speed(piece.start.velocity)) "
        + "to \(points(piece.end.value)) at \(speed(piece.end.velocity))"
    }

    private static func rate(_ rate: DecelerationRate) -> String {
      "exponential, \(rate.keptPerMillisecond.text(decimals: 5)) a millisecond"
    }

    private static func law(_ law: Motion) -> String {
      switch law {
      case .rest: "rest"
      case .deceleration(let law): "\(rate(law.rate)), stopped at \(speed(law.stopSpeed)),"
      case .braked(let law): "\(rate(law.rate)), braked by \(law.braking.text(decimals: 1)) pt/s²,"
      case .power: "power of the time left"
      case .constant(let law): "steady braking of \(law.deceleration.grouped(decimals: 1)) pt/s²"
      case .spring(let law):
        "spring, response \(time(law.spring.response)), "
          + "damping \(law.spring.dampingRatio.text(decimals: 3)),"
      case .ease(let law): "timing curve of \(time(law.duration))"
      }
    }

    static func rest(_ explanation: ReleaseExplanation) -> String {
      "\(points(explanation.rest)), \(time(explanation.duration)) after the release"
    }
  }

  /// The strip of takes and what is said of one.
  enum Takes {
    static let title = "Takes"
    static let name = "Name"
    static let none = "Takes: whatever you set going on the stage is kept here, a card each"
    static let noneOfScene = "No take of this scene yet: those of other scenes are kept with them"
    static let neighbours = "the take before, after"
    static let rename = "name"
    static let pin = "pin"
    static let remove = "remove"
    static let pinned = "pinned"
    static let untilRest = "until it rests"
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
    static func with(_ settings: [String]) -> String { "with " + settings.joined(separator: ", ") }
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
    static let create = "Create"
    static let replace = "Replace"
    static let save = "Save"
    static let empty = "Nothing is in this folder"
    static let noMatch = "No matching files"
    static let folderSaid = "folder"
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
    static let goingOn = "going on"
    static func undo(_ words: String, _ key: String) -> String { "\(words), \(key) takes it back" }
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
