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

struct OverlayTests {
  private static let ids = Catalog.all.scenes.map { $0.id }
  private static let letters = Set(Overlay.allCases).letters

  private func session(
    _ id: String, showing letters: String = "", size: Size = Size(1200, 800)
  ) throws -> Session {
    let scene = try #require(Catalog.all.scene(id))
    var session = Session(catalog: .all, scene: scene, size: size)
    session.handle(.change(.zero, .overlays(try #require(Set(letters: letters)))))
    return session
  }

  @Test func `each overlay has a letter of its own`() {
    #expect(Set(Self.letters).count == Overlay.allCases.count)
    #expect(Set(letters: "hv") == [.hud, .velocity])
    #expect(Set<Overlay>(letters: "hx") == nil)
  }

  @Test(arguments: Overlay.allCases)
  func `its letter shows an overlay and hides it again`(overlay: Overlay) throws {
    var session = try session("carousel")
    session.key(.character(overlay.letter), at: 1)
    #expect(session.overlays == [overlay])
    session.key(.character(overlay.letter), at: 2)
    #expect(session.overlays.isEmpty)
  }

  @Test(arguments: ids)
  func `every overlay is drawn in a window of any size, also where nothing has room`(
    id: String
  ) throws {
    let fonts = try FontBook()
    for (width, height) in [(1.0, 1.0), (300, 1), (1, 600), (300, 200), (32767, 8), (880, 600)] {
      var session = try session(id, showing: Self.letters, size: Size(1200, 800))
      _ = session.drag(from: Vector(600, 300), by: Vector(-80, -80), at: 1, lasting: 0.1)
      session.handle(.host(session.now, .size(Size(width, height))))
      for seconds in [1.1, 1.3, 6] {
        session.advance(to: Instant(seconds: seconds))
        #expect(!session.displayList(at: session.now, fonts: fonts).commands.isEmpty)
      }
    }
  }

  @Test func `letters typed in a text field toggle nothing`() throws {
    var session = try session("carousel")
    let list = session.displayList(at: .zero, fonts: try FontBook())
    let field = try #require(fieldCenter(in: list))
    session.click(field, at: 1)
    for letter in Self.letters { session.key(.character(letter), at: 2) }
    #expect(session.overlays.isEmpty)
    session.key(.escape, at: 3)
    session.key(.character("h"), at: 4)
    #expect(session.overlays == [.hud])
  }

  /// The middle of the carousel scene's field, which stands between the last of six buttons and one more.
  private func fieldCenter(in list: DisplayList) -> Vector? {
    let boxes = list.commands.compactMap { command -> Rect? in
      guard case .roundedRect(let box, _, _) = command, box.height == 32, box.minY > 500 else {
        return nil
      }
      return box
    }
    let columns = Set(boxes.map(\.minX)).sorted()
    guard columns.count == 8 else { return nil }
    return boxes.first { $0.minX == columns[6] }?.center
  }

  @Test(arguments: [Size(880, 600), Size(1200, 800)])
  func `a click on a chip at the hint line's end toggles its overlay`(size: Size) throws {
    var session = try session("overview", size: size)
    for (index, overlay) in Overlay.allCases.enumerated() {
      session.click(try session.place(of: "overlay.\(overlay.rawValue)"), at: Double(index))
      #expect(session.overlays == Set(Overlay.allCases.prefix(index + 1)))
      #expect(Set(letters: String(overlay.letter)) == [overlay])
    }
    let before = session.state
    session.click(try session.place(of: "overlay.bounds"), at: 20)
    #expect(session.overlays.count == Overlay.allCases.count - 1)
    #expect(session.state == before)
  }

  @Test(arguments: ids)
  func `overlays on the stage never change a state`(id: String) throws {
    let fonts = try FontBook()
    var random = Gestures(seed: UInt64(id.utf8.count) * 13)
    var plain = try session(id)
    var seen = try session(id, showing: "vtgbs")
    for _ in 0..<600 {
      let event = random.next()
      // The others take room from the stage.
      if case .input(.key(let sample)) = event, case .character(let letter) = sample.key,
        "hefi".contains(letter.lowercased())
      {
        continue
      }
      _ = seen.displayList(at: event.time, fonts: fonts)
      plain.handle(event)
      seen.handle(event)
      #expect(seen.state == plain.state)
    }
    let end = Instant(microseconds: plain.now.microseconds + 20_000_000)
    plain.advance(to: end)
    seen.advance(to: end)
    #expect(seen.state == plain.state)
  }

  /// The middle of the largest control.
  private func place(_ session: Session) -> Vector {
    let boxes = session.takeSheet.run.scene.parts.map(\.hitBox)
    return boxes.max { $0.width * $0.height < $1.width * $1.height }?.center ?? .zero
  }

  @Test(arguments: ids)
  func `a still stage with every overlay is not moving`(id: String) throws {
    var session = try session(id, showing: Self.letters)
    #expect(session.isSettled)
    let end = session.drag(from: place(session), by: Vector(-60, -20), at: 1, lasting: 0.1)
    let touches = !["long-press", "curves"].contains(id)
    let moves = session.isMoving(at: session.now)
    #expect(moves || !touches)
    session.advance(to: Instant(seconds: end + 5))
    let movesLater = session.isMoving(at: session.now)
    #expect(!movesLater)
    session.pointer(.up, place(session) - Vector(60, 20), at: end + 5)
    session.advance(to: Instant(seconds: end + 20))
    let isSettled = session.isSettled
    #expect(isSettled)
  }

  @Test func `what the overlays show when all is still is what they show ever after`() throws {
    let fonts = try FontBook()
    var session = try session("carousel", showing: "hvtegbs")
    let end = session.drag(from: Vector(700, 350), by: Vector(-90, 0), at: 1, lasting: 0.1)
    session.pointer(.up, Vector(610, 350), at: end)
    var time = session.now
    while session.isMoving(at: time) { time = Instant(microseconds: time.microseconds + 8333) }
    session.advance(to: time)
    let last = session.displayList(at: time, fonts: fonts)
    #expect(time.seconds < end + 10)
    session.advance(to: Instant(seconds: 60))
    #expect(session.displayList(at: session.now, fonts: fonts) == last)
  }

  @Test(arguments: ["carousel", "scroll-view", "pager"])
  func
    `why it rests there is said while it is held, after it was let go, and no longer once it is caught`(
      id: String
    ) throws
  {
    let fonts = try FontBook()
    var session = try session(id, showing: "e")
    func title(_ isForetold: Bool, _ session: Session) throws -> Bool {
      let explanation = try #require(session.releaseExplanation()).explanation
      let card = ReleaseCard(explanation, isForetold ? .foretold : .past)
      return says(card.title, session.displayList(at: session.now, fonts: fonts), fonts)
    }
    let way = id == "scroll-view" ? Vector(0, -160) : Vector(-160, 0)
    let end = session.drag(
      from: Vector(600, 350), by: way, at: 1, lasting: 0.1)
    var letGo = session
    letGo.pointer(.up, Vector(600, 350) + way, at: end)
    let foretold = try #require(letGo.releaseExplanation()).explanation
    session.advance(to: Instant(seconds: end))
    let card = ReleaseCard(foretold, .foretold)
    #expect(says(card.title, session.displayList(at: session.now, fonts: fonts), fonts))
    #expect(try title(false, letGo))
    letGo.advance(to: Instant(seconds: end + 20))
    #expect(try title(false, letGo))
    let rest = try #require(letGo.reading(at: letGo.now))
    #expect(card.rows.last?.value.hasPrefix("\(Int(rest.position.rounded()))") ?? false)
    letGo.pointer(.down, Vector(600, 350), at: end + 21)
    letGo.pointer(.up, Vector(600, 350), at: end + 21.01)
    #expect(try !title(true, letGo))
  }

  @Test func `what no release led to is said to have none to explain`() throws {
    let fonts = try FontBook()
    var session = try session("carousel", showing: "e")
    session.key(.tab, at: 1)
    session.key(.right, at: 1.1)
    session.advance(to: Instant(seconds: 6))
    let list = session.displayList(at: session.now, fonts: fonts)
    #expect(says("Why: drag or flick it, and let go", list, fonts))
  }

  @Test func `the card says with what velocity the next card is reached, and with that it is`()
    throws
  {
    var session = try session("carousel", showing: "e")
    let end = session.drag(from: Vector(700, 350), by: Vector(-60, 0), at: 1, lasting: 0.2)
    session.pointer(.up, Vector(640, 350), at: end)
    let explanation = try #require(session.releaseExplanation()).explanation
    let choice = try #require(explanation.choice)
    let margin = try #require(choice.margins.first { $0.index > choice.index })
    let card = ReleaseCard(explanation, .past)
    #expect(card.title == "Why card \(choice.index + 1)")
    let speed = Int((choice.velocity + margin.velocity).rounded())
    #expect(card.margins.contains("card \(margin.index + 1) if faster than \(speed) pt/s"))
  }

  @Test func `a card that has little room says what came of it, and leaves the steps out`()
    throws
  {
    let fonts = try FontBook()
    // A small window, with the timeline below the stage.
    var session = try session("carousel", showing: "e", size: Size(440, 460))
    let start = place(session)
    let end = session.drag(from: start, by: Vector(-160, 0), at: 1, lasting: 0.1)
    session.pointer(.up, start - Vector(160, 0), at: end)
    session.advance(to: Instant(seconds: 8))
    session.key(.function(8), at: 8)
    #expect(session.stagePlace.size.height >= 188)
    let card = ReleaseCard(try #require(session.releaseExplanation()).explanation, .past)
    let list = session.displayList(at: session.now, fonts: fonts)
    let lines = card.rows.count + card.margins.count
    #expect(card.cut(in: Size(300, 46 + 18 * Double(lines))) == 0)
    #expect(card.cut(in: Size(300, 46 + 18 * 3)) == lines - 2)
    #expect(card.cut(in: Size(600, 46 + 18 * 3)) == max(0, lines - 5))
    #expect(says(card.title, list, fonts))
    let first = try #require(card.rows.first)
    #expect(says(try #require(card.margins.last), list, fonts))
    #expect(!says(first.name, list, fonts))
  }

  @Test(arguments: [false, true])
  func `once a parameter changes the card says where it leads now, of a chosen take too`(
    isChosen: Bool
  ) throws {
    let fonts = try FontBook()
    var session = try session("carousel", showing: "e")
    let end = session.drag(from: Vector(700, 350), by: Vector(-160, 0), at: 1, lasting: 0.1)
    session.pointer(.up, Vector(540, 350), at: end)
    session.advance(to: Instant(seconds: end + 20))
    let before = try #require(session.releaseExplanation()?.explanation.choice?.index)
    if isChosen {
      let take = try #require(session.takes.last)
      session.handle(.change(session.now, .showTake(take.number)))
    }
    session.handle(
      .change(session.now, .parameter("physics.decay.keptPerMillisecond", .number(0.99))))
    session.advance(to: Instant(seconds: end + 21))
    let titles = (0..<100).filter { index in
      says(
        "With these values: card \(index + 1)",
        session.displayList(at: session.now, fonts: fonts), fonts)
    }
    #expect(titles.count == 1)
    #expect(titles.first.map { $0 < before } ?? false)
  }

  /// Whether a picture has those words, in the style of a heading.
  private func says(_ words: String, _ list: DisplayList, _ fonts: FontBook) -> Bool {
    let wanted = fonts.layout(words, .strong).runs.first?.glyphs.map(\.id)
    return list.commands.contains { command in
      if case .glyphs(let run, _, _) = command { run.glyphs.map(\.id) == wanted } else { false }
    }
  }

  @Test func `numbers are those of the picture, in motion and at rest`() throws {
    let fonts = try FontBook()
    var session = try session("carousel", showing: "h")
    let end = session.drag(from: Vector(900, 350), by: Vector(-400, 0), at: 1, lasting: 0.1)
    session.pointer(.up, Vector(500, 350), at: end)
    for frame in 0..<30 {
      let time = Instant(seconds: end + 0.01 + Double(frame) / 60)
      let shown = try position(in: session.displayList(at: time, fonts: fonts), fonts)
      let reading = try #require(session.reading(at: time))
      #expect(abs(shown - reading.position) <= 0.051)
    }
    session.advance(to: Instant(seconds: 30))
    let reading = try #require(session.reading(at: session.now))
    let shown = figures(of: session.displayList(at: session.now, fonts: fonts))
    let expected = fonts.layout("\(Int(reading.position.rounded())).0 pt", .small)
    #expect(shown.contains { $0.glyphs.map(\.id) == expected.runs.first?.glyphs.map(\.id) })
  }

  @Test(arguments: 0..<12)
  func `a catch in slow motion shows no number older than the one before`(step: Int) throws {
    let fonts = try FontBook()
    var session = try session("scroll-view", showing: "h")
    session.handle(.change(.zero, .speed(0.25)))
    session.handle(.change(.zero, .command(Command("flick", 3000))))
    let time = 2 + 0.031 * Double(step)
    session.advance(to: Instant(seconds: time))
    func shown(after seconds: Double) throws -> Double {
      let moment = Instant(seconds: time + seconds)
      return try position(in: session.displayList(at: moment, fonts: fonts), fonts)
    }
    let before = try shown(after: 0)
    #expect(before > 500)
    session.pointer(.down, Vector(500, 400), at: time)
    for seconds in [0, 0.004, 0.017, 0.1, 0.3] { #expect(try shown(after: seconds) >= before) }
  }

  /// The position among the numbers' words.
  private func position(in list: DisplayList, _ fonts: FontBook) throws -> Double {
    let letters = "0123456789.−ptsv/"
    let ids = try #require(fonts.layout(letters, .small).runs.first).glyphs.map(\.id)
    let names = Dictionary(zip(ids, letters), uniquingKeysWith: { $1 })
    let words = figures(of: list).map { String($0.glyphs.compactMap { names[$0.id] }) }
    let word = try #require(words.first { $0.hasSuffix("pt") && $0.count > 2 })
    return try #require(Double(word.dropLast(2)))
  }

  @Test(
    arguments: ["overview", "progress-slider", "integer-slider", "long-press", "curves"],
    [Size(880, 600), Size(1200, 800)])
  func `with both panels open the numbers lie beside the stage`(id: String, size: Size) throws {
    let scene = try #require(Catalog.all.scene(id))
    var session = Session(catalog: .all, scene: scene, size: size)
    session.key(.function(8))
    session.key(.function(9))
    session.advance(to: session.now.advanced(by: 1))
    session.handle(.change(session.now, .overlays([.hud])))
    let chips = boxes(of: session.displayList(at: session.now, fonts: try FontBook()))
    #expect(!chips.isEmpty)
    let stage = session.takeSheet.run.stage.frame
    for chip in chips {
      #expect(stage.intersection(chip) == nil, "\(chip)")
    }
  }

  /// The words on the numbers' chips.
  private func figures(of list: DisplayList) -> [GlyphRun] {
    let chips = boxes(of: list)
    return list.commands.compactMap { command in
      guard case .glyphs(let run, let origin, _) = command,
        chips.contains(where: { $0.contains(origin) })
      else { return nil }
      return run
    }
  }

  @Test(arguments: ["carousel", "scroll-view"])
  func `the arrow and the chip say the same velocity at every moment`(id: String) throws {
    let fonts = try FontBook()
    var session = try session(id, showing: "hv")
    let end = session.drag(from: Vector(600, 400), by: Vector(-180, -180), at: 1, lasting: 0.12)
    session.pointer(.up, Vector(420, 220), at: end)
    let unit = try #require(fonts.layout("pt/s", .small).runs.first).glyphs.map(\.id)
    let minus = try #require(fonts.layout("−", .small).runs.first?.glyphs.first).id
    var (compared, seen) = (0, Set<[UInt32]>())
    for step in 0..<60 {
      let list = session.displayList(
        at: session.now.advanced(by: Double(step) / 60), fonts: fonts)
      let told = list.commands.compactMap { command -> [UInt32]? in
        guard case .glyphs(let run, _, _) = command, run.size == TextStyle.small.size else {
          return nil
        }
        let ids = run.glyphs.map(\.id).filter { $0 != minus }
        return ids.suffix(unit.count).elementsEqual(unit) ? ids : nil
      }
      guard told.count == 2 else { continue }
      #expect(told[0] == told[1])
      compared += 1
      seen.insert(told[0])
    }
    #expect(compared > 20 && seen.count > 3)
  }

  @Test(arguments: ids)
  func `the numbers' chips keep their widths in ten seconds of random motion`(
    id: String
  ) throws {
    let fonts = try FontBook()
    var random = Gestures(seed: 99)
    var session = try session(id, showing: "h")
    var chips: Set<Rect> = []
    while session.now < Instant(seconds: 10) {
      var event = random.next()
      if case .host(let time, .size) = event {
        event = .change(time, .command(Command("flick", 900)))
      }
      if case .input(.key(let sample)) = event, case .character = sample.key { continue }
      session.handle(event)
      guard session.sceneType.id == id else { break }
      session.handle(.change(session.now, .overlays([.hud])))
      let list = session.displayList(at: session.now, fonts: fonts)
      chips.formUnion(boxes(of: list))
    }
    #expect((3...4).contains(chips.count), "\(chips)")
  }

  /// The grounds of the numbers.
  private func boxes(of list: DisplayList) -> [Rect] {
    list.commands.compactMap { command in
      guard case .roundedRect(let box, radius: 6, _) = command, box.height == 22
      else { return nil }
      return box
    }
  }

  @Test(arguments: ids)
  func `the words of every overlay keep clear of each other`(id: String) throws {
    let fonts = try FontBook()
    var session = try session(id, showing: Self.letters, size: Size(880, 600))
    var random = SeededGenerator(seed: 7)
    for round in 0..<10 {
      let start = Double(round) * 3 + 1
      let place = Vector(.random(in: 200...700, using: &random), place(session).y)
      let way = Vector(
        .random(in: -150...150, using: &random), .random(in: -80...80, using: &random))
      let end = session.drag(from: place, by: way, at: start, lasting: 0.15)
      expectApart(session.displayList(at: session.now, fonts: fonts))
      session.pointer(.up, place + way, at: end)
      session.advance(to: Instant(seconds: end + 0.3))
      expectApart(session.displayList(at: session.now, fonts: fonts))
    }
  }

  /// No two of the grounds that the overlays' words lie on overlap.
  private func expectApart(_ list: DisplayList, sourceLocation: SourceLocation = #_sourceLocation) {
    // On the stage, and of the numbers.
    let surface = Theme.light.surface
    let boxes = list.commands.compactMap { command -> Rect? in
      guard case .roundedRect(let box, radius: 6, .solid(let ground)) = command,
        ground == surface.opacity(0.94) || ground == surface && box.height == 22
      else { return nil }
      return box
    }
    #expect(boxes.count >= 3, sourceLocation: sourceLocation)
    for (index, box) in boxes.enumerated() {
      for other in boxes[..<index] {
        #expect(box.intersection(other) == nil, sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `keys and clicks that show overlays are in the journal and replay alike`() throws {
    var live = try session("carousel")
    live.key(.character("g"), at: 1)
    live.click(Vector(1200 - 8 - 12, 788), at: 2)
    live.key(.character("g"), at: 3)
    live.key(.character("t"), at: 4)
    #expect(live.overlays == [try #require(Overlay.allCases.last), .rest])
    var replayed = try session("carousel")
    for event in live.takeJournal() { replayed.handle(event) }
    #expect(replayed.overlays == live.overlays)
  }

  @Test func `a letter that shows an overlay shows no focus ring`() throws {
    let fonts = try FontBook()
    func rings(_ session: Session) -> Int {
      session.displayList(at: session.now, fonts: fonts).commands.count { command in
        if case .outline(_, _, _, _, _, _, .solid(Theme.light.focus)) = command {
          true
        } else {
          false
        }
      }
    }
    var session = try session("carousel")
    session.click(Vector(600, 370), at: 1)
    session.advance(to: Instant(seconds: 5))
    let plain = rings(session)
    session.key(.character("v"), at: 6)
    // The chip of an overlay that is shown has an edge of the same blue.
    #expect(rings(session) == plain + 1)
    session.key(.end, at: 7)
    #expect(rings(session) == plain + 2)
  }

  @Test func `the card names every reason for which samples do not count`() throws {
    var session = try session("scroll-view", showing: "e")
    // A drag, a rest that is longer than the gap, and on.
    let end = session.drag(from: Vector(600, 600), by: Vector(0, -90), at: 1, lasting: 0.3)
    session.pointer(.moved, Vector(600, 490), at: end + 0.01)
    session.pointer(.moved, Vector(600, 470), at: end + 0.2)
    session.pointer(.moved, Vector(600, 440), at: end + 0.21)
    session.pointer(.up, Vector(600, 440), at: end + 0.215)
    let explanation = try #require(session.releaseExplanation()).explanation
    let reasons = explanation.estimate.reasons
    try #require(!reasons.isEmpty)
    let rows = ReleaseCard(explanation, .past).rows
    for (fate, count) in reasons {
      #expect(rows.contains { $0.name == "\(count) dropped" && $0.value == fate.reason })
      #expect(ReleaseWords(explanation).lines[0].text.contains("\(count) \(fate.reason)"))
    }
  }

  @Test(arguments: ["carousel", "scroll-view", "pager", "overview"], ["", "89"])
  func `nothing of the shelf lies over the stage, whatever is said there`(
    id: String, panels: String
  ) throws {
    let fonts = try FontBook()
    for size in [Size(480, 360), Size(640, 480), Size(880, 600), Size(1200, 800), Size(1600, 1000)]
    {
      var session = try session(id, showing: "hefi", size: size)
      for panel in panels { session.key(.function(panel == "8" ? 8 : 9), at: 0.5) }
      let before = session.stagePlace
      #expect(before.size.height >= 188, "\(size): \(before.size)")
      let stage = session.takeSheet.run.stage.frame
      let bare = try self.session(id, size: size)
      #expect(stage.height <= bare.takeSheet.run.stage.frame.height)
      let end = session.drag(
        from: stage.center, by: Vector(-stage.width / 5, -20), at: 1, lasting: 0.1)
      session.pointer(.up, stage.center - Vector(stage.width / 5, 20), at: end)
      session.advance(to: Instant(seconds: end + 8))
      // It says more by now, and takes no more room.
      #expect(session.stagePlace == before)
      for box in boxes(of: session.displayList(at: session.now, fonts: fonts)) {
        #expect(stage.intersection(box) == nil, "\(size): \(box)")
      }
    }
  }

  @Test func `what has no room is said to have none`() throws {
    let fonts = try FontBook()
    var session = try session("carousel", size: Size(480, 360))
    session.key(.function(8), at: 1)
    let stage = session.stagePlace
    session.key(.character("h"), at: 2)
    #expect(session.overlays == [.hud] && session.stagePlace == stage)
    let list = session.displayList(at: session.now, fonts: fonts)
    #expect(says("No room: enlarge the window", list, fonts))
  }

  @Test func `why is off where nothing chooses a place to rest, and says so`() throws {
    var session = try session("progress-slider", showing: "")
    let stage = session.stagePlace
    session.key(.character("e"), at: 1)
    #expect(session.overlays.isEmpty && session.stagePlace == stage)
    let fonts = try FontBook()
    let list = session.displayList(at: session.now, fonts: fonts)
    #expect(says("Nothing here chooses where to rest", list, fonts))
  }
}
