internal import Feel
internal import FeelTrace
internal import Stage

/// The scenes' user-visible text, kept in one place for translation; parameters declare their own.
enum Words {
  typealias Actions = [AccessibilityElement.Action]

  // MARK: Scenes

  static var overview: (title: String, hint: String) {
    (title: say("Overview"), hint: say("Flick, scrub or hold · `F1` help"))
  }
  static var scrub: (title: String, hint: String) {
    (
      title: say("Scrub"),
      hint: say("Drag anywhere on the bar · `Esc` puts it back · `←` `→` move · `Space` plays")
    )
  }
  static var integer: (title: String, hint: String) {
    (
      title: say("Integer"),
      hint: say("Drag anywhere · the thumb lands on a tick · `←` `→` step")
    )
  }
  static var hold: (title: String, hint: String) {
    (
      title: say("Hold"),
      hint: say("Hold a button · slide off or press `Esc` to cancel · `Tab` and `Space` work too")
    )
  }
  static var carousel: (title: String, hint: String) {
    (title: say("Carousel"), hint: say("Flick, or click a cover · `P` freezes · `F1` help"))
  }
  static var scroll: (title: String, hint: String) {
    (title: say("Scroll"), hint: say("Flick the list, past its ends too · `P` freezes · `F1` help"))
  }
  static var pager: (title: String, hint: String) {
    (
      title: say("Pager"),
      hint: say("Drag sideways to turn the page, up or down to scroll it · `F1` help")
    )
  }
  static var observed: (title: String, hint: String) {
    (
      title: say("Observed"),
      hint: say(
        """
        Scroll in the other program: each scroll becomes a take · the preset in the panel gets the \
        same hand
        """)
    )
  }

  static var flickVerb: String { say("Flick.") }
  static var scrubVerb: String { say("Scrub.") }
  static var holdVerb: String { say("Hold.") }
  static var stepVerb: String { say("Step.") }
  static var stepHeading: String { say("Drag anywhere. The thumb lands on a tick.") }
  static var flickHeading: String { say("Throw the covers. One always lands in the middle.") }
  static var sliderHeading: String {
    say("Drag anywhere on the bar. Move away from it to go finer.")
  }
  static var holdLeaving: String { say("Slide off, or press Esc, to cancel.") }

  static func holdHeading(for time: Double) -> String {
    let seconds =
      switch time {
      case 1: say("one second")
      case 2: say("two seconds")
      default: say("\(ParameterValue.number(time).text) seconds")
      }
    return say("Keep it pressed for \(seconds). A tap does nothing.")
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

  static var pressed: Actions { [.init("Space, Return", say("press"))] }
  static var turned: Actions { [.init("Space, Return", say("turn on, off"))] }
  static var typed: Actions { [.init("0 … 9", say("type")), .init("Return", say("go there"))] }
  static var on: String { say("on") }
  static var off: String { say("off") }

  // MARK: Lists

  static var list: String { say("List") }
  static var scrolled: Actions {
    [
      .init("↑ ↓", say("a line")), .init("Page Up, Page Down, Space, Shift+Space", say("a page")),
      .init("Home, End", say("start, end")),
    ]
  }
  static var toTop: String { say("To top") }
  static var toMiddle: String { say("To 2500") }
  static var toEnd: String { say("To end") }
  static var flick: String { say("Flick 2000 pt/s") }
  static var copyCSV: String { say("Copy CSV") }
  static var saveCSV: String { say("Save CSV") }

  static func offset(_ length: Double) -> String { length.text(decimals: 0) }
  static func index(_ row: Int) -> String { say("Index \(row)") }
  static func row(_ row: Int) -> String { say("row \(row)") }

  // MARK: Flings

  static var flings: String { say("Flings") }
  static var noFlings: String { say("No flings yet") }
  static var nothingToCopy: String { say("No flings to copy yet") }
  static var nothingToSave: String { say("No flings to save yet") }
  static var flingColumns: [String] { ["pt/s", "pt", "s", say("ended")] }

  static func fling(_ number: Int) -> String { say("Fling \(number)") }
  static func fling(_ cells: [String]) -> String {
    "\(cells[0]) pt/s, \(cells[1]) pt, \(cells[2]) s, \(translated(cells[3]))"
  }
  static func flings(_ count: Int, newest: String) -> String {
    say("\(count), the newest \(newest)")
  }
  static func more(_ count: Int) -> String { say("\(count), scroll for more") }
  static func listed(_ count: Int) -> String {
    count == 1 ? say("\(count) fling, in the CSV") : say("\(count) flings, in the CSV")
  }

  // MARK: Cards

  static var cards: String { say("Cards") }
  static var cardField: String { say("Card") }
  static var first: String { say("First card") }
  static var previous: String { say("Previous card") }
  static var next: String { say("Next card") }
  static var last: String { say("Last card") }
  static var stepPressed: Actions { pressed + [.init("Shift+click", say("ten cards"))] }
  static var cardsMoved: Actions {
    [
      .init("← →", say("previous, next card")),
      .init("Page Up, Page Down, Ctrl+← →", say("ten cards back, forward")),
      .init("Home, End", say("first, last")),
    ]
  }

  static func card(_ number: Int) -> String { say("card \(number)") }
  static func card(_ number: Int, of count: Int) -> String { say("\(number) of \(count)") }
  static func number(_ card: Int) -> String { "\(card)" }
  static func landing(in time: Double?) -> String {
    time.map { say("lands in \($0.text(decimals: 2)) s") } ?? say("landed")
  }
  static var goesFiner: String {
    say("Closer to the bar is faster, further is finer · `Esc` puts it back")
  }
  static func toGo(_ seconds: Double) -> String {
    say("\(seconds.text(decimals: 1)) s to go · slide off or press `Esc` to cancel")
  }
  static func fired(after seconds: Double) -> String {
    say("Done once, after \(ParameterValue.number(seconds).text) s")
  }
  static func lands(in time: Double?) -> String {
    time.map { "\($0.text(decimals: 2)) s" } ?? say("landed")
  }
  static func landsHere(in time: Double?) -> String {
    time.map { say("Lands here in \($0.text(decimals: 2)) s") } ?? say("Lands here")
  }
  static func ofCards(_ count: Int) -> String { say("of \(count)") }

  static var frontPaper: Canvas.Paper {
    Canvas.Paper(
      verb: flickVerb, sentences: [flickHeading, say("Pull past the first to feel the edge.")]
    )
  }
  static var endPaper: Canvas.Paper {
    Canvas.Paper(
      verb: say("The end."),
      sentences: [say("Pull past the last to feel the edge."), say("Home goes back to the first.")]
    )
  }

  // MARK: Pages

  static let pages = ["Inbox", "Mail", "Archive", "Drafts", "Sent"]
  static var pagerTitle: String { say("Five pages") }
  static var pageTabs: String { say("Pages") }
  static var message: (label: String, name: String) {
    (label: say("New message"), name: say("A new message on this page"))
  }
  static var pagesTurned: Actions {
    [
      .init("← →", say("previous, next page, round and round")),
      .init("Home, End", say("first, last")),
    ]
  }
  static var pageScrolled: Actions {
    [
      .init("↑ ↓", say("a line")), .init("Page Up, Page Down", say("a page")),
    ]
  }

  static func page(_ name: String, unread count: Int) -> String {
    count > 0 ? "\(name) (\(count))" : name
  }
  static func page(_ number: Int, of count: Int, _ title: String) -> String {
    say("Page \(number) of \(count), \(title)")
  }
  static func row(_ row: Int, of page: String) -> String { "\(page) \(number(ofRow: row))" }
  /// A row of a system, whose name may end in a number.
  static func row(_ row: Int, ofSystem name: String) -> String {
    place(number(ofRow: row), ofSystem: name)
  }
  static func place(_ place: String, ofSystem name: String) -> String { "\(name): \(place)" }
  static func place(_ place: Double, unit: String) -> String {
    "\(place.grouped(decimals: 0)) \(unit)"
  }
  static func number(ofRow row: Int) -> String { Double(row).text(decimals: 0) }
  static func down(_ offset: Double) -> String { say("\(offset.text(decimals: 0)) pt down") }
  static func mostMessages(_ count: Int) -> String { say("Titles count up to \(count) messages") }

  // MARK: The progress slider

  static var slider: String { say("Position") }
  static var less: (label: String, name: String) { (label: "−1 %", name: say("One per cent less")) }
  static var more: (label: String, name: String) { (label: "+1 %", name: say("One per cent more")) }
  static var play: String { say("Play") }
  static var playing: String { say("playing") }
  static var paused: String { say("paused") }
  static var playPressed: Actions { [.init("Space", say("press"))] }
  static var scrubbed: Actions {
    [
      .init("← ↓, → ↑", say("a step")), .init("Shift+arrow", say("a tenth of one")),
      .init("Page Up, Page Down", say("a tenth of the whole")),
      .init("Home, End", say("start, end")),
      .init("Space", say("play, pause")), .init("Esc", say("cancel the drag")),
    ]
  }
  static var themeColors: String { say("the theme’s colours") }
  static let fullRate = "1×"
  static var film: String { say("One Day") }
  static var filmNote: String { say("A day in four minutes") }
  private static let chapters = ["Dawn", "Morning", "Afternoon", "Sunset", "Night"]

  static func chapter(_ number: Int) -> String {
    say("Chapter \(number) · \(translated(chapters[number - 1]))")
  }
  static func film(inChapter number: Int) -> String {
    say("\(filmNote) · Chapter \(number), \(translated(chapters[number - 1]))")
  }
  /// A fraction of the hand's travel: 1/100.
  static func rate(_ share: Double) -> String { "1/\((1 / share).text(decimals: 0))" }
  static func pace(_ rate: Double) -> String {
    say("\(rate.text(decimals: rate < 0.1 ? 3 : 2))× speed")
  }
  static func worth(_ seconds: Double) -> String {
    say("\(seconds.text(decimals: seconds < 0.01 ? 4 : seconds < 10 ? 2 : 0)) s per point")
  }
  /// A time in clock notation: 1:12, 1:12.50.
  static func clock(_ seconds: Double, decimals: Int = 0) -> String {
    let grain = decimals > 0 ? [10.0, 100][min(decimals, 2) - 1] : 1
    let whole = (seconds * grain + (decimals > 0 ? 1e-6 : 0)).rounded(.down) / grain
    let minutes = Int(whole / 60)
    let rest = (whole - 60 * Double(minutes)).text(decimals: decimals)
    return "\(minutes):\(rest.prefix { $0 != "." }.count < 2 ? "0" : "")\(rest)"
  }

  static func place(_ time: String, of duration: String, fineness: String?) -> String {
    fineness.map { say("\(time) of \(duration), fine \($0)") } ?? say("\(time) of \(duration)")
  }
  static func layers(_ upper: String, over lower: String, in colors: String) -> String {
    say("\(upper) over \(lower), in \(colors)")
  }
  /// A time in words: 1 min 12 s.
  static func time(_ seconds: Int) -> String {
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return words.isEmpty ? "0 s" : words.joined(separator: " ")
  }

  // MARK: The integer slider

  static var level: String { say("Level") }

  static func level(_ value: Int, from low: Int, to high: Int) -> String {
    say("\(value) of \(low) to \(high)")
  }
  static func ticks(_ look: String) -> String { say("ticks: \(look)") }
  static func stepped(by step: Int) -> Actions {
    [
      .init("← ↓, → ↑", say("\(step) less, \(step) more")),
      .init("Page Up, Page Down", say("a tenth of the whole")),
      .init("Home, End", say("start, end")),
      .init("Esc", say("cancel the drag")),
    ]
  }

  // MARK: Hold buttons

  static let holdRing = (label: "Delete", done: "Deleted")
  static let holdOutline = (label: "Restart", done: "Restarted")
  static let holdContainer = (label: "Erase", done: "Erased")
  static let holdLevel = (label: "Send", done: "Sent")
  static let holdDisabled = "Format disk"
  static var disabled: String { say("Disabled") }
  static let ring = "ring"
  static let outline = "outline"
  static let ownOutline = "outline of its own"
  static let levelIndicator = "level"
  static var keepHolding: String { say("Keep holding") }
  static func secondsLeft(_ time: Double) -> String { time.text(decimals: 1) + " s" }
  static let done = "Done"
  static var fired: String { say("done") }
  static var holdToConfirm: String { say("hold to confirm") }

  static func held(for time: Double) -> Actions {
    [
      .init("Space, Return", say("held: confirm after \(time.text(decimals: 1)) s")),
      .init("Esc", say("cancel")),
    ]
  }
  static func look(_ shape: ContainerShape, _ tint: Tint, _ indicator: String) -> String {
    let words =
      if case .roundedRectangle = shape { say("rounded rectangle") } else { translated(shape.name) }
    let (color, indicator) = (translated(tint.rawValue), translated(indicator))
    return tint == .orange
      ? say("\(words) with an \(color) \(indicator)") : say("\(words) with a \(color) \(indicator)")
  }

  // MARK: Another program

  static var program: String { say("Program") }
  static var programTitle: String { say("The program") }
  static func theObserved(_ source: ObservedSource?) -> String {
    source?.clip == nil ? say("the program") : say("the clip")
  }
  static var clipHint: String {
    say("Each motion of the clip is a take · choose the preset beside it in the panel")
  }
  static let nothing = "–"
  static var nothingSeen: String { say("nothing seen yet") }
  static var nothingShown: String { say("Nothing shown yet") }
  static var noProgram: String { say("No program watched") }
  static var offset: String { say("Offset") }
  static var difference: String { say("Difference") }
  static var velocity: String { say("Velocity") }
  static var phase: String { say("Phase") }
  static var leftOut: String { say("Left out") }

  static func lead(_ time: Double) -> String {
    say("lead of \((1000 * time).text(decimals: 0)) ms")
  }

  // MARK: Curves

  static var curves: (title: String, hint: String) {
    (
      title: say("Curves"),
      hint: say(
        """
        Drag to read · wheel zooms time · Ctrl+wheel zooms values · Shift+wheel pans · `←` `→` \
        move · `Space` plays · `0` all
        """)
    )
  }
  static var curve: String { say("Curve") }
  static var zoomToFit: String { say("Zoom to fit") }
  static var lockAxes: String { say("Lock axes") }
  static var saveSVG: String { say("Save SVG") }
  static var savePNG: String { say("Save PNG") }
  static var timeField: String { say("Time, s") }
  static let curveReadouts = ["Progress", "Time read", "Value", "Velocity"]
  static var position: String { say("Position") }
  static var rest: String { say("rest") }
  static let setB = "B"
  static var curveRead: Actions {
    [
      .init("← →", say("previous, next frame; with Shift, ten frames")),
      .init("Ctrl+← →", say("previous, next change of motion")), .init("+ −", say("zoom")),
      .init("0", say("zoom to fit")), .init("Home, End", say("start, end")),
      .init("Space", say("start, stop")),
    ]
  }
  static func start(isRunning: Bool) -> String { isRunning ? say("Stop") : say("Start") }
  static func started(isRunning: Bool, at elapsed: String) -> String {
    isRunning ? say("Started") : say("Stopped, \(elapsed)")
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
    say("\(way) in \(seconds(time)) · \(remark)")
  }
  static func steps(_ count: Int) -> String { say("\(count) steps") }
  static func level(_ name: String, _ value: String) -> String { "\(name) \(value)" }
  static func difference(_ name: String, rest: String, duration: String) -> String {
    say("\(name): rest \(rest) · \(duration) s")
  }

  // Names of curves.
  static var spring: String { say("Spring") }
  static var letGoPastEdge: String { say("Let go past an edge · d·e^(−10t)") }
  static var fastRun: String { say("fast run") }
  static var untilEdge: String { say("Until the edge") }
  static var untilSlow: String { say("Until slow") }
  static var untilTime: String { say("Until a time") }
  static var target: String { say("target") }
  static var edge: String { say("edge") }
  static var lowerEdge: String { say("lower edge") }
  static var upperEdge: String { say("upper edge") }
  static func release(isBounded: Bool, _ preset: String) -> String {
    isBounded ? say("Release between edges · \(preset)") : say("Release without edges · \(preset)")
  }
  static func ease(_ curve: String) -> String { say("Ease · \(curve)") }
  static func freeRun(_ preset: String) -> String { say("Free run · \(preset)") }
  static func joined(_ run: String, eases: Bool) -> String {
    eases ? say("\(run), then ease") : say("\(run), then spring")
  }
  static var nothingMeasured: String { say("Nothing measured") }
  static var noLaw: String { say("no law fits") }
  static func lastTake(_ control: String) -> String { say("Last take · \(control)") }
  static func fitted(_ data: String) -> String { say("\(data) · fitted") }
  static func preset(_ preset: String, isChanged: Bool) -> String {
    isChanged ? say("\(preset), changed") : preset
  }
  static func releaseInstead(of source: String) -> String {
    say("No \(source) yet: showing a sample release")
  }

  // MARK: Rich content

  // Each picture is used twice, ten apart.
  static let covers = [
    "Low Tide", "Night Bus", "Paper Moon", "First Frost", "Salt Road", "Slow Train", "Blue Hour",
    "Long Shadows", "Still Water", "Kites", "North Wind", "Open Window", "Copper", "Cloud Study",
    "Lanterns", "Driftwood", "Morning Line", "Half Light", "River Map", "Tailwind",
  ]
  static let records = [
    "Album", "Single", "Mix", "Live", "Soundtrack", "Playlist", "Sketches",
  ]
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

  static func songs(_ record: String, _ count: Int) -> String { say("\(record) · \(count) songs") }
}
