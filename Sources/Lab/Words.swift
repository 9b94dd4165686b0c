package import Feel
internal import FeelTrace
internal import Glibc
package import Observe
internal import Stage

/// The window's text, by panel.
///
/// Another language is a table of these phrases: `Language`.
package enum Words {
  typealias Actions = [AccessibilityElement.Action]

  /// The text as a sentence, with a capital.
  static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst()
  }

  /// A count with its noun.
  private static func count(_ count: Int, _ one: Phrase, _ many: Phrase) -> String {
    say(count == 1 ? one : many)
  }

  /// The separator between the parts of a line.
  static let separator = " · "

  /// Joins the non-empty parts of a line: "Timeline · F8".
  static func line(_ parts: [String?]) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: separator)
  }

  static let setA = "A"
  static let setB = "B"
  static var open: String { say("Open") }
  static var cancel: String { say("Cancel") }
  static var compare: String { say("Compare") }
  static var saveVideo: String { say("Save video…") }
  static var press: String { say("press") }
  static var listed: Actions { [.init("↑ ↓", say("move")), .init("Return", say("choose"))] }
  static func isOn(_ isOn: Bool) -> String { isOn ? say("on") : say("off") }
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
    case 0.1: "1/10×"
    default: speed == speed.rounded() ? "\(Int(speed))×" : "\(speed)×"
    }
  }

  /// A key in a sentence, spelled out where a lone sign would be overlooked.
  static func key(_ sign: String) -> String {
    [",": say("comma"), ".": say("period")][sign] ?? sign
  }

  /// Messages and offers in the bottom line.
  enum Messages {
    static func offersEarlier(takes: Int) -> String {
      let takes = takes == 0 ? say("takes") : Words.count(takes, "\(takes) take", "\(takes) takes")
      return say("Restore \(takes) from the last session?")
    }
    static func nothing(toUndo: Bool) -> String {
      toUndo ? say("Nothing to undo") : say("Nothing to redo")
    }
    static var discardedEarlier: String { say("Discarded the last session’s takes") }
    static func saved(as name: String) -> String { say("Saved as \(name)") }

    // Offers.
    static var takeBack: String { say("undo") }
    static var showInFolder: String { say("Show in folder") }
    static var copyPath: String { say("Copy path") }
    static var restore: String { say("Restore") }
    static var discard: String { say("Discard") }

    // Messages.
    static var oldestTake: String { say("This is the oldest take") }
    static var newestTake: String { say("This is the newest take") }
    static var noTake: String { say("No takes yet. Drag, flick or hold something.") }
    static var takeUnderWay: String { say("This take is still running") }
    static var nothingToRerun: String { say("No take to rerun yet") }
    static var nothingToCompare: String {
      say("Nothing is compared: this take shows no release from which a preset could run.")
    }
    static var nothingMoved: String { say("No motion to save yet") }
    static var nothingEdited: String {
      say("No edits to keep. Change a parameter while a take is shown.")
    }
    static var numbersInTable: String { say("The table has the numbers") }
    static var numbersInTimeline: String { say("The timeline has the numbers") }
    static var noRoomForTakes: String { say("No room for takes. Make the window taller.") }
    static var comparesSets: String { say("Stop comparing A and B first") }
    static var savesVideo: String { say("A video is already being saved. Esc cancels it.") }
    static func kept(as take: String) -> String { say("Kept as \(take)") }
    static func deleted(_ take: String) -> String { say("Deleted \(take)") }
    static func named(_ take: String, _ name: String?) -> String {
      name.map { say("Named \(take) “\($0)”") } ?? say("Removed the name of \(take)")
    }
    static func pinned(_ take: String, _ isOn: Bool) -> String {
      isOn ? say("Pinned \(take)") : say("Unpinned \(take)")
    }
    static var sameSets: String { say("A and B are the same. Choose a preset for B.") }
    static var noChoice: String { say("Works in Carousel, Scroll and Pager") }
    static var noRoom: String { say("No room. Make the window larger.") }
    static var copied: String { say("Copied") }
    static func copied(_ text: String) -> String { say("Copied \(text)") }
    static func copied(as form: String) -> String { say("Copied as \(form)") }
    static func copied(rows: Int) -> String {
      Words.count(rows, "Copied \(rows) row as CSV", "Copied \(rows) rows as CSV")
    }
    static func marked(_ seconds: Double) -> String { say("Marked \(time(seconds))") }
    static func flicked(goOn key: String) -> String { say("Flicked while frozen. \(key) resumes.") }
    static var flickSideways: String {
      say("This moves sideways. Flick it with Shift+← or Shift+→.")
    }
    static var flickUpright: String {
      say("This moves up and down. Flick it with Shift+↑ or Shift+↓.")
    }
    static var noFlick: String { say("Nothing to flick here. Try Carousel, Scroll or Pager.") }
  }

  /// Hints, and the results of a comparison in their place.
  enum Hints {
    // A key stands between backticks, and is drawn as a key cap.
    static let recording = "REC"
    static var paused: String { say("frozen") }
    static func frozen(at seconds: Double) -> String { say("Frozen at \(Words.time(seconds))") }
    static func recorded(_ stage: Size) -> String {
      let (width, height) = (stage.width.text(decimals: 0), stage.height.text(decimals: 0))
      return say("Recorded at \(width) × \(height) pt")
    }
    static var otherValues: String { say("other values") }
    static var touchToCompare: String {
      say("Drag, flick or hold something to compare A and B")
    }
    static var flipped: String { say("Showing B, with A behind it") }
    static func withoutB(runAgain key: String) -> String {
      say("This take was made without B · `\(key)` reruns it with both")
    }
    static func runsItAgain(_ key: String) -> String { say("`\(key)` reruns it") }
    static func swaps(_ key: String) -> String { say("`\(key)` swaps A and B") }
    static func inOrange(_ name: String) -> String { say("\(name) in orange") }
    static func wrong(_ take: String, _ complaint: String) -> String { "\(take): \(complaint)" }
    static func edited(_ take: String, keep key: String) -> String {
      say("\(take): A original, B edited · `\(key)` keeps it")
    }
    static var runsAgain: String { say("Rerunning the take · click or press a key to take over") }
    static func reran(_ take: String) -> String { say("Reran \(take) · orange is before") }
    static var unseen: String { say("The program’s motion is not shown while frozen") }
    static func freezes(_ key: String) -> String { say("`\(key)` freezes") }
    static func toPanels(_ key: String) -> String { say("`\(key)` next panel") }
    static var steps: String { say("`,` `.` step") }
    static func goesOn(_ key: String) -> String { say("`\(key)` resumes") }
    static func compares(_ key: String) -> String { say("`\(key)` compares") }
    static func showsTake(_ key: String) -> String { say("`\(key)` shows the take") }
  }

  /// Presentation and videos.
  enum Show {
    static var sameFlick: String { say("The same flick") }
    static var sameHand: String { say("The same hand") }
    static func lands(_ preset: String?, on place: String, notOn other: String) -> String {
      let start = preset.map { say("On \($0)") } ?? say("With other values")
      let end =
        place == other ? say("also lands on \(place).") : say("lands on \(place), not \(other).")
      return say("\(start) the same flick \(end)")
    }
  }

  /// The first minute: the recorded hand's introduction, and the steps that follow.
  enum Guide {
    static var turn: String { say("Your turn.") }
    static func flickPaper(_ key: String) -> String { say("Flick, or press \(key).") }
    static var numbers: String { say("The numbers show what to try next.") }
    static func step(_ step: Lab.Guide.Step) -> String {
      switch step {
      case .flick: say("Flick the covers")
      case .freeze: say("Freeze it in flight")
      case .compare: say("Same flick, another system")
      case .why: say("Why did it land there?")
      }
    }
    static func place(_ number: Int, of count: Int) -> String { say("step \(number) of \(count)") }
    static func said(_ number: Int, of count: Int, _ step: String, _ key: String) -> String {
      say("\(turn) Step \(number) of \(count): \(step), \(key)")
    }
    static func line(_ step: String, _ key: String) -> String { "\(step) `\(key)`" }
    static func skips(_ key: String) -> String { say("`\(key)` skips") }
    static func opensHelp(_ key: String) -> String { say("`\(key)` help") }
    static func skipped(_ key: String) -> String {
      say("Steps skipped. \(key) plays the introduction.")
    }
    static func allDone(_ key: String) -> String { say("All four done. \(key) lists every key.") }

    // The introduction.
    static var flicks: String { say("A recorded hand flicks the covers") }
    static var freezes: String { say("Frozen in flight, then stepped back and forward") }
    static func compares(_ preset: String) -> String { say("The same flick on \(preset)") }
    static var takesOver: String { say("Click to take over") }
  }

  /// The pressable parts of the card that explains a release.
  enum Why {
    static var tryIt: String { say("Try it") }
    static var tryTip: String { say("Set it and rerun the same flick") }
    static func tip(_ place: String) -> String { say("What it takes to land on \(place)") }
    static var mark: String { say("Projected rest") }
    static var markTip: String { say("Drag it to another place") }
    static var aimed: Actions {
      [.init("← →", say("another place")), .init("Return", say("try it"))]
    }
    static func nothingLeads(to place: String) -> String {
      say("No deceleration rate or snap rule takes this flick to \(place)")
    }
  }

  /// The measured region of a clip.
  enum Region {
    static var name: String { say("Measured region") }
    static func corner(_ grip: RegionPanel.Grip) -> String {
      switch grip {
      case .whole: name
      case .topLeft: say("Top left corner")
      case .topRight: say("Top right corner")
      case .bottomLeft: say("Bottom left corner")
      case .bottomRight: say("Bottom right corner")
      }
    }
    static func value(_ region: Rect) -> String {
      let numbers = [region.minX, region.minY, region.width, region.height].map {
        $0.text(decimals: 0)
      }
      return "\(numbers[2]) × \(numbers[3]) px, \(numbers[0]), \(numbers[1])"
    }
    /// Explains the lines over a clip, including those of a preset, if one runs there.
    static func legend(_ preset: String?) -> String {
      let lines = preset.map { preset in
        [
          say("Blue: places in the clip’s content, from its start."),
          say("Orange: where \(preset) has the same places."),
        ]
      }
      return ((lines ?? []) + [say("Drag the frame to measure another region.")])
        .joined(separator: say(" "))
    }
    static var actions: Actions {
      [.init("← → ↑ ↓", say("move, finer with Shift")), .init("Return", say("measure again"))]
    }
    static func measured(_ change: TakesChange?, _ key: String) -> String {
      switch change {
      case nil: say("Measured the new region. \(key) undoes it.")
      case .count(1, let before):
        say("The new region has 1 take instead of \(before). \(key) undoes it.")
      case .count(let count, let before):
        say("The new region has \(count) takes instead of \(before). \(key) undoes it.")
      case .law(let take, let law, let before):
        say(
          """
          In the new region, take \(take) follows \(name(law)) instead of \(name(before)). \(key) \
          undoes it.
          """)
      case .laws(let count):
        say("In the new region, \(count) takes follow other laws. \(key) undoes it.")
      }
    }
    private static func name(_ law: LawFamily?) -> String {
      law.map { translated($0.words) } ?? say("no law")
    }
    static var undone: String { say("Went back to the previous region.") }
  }

  /// The bar along the top, its lists, and the splitters.
  enum Bar {
    static var window: String { say("Window") }
    static var program: String { say("FeelLab") }
    static var record: String { say("Record") }
    static var stop: String { say("Stop") }
    static var scenes: String { say("Scenes") }
    static var scene: String { say("Scene") }
    static var open: String { say("open") }
    static var turn: String { say("previous, next") }
    static var overlays: String { say("Overlays") }
    static func show(_ count: Int) -> String { count == 0 ? say("Show") : say("Show \(count)") }
    static var showOrHide: String { say("show or hide") }
    static var menu: String { say("Menu") }
    static func resized(by keys: String) -> Actions {
      [.init(keys, say("larger, smaller")), .init("Return", say("default"))]
    }
    static var inspectorWidth: String { say("Parameters width") }
    static var timelineHeight: String { say("Timeline height") }
  }

  /// Menu items that differ from the table of commands.
  enum Menus {
    static var unpin: String { say("Unpin take") }
    static var hideExplanation: String { say("Hide Why") }
    static var goOn: String { say("Resume") }
    static var pause: String { say("Freeze") }
    static var endRecording: String { say("Stop recording") }
    static var record: String { say("Record session") }
    static var showWindow: String { say("Stop presenting") }
    static var everyFrame: String { say("No frame cap") }
    static var measureTo: String { say("Measure to here") }
    static var removeSaved: String { say("Delete the saved file") }
    static func show(_ name: String) -> String { say("Show \(name)") }
    static func fold(_ name: String, isOn: Bool) -> String {
      isOn ? say("Collapse \(name)") : say("Expand \(name)")
    }
    static func cap(_ frames: Int) -> String { say("Cap at \(frames) frames/s") }
    static var setNow: String { say("current values") }
    static var formerB: String { say("the previous B") }
    static var setOfTake: String { say("the take’s values") }
    static var alone: String { say("Stop comparing") }
    static var equalSets: String { say("Make B equal to A") }
    static func compare(with take: String, isOn: Bool) -> String {
      isOn ? say("Compare with \(take)") : say("Stop comparing with \(take)")
    }
    static func sets(_ sets: [String]) -> String { say("set \(sets.joined(separator: say(", ")))") }
    static var copyValue: String { say("Copy value") }
    static var pasteValue: String { say("Paste value") }
    static var yours: String { say("Yours") }
    static func removePreset(_ name: String) -> String { say("Delete preset “\(name)”") }
    static var resetValue: String { say("Reset to preset") }
    static func choice(_ word: String, of name: String) -> String { "\(name) \(word)" }
  }

  enum Help {
    static var title: String { say("Keys") }
    static var prompt: String { say("Search") }
    static var search: String { say("Search keys") }
    static var searched: Actions {
      [.init("↑ ↓", say("scroll")), .init("Esc", say("clear, close"))]
    }
    static var noMatch: String { say("No matches") }
  }

  /// Rows of preferences.
  enum Preferences {
    static var theme: (label: String, help: String) {
      (label: say("Theme"), help: say("Light, dark or high contrast. Remembered."))
    }
    static var motion: (label: String, help: String) {
      (
        label: say("Reduced motion"),
        help: say("Skips decorative motion; what you drag and flick still moves. Remembered.")
      )
    }
    static var letters: (label: String, help: String) {
      (
        label: say("Letter keys"),
        help: say("Letters, digits and punctuation work as shortcuts without Ctrl. Remembered.")
      )
    }
    static var repeats: (label: String, help: String) {
      (
        label: say("Key repeat"),
        help: say("A held key repeats, as fast as the desktop has set it. Remembered.")
      )
    }
    static var doubleClick: (label: String, help: String) {
      (
        label: say("Double-click time"),
        help: say("Longest time between the clicks of a double click. Remembered.")
      )
    }
    static var zoom: (label: String, help: String) {
      (
        label: say("Zoom"),
        help: say(
          "Scales the whole window on top of the desktop’s scale. Ctrl with +, − or 0. Remembered.")
      )
    }
    static var content: (label: String, help: String) {
      (
        label: say("Rich content"),
        help: say(
          "Fills scenes with covers, an inbox and varied pages. Motion stays the same. Remembered.")
      )
    }
    static var springs: (label: String, help: String) {
      (
        label: say("Physical springs"),
        help: say(
          """
          Describes springs by frequency and damping instead of duration and bounce. Their motion \
          stays the same. Remembered.
          """)
      )
    }
  }

  enum Inspector {
    static let preferences = "Preferences"
    static var preset: String { say("Preset") }
    static var presetOfA: String { say("Preset of A") }
    static var presetOfB: String { say("Preset of B") }
    static var reset: String { say("Reset") }
    static var resetPreferences: String { say("Reset preferences") }
    static var swap: String { say("Swap") }
    static var copy: String { say("Copy") }
    static var more: String { say("More") }

    // For assistive technology.
    static var fold: String { say("collapse or expand") }
    static var turn: String { say("turn on or off") }
    static var openList: String { say("open the list") }
    static var nextWord: String { say("previous, next") }
    static var steps: [(keys: String, effect: String)] {
      [
        ("↑ ↓", say("one step")), ("Page Up, Page Down", say("ten steps")),
        ("Home, End", say("minimum, maximum")), ("Return", say("commit")), ("Esc", say("revert")),
      ]
    }
    static var unused: String { say("not used now") }
    static func fine(_ number: String) -> String { say("\(number), fine") }
    static func coarse(_ number: String) -> String { say("\(number), coarse") }
    static func set(_ said: String, over value: String) -> String {
      say("\(said), changed from \(value)")
    }
    static func moved(_ said: String, from value: String) -> String {
      say("\(said), shifted from \(value)")
    }

    // Headings and changes.
    static var noEffect: String { say("no effect here") }
    static func changed(_ count: Int) -> String { say("\(count) changed") }
    static func heading(isFolded: Bool, changed count: Int) -> String {
      (isFolded ? say("collapsed") : say("expanded"))
        + (count == 0 ? "" : say(", \(count) changed"))
    }
    static func changes(_ count: Int, isObserved: Bool) -> String {
      guard count == 0 else { return say("\(count) changed") }
      // “Matches” could mean the observed motion, which is for the verdict to judge.
      return isObserved ? say("Preset values") : say("Matches the preset")
    }
    static func changesOfA(_ count: Int) -> String {
      count == 0 ? say("Editing A · ◆ is B") : say("A: \(count) changed · ◆ is B")
    }
    static func kept(_ count: Int, under preset: String) -> String {
      let values = Words.count(count, "\(count) changed value kept", "\(count) changed values kept")
      return say("\(preset), with \(values). Reset is in the panel.")
    }

    // Help.
    static var helpOfHeadings: String { say("Click to collapse or expand.") }
    static var helpOfChanges: String {
      say("Changed values stay when you choose another preset. Reset restores the preset’s.")
    }
    static var helpOfForgetting: String {
      say("Resets these preferences to the desktop’s defaults.")
    }
    static var helpOfCopying: String {
      say(
        """
        Copies the changed values, or all, as Swift, flags or JSON. Ctrl+C copies Swift, \
        Ctrl+Shift+C flags.
        """)
    }
    static var helpOfMore: String { say("Paste, save and open presets; undo edits; reset.") }
    static var changesNothing: String {
      say("Has no effect on what is shown. Choose another source.")
    }
    static func helpOfPreset(_ preset: PresetEvidence) -> String {
      say(
        """
        \(translated(preset.system)), \(translated(preset.version)). Values you change here \
        override it.
        """)
    }
    static func helpOfPresetOfB(_ preset: PresetEvidence) -> String {
      say("\(translated(preset.system)), \(translated(preset.version)), drawn dashed.")
    }
    static func isUnused(unless condition: String) -> String {
      say("Not used now. Applies only when \(condition).")
    }
    static func help(_ doc: String, domain: String, unless inherited: String) -> String {
      say("\(doc) \(sentence(domain)); default \(inherited).")
    }

    // Numbers.
    static var duration: String { say("Duration") }
    static var durationHelp: String { say("How long the spring appears to take.") }
    static var bounce: String { say("Bounce") }
    static var bounceHelp: String {
      say("How far it overshoots: at 0, not at all. Below 0 it creeps back.")
    }
    static var isMoved: String { say("Changed along with another value of the same spring.") }
    static func title(_ form: String, of spring: String) -> String {
      "\(spring), \(form.lowercased())"
    }
    static func spring(stiffness: String, mass: String) -> String {
      say("Stiffness \(stiffness) at mass \(mass).")
    }
    static func oneOf(_ words: [String]) -> String {
      say("one of \(words.joined(separator: say(", ")))")
    }
    static func range(_ low: String, _ high: String, in unit: String, hasNoLimit: Bool) -> String {
      number(say("\(low) to \(high)"), in: unit) + (hasNoLimit ? say(", or none") : "")
    }

    // Copied text.
    static var flags: String { say("flags") }
    static func changes(as form: String) -> String { say("\(sentence(form)), changes only") }
    static func laws(for platform: String) -> String { say("Laws for \(platform)") }
    static func allValues(as form: String) -> String { say("\(sentence(form)), all values") }
    static func leftOut(_ values: String) -> String {
      say("Left out (no field in Feel, or no effect): \(values)")
    }
  }

  /// Faults of an observed program's motion, and how it followed the hand.
  package enum Faults {
    /// A fault with its time and size, as the rest of a sentence that starts with a name.
    ///
    /// `shift`: from the fault's clock to the one to tell, in seconds.
    package static func sentence(
      _ fault: MotionFault, in unit: String, shiftedBy shift: Double = 0
    ) -> String {
      let start = (fault.time + shift).text(decimals: 3)
      let time = say("at \(start) s")
      let millis = fault.duration * 1000
      let size = "\(fault.size.text(decimals: 1)) ± \(fault.error.text(decimals: 1)) \(unit)"
      return switch fault.kind {
      case .jump where fault.duration > 0:
        say("\(time) the position jumps by \(size) for one frame")
      case .jump: say("\(time) the position jumps by \(size)")
      case .stall where fault.isLost:
        say(
          """
          \(time) the content froze for \(millis.text(decimals: 1)) ms and did not catch up: \
          \(size) behind
          """)
      case .stall:
        say(
          """
          \(time) a frame is missing or repeated: \(size) of motion appear \
          \(millis.text(decimals: 1)) ms late
          """)
      case .reacceleration: say("\(time) the velocity changes at once by \(size)/s: a second push")
      case .restart:
        say(
          """
          \(time) the content moves on by itself, by \(size), after resting for \
          \(millis.text(decimals: 0)) ms: a late start
          """)
      case .judder:
        say(
          """
          from \(start) s, for \(fault.duration.text(decimals: 3)) s, the \
          steps alternate in a pattern of \(fault.period) frames: each differs from the next by \
          \(size)
          """)
      case .runOn: say("\(time) the fingers rest, but the content moves on by \(size)")
      case .unevenTurns:
        say(
          """
          \(time) turns of the wheel start to differ: of equal turns one moves the content \
          \(fault.size.text(decimals: 1)) times as far as another
          """)
      }
    }

    /// A fault and its size in the fewest words: "jump +24 px".
    static func brief(_ fault: MotionFault, in unit: String) -> String {
      let size = fault.size
      let rounded = abs(size) < 10 ? size.text(decimals: 1) : size.grouped(decimals: 0)
      let signed = size > 0 ? "+" + rounded : rounded
      return switch fault.kind {
      case .jump: say("jump \(signed) \(unit)")
      case .stall: say("stall \((fault.duration * 1000).text(decimals: 0)) ms")
      case .reacceleration: say("second push \(signed) \(unit)/s")
      case .restart: say("late start \(signed) \(unit)")
      case .judder: say("judder \(rounded) \(unit), every \(fault.period)")
      case .runOn: say("runs on \(signed) \(unit)")
      case .unevenTurns: say("uneven turns ×\(size.text(decimals: 1))")
      }
    }

    /// The number of faults of a kind: "1 jump", "12 stalls".
    package static func count(_ count: Int, of kind: MotionFault.Kind) -> String {
      switch kind {
      case .jump: Words.count(count, "\(count) jump", "\(count) jumps")
      case .stall: Words.count(count, "\(count) stall", "\(count) stalls")
      case .reacceleration: Words.count(count, "\(count) second push", "\(count) second pushes")
      case .restart: Words.count(count, "\(count) late start", "\(count) late starts")
      case .judder: Words.count(count, "\(count) stretch of judder", "\(count) stretches of judder")
      case .runOn:
        Words.count(count, "\(count) run under still fingers", "\(count) runs under still fingers")
      case .unevenTurns:
        Words.count(count, "\(count) part with uneven turns", "\(count) parts with uneven turns")
      }
    }

    /// The number of faults of each kind: "1 jump", "12 stalls".
    package static func counts(_ faults: [MotionFault]) -> [String] {
      MotionFault.Kind.allCases.compactMap { kind in
        let some = faults.count { $0.kind == kind }
        return some > 0 ? count(some, of: kind) : nil
      }
    }

    /// The pattern of the stalls: "every 5th frame shown again".
    static func brief(_ pattern: StallPattern) -> String {
      pattern.isShownAgain
        ? say("every \(ordinal(pattern.period)) frame shown again")
        : say("every \(ordinal(pattern.period)) frame missing")
    }

    /// A number in a row: "7th".
    package static func ordinal(_ number: Int) -> String {
      let isTeen = 11...13 ~= number % 100
      guard Language.current == nil else { return "\(number)" }
      let endings = ["th", "st", "nd", "rd"]
      return "\(number)\(isTeen || number % 10 > 3 ? "th" : endings[number % 10])"
    }

    static var none: String { say("no faults") }

    /// What is uneven in the lane: "4 frames missed (1 not judged)", "1 jank".
    static func uneven(_ evenness: TakeJudgement.Evenness) -> [String?] {
      let janks = evenness.janks
      return [
        evenness.missed > evenness.unjudged ? missed(evenness) : nil,
        janks > 0 ? Words.count(janks, "\(janks) jank", "\(janks) janks") : nil,
      ]
    }

    /// The missed frames if none of them is judged: "4 frames missed (4 not judged)".
    static func unjudged(_ evenness: TakeJudgement.Evenness) -> String? {
      evenness.missed > 0 && evenness.missed == evenness.unjudged ? missed(evenness) : nil
    }

    private static func missed(_ evenness: TakeJudgement.Evenness) -> String {
      let (missed, unjudged) = (evenness.missed, evenness.unjudged)
      let words = Words.count(missed, "\(missed) frame missed", "\(missed) frames missed")
      return unjudged == 0 ? words : say("\(words) (\(unjudged) not judged)")
    }

    /// The distance of a law's decay from a preset's.
    static func near(_ preset: ScrollPreset, _ decay: (rate: Double, share: Double)) -> String {
      let (share, rate) = ((100 * decay.share).text(decimals: 1), decay.rate.text(decimals: 3))
      return say("decay \(share) % from \(preset.shownTitle)’s \(rate)")
    }

    /// The distance of the closest preset's run, or that none is close.
    package static func nearest(_ run: PresetRun, in unit: String) -> String {
      let off = off(run.preset, by: run.deviation, in: unit)
      guard let fault = run.fault else {
        return run.isNear ? off : say("no preset is near: \(off)")
      }
      let size = "\(fault.text(decimals: 0)) \(unit)"
      return say("no preset is near: \(off), but faults of up to \(size) lie in its run")
    }
    /// How far off a preset is over the whole run and, if that has several parts, in each.
    static func off(
      _ preset: ScrollPreset, by deviation: PresetRun.Deviation, in unit: String
    ) -> String {
      guard deviation.parts.count > 1 else { return off(preset, by: deviation.whole, in: unit) }
      let whole = deviation.whole.text(decimals: 1)
      let parts = deviation.parts.map { "\(part($0.kind)) \($0.rms.text(decimals: 1))" }
        .joined(separator: say(", "))
      return say("\(preset.shownTitle) is \(whole) \(unit) off (\(parts))")
    }
    static func off(_ preset: ScrollPreset, by whole: Double, in unit: String) -> String {
      say("\(preset.shownTitle) is \(whole.text(decimals: 1)) \(unit) off")
    }
    private static func part(_ kind: MotionSegment.Kind) -> String {
      switch kind {
      case .bounce: say("bounce")
      case .snap: say("snap")
      default: say("fling")
      }
    }
    /// The reason why a run has no end to compare, if it has none.
    ///
    /// - Parameter isPushed: whether the next take pushes it on.
    package static func end(of run: PresetRun, isPushed: Bool) -> String? {
      if run.isCaught { return say("its run was cut short") }
      if isPushed { return say("moved on before it came to rest") }
      return run.isCut ? say("its end was not seen") : nil
    }
    static func nearer(_ preset: ScrollPreset) -> String { say("\(preset.shownTitle) is nearer") }
    static func alike(_ count: Int) -> String {
      Words.count(count, "\(count) other preset fits as well", "\(count) other presets fit as well")
    }
    /// The laws that fit as well as the simplest one, if any.
    static func alike(_ laws: [LawFamily]) -> String? {
      guard !laws.isEmpty else { return nil }
      let names = laws.map { translated($0.words) }
      return say("laws that fit as well: \(names.joined(separator: say(", ")))")
    }
    /// The presets that fit as well as one that fits best, if any.
    package static func alike(_ run: PresetRun, beside preset: ScrollPreset) -> String? {
      let names = ([run.preset] + run.alike).filter { $0 != preset }.map(\.shownTitle)
      guard run.isNear, !names.isEmpty else { return nil }
      return say("as near: \(names.joined(separator: say(", ")))")
    }
    static func springsBack(_ law: String) -> String { say("springs back by \(law)") }
    static var noLaw: String { say("no law explains it") }
    static var tooShort: String { say("too short for a law") }
    static var noRun: String { say("no free motion") }
    /// The number of stretches without a law, if there are any.
    static func unexplained(_ count: Int) -> String? {
      guard count > 0 else { return nil }
      return Words.count(
        count, "no law explains \(count) stretch", "no law explains \(count) stretches")
    }
    static var noRelease: String { say("not a run after a release, so no preset is compared") }
    static var analysing: String { say("looking for its law") }
    static var withoutHand: String { say("no hand recognised: its release is not judged") }

    /// A law with its characteristic number, unless that is undetermined.
    package static func brief(
      _ law: ObservedLaw, orOthers count: Int = 0, in unit: String
    ) -> String {
      let words = family(of: law, orOthers: count)
      return number(of: law, in: unit).map { "\(words), \($0)" } ?? words
    }

    /// A law, and how many others fit as well: "constant braking or 11 others".
    static func family(of law: ObservedLaw, orOthers count: Int) -> String {
      let words = translated(law.family.words)
      guard count > 0 else { return words }
      return Words.count(count, "\(words) or 1 other", "\(words) or \(count) others")
    }

    /// A law's characteristic number, with a spring's damping ratio: "decay 2.002 ± 0.001 per s".
    static func number(of law: ObservedLaw, in unit: String) -> String? {
      // A curve's duration characterises it better than its start.
      guard let first = law.numbers.first(where: { $0.name != "start" }),
        let words = words(for: first, in: unit)
      else { return nil }
      // A critically damped spring's ratio is 1 by definition, without an error.
      let ratio = law.numbers.first { $0.name == "ratio" && $0.fitted.error > 0 }
      return [words, ratio.flatMap { Self.words(for: $0, in: unit) }].compactMap(\.self)
        .joined(separator: say(", "))
    }

    /// A number with its error: "decay 2.002 ± 0.001 per s"; `nil` if the error is as large.
    private static func words(for number: ObservedLaw.Number, in unit: String) -> String? {
      guard number.fitted.error < abs(number.fitted.value) else { return nil }
      let per = number.unit.hasPrefix("/") ? unit + number.unit : number.unit
      let end = per.isEmpty ? "" : " \(per == "per s" ? say("per s") : per)"
      return "\(name(ofNumber: number.name)) \(Self.words(number.fitted))\(end)"
    }

    /// A number and its error to two digits, both rounded to the same place: "2.0045 ± 0.0029".
    package static func words(_ number: FittedValue) -> String {
      guard number.error > 0 else { return short(number.value) }
      guard number.error.isFinite else { return "\(short(number.value)) ± any" }
      // Of 0.0996, which rounds to 0.10, two decimals are two digits.
      let decimals = min(max(0, 1 - Int(log10(number.error * 1.005).rounded(.down))), 6)
      // An error is never rounded to nothing.
      let error = max(number.error, pow(10, -Double(decimals)))
      return "\(number.value.text(decimals: decimals)) ± \(error.text(decimals: decimals))"
    }

    /// A number with about four significant digits.
    package static func short(_ number: Double) -> String {
      let size = abs(number)
      return number.text(decimals: size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 4)
    }

    private static func name(ofNumber name: String) -> String {
      switch name {
      case "decay": say("decay")
      case "frequency": say("frequency")
      case "duration": say("duration")
      case "exponent": say("exponent")
      case "braking": say("braking")
      case "velocity": say("velocity")
      default: translated(name)
      }
    }

    static func fit(_ law: ObservedLaw, orOthers count: Int, in unit: String) -> String {
      let words = brief(law, orOthers: count, in: unit)
      return say("\(words) · \(law.deviation.text(decimals: 2)) \(unit) off")
    }

    static func step(_ kind: UnevenStep.Kind) -> String {
      switch kind {
      case .missed(1): say("missed")
      case .missed(let count): say("\(count) missed")
      case .jank: say("jank")
      }
    }

    static func unjudged(_ step: String) -> String { say("\(step) (not judged)") }

    /// The content's movement from one frame to the next.
    static func step(_ step: Double, after gap: Double, in unit: String) -> String {
      say("step \(step.text(decimals: 1)) \(unit) after \((gap * 1000).text(decimals: 1)) ms")
    }
    static func axis(_ step: String, in unit: String) -> String { say("\(step) \(unit) a frame") }

    // Evenness of a take's frames.
    static func steps(_ count: Int) -> String { say("\(count) steps") }
    static func figures(missed: Int, janks: Int, hitches: Double) -> [String] {
      [
        say("\(missed) missed"), Words.count(janks, "\(janks) jank", "\(janks) janks"),
        say("hitches \(hitches.text(decimals: hitches < 10 ? 1 : 0)) ms/s"),
      ]
    }
    static func secondDifference(_ mean: Double, in unit: String) -> String {
      say("second difference \(mean.text(decimals: 2)) \(unit)")
    }
    static func lag(_ seconds: Double) -> String {
      let late = abs(seconds * 1000).text(decimals: 1)
      return seconds < 0 ? say("leads the hand by \(late) ms") : say("\(late) ms behind the hand")
    }

    static var unseenHere: String { say("The program’s motion is not shown while frozen") }
    static var unseenElsewhere: String {
      say("The watched program keeps running. Only its own tab shows it.")
    }
  }

  /// The timeline's lanes and readouts.
  enum Timeline {
    static var pressed: String { say("pressed") }
    static var letGo: String { say("let go") }
    static let seconds = "s"
    static func fromStart(_ unit: String) -> String { say("\(unit) from the start") }

    /// Seconds and thousandths, preceded by minutes from the first minute on: 1.284, 1:01.284.
    static func clock(_ seconds: Double) -> String {
      // A take may begin before its clip.
      let sign = seconds <= -0.0005 ? "−" : ""
      let millis = Int((abs(seconds) * 1000).rounded())
      func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
      }
      let minutes = millis / 60_000
      let whole = minutes == 0 ? "\(millis / 1000)" : "\(minutes):" + padded(millis / 1000 % 60, 2)
      return sign + whole + "." + padded(millis % 1000, 3)
    }
    static var still: String { say("No motion in this range") }
    static var takesElsewhere: String { say("This scene has no takes") }
    static var isJudged: String { say("Judging") }
    static var judgedLater: String { say("Judged once it rests") }
    static var before: String { say("before") }
    static var folded: String { say("collapsed") }
    static func lane(_ lane: TimelineLayout.Lane, isObserved: Bool = false) -> String {
      switch lane {
      case .input: say("Hand")
      case .position: say("Position")
      case .velocity: say("Velocity")
      case .smoothness: say("Smoothness")
      case .state: say("Phase")
      case .items: say("Alive")
      case .frames: isObserved ? say("Source frames") : say("Frames")
      }
    }

    // Readouts.
    static func time(_ seconds: Double) -> String { "t \(Words.time(seconds))" }
    static func millis(_ text: String) -> String { "\(text) ms" }
    static func marker(_ number: Int) -> String { say("marker \(number)") }
    static func alive(_ names: [String]) -> String {
      say("alive: \(names.joined(separator: say(", ")))")
    }
    static func hand(_ place: String) -> String { say("hand \(place)") }
    static func value(
      isVelocity: Bool, _ value: String, other: (name: String, value: String)?, samples: UInt8?
    ) -> String {
      (isVelocity ? "v " : "x ") + value + (other.map { " (\($0.name) \($0.value))" } ?? "")
        + (samples.map { say(" from \($0) samples") } ?? "")
    }
    static func interval(_ seconds: Double) -> String { "Δt \(Words.time(seconds))" }
    static func measured(_ interval: String, way: String, mean: String) -> String {
      say("\(interval) · Δx \(way) · mean \(mean)/s")
    }

    // Buttons.
    static var realSpeed: String { say("Real time") }
    static var frames: String { say("Frame cap") }
    static var uncapped: String { say("Off") }
    static var scrubbed: Actions {
      [
        .init("← →", say("previous, next frame")), .init("Home, End", say("start, end")),
        .init("Space", say("freeze, resume")),
      ]
    }
    static func goOn(_ freeze: String) -> String { say("\(freeze) or resume") }
    static func speed(_ speed: String) -> String { say("Stage at \(speed)") }
    static func keys(_ keys: [String]) -> String { keys.joined(separator: say(" and ")) }
  }

  /// Explanation of a release, in a line per step.
  enum Release {
    private static func points(_ value: Double) -> String { value.grouped(decimals: 1) + " pt" }
    private static func speed(_ value: Double) -> String { value.grouped(decimals: 1) + " pt/s" }
    private static func joined(_ parts: [String?]) -> String {
      parts.compactMap(\.self).joined(separator: say("; "))
    }

    static func samples(_ explanation: ReleaseExplanation) -> String {
      let (used, dropped) = (explanation.estimate.used, explanation.estimate.dropped)
      var words = [say("\(used.count) of \(used.count + dropped.count) count")]
      if let first = used.first, let last = used.last {
        let ages = [first, last].map { (($0.time - explanation.time) * 1000).text(decimals: 1) }
        words[0] += say(", \(ages[0]) to \(ages[1]) ms")
      }
      return joined(words + explanation.estimate.reasons.map { "\($0.count) \($0.fate.reason)" })
    }

    static func estimate(_ explanation: ReleaseExplanation) -> String {
      let settings = explanation.settings
      let window =
        settings.window.isFinite
        ? say(" over \((settings.window * 1000).text(decimals: 0)) ms") : ""
      let (name, speed) = (translated(settings.name) + window, speed(explanation.velocity.pointer))
      return explanation.axis == .horizontal
        ? say("\(name): the pointer goes \(speed) across, positive as the offset grows")
        : say("\(name): the pointer goes \(speed) down, positive as the offset grows")
    }

    static func release(_ explanation: ReleaseExplanation) -> String {
      let (velocity, limit) = (explanation.velocity, explanation.velocity.limit)
      let isDrag = limit != .noDrag && limit != .shortTravel
      let (content, gained) = (velocity.content, velocity.gained)
      let carried = say("\(speed(velocity.carried)) carried over from the run that was caught")
      return joined([
        isDrag && content != velocity.pointer
          ? say("the edge’s band lets through \(speed(content))") : nil,
        gained != content ? say("the gain makes it \(speed(gained))") : nil,
        velocity.carried != 0 ? carried : nil, limit?.reason,
        say("\(speed(velocity.value)) at \(points(explanation.offset))"),
      ])
    }

    static func run(_ explanation: ReleaseExplanation) -> String {
      let (tends, stops) = (explanation.projection.tends, explanation.projection.stops)
      let stop = say("would stop at \(points(stops))")
      return tends == stops
        ? stop : say("would tend to \(points(tends)) and stop at \(points(stops))")
    }

    /// A pager's rule with its numbers; pages count from 1.
    static func turn(_ turn: ReleaseExplanation.PageTurn) -> String {
      func page(_ place: Double) -> String { say("page \((place + 1).text(decimals: 3))") }
      func signed(_ value: Double) -> String {
        (value < 0 ? "−" : "+") + " " + points(value.magnitude)
      }
      guard let rule = turn.rule else { return say("\(page(turn.start)), let go without a drag") }
      let travel = rule == .predictedEnd ? "2 · \(points(turn.travel / 2))" : points(turn.travel)
      return "\(rule.words): \(page(turn.start)) + (\(travel) \(signed(turn.momentum)))"
        + "/\(points(turn.length)) = \(page(turn.aim))"
    }

    static func choice(_ choice: ReleaseExplanation.Choice?) -> String {
      guard let choice else { return say("none: the content coasts freely") }
      func title(_ index: Int) -> String { say("\(translated(choice.item.rawValue)) \(index + 1)") }
      let place = choice.candidates.first { $0.index == choice.index }?.place ?? choice.aim
      func signed(_ value: Double, _ text: String) -> String { value < 0 ? text : "+" + text }
      let midpoints = choice.midpoints.map(points).joined(separator: say(" and "))
      let margins = choice.margins.map {
        let (speed, way) = (speed($0.velocity), points($0.distance))
        return say(
          "\(title($0.index)) at \(signed($0.velocity, speed)), \(signed($0.distance, way))")
      }
      return joined(
        [
          say(
            """
            \(title(choice.index)) at \(points(place)), \(choice.rule.reason) for \
            \(points(choice.aim))
            """),
          midpoints.isEmpty ? nil : say("midpoints \(midpoints)"),
        ] + margins)
    }

    static func piece(_ piece: ReleaseExplanation.Piece) -> String {
      let (start, end) = (piece.time.lowerBound, piece.time.upperBound)
      let span = say("\(start.text(decimals: 3)) to \(time(end))")
      let left = say("\(points(piece.start.value)) at \(speed(piece.start.velocity))")
      let came = say("\(points(piece.end.value)) at \(speed(piece.end.velocity))")
      return say(
        "\(span) \(translated(piece.phase.rawValue)): \(law(piece.law)) from \(left) to \(came)")
    }

    private static func rate(_ rate: DecelerationRate) -> String {
      say("exponential, \(rate.keptPerMillisecond.text(decimals: 5)) a millisecond")
    }

    private static func law(_ law: Motion) -> String {
      switch law {
      case .rest: say("rest")
      case .deceleration(let law): say("\(rate(law.rate)), stopped at \(speed(law.stopSpeed)),")
      case .braked(let law):
        say("\(rate(law.rate)), braked by \(law.braking.text(decimals: 1)) pt/s²,")
      case .power: say("power of the time left")
      case .constant(let law):
        say("steady braking of \(law.deceleration.grouped(decimals: 1)) pt/s²")
      case .spring(let law):
        say(
          """
          spring, response \(time(law.spring.response)), damping \
          \(law.spring.dampingRatio.text(decimals: 3)),
          """)
      case .ease(let law): say("timing curve of \(time(law.duration))")
      }
    }

    static func rest(_ explanation: ReleaseExplanation) -> String {
      say("\(points(explanation.rest)), \(time(explanation.duration)) after the release")
    }
  }

  /// The takes strip, and text about takes.
  enum Takes {
    static var title: String { say("Takes") }
    static var name: String { say("Name") }
    static var none: String { Messages.noTake }
    static var noneOfScene: String { say("No takes in this scene yet") }
    static var neighbours: String { say("previous, next take") }
    static var rename: String { say("name") }
    static var pin: String { say("pin") }
    static var remove: String { say("delete") }
    static var pinned: String { say("pinned") }
    static var untilRest: String { say("to rest") }
    static func compare(with title: String) -> String { say("Compare with \(title)") }
    static func title(_ number: Int) -> String { say("Take \(number)") }
    /// A take's title and position among the takes: "Take 2 of 5".
    static func title(of take: Take, among takes: [Take]) -> String {
      guard take.name == nil, takes.count > 1,
        takes.prefix(take.number).last?.number == take.number
      else {
        return take.title
      }
      return say("\(take.title) of \(takes.count)")
    }
    static func line(_ title: String, _ details: String) -> String { "\(title) · \(details)" }
    /// The time to rest; `nil` if it did not come to rest.
    static func duration(_ seconds: Double?) -> String {
      seconds.map { "\($0.text(decimals: 2)) s" } ?? "–"
    }
    /// The way and the time from the release in a clip to rest.
    static func ranOut(after way: String, in seconds: Double) -> String {
      say("\(way) in \(seconds.text(decimals: 2)) s after the release")
    }
    static func settled(in seconds: Double) -> String {
      say("settled in \(seconds.text(decimals: 2)) s")
    }
    static func rest(_ control: String, at place: String, _ name: String?) -> String {
      let control = translated(control)
      return name.map { "\(control) \(place), \($0)" } ?? "\(control) \(place)"
    }
    static func fromRelease(_ way: String) -> String { say("\(way) from the release") }
    /// Content of a clip that did not come to rest.
    static func cut(_ cut: ObservedClip.Cut, after way: String) -> String {
      switch cut {
      case .push: say("moved again after \(way)")
      case .caught: say("cut short after \(way)")
      case .end: say("the clip ends after \(way)")
      }
    }
    static func jumps(_ count: Int) -> String { count == 1 ? say("1 jump") : say("\(count) jumps") }
    static func again(_ title: String) -> String { say("\(title) again") }
    static func from(_ title: String) -> String { say("from \(title)") }
    static func from(_ title: String, at seconds: Double) -> String {
      say("from \(title) at \(seconds.text(decimals: 2)) s")
    }
    static func ownValues(_ count: Int) -> String {
      count == 1 ? say("1 value set") : say("\(count) values set")
    }
    static func preset(_ title: String) -> String { say("Preset \(title)") }
    static func with(_ settings: [String]) -> String {
      say("with \(settings.joined(separator: say(", ")))")
    }
  }

  enum Files {
    static var recent: String { say("Recent") }
    static var up: String { say("Parent folder") }
    static var newFolder: String { say("New folder") }
    static var name: String { say("Name") }
    static var folder: String { say("Folder") }
    static var typeToFind: String { say("Search or enter a path") }
    static var typeName: String { say("Enter a name") }
    static var choose: String { say("Choose a file or enter its path") }
    static var kind: String { say("Kind") }
    static var allFiles: String { say("All files") }
    static var allFilesSaid: String { say("all files") }
    static var noEncoder: String { say("Install ffmpeg to save MP4 or GIF.") }
    static var create: String { say("Create") }
    static var replace: String { say("Replace") }
    static var save: String { say("Save") }
    static var empty: String { say("Empty folder") }
    static var noMatch: String { say("No matching files") }
    static var folderSaid: String { say("folder") }
    static func place(_ folder: Substring) -> String { say("in \(folder)") }
    static func exists(_ button: String) -> String {
      say("This file exists. Press \(button) to overwrite it.")
    }
    static func title(_ purpose: FilePanel.Purpose) -> String {
      switch purpose {
      case .open: say("Open file")
      case .save(.parameters): say("Save preset")
      case .save(.table): say("Save table")
      case .save(.takes(nil)): say("Save all takes")
      case .save(.takes): say("Save take")
      case .save(.video): say("Save video")
      case .save(.picture): say("Save picture")
      }
    }
  }

  /// Text for assistive technology: descriptions of the window and announcements of changes.
  enum Spoken {
    static var smoothness: String { say("Smoothness") }
    static var measure: String { say("Between the cursors") }
    static var lastMinute: String { say("Last minute") }
    static var goingOn: String { say("running") }
    static func undo(_ words: String, _ key: String) -> String { say("\(words), \(key) undoes it") }
    static func done(_ name: String) -> String { say("\(name), 100 %, done") }
    static func cancelled(_ name: String) -> String { say("\(name), cancelled") }
    static func appeared(_ name: String) -> String { say("\(name), appeared") }
    static func disappeared(_ name: String) -> String { say("\(name), disappeared") }
    static func closed(_ panel: String) -> String { say("\(panel), closed") }
    static func opened(_ panel: String) -> String { say("\(panel), open") }
    static func focused(_ words: String, _ role: AccessibilityElement.Role) -> String {
      say("\(words), \(translated(role.rawValue))")
    }
    static func values(_ count: Int) -> String { say("\(count) values changed") }
  }

  enum Hands {
    static var busy: String { say("Let go first, then play the hand") }
    static func plays(_ name: String, scale: Double?) -> String {
      guard let scale else { return say("Playing \(name). Press anywhere to stop.") }
      return say(
        "Playing \(name) at \(scale.text(decimals: 2)) pt per unit. Press anywhere to stop.")
    }
  }
}
