import Feel
import FeelTrace
import Lab
import RandomSessions
import Raster
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

struct ComparisonTests {
  private static let scenes = ["carousel", "scroll-view", "overview"]

  /// A session after a flick, with the given parameters.
  private func flicked(_ id: String, _ parameters: ParameterSet? = nil) throws -> Session {
    var session = try Session(id, parameters: parameters)
    let start = Vector(500, id == "overview" ? 230 : 400)
    let way = id == "scroll-view" ? Vector(0, -240) : Vector(-240, 0)
    session.flick(from: start, by: way, at: 1, lasting: 0.08, until: 6)
    return session
  }

  private func edited(_ id: String) throws -> ParameterSet {
    let scene = try #require(Catalog.all.scene(id))
    var parameters = ParameterSet(scene.parameters)
    try parameters.set("physics.decay.keptPerMillisecond", to: .number(0.995))
    return parameters
  }

  @Test(arguments: scenes)
  func `an edit while comparing gives the outcome of the same hand with the edited parameters`(
    id: String
  ) throws {
    var session = try flicked(id)
    session.compare(with: session.parameters)
    session.change(.parameter("physics.decay.keptPerMillisecond", .number(0.995)), at: 7)
    session.advance(to: Instant(seconds: 8))
    var fresh = try flicked(id, try edited(id))
    // Also compared, so that the table takes the same room from its stage.
    fresh.compare(with: fresh.parameters)
    fresh.change(.parameter("physics.decay.keptPerMillisecond", .number(0.995)), at: 7)
    fresh.advance(to: Instant(seconds: 8))
    #expect(session.state == fresh.state)
    #expect(session.state != (try flicked(id)).state)
    func marks(_ session: Session) -> [MotionLog.Mark] {
      session.log(at: session.now).marks.filter { $0.kind != .change }
    }
    #expect(marks(session) == marks(fresh))
    #expect(session.log(at: session.now).changes == fresh.log(at: fresh.now).changes)
  }

  @Test(arguments: scenes)
  func `the comparison's differences equal those of two separate sessions`(id: String) throws {
    var session = try flicked(id)
    session.compare(with: try edited(id))
    let comparison = try #require(session.pair?.comparison)
    let (a, b) = (try flicked(id), try flicked(id, try edited(id)))
    let rest = try #require(a.reading(at: a.now)).position
    let other = try #require(b.reading(at: b.now)).position
    #expect(abs(comparison.b.rest - other) + abs(comparison.a.rest - rest) < 1e-9)
    func end(_ session: Session) -> Double {
      session.log(at: session.now).changes.last?.time.seconds ?? 0
    }
    #expect(abs(comparison.b.settle - comparison.a.settle - (end(b) - end(a))) < 2e-6)
    #expect(comparison.greatest >= abs(other - rest))
    #expect(comparison.text.contains("rest −"))
  }

  /// A stage of fixed size has no room for the table; any other stage shrinks.
  @Test(arguments: scenes, [true, false])
  func `equal sets show no difference, and set B does not affect set A`(id: String, keepsSize: Bool)
    throws
  {
    var plain = try Session(id)
    let place = plain.stagePlace
    if keepsSize {
      plain = try Session(id, stage: StagePlace(place.size, scale: place.scale))
    }
    let bar = try plain.frame(of: "stage").minY
    let line = bar + place.size.height
    var compared = plain
    compared.compare(with: try edited(id))
    var same = plain
    same.compare(with: same.parameters)
    // The table appears with the next event, whichever it is.
    let event = SessionEvent.host(.zero, .size(plain.size))
    compared.handle(event)
    same.handle(event)
    var random = Gestures(seed: 11)
    var seen = 0
    for _ in 0..<2000 {
      let event = random.next()
      // Changing the scene, by key or tab, would start anew; over the lowest line, the hover state
      // differs.
      if case .input(.key(let sample)) = event, sample.key == .character("5") { continue }
      if case .input(.pointer(let sample)) = event,
        sample.location.y < bar || sample.location.y >= line
      {
        continue
      }
      plain.handle(event)
      compared.handle(event)
      same.handle(event)
      #expect(compared.state == (keepsSize ? plain : same).state)
      // No comparison yet in a scene just opened by its tab.
      guard let comparison = same.pair?.comparison else { continue }
      seen += 1
      let isSame = comparison.a == comparison.b && comparison.greatest == 0
      #expect(isSame, "\(comparison.text)")
    }
    #expect(seen > 100)
  }

  @Test func `swapping the sets twice restores the state, and holding a key shows the other set`()
    throws
  {
    let fonts = try FontBook()
    var session = try flicked("carousel")
    session.compare(with: try edited("carousel"))
    // Any key shows the focus ring; press one before taking the picture.
    session.key(.character("="))
    let (state, picture) = (session.state, session.drawn(fonts))
    session.key(.character("`"))
    let flipped = session.drawn(fonts) == picture
    #expect(!flipped)
    #expect(session.state == state)
    session.key(.character("`"), phase: .up)
    #expect(session.shows(picture, fonts))
    session.key(.character("x"))
    #expect(session.state != state)
    #expect(session.state == (try flicked("carousel", try edited("carousel"))).state)
    session.key(.character("x"))
    #expect(session.state == state)
    #expect(session.shows(picture, fonts))
    let (setA, setB) = (session.parameters, session.parametersB)
    session.key(.character("x"))
    session.key(.character("z"), .control)
    #expect(session.parameters == setA && session.parametersB == setB, "both sets are undone")
    session.key(.character("z"), [.control, .shift])
    #expect(session.parameters == setB && session.parametersB == setA, "both sets are redone")
  }

  @Test func `a take's own time does not include the other set's`() throws {
    var session = try Session("scroll-view")
    session.compare(with: try edited("scroll-view"))
    var alone = try Session("scroll-view")
    func flick(_ session: inout Session) {
      session.flick(from: Vector(600, 400), by: Vector(0, -200), at: 1, lasting: 0.1)
      session.advance(to: Instant(seconds: 12))
    }
    flick(&session)
    flick(&alone)
    let (take, own) = (try #require(session.takes.last), try #require(alone.takes.last))
    #expect(take.span.rest == own.span.rest && take.outcome.settle == own.outcome.settle)
    // The other set takes another time, or this would prove nothing.
    let comparison = try #require(session.pair?.comparison)
    #expect(abs(comparison.b.settle - comparison.a.settle) > 0.1)
  }

  @Test func `dashed motions are labelled with their preset or, for equal presets, what differs`()
    throws
  {
    let fonts = try FontBook()
    var session = try flicked("scroll-view")
    var android = session.parameters
    android.preset = .android
    // Not by a change, which would show the table at once.
    session.compare(with: android)
    #expect(session.count("Android", fonts) == 1 && session.count("UIKit", fonts) == 0)
    session.key(.character("`"))
    // The table's heading now names both.
    #expect(session.count("UIKit", fonts) == 2 && session.count("Android", fonts) == 1)
    session.compare(with: try edited("scroll-view"))
    #expect(session.count("kept 0.995", fonts) == 2 && session.count("UIKit", fonts) == 1)
  }

  @Test func `the carousel shows where the other set lands in a deck of its own`() throws {
    let fonts = try FontBook()
    var session = try flicked("carousel")
    let names = ["UIKit", "Android"].map { session.count($0, fonts) }
    #expect(session.count("landed", fonts) == 0)
    session.change(.compare(.android, []))
    session.advance(to: session.now.advanced(by: 4))
    #expect(session.count("landed", fonts) == 2)
    #expect(zip(["UIKit", "Android"], names).allSatisfy { session.count($0, fonts) > $1 })
    // No outline is dashed.
    let isWhole = session.drawn(fonts).commands.allSatisfy { command in
      if case .stroke(_, let stroke, _) = command { stroke.dash.isEmpty } else { true }
    }
    #expect(isWhole)
  }

  @Test func `the hint line names the comparison's keys, and the table shows its results`() throws {
    let fonts = try FontBook()
    var session = try flicked("carousel")
    session.change(.compare(.android, []))
    func says(_ words: String, _ style: TextStyle) -> Bool {
      session.count(words, fonts, style) == 1
    }
    // Keys are drawn as key caps.
    #expect(says(" reruns it · ", .small) && says(" swaps A and B", .small))
    let comparison = try #require(session.pair?.comparison)
    #expect(says("Landed on", .body) && says("Time to rest", .body) && says("B − A", .smallStrong))
    #expect(says("\(comparison.a.rest.grouped(decimals: 1)) pt", .strong))
    session.key(.character("p"))
    for _ in 0..<100 { session.key(.character(",")) }
    #expect(says("Lands on", .body) && says("Position now", .body) && says("Rest", .body))
  }

  @Test func `editing while a past moment is shown updates that moment`() throws {
    var session = try flicked("scroll-view")
    session.compare(with: session.parameters)
    session.key(.character("p"), at: 6)
    for _ in 0..<270 { session.key(.character(","), at: 6) }
    let time = session.stageTime(at: session.now)
    #expect(session.isShowingPast)
    session.change(.parameter("physics.decay.keptPerMillisecond", .number(0.995)), at: 7)
    session.advance(to: Instant(seconds: 8))
    #expect(session.isShowingPast)
    #expect(session.stageTime(at: session.now) == time)
    let fresh = try flicked("scroll-view", try edited("scroll-view"))
    let sample = try #require(fresh.log(at: fresh.now).sample(at: time))
    let shown = try #require(session.reading(at: session.now)?.position)
    let first = try #require(sample.position)
    #expect(abs(shown - first) < 60)
  }

  @Test func `comparing after panels open keeps the flick's outcome`() throws {
    var session = try flicked("carousel")
    session.keys(.function(8), .function(9), at: 6)
    let flick = session.state
    session.compare(with: session.parameters)
    #expect(session.state == flick)
    #expect(session.log(at: session.now).marks.contains { $0.kind == .release })
  }

  @Test func `a rerun repeats no request and is recorded once`() throws {
    var session = try Session("curves")
    let button = try #require(session.elements.first { $0.name == "Copy CSV" })
    session.click(button.frame.center, at: 1)
    #expect(session.takeRequests().count == 1)
    _ = session.takeJournal()
    session.compare(with: session.parameters)
    session.change(.parameter("physics.decay.keptPerMillisecond", .number(0.995)), at: 2)
    session.advance(to: Instant(seconds: 3))
    #expect(session.takeRequests().isEmpty)
    #expect(session.takeJournal().count == 1)
  }

  @Test func `stepping fifty frames back and forward shows the same two sets`() throws {
    let fonts = try FontBook()
    var session = try Session("carousel")
    session.compare(with: try edited("carousel"))
    session.flick(from: Vector(700, 350), by: Vector(-300, 0), at: 1, lasting: 0.1)
    session.key(.character("p"), at: 1.6)
    var seen: [DisplayList] = []
    for _ in 0..<50 {
      seen.append(session.drawn(fonts))
      session.key(.character(","), at: 1.6)
    }
    for picture in seen.reversed() {
      session.key(.character("."), at: 1.6)
      #expect(session.shows(picture, fonts))
    }
  }

  @Test(arguments: [-560.0, -260, 200])
  func `the other set's pages are outlined only on the pager`(way: Double) throws {
    var plain = try Session("pager")
    _ = plain.drag(from: Vector(600, 400), by: Vector(way, 0), at: 1, lasting: 0.1)
    var compared = plain
    compared.compare(with: compared.parameters)
    let (before, after) = (try Picture(plain), try Picture(compared))
    let stage = try plain.frame(of: "stage")
    let changed = zip(before.pixels, after.pixels).enumerated().filter { index, pixels in
      pixels.0 != pixels.1 && Int(stage.minY)..<Int(stage.maxY) ~= index / 1200
    }
    let pager = try plain.frame(of: "pager.page")
    // Its tab is left of the pager, at the height of its upper edge.
    let tab = Int(pager.minY) - 40..<Int(pager.minY) + 40
    let columns = changed.map { (x: Double($0.offset % 1200), y: $0.offset / 1200) }
      .filter { !(tab.contains($0.y) && $0.x < pager.minX) }.map(\.x)
    // Half of a line on the pager's edge is outside it.
    #expect(try #require(columns.min()) >= pager.minX - 2)
    #expect(try #require(columns.max()) < pager.maxX + 2)
  }

  @Test
  func `the Compare list compares, swaps and equalises the sets, and the panel sets B's preset`()
    throws
  {
    var session = try flicked("carousel")
    session.key(.function(9))
    func choose(_ index: Int, at time: Double) throws {
      session.click(try session.place(of: "window.compare"), at: time)
      for _ in 0..<index { session.key(.down) }
      session.key(.return)
    }
    try choose(0, at: 7)
    #expect(session.parametersB == session.parameters)
    session.change(.parameter("physics.decay.keptPerMillisecond", .number(0.995)), at: 8)
    session.click(try session.place(of: "preset.b"), at: 8.5)
    session.keys(.down, .return)
    #expect(session.parametersB?.preset.title == "UIKit, fast")
    try choose(1, at: 9)
    #expect(session.parameters.preset.title == "UIKit, fast")
    #expect(session.parametersB?.number("physics.decay.keptPerMillisecond") == 0.995)
    try choose(2, at: 10)
    #expect(session.parametersB == session.parameters)
    let again = try session.replayed(at: "carousel")
    #expect(again.state == session.state)
    #expect(again.parametersB == session.parametersB)
    try choose(0, at: 11)
    #expect(session.parametersB == nil)
  }

  @Test(arguments: [Size(480, 360), Size(1200, 800)])
  func `the Compare list covers at most 60 % of the window and scrolls to its end`(size: Size)
    throws
  {
    var session = try Session("carousel", size: size)
    session.click(try session.place(of: "window.compare"), at: 1)
    func shown() -> [AccessibilityElement] {
      session.menuItems.filter { !$0.states.contains(.offscreen) }
    }
    let height = shown().reduce(0) { $0 + $1.frame.height }
    #expect(height <= 0.6 * size.height && shown().count < session.menuItems.count, "\(height)")
    #expect(shown().allSatisfy { Rect(origin: .zero, size: size).union($0.frame).size == size })
    // Wheel and keys reach the rest.
    let place = shown()[2].frame.center
    session.wheel(Vector(0, 900), over: place)
    session.advance(to: session.now.advanced(by: 1))
    #expect(shown().last?.name == ScrollPreset.families.last?.presets.last?.title)
    session.key(.home)
    #expect(shown().first == session.menuItems.first)
    session.keys(.end, .return)
    #expect(session.parametersB?.preset == ScrollPreset.families.last?.presets.last)
  }

  @Test func `restarting the scene clears the last take's results`() throws {
    var session = try flicked("carousel")
    session.compare(with: try edited("carousel"))
    #expect(session.pair?.comparison != nil)
    session.key(.character("r"))
    session.advance(to: session.now.advanced(by: 1))
    #expect(session.parametersB != nil && session.pair?.comparison == nil)
    session.flick(from: Vector(500, 300), by: Vector(-240, 0), at: 20, lasting: 0.08, until: 26)
    #expect(session.pair?.comparison != nil)
  }

  @Test func `comparing again restores set B`() throws {
    var session = try flicked("carousel")
    session.change(.compare(.android, []))
    session.key(.character("c"))
    #expect(session.parametersB == nil)
    session.key(.character("c"))
    #expect(session.parametersB?.preset == .android)
  }

  @Test func `parameters edited since a take are compared with those of the take`() throws {
    var session = try flicked("carousel")
    session.change(.preset(.android))
    session.key(.character("c"))
    #expect(session.parameters.preset == .android && session.parametersB?.preset == .uikit)
    let comparison = try #require(session.pair?.comparison)
    #expect(comparison.a.rest != comparison.b.rest)
  }
}

extension Session {
  /// Whether it shows a picture now; a Bool, because a failure would print the whole display list.
  fileprivate func shows(_ picture: DisplayList, _ fonts: FontBook) -> Bool {
    displayList(at: now, fonts: fonts) == picture
  }
}
