internal import Feel
internal import Stage

/// What the scenes say, for another language to say it otherwise; parameters say theirs where they
/// are declared.
enum Words {
  typealias Actions = [AccessibilityElement.Action]

  // MARK: Scenes

  static let overview = (
    title: "Overview",
    hint: "Drag the bar, up or down to go finer · hold a button · flick the cards · F1 keys"
  )
  static let scrub = (
    title: "Scrub",
    hint: "Drag the bar from anywhere · up or down to go finer · Esc takes it back · "
      + "← →, then Space plays"
  )
  static let integer = (
    title: "Integer",
    hint: "Drag from anywhere · the thumb comes to rest on a tick · ← → Home, End"
  )
  static let hold = (
    title: "Hold",
    hint: "Hold a button until its ring is full · move off or press Esc to take it back · "
      + "Tab, hold Space"
  )
  static let carousel = (
    title: "Carousel",
    hint: "Drag, flick or click the cards · Shift+← → flicks · wheel = one card · "
      + "← → Page Up, Page Down, Home, End"
  )
  static let scroll = (
    title: "Scroll",
    hint: "Drag or flick the list, past its ends too · wheel · Page Up, Page Down, Home, End"
  )
  static let pager = (
    title: "Pager",
    hint: "Drag across to turn a page · up and down to scroll it · click a title · ← → turn"
  )
  static let observed = (
    title: "Observed",
    hint: "Scroll in the other program: each time is a take · "
      + "the preset in the panel gets the same hand"
  )

  static let sliderHeading = "Drag it from anywhere. Move up or down to go finer."
  static let cardsHeading = "Drag, flick or scroll. One card always lands in the middle."

  static func holdHeading(for time: Double) -> String {
    switch time {
    case 1: "Hold for one second. A tap does nothing."
    case 2: "Hold for two seconds. A tap does nothing."
    default: "Hold for \(ParameterValue.number(time).text) seconds. A tap does nothing."
    }
  }

  // MARK: Numbers

  static func points(_ length: Double) -> String { length.text(decimals: 1) + " pt" }
  static func speed(_ length: String) -> String { length + "/s" }
  static func length(_ length: Double, unit: String) -> String {
    "\(length.text(decimals: 1)) \(unit)"
  }
  static func percent(_ share: Double, decimals: Int = 0) -> String {
    "\((100 * share).text(decimals: decimals)) %"
  }

  // MARK: Buttons and fields

  static let pressed: Actions = [.init("Space, Return", "press")]
  static let turned: Actions = [.init("Space, Return", "turn on, off")]
  static let typed: Actions = [.init("0 … 9", "type"), .init("Return", "go there")]
  static let on = "on"
  static let off = "off"
  static let go = "Go"

  // MARK: Lists

  static let list = "List"
  static let scrolled: Actions = [
    .init("↑ ↓", "a line"), .init("Page Up, Page Down, Space, Shift+Space", "a page"),
    .init("Home, End", "the ends"),
  ]
  static let toTop = "To top"
  static let toMiddle = "To 2500"
  static let toEnd = "To end"
  static let flick = "Flick 2000 pt/s"
  static let copyCSV = "Copy CSV"
  static let saveCSV = "Save CSV"
  static let scrollReadouts = ["Offset", "Past the edge", "Velocity", "Will rest at", "Doing"]

  static func index(_ row: Int) -> String { "Index \(row)" }
  static func row(_ row: Int) -> String { "row \(row)" }

  // MARK: Flings

  static let flings = "Flings"
  static let noFlings = "none yet"
  static let noFlingEnded = "none has ended yet"
  static let nothingToCopy = "No fling has ended yet: there is nothing to be copied"
  static let nothingToSave = "No fling has ended yet: there is nothing to be saved"
  static let flingColumns = ["pt/s", "pt", "s", "ended"]

  static func fling(_ number: Int) -> String { "Fling \(number)" }
  static func fling(_ cells: [String]) -> String {
    "\(cells[0]) pt/s, \(cells[1]) pt, \(cells[2]) s, \(cells[3])"
  }
  static func flings(_ count: Int, newest: String) -> String { "\(count), the newest \(newest)" }
  static func more(_ count: Int) -> String { "\(count), scroll for more" }
  static func listed(_ count: Int) -> String { "\(count), listed in the CSV" }

  // MARK: Cards

  static let cards = "Cards"
  static let cardField = "Card"
  static let first = (label: "First", name: "The first card")
  static let tenBack = (label: "−10", name: "Ten cards back")
  static let previous = (label: "‹", name: "The card before")
  static let next = (label: "›", name: "The next card")
  static let tenOn = (label: "+10", name: "Ten cards on")
  static let last = (label: "Last", name: "The last card")
  static let cardsMoved: Actions = [
    .init("← →", "a card back, on"), .init("Page Up, Page Down, Ctrl+← →", "ten cards back, on"),
    .init("Home, End", "the first, the last"),
  ]

  static func card(_ number: Int) -> String { "card \(number)" }
  static func card(_ number: Int, of count: Int) -> String { "\(number) of \(count)" }
  static func count(_ number: Int, of count: Int) -> String { "\(number) / \(count)" }

  // MARK: Pages

  static let pages = ["Inbox", "Mail", "Archive", "Drafts", "Sent"]
  static let pagerTitle = "Five pages"
  static let pageTabs = "Pages"
  static let message = (label: "New message", name: "A new message on this page")
  static let pagesTurned: Actions = [
    .init("← →", "a page back, on, round and round"), .init("Home, End", "the first, the last"),
  ]
  static let pageScrolled: Actions = [
    .init("↑ ↓", "a line"), .init("Page Up, Page Down", "a page"),
  ]

  static func page(_ name: String, unread count: Int) -> String {
    count > 0 ? "\(name) (\(count))" : name
  }
  static func page(_ number: Int, of count: Int, _ title: String) -> String {
    "Page \(number) of \(count), \(title)"
  }
  static func row(_ row: Int, of page: String) -> String { "\(page) \(row)" }
  static func down(_ offset: Double) -> String { "\(offset.text(decimals: 0)) pt down" }
  static func mostMessages(_ count: Int) -> String { "A title counts \(count) messages at most" }

  // MARK: The progress slider

  static let slider = "Position"
  static let less = (label: "−1 %", name: "A hundredth less")
  static let more = (label: "+1 %", name: "A hundredth more")
  static let play = "Play"
  static let playing = "playing"
  static let paused = "paused"
  static let playPressed: Actions = [.init("Space", "press")]
  static let scrubbed: Actions = [
    .init("← ↓, → ↑", "a step"), .init("Shift+arrow", "a tenth of one"),
    .init("Page Up, Page Down", "a tenth of the whole"), .init("Home, End", "the ends"),
    .init("Space", "play, pause"), .init("Esc", "give a drag's value back"),
  ]
  static let themeColors = "the theme's colours"
  static let leastRate = "min"

  static func place(_ time: String, of duration: String, fineness: String?) -> String {
    "\(time) of \(duration)" + (fineness.map { ", fine \($0)" } ?? "")
  }
  static func layers(_ upper: String, over lower: String, in colors: String) -> String {
    "\(upper) over \(lower), in \(colors)"
  }
  /// A time: 1 min 12 s.
  static func time(_ seconds: Int) -> String {
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return words.isEmpty ? "0 s" : words.joined(separator: " ")
  }

  // MARK: The slider of whole numbers

  static let level = "Level"

  static func level(_ value: Int, from low: Int, to high: Int) -> String {
    "\(value) of \(low) to \(high)"
  }
  static func ticks(_ look: String) -> String { "ticks: \(look)" }
  static func stepped(by step: Int) -> Actions {
    [
      .init("← ↓, → ↑", "\(step) less, \(step) more"),
      .init("Page Up, Page Down", "a tenth of the whole"), .init("Home, End", "the ends"),
      .init("Esc", "give a drag's value back"),
    ]
  }

  // MARK: Buttons to hold

  static let holdRing = (label: "Delete", caption: "A ring")
  static let holdOutline = (label: "Restart", caption: "An outline")
  static let holdContainer = (label: "Erase", caption: "Its label's shape")
  static let holdLevel = (label: "Send", caption: "A level")
  static let holdDisabled = (label: "Format disk", caption: "Cannot be pressed")
  static let ring = "ring"
  static let outline = "outline"
  static let ownOutline = "outline of its own"
  static let levelIndicator = "level"
  static let keepHolding = "Keep holding"
  static let done = "Done"
  static let fired = "done"
  static let holdToConfirm = "hold to confirm"

  static func held(for time: Double) -> Actions {
    [
      .init("Space, Return", "held: confirm after \(time.text(decimals: 1)) s"),
      .init("Esc", "cancel"),
    ]
  }
  static func look(_ shape: ContainerShape, _ tint: Tint, _ indicator: String) -> String {
    let words = if case .roundedRectangle = shape { "rounded rectangle" } else { shape.name }
    return "\(words) with \(tint == .orange ? "an" : "a") \(tint.rawValue) \(indicator)"
  }

  // MARK: Another program

  static let program = "Program"
  static let programTitle = "The program"
  static let theProgram = "the program"
  static let nothingSeen = "nothing seen yet"
  static let nothingShown = "Nothing was shown yet"
  static let noProgram = "No program is watched"
  static let offset = "Offset"
  static let difference = "Difference"
  static let velocity = "Velocity"
  static let doing = "Doing"
  static let leftOut = "Left out"

  static func lead(_ time: Double) -> String { "lead of \((1000 * time).text(decimals: 0)) ms" }

  // MARK: Curves

  static let curves = (
    title: "Curves",
    hint: "Drag to read · wheel zooms, Shift along, Ctrl the values · "
      + "← → a frame, then Space plays, 0 all"
  )
  static let curve = "Curve"
  static let zoomToFit = "Zoom to fit"
  static let lockAxes = "Lock axes"
  static let saveSVG = "Save SVG"
  static let savePNG = "Save PNG"
  static let timeField = "Time, s"
  static let curveReadouts = ["Progress", "Time read", "Value", "Velocity"]
  static let position = "Position"
  static let rest = "rest"
  static let setB = "B"
  static let curveRead: Actions = [
    .init("← →", "a frame back, on; with Shift ten"),
    .init("Ctrl+← →", "where the kind of motion changes"), .init("+ −", "zoom"),
    .init("0", "zoom to fit"), .init("Home, End", "the ends"), .init("Space", "start, stop"),
  ]
  static func start(isRunning: Bool) -> String { isRunning ? "Stop" : "Start" }
  static func started(isRunning: Bool, at elapsed: String) -> String {
    isRunning ? "Started" : "Stopped, \(elapsed)"
  }
  static func seconds(_ time: Double) -> String { time.text(decimals: 3) + " s" }
  static func number(_ number: String, _ unit: String) -> String {
    unit.isEmpty ? number : "\(number) \(unit)"
  }
  static func read(_ time: Double, _ value: String, _ velocity: String) -> [String] {
    ["t \(seconds(time))", "x \(value)", "v \(velocity)"]
  }
  static func noted(_ words: String, _ remark: String) -> String { "\(words) · \(remark)" }
  static func way(_ way: String, in time: Double, _ remark: String) -> String {
    "\(way) in \(seconds(time)) · \(remark)"
  }
  static func steps(_ count: Int) -> String { "\(count) steps" }
  static func level(_ name: String, _ value: String) -> String { "\(name) \(value)" }
  static func difference(_ name: String, rest: String, duration: String) -> String {
    "\(name): rest \(rest) · \(duration) s"
  }

  // What a curve is of.
  static let spring = "Spring"
  static let letGoPastEdge = "Let go past an edge · d·e^(−10t)"
  static let fastRun = "fast run"
  static let untilEdge = "Until the edge"
  static let untilSlow = "Until slow"
  static let untilTime = "Until a time"
  static let target = "target"
  static let edge = "edge"
  static let lowerEdge = "lower edge"
  static let upperEdge = "upper edge"
  static func release(isBounded: Bool, _ preset: String) -> String {
    "Release \(isBounded ? "between" : "without") edges · \(preset)"
  }
  static func ease(_ curve: String) -> String { "Ease · \(curve)" }
  static func freeRun(_ preset: String) -> String { "Free run · \(preset)" }
  static func joined(_ run: String, eases: Bool) -> String {
    "\(run), then \(eases ? "ease" : "spring")"
  }
  static let nothingMeasured = "Nothing measured"
  static let noLaw = "no law fits"
  static func lastTake(_ control: String) -> String { "Last take · \(control)" }
  static func fitted(_ data: String) -> String { "\(data) · fitted" }
  static func preset(_ preset: String, isChanged: Bool) -> String {
    isChanged ? "\(preset), changed" : preset
  }
  static func releaseInstead(of source: String) -> String { "no \(source) yet: a release instead" }

  // MARK: Rich content

  static let covers = [
    "Low Tide", "Night Bus", "Paper Moon", "First Frost", "Salt Road", "Slow Train", "Blue Hour",
    "Long Shadows", "Still Water", "Kites", "North Wind", "Open Window", "Copper", "Cloud Study",
    "Lanterns", "Driftwood", "Morning Line", "Half Light", "River Map",
  ]
  static let records = ["Album", "Single", "Mix", "Live", "Soundtrack", "Playlist", "Sketches"]
  static let senders = [
    "Library", "Bakery", "Weather", "Choir", "Museum", "Post office", "Garden club", "Cinema",
    "Harbour", "Bicycle shop", "Town hall", "Night train",
  ]
  static let subjects = [
    "Two books are due on Friday", "Rye is back on the shelf", "Rain until noon, then clearing",
    "We rehearse an hour later", "A new room opens on Sunday", "A parcel waits at the counter",
    "Seeds are swapped this week", "Your seats are in row seven", "Ferries run every half hour",
    "The rear wheel is true again", "The bridge reopens on Monday", "Your berth is confirmed",
  ]
  static let notes = [
    "Call back about the key", "Milk, lemons, thread", "A line for the opening",
    "Ask for a receipt", "Draw the plan to scale", "Return the ladder",
  ]

  static func songs(_ record: String, _ count: Int) -> String { "\(record) · \(count) songs" }
}
