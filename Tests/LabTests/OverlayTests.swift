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
    var session = try Session(id, size: size)
    session.change(.overlays(try #require(Set(letters: letters))))
    return session
  }

  @Test func `each overlay has a letter of its own`() {
    #expect(Set(Self.letters).count == Overlay.allCases.count)
    #expect(Set(letters: "hv") == [.hud, .velocity])
    #expect(Set<Overlay>(letters: "hx") == nil)
  }

  @Test(arguments: Overlay.allCases)
  func `an overlay's letter shows and hides it`(overlay: Overlay) throws {
    var session = try session("carousel")
    session.key(.character(overlay.letter), at: 1)
    #expect(session.overlays == [overlay])
    session.key(.character(overlay.letter), at: 2)
    #expect(session.overlays.isEmpty)
  }

  @Test(arguments: ids)
  func `every overlay is drawn in a window of any size`(id: String) throws {
    let fonts = try FontBook()
    for (width, height) in [(1.0, 1.0), (300, 1), (1, 600), (300, 200), (32767, 8), (880, 600)] {
      var session = try session(id, showing: Self.letters, size: Size(1200, 800))
      _ = session.drag(from: Vector(600, 300), by: Vector(-80, -80), at: 1, lasting: 0.1)
      session.tell(.size(Size(width, height)))
      for seconds in [1.1, 1.3, 6] {
        session.advance(to: Instant(seconds: seconds))
        #expect(!session.drawn(fonts).commands.isEmpty)
      }
    }
  }

  @Test func `letters typed in a text field toggle no overlay`() throws {
    var session = try session("carousel")
    session.click(try session.place(of: "field.Card"), at: 1)
    for letter in Self.letters { session.key(.character(letter), at: 2) }
    #expect(session.overlays.isEmpty)
    session.key(.escape, at: 3)
    session.key(.character("h"), at: 4)
    #expect(session.overlays == [.hud])
  }

  @Test(arguments: [Size(880, 600), Size(1200, 800)])
  func `clicking an overlay's chip or list item toggles it`(size: Size) throws {
    var session = try session("overview", size: size)
    func click(_ overlay: Overlay, at seconds: Double) throws {
      guard size.width < 1100 else {
        return session.click(try session.place(of: "overlay.\(overlay.rawValue)"), at: seconds)
      }
      session.click(try session.place(of: "overlays.list"), at: seconds)
      try session.choose(overlay.title, at: seconds + 0.5)
    }
    for (index, overlay) in Overlay.allCases.enumerated() {
      try click(overlay, at: Double(index))
      #expect(session.overlays == Set(Overlay.allCases.prefix(index + 1)))
      #expect(Set(letters: String(overlay.letter)) == [overlay])
    }
    let before = session.state
    try click(.bounds, at: 20)
    #expect(session.overlays.count == Overlay.allCases.count - 1)
    #expect(session.state == before)
  }

  @Test(arguments: ids)
  func `overlays on the stage never change its state`(id: String) throws {
    let fonts = try FontBook()
    var random = Gestures(seed: UInt64(id.utf8.count) * 13)
    var plain = try session(id)
    var seen = try session(id, showing: "vtgbs")
    for _ in 0..<600 {
      let event = random.next()
      // The other overlays shrink the stage.
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

  /// The centre of the largest control.
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

  @Test func `overlays do not change after the stage comes to rest`() throws {
    let fonts = try FontBook()
    var session = try session("carousel", showing: "hvtegbs")
    let end = session.flick(from: Vector(700, 350), by: Vector(-90, 0), at: 1, lasting: 0.1)
    var time = session.now
    while session.isMoving(at: time) { time = Instant(microseconds: time.microseconds + 8333) }
    session.advance(to: time)
    let last = session.displayList(at: time, fonts: fonts)
    #expect(time.seconds < end + 10)
    session.advance(to: Instant(seconds: 60))
    #expect(session.drawn(fonts) == last)
  }

  @Test(arguments: ["carousel", "scroll-view", "pager"])
  func `a release is explained while held and after letting go, until the content is caught`(
    id: String
  ) throws {
    let fonts = try FontBook()
    var session = try session(id, showing: "e")
    func title(_ isPredicted: Bool, _ session: Session) throws -> Bool {
      let explanation = try #require(session.releaseExplanation()).explanation
      let words = self.title(of: explanation, isPredicted: isPredicted)
      return says(words, session.drawn(fonts), fonts)
    }
    let way = id == "scroll-view" ? Vector(0, -160) : Vector(-160, 0)
    let end = session.drag(from: Vector(600, 350), by: way, at: 1, lasting: 0.1)
    var letGo = session
    letGo.pointer(.up, Vector(600, 350) + way, at: end)
    let predicted = try #require(letGo.releaseExplanation()).explanation
    session.advance(to: Instant(seconds: end))
    let words = self.title(of: predicted, isPredicted: true)
    #expect(says(words, session.drawn(fonts), fonts))
    #expect(try title(false, letGo))
    letGo.advance(to: Instant(seconds: end + 20))
    #expect(try title(false, letGo))
    let rest = try #require(letGo.reading(at: letGo.now))
    #expect(abs(rest.position - predicted.rest) < 1)
    letGo.pointer(.down, Vector(600, 350), at: end + 21)
    letGo.pointer(.up, Vector(600, 350), at: end + 21.01)
    #expect(try !title(true, letGo))
  }

  @Test func `without a release the card says how to get an explanation`() throws {
    let fonts = try FontBook()
    var session = try session("carousel", showing: "e")
    session.key(.tab, at: 1)
    session.key(.right, at: 1.1)
    session.advance(to: Instant(seconds: 6))
    let list = session.drawn(fonts)
    #expect(says("Flick to see why it lands where it does", list, fonts))
  }

  /// The title of a card that explains a release.
  private func title(of explanation: ReleaseExplanation, isPredicted: Bool) -> String {
    let place =
      explanation.choice.map { "\($0.item.rawValue) \($0.index + 1)" }
      ?? "\(explanation.rest.grouped(decimals: 0)) pt"
    return isPredicted ? "Let go now: \(place)" : "Why \(place)?"
  }

  @Test func `the card states the velocity that reaches the next card`() throws {
    var session = try session("carousel", showing: "e")
    let end = session.flick(from: Vector(700, 350), by: Vector(-60, 0), at: 1, lasting: 0.2)
    let explanation = try #require(session.releaseExplanation()).explanation
    let choice = try #require(explanation.choice)
    let margin = try #require(choice.margins.first { $0.index > choice.index })
    let fonts = try FontBook()
    let title = "Why card \(choice.index + 1)?"
    #expect(says(title, session.drawn(fonts), fonts))
    session.click(try session.place(of: "why.\(margin.index + 1)"), at: end + 0.01)
    let speed = Int((choice.velocity + margin.velocity).rounded())
    let list = session.drawn(fonts)
    let asked = "For card \(margin.index + 1):"
    #expect(list.places(of: asked, .smallStrong, fonts).count == 1)
    #expect(list.places(of: "above \(speed) pt/s", .small, fonts).count == 1)
  }

  @Test func `a tab hangs from the card that will land, and the trail is drawn on the dial`() throws
  {
    let fonts = try FontBook()
    var session = try session("carousel", showing: "tg")
    let end = session.drag(from: Vector(700, 350), by: Vector(-60, 0), at: 1, lasting: 0.2)
    let pale = Paint.solid(Theme.light.accentSoft)
    let held = session.drawn(fonts).commands.compactMap {
      if case .roundedRect(let tab, 16, pale) = $0 { tab } else { nil }
    }
    let before = try #require(session.reading(at: session.now))
    session.pointer(.up, Vector(640, 350), at: end)
    // While held, the tab is pale and under the card that will come to rest in the middle.
    let way = try #require(session.reading(at: session.now)).rest - before.position
    #expect(held.count == 1 && abs(held[0].midX - way - before.anchor.x) < 0.5)
    let time = Instant(seconds: end + 0.2)
    let (list, reading) = (
      session.displayList(at: time, fonts: fonts), try #require(session.reading(at: time))
    )
    let wait = try #require(reading.restTime) - session.stageTime(at: time)
    let words = "Lands here in \(wait.text(decimals: 2)) s"
    #expect(list.places(of: words, .smallStrong, fonts).count == 1)
    // Newest first, each further back.
    let dots = list.commands.compactMap { command -> Vector? in
      guard case .circle(let center, let radius, _) = command, abs(radius - 2.2) < 0.01
      else { return nil }
      return center
    }
    #expect(dots.count > 4 && Set(dots.map(\.y)).count == 1)
    #expect(zip(dots, dots.dropFirst()).allSatisfy { $0.x > $1.x })
  }

  @Test func `trying the card's suggestion leads to the other card`() throws {
    var session = try session("carousel", showing: "e")
    let end = session.flick(from: Vector(700, 350), by: Vector(-160, 0), at: 1, lasting: 0.1)
    session.advance(to: Instant(seconds: end + 20))
    let own = try #require(session.releaseExplanation()?.explanation.choice?.index)
    session.click(try session.place(of: "why.\(own)"), at: end + 21)
    session.click(try session.place(of: "why.try"), at: end + 22)
    #expect(session.isRunningAgain)
    session.advance(to: Instant(seconds: end + 60))
    #expect(session.releaseExplanation()?.explanation.choice?.index == own - 1)
  }

  @Test func `the card states what it explains even in little room`() throws {
    let fonts = try FontBook()
    // A small window with the timeline below the stage.
    var session = try session("carousel", showing: "e", size: Size(440, 460))
    let start = place(session)
    session.flick(from: start, by: Vector(-160, 0), at: 1, lasting: 0.1, until: 8)
    session.key(.function(8), at: 8)
    #expect(session.stagePlace.size.height >= 168)
    let explanation = try #require(session.releaseExplanation()).explanation
    let list = session.drawn(fonts)
    #expect(says(title(of: explanation, isPredicted: false), list, fonts))
  }

  @Test(arguments: [false, true])
  func `after a parameter changes the card states where the release leads now`(isChosen: Bool)
    throws
  {
    let fonts = try FontBook()
    var session = try session("carousel", showing: "e")
    let end = session.flick(from: Vector(700, 350), by: Vector(-160, 0), at: 1, lasting: 0.1)
    session.advance(to: Instant(seconds: end + 20))
    let before = try #require(session.releaseExplanation()?.explanation.choice?.index)
    if isChosen {
      let take = try #require(session.takes.last)
      session.change(.showTake(take.number))
    }
    session.change(.parameter("physics.decay.keptPerMillisecond", .number(0.99)))
    session.advance(to: Instant(seconds: end + 21))
    let titles = (0..<100).filter { index in
      says("With these values: card \(index + 1)", session.drawn(fonts), fonts)
    }
    #expect(titles.count == 1)
    #expect(titles.first.map { $0 < before } ?? false)
  }

  /// Whether a picture contains these words in a heading style.
  private func says(_ words: String, _ list: DisplayList, _ fonts: FontBook) -> Bool {
    [TextStyle.strong, .title, .smallMedium].contains { style in
      !list.places(of: words, style, fonts).isEmpty
    }
  }

  @Test func `the numbers match the picture in motion and at rest`() throws {
    let fonts = try FontBook()
    var session = try session("carousel", showing: "h")
    let end = session.flick(from: Vector(900, 350), by: Vector(-400, 0), at: 1, lasting: 0.1)
    for frame in 0..<30 {
      let time = Instant(seconds: end + 0.01 + Double(frame) / 60)
      let shown = try position(in: session.displayList(at: time, fonts: fonts), session, fonts)
      let reading = try #require(session.reading(at: time))
      #expect(abs(shown - reading.position) <= 0.051)
    }
    session.advance(to: Instant(seconds: 30))
    let reading = try #require(session.reading(at: session.now))
    let list = session.drawn(fonts)
    let shown = try position(in: list, session, fonts)
    #expect(shown == reading.position.rounded())
    #expect(figures(of: list, session, fonts).last == "atrest")
  }

  @Test(arguments: 0..<12)
  func `a catch in slow motion never shows an earlier number`(step: Int) throws {
    let fonts = try FontBook()
    var session = try session("scroll-view", showing: "h")
    session.change(.speed(0.25))
    session.change(.command(Command("flick", 3000)))
    let time = 2 + 0.031 * Double(step)
    session.advance(to: Instant(seconds: time))
    func shown(after seconds: Double) throws -> Double {
      let moment = Instant(seconds: time + seconds)
      return try position(in: session.displayList(at: moment, fonts: fonts), session, fonts)
    }
    let before = try shown(after: 0)
    #expect(before > 500)
    session.pointer(.down, Vector(500, 400), at: time)
    for seconds in [0, 0.004, 0.017, 0.1, 0.3] { #expect(try shown(after: seconds) >= before) }
  }

  /// The position among the numbers at the top of the stage.
  private func position(
    in list: DisplayList, _ session: Session, _ fonts: FontBook
  ) throws -> Double {
    try #require(figures(of: list, session, fonts).first.flatMap(Double.init))
  }

  @Test(
    arguments: ["overview", "progress-slider", "integer-slider", "long-press", "curves"],
    [Size(880, 600), Size(1200, 800)])
  func `the stage shows no numbers while the timeline is open`(id: String, size: Size) throws {
    let fonts = try FontBook()
    var session = try Session(id, size: size)
    session.change(.overlays([.hud]))
    let closed = session.drawn(fonts)
    #expect(!figures(of: closed, session, fonts).isEmpty)
    session.key(.function(8))
    session.advance(to: session.now.advanced(by: 1))
    let open = session.drawn(fonts)
    #expect(figures(of: open, session, fonts).isEmpty)
  }

  /// The numbers at the top of the stage and the word after them, from the left.
  private func figures(of list: DisplayList, _ session: Session, _ fonts: FontBook) -> [String] {
    let letters = "0123456789.−–abcdefghijklmnopqrstuvwxyz"
    let ids = fonts.layout(letters, .smallStrong).runs.first?.glyphs.map(\.id) ?? []
    let names = Dictionary(zip(ids, letters), uniquingKeysWith: { $1 })
    return head(of: list, session, size: TextStyle.smallStrong.size).map { run in
      String(run.glyphs.compactMap { names[$0.id] }).replacing("−", with: "-")
    }
  }

  /// The texts of a size at the upper right of the stage, from the left.
  private func head(of list: DisplayList, _ session: Session, size: Double) -> [GlyphRun] {
    let stage = session.takeSheet.run.stage.frame
    let found = list.commands.compactMap { command -> (x: Double, run: GlyphRun)? in
      guard case .glyphs(let run, let origin, _) = command, run.size == size,
        abs(origin.y - stage.minY - 22) < 3, origin.x > stage.maxX - 320
      else { return nil }
      return (origin.x, run)
    }
    return found.sorted { $0.x < $1.x }.map(\.run)
  }

  @Test(arguments: ["carousel", "scroll-view"])
  func `the arrow and the numbers show the same velocity at every moment`(id: String) throws {
    let fonts = try FontBook()
    var session = try session(id, showing: "hv")
    session.flick(from: Vector(600, 400), by: Vector(-180, -180), at: 1, lasting: 0.12)
    var (compared, seen) = (0, Set<String>())
    for step in 0..<60 {
      let list = session.displayList(at: session.now.advanced(by: Double(step) / 60), fonts: fonts)
      let told = figures(of: list, session, fonts)
      guard told.count == 3 else { continue }
      let speed = told[1].replacing("-", with: "")
      guard list.places(of: "\(speed) pt/s", .small, fonts).count == 1 else { continue }
      compared += 1
      seen.insert(speed)
    }
    #expect(compared > 20 && seen.count > 3)
  }

  /// The cards below the stage.
  private func boxes(of list: DisplayList) -> [Rect] {
    list.commands.compactMap { command in
      guard case .roundedRect(let box, radius: 12, .solid(Theme.light.card)) = command
      else { return nil }
      return box
    }
  }

  @Test(arguments: ids)
  func `the labels of the overlays do not overlap`(id: String) throws {
    let fonts = try FontBook()
    var session = try session(id, showing: Self.letters, size: Size(880, 600))
    var random = SeededGenerator(seed: 7)
    // An overlay may have nothing to show at rest.
    var count = 0
    for round in 0..<10 {
      let start = Double(round) * 3 + 1
      let place = Vector(.random(in: 200...700, using: &random), place(session).y)
      let way = Vector(
        .random(in: -150...150, using: &random), .random(in: -80...80, using: &random))
      let end = session.drag(from: place, by: way, at: start, lasting: 0.15)
      count += expectApart(session.drawn(fonts))
      session.pointer(.up, place + way, at: end)
      session.advance(to: Instant(seconds: end + 0.3))
      count += expectApart(session.drawn(fonts))
    }
    #expect(count >= 5)
  }

  /// Expects the backgrounds of the overlays' words not to overlap; returns their number.
  private func expectApart(
    _ list: DisplayList, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Int {
    let boxes = list.commands.compactMap { command -> Rect? in
      guard case .roundedRect(let box, radius: 7, .solid(Theme.light.card)) = command,
        box.height == 20
      else { return nil }
      return box
    }
    for (index, box) in boxes.enumerated() {
      for other in boxes[..<index] {
        #expect(box.intersection(other) == nil, sourceLocation: sourceLocation)
      }
    }
    return boxes.count
  }

  @Test func `keys and clicks that toggle overlays are recorded and replay the same`() throws {
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

  @Test func `an overlay's letter shows no focus ring`() throws {
    let fonts = try FontBook()
    func rings(_ session: Session) -> Int {
      session.drawn(fonts).commands.count { command in
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
    #expect(rings(session) == plain)
    session.key(.end, at: 7)
    #expect(rings(session) == plain + 1)
  }

  @Test func `the steps give every reason for which samples do not count`() throws {
    var session = try session("scroll-view", showing: "e")
    // A drag, a pause longer than the gap, and more movement.
    let end = session.drag(from: Vector(600, 600), by: Vector(0, -90), at: 1, lasting: 0.3)
    session.pointer(.moved, Vector(600, 490), at: end + 0.01)
    session.pointer(.moved, Vector(600, 470), at: end + 0.2)
    session.pointer(.moved, Vector(600, 440), at: end + 0.21)
    session.pointer(.up, Vector(600, 440), at: end + 0.215)
    let explanation = try #require(session.releaseExplanation()).explanation
    let reasons = explanation.estimate.reasons
    try #require(!reasons.isEmpty)
    for (fate, count) in reasons {
      #expect(ReleaseWords(explanation).lines[0].text.contains("\(count) \(fate.reason)"))
    }
  }

  @Test(arguments: ["carousel", "scroll-view", "pager", "overview"], ["", "89"])
  func `the shelf never covers the stage, whatever it contains`(id: String, panels: String) throws {
    let fonts = try FontBook()
    for size in [Size(480, 360), Size(640, 480), Size(880, 600), Size(1200, 800), Size(1600, 1000)]
    {
      var session = try session(id, showing: "hefi", size: size)
      for panel in panels { session.key(.function(panel == "8" ? 8 : 9), at: 0.5) }
      let before = session.stagePlace
      #expect(before.size.height >= 168, "\(size): \(before.size)")
      let stage = session.takeSheet.run.stage.frame
      let bare = try self.session(id, size: size)
      #expect(stage.height <= bare.takeSheet.run.stage.frame.height)
      let end = session.drag(
        from: stage.center, by: Vector(-stage.width / 5, -20), at: 1, lasting: 0.1)
      session.pointer(.up, stage.center - Vector(stage.width / 5, 20), at: end)
      session.advance(to: Instant(seconds: end + 8))
      // The card now contains more text but takes no more room.
      #expect(session.stagePlace == before)
      for box in boxes(of: session.drawn(fonts)) {
        #expect(stage.intersection(box) == nil, "\(size): \(box)")
      }
    }
  }

  @Test func `an explanation without a scale is as high as its text`() throws {
    let heights = try ["carousel", "scroll-view"].map { id in
      try session(id, showing: "").stagePlace.size.height
        - session(id, showing: "e").stagePlace.size.height
    }
    #expect(heights == [138, 100])
  }

  @Test func `an explanation shows its scale between both panels of a small window`() throws {
    var session = try session("carousel", showing: "e", size: Size(880, 600))
    session.flick(from: Vector(600, 300), by: Vector(-160, 0), at: 1, lasting: 0.1, until: 8)
    for key in [8, 9] { session.key(.function(key), at: 8) }
    let all = session.elements
    #expect(["why.2", "timeline.velocity"].allSatisfy { id in all.contains { $0.id == id } })
  }

  @Test func `an explanation states where set B was released if it differs`() throws {
    let fonts = try FontBook()
    var session = try session("carousel", showing: "e")
    session.compare(with: session.parameters)
    session.change(.preset(.android), at: 0)
    for start in [1.0, 8] {
      session.flick(
        from: Vector(700, 300), by: Vector(-200, 0), at: start, lasting: 0.1, until: start + 6)
      let list = session.drawn(fonts)
      let lines = Alphabet(.body, fonts).lines(of: list)
      #expect(lines.contains { $0.hasPrefix("From") } == (start == 8))
    }
  }

  @Test func `an overlay without room says so`() throws {
    let fonts = try FontBook()
    var session = try session("carousel", size: Size(480, 360))
    session.key(.function(8), at: 1)
    let stage = session.stagePlace
    session.key(.character("e"), at: 2)
    #expect(session.overlays == [.explanation] && session.stagePlace == stage)
    let list = session.drawn(fonts)
    #expect(says("No room. Make the window larger.", list, fonts))
  }

  @Test func `the explanation stays off in a scene without resting places and says so`() throws {
    var session = try session("progress-slider", showing: "")
    let stage = session.stagePlace
    session.key(.character("e"), at: 1)
    #expect(session.overlays.isEmpty && session.stagePlace == stage)
    let fonts = try FontBook()
    let list = session.drawn(fonts)
    #expect(says("Works in Carousel, Scroll and Pager", list, fonts))
  }
}
