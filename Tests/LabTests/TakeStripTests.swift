import Feel
import FeelTrace
import Lab
import RandomSessions
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// The strip of takes above the timeline, a card per take, by pointer and by key.
struct TakeStripTests {
  /// A session with an open timeline in which the cards were flicked `flicks` times.
  private func session(flicks: Int, height: Double = 800) throws -> Session {
    var session = try Session("carousel", size: Size(1200, height))
    let isLow = height < 500
    if !isLow { session.key(.function(8), at: 0.5) }
    for index in 0..<flicks {
      let (start, at) = (Vector(700, isLow ? 210 : 240), 1 + 5 * Double(index))
      let way = Vector(index.isMultiple(of: 2) ? -200 : 150, 0)
      session.flick(from: start, by: way, at: at, lasting: 0.1, until: at + 4)
    }
    if isLow { session.key(.function(8)) }
    #expect(session.takes.count == flicks)
    return session
  }

  private func click(
    _ number: Int, in session: inout Session, _ modifiers: Modifiers = [],
    button: PointerSample.Button = .primary
  ) throws {
    session.click(
      try session.place(of: "take.\(number)"), at: session.now.seconds + 0.1, button: button,
      modifiers: modifiers)
  }

  @Test func `a take is labelled in the strip while it is made`() throws {
    let fonts = try FontBook()
    var session = try session(flicks: 1)
    #expect(session.count("to rest", fonts) == 0)
    let now = session.now.seconds
    session.flick(from: Vector(700, 240), by: Vector(-200, 0), at: now + 1, lasting: 0.1)
    #expect(session.count("to rest", fonts) == 1)
    session.advance(to: Instant(seconds: now + 6))
    #expect(session.takes.count == 2 && session.count("to rest", fonts) == 0)
  }

  @Test func `resting the pointer on a card shows all details of its take`() throws {
    let fonts = try FontBook()
    var session = try session(flicks: 2)
    let details = try session.element("take.1").value
    func isTold() -> Bool {
      let words = "Take 1 · \(details) · UIKit"
      let list = session.drawn(fonts)
      return list.places(of: words, .small, fonts).count == 1
    }
    let now = session.now.seconds
    session.pointer(.moved, try session.place(of: "take.1"), at: now + 1)
    #expect(!isTold() && session.deadline != nil)
    session.advance(to: Instant(seconds: now + 3))
    #expect(isTold() && session.isSettled)
    session.pointer(.moved, Vector(600, 300), at: now + 4)
    #expect(!isTold())
  }

  @Test func `takes of other scenes count in a stored session`() throws {
    var session = try session(flicks: 2)
    session.change(.scene("pager"))
    var names = TakeNames()
    #expect(names.news(of: session).isEmpty && names.newsOfAll(in: session).count == 2)
  }

  @Test func `a scene without takes shows an empty strip, and takes of other scenes are kept`()
    throws
  {
    let fonts = try FontBook()
    var session = try session(flicks: 1)
    func says(_ words: String) -> Bool {
      !session.drawn(fonts).places(of: words, .small, fonts).isEmpty
    }
    session.change(.scene("pager"))
    #expect(says("No takes in this scene yet"))
    session.change(.scene("carousel"))
    #expect(session.takes.count == 1)
  }

  @Test(arguments: [false, true])
  func `after removing all takes the next one is number 1`(isPast: Bool) throws {
    var session = try session(flicks: 3)
    if isPast { try click(1, in: &session) }
    let now = session.now.seconds
    session.change(.removeTakes)
    #expect(session.takes.isEmpty && !session.isShowingPast)
    session.change(.restoreTake(nil))
    #expect(session.takes.isEmpty)
    session.flick(
      from: Vector(700, 240), by: Vector(-200, 0), at: now + 1, lasting: 0.1, until: now + 6)
    #expect(session.takes.map(\.number) == [1])
  }

  @Test func `a click on a card shows its take, and one on the newest card the present`() throws {
    var session = try session(flicks: 3)
    let state = session.state
    try click(1, in: &session)
    #expect(session.takeSheet.number == 1 && session.isShowingPast)
    #expect(session.reading(at: session.now)?.position == session.takes[0].outcome.rest)
    #expect(session.state != state)
    #expect(try session.element("take.1").states.contains(.selected))
    try click(3, in: &session)
    #expect(session.takeSheet.number == 3 && !session.isShowingPast)
    #expect(session.state == state)
  }

  @Test func `a card states where its take landed, its duration and its origin`() throws {
    var session = try session(flicks: 2)
    let take = session.takes[0]
    let details = try session.element("take.1").value
    #expect(details.contains(try #require(take.outcome.restName)))
    #expect(details.contains("\(take.outcome.settle.text(decimals: 2)) s"))
    // A hand that takes over at a past moment makes a new take, and nothing is lost.
    session.change(.showTake(1))
    session.change(.pause(true))
    session.change(.show(take.span.release))
    let now = session.now.seconds
    session.flick(from: Vector(600, 240), by: Vector(-100, 0), at: now + 1, lasting: 0.1)
    session.change(.pause(false))
    session.advance(to: session.now.advanced(by: 5))
    #expect(session.takes.map(\.number) == [1, 2, 3])
    #expect(try session.element("take.3").value.contains("from Take 1 at 0.1"))
    #expect(session.takes[0].outcome == take.outcome)
  }

  @Test func `a resting place far down a list is written in full on a card`() throws {
    let fonts = try FontBook()
    var session = try Session("scroll-view")
    session.key(.function(8), at: 0.5)
    for at in [1.0, 7] {
      session.flick(
        from: Vector(600, 300), by: Vector(0, -200), at: at, lasting: 0.1, until: at + 6)
    }
    let rest = try #require(session.takes.last).outcome.rest
    #expect(rest > 1000)
    let list = session.drawn(fonts)
    #expect(list.places(of: "\(rest.grouped(decimals: 0)) pt", .strong, fonts).count == 1)
  }

  @Test func `a card has a changed value in full even where its name has no room`() throws {
    let fonts = try FontBook()
    for (key, value, words) in [
      ("physics.decay.keptPerMillisecond", ParameterValue.number(0.9975), "0.9975"),
      ("carousel.snap", .choice("afterDeceleration"), "afterthefling"),
    ] {
      var session = try Session("carousel", size: Size(880, 600))
      session.key(.function(8))
      session.change(.parameter(key, value))
      session.flick(from: Vector(500, 150), by: Vector(-150, 0), at: 1, lasting: 0.1, until: 8)
      session.change(.parameter(key, nil))
      let said = Alphabet(.small, fonts).lines(of: session.drawn(fonts))
      #expect(said.contains { $0.hasSuffix(words) }, "\(said)")
    }
  }

  @Test func `a take's outline runs from where it started to where it rests`() throws {
    let take = try session(flicks: 1).takes[0]
    let outline = take.outcome.outline
    #expect(outline.count == 32 && outline.last == take.outcome.rest)
    #expect(outline[0] < outline[31] - 100 && outline.min() == outline[0])
  }

  @Test func `Control+click compares a card's take with the one shown, aligned at their releases`()
    throws
  {
    let fonts = try FontBook()
    var session = try session(flicks: 3)
    let plain = session.drawn(fonts)
    try click(1, in: &session, .control)
    #expect(session.pair?.kind == .take(1) && session.takeSheet.number == 3)
    let comparison = try #require(session.pair?.comparison)
    let takes = session.takes
    #expect(abs(comparison.b.rest - takes[0].outcome.rest) < 1)
    #expect(abs(comparison.a.rest - takes[2].outcome.rest) < 1)
    #expect(abs(comparison.b.settle - takes[0].outcome.settle) < 0.02)
    #expect(abs(comparison.a.settle - takes[2].outcome.settle) < 0.02)
    #expect(session.drawn(fonts) != plain)
    // Nothing is shown about the other take any more, and a second click ends the comparison.
    try click(2, in: &session)
    #expect(session.pair == nil)
    try click(1, in: &session, .control)
    #expect(session.pair != nil)
    try click(1, in: &session, .control)
    #expect(session.pair == nil)
  }

  @Test func `dragging a card onto another compares their takes`() throws {
    var session = try session(flicks: 2)
    let (from, to) = (try session.place(of: "take.1"), try session.place(of: "take.2"))
    session.pointer(.down, from, at: 20)
    session.pointer(.moved, from + Vector(30, 0), at: 20.1)
    session.pointer(.moved, to, at: 20.2)
    let fonts = try FontBook()
    #expect(session.count("Compare", fonts) == 1)
    session.pointer(.up, to, at: 20.3)
    #expect(session.count("Compare", fonts) == 0)
    #expect(session.takeSheet.number == 1 && session.pair?.kind == .take(2))
  }

  @Test func `F2 names a take, and a replay restores the name`() throws {
    var session = try session(flicks: 2)
    try click(1, in: &session)
    session.key(.function(2))
    session.type("too far")
    // While a name is typed, letters are no shortcuts.
    #expect(!session.isPaused && session.takes[0].name == nil)
    session.key(.return)
    #expect(session.takes[0].title == "too far")
    #expect(try session.element("take.1").name == "too far")
    session.key(.function(2))
    session.type("x")
    session.key(.escape)
    #expect(session.takes[0].title == "too far")
    let replayed = try session.replayed(at: "carousel")
    #expect(replayed.takes.map(\.title) == ["too far", "Take 2"])
    // Without a name, its number is shown again.
    session.keys(.function(2), .delete, .return)
    #expect(session.takes[0].name == nil)
  }

  @Test func `an input method can compose a take's name, and only the entered name is recorded`()
    throws
  {
    var session = try session(flicks: 1)
    session.tell(.fonts(try FontBook()))
    session.key(.function(2))
    let left = try #require(session.caret)
    _ = session.takeJournal()
    session.tell(.composing(Preedit("にほん", caret: 3)))
    let right = try #require(session.caret)
    #expect(session.isComposing && right.y == left.y)
    session.tell(.typed("日本"))
    session.tell(.composing(Preedit("ご", caret: 1)))
    #expect(session.takes[0].name == nil && session.takeJournal().isEmpty)
    // Uncommitted composition is entered as it is; a press elsewhere also commits.
    session.key(.return)
    #expect(session.takes[0].title == "日本ご" && session.caret == nil && !session.isComposing)
    session.key(.function(2))
    session.tell(.composing(Preedit("ねこ", caret: 2)))
    session.click(Vector(600, 100), at: session.now.seconds + 0.1)
    #expect(session.takes[0].title == "ねこ")
    for case .change(_, .nameTake(_, let name)) in session.takeJournal() {
      #expect(["日本ご", "ねこ"].contains(name))
    }
  }

  @Test func `undo restores a removed take, even the newest`() throws {
    var session = try session(flicks: 3)
    let lived = session.takes.map(\.outcome)
    for number in [2, 3] {
      try click(number, in: &session)
      session.key(.delete)
      #expect(session.takes.map(\.number) == [1, 2, 3].filter { $0 != number })
      #expect(session.takeSheet.number != number)
      session.key(.character("z"), .control)
      #expect(session.takes.map(\.number) == [1, 2, 3])
    }
    #expect(session.takes.map(\.outcome) == lived)
    #expect(session.takeSheet.number == 3)
    // On the stage, Delete does not affect takes.
    session.click(Vector(20, 60), at: session.now.seconds + 1)
    session.key(.delete)
    #expect(session.takes.count == 3)
  }

  @Test func `a right click keeps the comparison, and choosing an item changes it`() throws {
    var session = try session(flicks: 3)
    try click(1, in: &session, .control)
    for number in [3, 1, 2] {
      try click(number, in: &session, button: .secondary)
      #expect(session.takeSheet.number == 3 && session.pair?.kind == .take(1), "\(number)")
      if number != 2 { session.key(.escape) }
    }
    #expect(session.menuItems.map(\.name) == ["Show Take 2", "Compare with Take 3"])
    try session.choose("Compare with Take 3", at: session.now.seconds + 0.1)
    #expect(session.takeSheet.number == 3 && session.pair?.kind == .take(2))
  }

  @Test func `Tab leaves an unchanged take name, and keys then go to the window`() throws {
    var session = try session(flicks: 2)
    try click(1, in: &session)
    session.keys(.function(2), .tab, .character("p"))
    #expect(session.isPaused && session.takes[0].name == nil)
  }

  @Test func `a card's menu compares its take with the one shown, and Escape ends the comparison`()
    throws
  {
    var session = try session(flicks: 3)
    try click(1, in: &session)
    try click(3, in: &session, button: .secondary)
    try session.choose("Compare with Take 1", at: session.now.seconds + 0.1)
    #expect(session.takeSheet.number == 3 && session.pair?.kind == .take(1))
    session.click(Vector(20, 60), at: session.now.seconds + 1)
    try click(3, in: &session)
    session.keys(.escape, .escape)
    #expect(session.pair == nil)
  }

  @Test func `stepping past the end of a chosen take stays at its end`() throws {
    var session = try session(flicks: 3)
    try click(1, in: &session)
    let end = session.stageTime(at: session.now)
    session.key(.character("."), .alt)
    #expect(session.stageTime(at: session.now) == end)
  }

  @Test func `a card's menu lists all actions, and a pin is toggled by menu or key`() throws {
    var session = try session(flicks: 2)
    try click(1, in: &session, button: .secondary)
    #expect(
      session.menuItems.map(\.name) == [
        "Rerun take", "Name take", "Pin take", "Why it rests there", "Compare with Take 2",
        "Save take…", "Save all takes…", "Save video…", "Copy as CSV", "Delete take",
      ])
    try session.choose("Pin take", at: 30)
    #expect(session.takes.map(\.isPinned) == [true, false])
    #expect(try session.element("take.1").value.contains("pinned"))
    session.key(.character("p"), .control)
    #expect(session.takes.map(\.isPinned) == [false, false])
  }

  @Test func `the keyboard moves along the strip, and each card is announced`() throws {
    var session = try session(flicks: 9)
    var announcer = Announcer()
    _ = announcer.lines(for: session, at: session.now, [])
    session.key(.function(6))
    session.key(.function(6), .shift)
    while !(try session.element("take.9").states.contains(.focused)) { session.key(.function(6)) }
    #expect(announcer.lines(for: session, at: session.now, []).contains { $0.hasPrefix("Take 9") })
    for number in (1...8).reversed() {
      session.key(.left)
      let card = try session.element("take.\(number)")
      #expect(card.states.isSuperset(of: [.focused, .selected]))
      #expect(!card.states.contains(.offscreen) && card.frame.minX >= 0 && card.frame.maxX <= 1200)
      let lines = announcer.lines(for: session, at: session.now, [])
      #expect(lines.contains { $0.hasPrefix("Take \(number)") }, "\(lines)")
    }
    for _ in 1...8 { session.key(.right) }
    #expect(session.takeSheet.number == 9 && !session.isShowingPast)
    #expect(try session.element("take.1").states.contains(.offscreen))
    // The wheel scrolls the strip, and stops at its ends.
    let place = try session.place(of: "take.9")
    for notch in 0..<60 {
      session.wheel(Vector(0, -1), over: place, at: session.now.seconds + Double(notch) / 100)
    }
    let strip = try session.frame(of: "takes")
    #expect(try session.element("take.1").frame.minX == strip.minX)
  }

  @Test func `Home and End reach the strip's ends, and removing a take focuses its neighbour`()
    throws
  {
    var session = try session(flicks: 4)
    try click(3, in: &session)
    session.key(.home)
    #expect(session.takeSheet.number == 1)
    session.key(.end)
    #expect(session.takeSheet.number == 4 && !session.isShowingPast)
    session.keys(.home, .right, .delete)
    #expect(try session.element("take.3").states.isSuperset(of: [.focused, .selected]))
    session.key(.character("z"), .control)
    #expect(try session.element("take.2").states.isSuperset(of: [.focused, .selected]))
  }

  @Test func `a card's menu opens at the card`() throws {
    var session = try session(flicks: 4)
    try click(3, in: &session)
    session.key(.menu)
    let menu = try #require(session.elements.first { $0.role == .menu })
    let card = try session.element("take.3").frame
    #expect(menu.frame.minX == card.minX && menu.frame.intersection(card) == nil)
  }

  @Test func `a window of 880 by 600 points has room for the strip`() throws {
    var session = try Session("carousel", size: Size(880, 600))
    session.key(.function(8))
    #expect(session.elements.contains { $0.id == "takes" })
    // Beside a drawer, the lanes end where it begins.
    session.key(.function(9))
    let lanes = try session.frame(of: "time")
    let drawer = try session.frame(of: "parameters")
    #expect(lanes.maxX <= drawer.minX)
  }

  @Test func `a low window has no strip, but its keys work`() throws {
    var session = try session(flicks: 2, height: 400)
    let all = session.elements
    #expect(!all.contains { $0.id == "takes" } && all.contains { $0.id == "timeline" })
    session.key(.pageUp, .alt)
    #expect(session.takeSheet.number == 1)
    session.key(.character("p"), .control)
    #expect(session.takes[0].isPinned)
  }
}
