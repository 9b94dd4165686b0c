import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// The carousel scene: card size, ends, and the three ways to snap.
struct CarouselSceneTests {
  private func session(
    _ settings: [(String, ParameterValue)] = [], _ size: Size = Size(1200, 800),
    id: String = "carousel"
  ) throws -> Session {
    var session = try Session(id, size: size)
    for (key, value) in settings { session.change(.parameter(key, value)) }
    return session
  }

  /// The size of a card, derived from the bounds of 100 centred cards with gaps of 16 pt.
  private func card(_ session: Session) throws -> Size {
    let frame = try session.frame(of: "carousel")
    let bounds = try #require(session.reading(at: session.now)?.bounds)
    return Size(bounds.upperBound / 99 - 16, frame.height)
  }

  @Test func `cards are 280 pt wide, and as high as the stage allows, within limits`() throws {
    for (size, heights) in [
      (Size(480, 360), 120.0...200), (Size(880, 600), 200...420), (Size(1200, 800), 420...420),
      (Size(1880, 1140), 420...600), (Size(2560, 1440), 600...600),
    ] {
      let card = try card(session([], size))
      #expect(abs(card.width - 280) < 1e-9 && heights.contains(card.height), "\(size)")
    }
  }

  @Test func `cards above the comparison table stay high and leave room for the other deck`() throws
  {
    var session = try session([], Size(1200, 800))
    session.compare(with: session.parameters)
    let cards = try session.frame(of: "carousel")
    #expect(cards.height >= 380 && cards.minY >= 48 + 50)
  }

  @Test func `step buttons move by the named step, and ten times as far with Shift`() throws {
    var session = try session()
    func click(_ name: String, _ modifiers: Modifiers = [], at time: Double) throws {
      session.click(try session.place(of: "button.\(name)"), at: time, modifiers: modifiers)
      session.advance(to: Instant(seconds: time + 3))
    }
    for (name, modifiers, card) in [
      ("Next card", Modifiers(), 2), ("Next card", .shift, 12),
      ("Previous card", .shift, 2), ("Last card", [], 100), ("First card", .shift, 1),
    ] {
      try click(name, modifiers, at: session.now.seconds + 1)
      #expect(session.state.value("carousel.nearest") == .integer(card), "\(name)")
    }
  }

  @Test func `clicking the card number lets another be typed, and invalid text is rejected`() throws
  {
    var session = try session()
    session.click(try session.place(of: "field.Card"), at: 1)
    for text in ["42", "7x"] {
      session.type(text)
      session.key(.return)
      session.advance(to: session.now.advanced(by: 9))
      #expect(session.state.value("carousel.nearest") == .integer(42))
    }
  }

  @Test func `a card that fills the stage keeps its aspect ratio`() throws {
    let fill: [(String, ParameterValue)] = [("carousel.size", .choice("fill"))]
    for size in [Size(1200, 800), Size(1880, 1140), Size(480, 360)] {
      let card = try card(session(fill, size))
      #expect(abs(card.width / card.height - 1.4) < 1e-6, "\(size)")
      #expect(card.width <= 0.7 * size.width + 1e-9, "\(size)")
      if size.height > 400 { #expect(card.height > 300, "\(size)") }
    }
  }

  @Test func `contained ends start and stop with the outermost cards at the edges`() throws {
    // The first card, 280 pt wide, at the edge of the stage.
    let inset = (try session().frame(of: "stage").width - 280) / 2
    for word in ["keep", "trim"] {
      var contained = try session([("carousel.ends", .choice(word))])
      #expect(abs(contained.number("carousel.center") + inset) < 1e-9)
      contained.change(.command(Command("last")))
      contained.advance(to: Instant(seconds: 5))
      #expect(abs(contained.number("carousel.center")) < inset + 1e-9)
      #expect(contained.state.value("carousel.state") == .text("idle"))
    }
    #expect(abs(try session().number("carousel.center")) < 1e-9)
  }

  @Test(arguments: ["keep", "trim"])
  func `First and Last reach the ends, and changing the card size keeps the card`(ends: String)
    throws
  {
    var session = try session([("carousel.ends", .choice(ends))])
    for (command, time) in [(Command("last"), 1.0), (Command("go-to", 1), 10)] {
      session.change(.command(command), at: time)
      session.advance(to: Instant(seconds: time + 5))
      let before = session.state.value("carousel.nearest")
      #expect(session.state.value("carousel.state") == .text("idle"))
      #expect(command.name == "last" ? before != .integer(1) : before != .integer(100))
      for size in ["fill", "fixed"] {
        session.change(.parameter("carousel.size", .choice(size)))
        #expect(session.state.value("carousel.nearest") == before, "\(command.name), \(size)")
      }
    }
  }

  @Test func `Compare lists every snap strategy with its trade-offs`() throws {
    var session = try session()
    session.key(.character("c"), .shift, at: 1)
    let items = session.menuItems
    let item = try #require(items.first { $0.name.hasPrefix("Snap after the fling") })
    #expect(items.count { $0.name.hasPrefix("Snap ") } == 3)
    session.click(item.frame.center, at: 1.2)
    #expect(session.parametersB?.choice("carousel.snap") == "afterDeceleration")
    #expect(session.parameters.choice("carousel.snap") == "projected")
    let words = try session.parameters.parameter("carousel.snap").tradeOffs
    #expect(Set(words.keys) == Set(Carousel.SnapStrategy.allCases.map(\.rawValue)))
  }
}
