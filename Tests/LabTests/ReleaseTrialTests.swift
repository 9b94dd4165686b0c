import Feel
import Lab
import Scenes
import Stage
import Testing

/// Tries the alternatives that a release card offers: the same hand must come to rest exactly
/// there.
@Suite struct ReleaseTrialTests {
  /// A scene under a preset, flicked at a speed and at rest again.
  private func flicked(
    _ preset: String, _ speed: Double, in scene: String = "carousel",
    _ settings: [(String, ParameterValue)] = []
  ) throws -> Session {
    let type = try #require(Catalog.all.scene(scene))
    var set = ParameterSet(type.parameters, preset: try #require(ScrollPreset.named(preset)))
    for (key, value) in settings { try set.set(key, to: value) }
    var session = Session(catalog: .all, scene: type, size: Size(1200, 800), parameters: set)
    session.change(.overlays([.explanation]))
    let way = (scene == "scroll-view" ? Vector(0, -1) : Vector(-1, 0)) * (speed * 0.12)
    let start = Vector(600, 300)
    session.flick(from: start, by: way, at: 1, lasting: 0.12, until: 30)
    return session
  }

  private func place(_ session: Session) throws -> Int {
    try #require(session.releaseExplanation()?.explanation.choice?.index)
  }

  /// Drags the mark to a place's range and releases it; returns the text shown before the release.
  private func aim(_ index: Int, _ session: inout Session) throws -> String {
    let mark = try session.place(of: "why.mark")
    let end = Vector(try session.place(of: "why.\(index + 1)").x, mark.y)
    session.pointer(.down, mark, at: 31)
    session.pointer(.moved, end, at: 31.1)
    let words = try #require(session.value(of: "why.mark"))
    session.pointer(.up, end, at: 31.2)
    session.advance(to: Instant(seconds: 70))
    return words
  }

  /// Asks about a place and tries the suggestion; returns its text.
  private func attempt(_ index: Int, _ session: inout Session) throws -> String {
    session.click(try session.place(of: "why.\(index + 1)"), at: 31)
    let words = try #require(session.value(of: "why.try"))
    session.click(try session.place(of: "why.try"), at: 32)
    session.advance(to: Instant(seconds: 70))
    return words
  }

  @Test(
    arguments: ["uikit", "android", "gtk4", "flutter-ios", "flutter-macos", "chromium"],
    [700.0, 2400])
  func `dragging the projected rest to a card makes the rerun rest there`(
    preset: String, speed: Double
  ) throws {
    let flicked = try flicked(preset, speed)
    let own = try place(flicked)
    for wanted in [own - 1, own + 2] where wanted >= 0 {
      var session = flicked
      guard session.value(of: "why.\(wanted + 1)") != nil else { continue }
      let words = try aim(wanted, &session)
      // At its limit, a parameter may not reach that far, but then nothing is set.
      guard let (key, _) = session.parameters.changed.first else {
        #expect(words.contains("no deceleration"))
        continue
      }
      #expect(session.parameters.changed.count == 1)
      let choice = try #require(session.releaseExplanation()?.explanation.choice)
      let reading = try #require(session.reading(at: session.now))
      #expect(choice.index == wanted, "\(preset), \(speed) pt/s, \(words)")
      #expect(reading.restName == "card \(wanted + 1)")
      // The deceleration puts the projected rest on the card itself, unless limited by its range.
      if key.hasPrefix("physics.decay"), !words.contains("≤"), !words.contains("≥") {
        #expect(abs(choice.aim - reading.rest) < 5, "\(words)")
      }
    }
  }

  @Test(arguments: ["uikit", "gtk4", "flutter-android"])
  func `the suggestion for either neighbouring card leads there`(preset: String) throws {
    let flicked = try flicked(preset, 1500)
    let own = try place(flicked)
    for wanted in [own - 1, own + 1] {
      var session = flicked
      let words = try attempt(wanted, &session)
      #expect(try place(session) == wanted, "\(words)")
      session.key(.character("z"), .control)
      #expect(session.parameters.changed.isEmpty)
    }
  }

  @Test func `a flick that leaves its card by the flick rule alone stays without the rule`() throws
  {
    var session = try flicked("uikit", 160)
    #expect(try place(session) == 1)
    let words = try attempt(0, &session)
    #expect(words.contains("flick leaves card: no"))
    #expect(try place(session) == 0)
  }

  @Test func `a pager and a list of pages each change their own turn threshold`() throws {
    var pager = try flicked("uikit", 900, in: "pager")
    #expect(try place(pager) == 1)
    _ = try attempt(0, &pager)
    #expect(pager.parameters.changed.map(\.key) == ["pager.leastVelocity"])
    #expect(try place(pager) == 0)

    let pages = [("physics.paging", ParameterValue.choice("pages"))]
    var list = try flicked("uikit", 900, in: "scroll-view", pages)
    #expect(try place(list) == 1)
    _ = try attempt(0, &list)
    #expect(list.parameters.changed.map(\.key).contains { $0.hasPrefix("physics.paging.") })
    #expect(try place(list) == 0)
  }

  @Test func `an unreachable card is said to be unreachable in one sentence`() throws {
    // Released at rest: no law turns that into a run.
    var session = try flicked("uikit", 0)
    let mark = try session.place(of: "why.mark")
    let end = Vector(try session.place(of: "why.2").x, mark.y)
    session.pointer(.down, mark, at: 31)
    session.pointer(.moved, end, at: 31.1)
    #expect(
      session.value(of: "why.mark") == "card 2, no deceleration rate or snap rule leads there")
    session.pointer(.up, end, at: 31.2)
    #expect(session.parameters.changed.isEmpty && !session.isRunningAgain)
  }

  @Test func `arrow keys move the mark to another card, and Return tries it`() throws {
    var session = try flicked("uikit", 1500)
    let own = try place(session)
    session.key(.function(6), at: 31)
    #expect(isFocused("why.mark", session))
    session.key(.right, at: 32)
    session.key(.right, at: 33)
    #expect(session.value(of: "why.mark")?.hasPrefix("card \(own + 3), velocity kept") ?? false)
    session.key(.return, at: 34)
    session.advance(to: Instant(seconds: 60))
    #expect(try place(session) == own + 2)
  }

  private func isFocused(_ id: String, _ session: Session) -> Bool {
    session.elements.first { $0.id == id }?.states.contains(.focused)
      ?? false
  }

  @Test func `beside set B the mark changes only set A, and either scale can be asked`() throws {
    var session = try flicked("uikit", 1500)
    let own = try place(session)
    var setB = session.parameters
    setB.preset = try #require(ScrollPreset.named("android"))
    session.compare(with: setB)
    // The table appears with the first event after the stage has come to rest.
    session.pointer(.moved, Vector(600, 20), at: 30.5)
    var asked = session
    asked.click(try session.place(of: "why.b.\(own + 2)"), at: 31)
    #expect(asked.value(of: "why.b.\(own + 2)")?.hasPrefix("above") ?? false)
    #expect(asked.value(of: "why.try") == nil)
    asked.click(try asked.place(of: "why.\(own + 2)"), at: 32)
    #expect(asked.value(of: "why.b.\(own + 2)") == "")
    #expect(asked.value(of: "why.try")?.hasPrefix("For card \(own + 2) on UIKit:") ?? false)

    #expect(try aim(own + 1, &session).hasPrefix("card \(own + 2) on UIKit, velocity kept"))
    #expect(session.parameters.changed.count == 1)
    #expect(session.parametersB == setB)
    #expect(try place(session) == own + 1)
  }

  @Test func `F6 skips a card folded to a row`() throws {
    var session = try flicked("uikit", 1500)
    session.tell(.size(Size(480, 470)))
    session.key(.function(8), at: 32)
    #expect(session.value(of: "why.mark") == nil && session.value(of: "why") != nil)
    session.key(.function(6), at: 33)
    #expect(session.elements.contains { $0.states.contains(.focused) })
  }

  @Test func `releasing the mark where it was changes nothing`() throws {
    var session = try flicked("uikit", 1500)
    session.click(try session.place(of: "why.mark"), at: 31)
    #expect(!session.isRunningAgain)
    #expect(session.parameters.changed.isEmpty)
  }

  @Test func `two sets of one preset are named by what differs`() throws {
    var session = try flicked("uikit", 1500)
    let setA = session.parameters
    var setB = setA
    try setB.set("physics.decay.keptPerMillisecond", to: .number(0.99))
    #expect(setA.name(beside: setB) == "UIKit")
    #expect(setB.name(beside: setA) == "kept 0.99")
    try setB.set("carousel.limit", to: .choice("one"))
    #expect(setB.name(beside: setA) == "2 changed")
    setB.preset = try #require(ScrollPreset.named("android"))
    #expect(setB.name(beside: setA) == setB.preset.title)
    session.compare(with: setB)
    #expect(session.parametersB == setB)
  }
}
