import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import TestSupport
import Testing

/// The lab's checks of hands on controls: 1, 2, 4 and 6 to 8 of twelve.
struct LabChecksOfHands {
  private func number(_ name: String, _ session: Session) throws -> Double {
    switch try #require(session.state.value(name)) {
    case .number(let number): return number
    case .integer(let integer): return Double(integer)
    case .text, .flag: return .nan
    }
  }

  // MARK: Check 1

  @Test func `check 1: a pause before the release leaves no motion`() throws {
    var session = try Session("scroll-view")
    let start = try session.place(of: "scroll") + Vector(0, 150)
    let end = session.drag(from: start, by: Vector(0, -300), at: 1, lasting: 0.3)
    session.advance(to: Instant(seconds: end + 0.2))
    #expect(session.reading(at: session.now)?.velocity == 0)
    session.pointer(.up, start + Vector(0, -300), at: end + 0.2)
    #expect(session.reading(at: session.now)?.velocity == 0)
    #expect(session.reading(at: session.now)?.state == .idle)
    let offset = try number("scroll.offset", session)
    session.advance(to: Instant(seconds: 5))
    #expect(try number("scroll.offset", session) == offset)
    #expect(offset > 250)
  }

  @Test(arguments: ["scroll-view", "carousel"])
  func `check 1: a hold before a flick does not weaken it`(id: String) throws {
    func release(after hold: Double) throws -> Double {
      var session = try Session(id)
      let start = try session.place(of: id == "carousel" ? id : "scroll")
      session.pointer(.down, start, at: 1)
      let way = id == "carousel" ? Vector(-240, 0) : Vector(0, -240)
      for step in 1...100 {
        session.pointer(
          .moved, start + way * (Double(step) / 100), at: 1 + hold + 0.001 * Double(step))
      }
      session.pointer(.up, start + way, at: 1 + hold + 0.1)
      return try #require(session.reading(at: session.now)?.velocity)
    }
    let (alone, held) = (try release(after: 0.001), try release(after: 0.5))
    #expect(abs(alone) > 2000)
    #expect(abs(held - alone) <= 0.05 * abs(alone), "\(held) and \(alone)")
  }

  // MARK: Check 2

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `check 2: no event of a fine drag changes the value by more than the hand moves`(
    seed: UInt64
  ) throws {
    var session = try Session("progress-slider")
    var random = SeededGenerator(seed: seed)
    // The fill's width is the value times the capsule's width.
    let width = try number("slider.fill", session) / number("slider.value", session)
    var place = try session.place(of: "slider")
    session.pointer(.down, place, at: 1)
    var value = try number("slider.value", session)
    for step in 1...600 {
      let way = Vector(
        Double.random(in: -9...9, using: &random), Double.random(in: -30...30, using: &random))
      place += way
      session.pointer(.moved, place, at: 1 + 0.004 * Double(step))
      let next = try number("slider.value", session)
      #expect(abs(next - value) <= abs(way.x) / width + 1e-12)
      value = next
    }
  }

  @Test func `check 2: moving straight away from the bar and back changes nothing`() throws {
    var session = try Session("progress-slider")
    let place = try session.place(of: "slider")
    session.pointer(.down, place, at: 1)
    session.pointer(.moved, place + Vector(40, 0), at: 1.1)
    let value = try number("slider.value", session)
    for (step, distance) in (Array(0...120) + Array((0...120).reversed())).enumerated() {
      session.pointer(.moved, place + Vector(40, Double(distance)), at: 1.2 + 0.004 * Double(step))
      #expect(try number("slider.value", session) == value)
    }
  }

  // MARK: Check 4

  @Test(arguments: ["scroll-view", "carousel", "pager"])
  func `check 4: a fling goes equally far at a tenth of the speed, set before or during the drag`(
    id: String
  ) throws {
    func rest(_ slowing: Double?) throws -> Double {
      var session = try Session(id)
      let start = Vector(560, 520)
      let way = id == "scroll-view" ? Vector(0, -200) : Vector(-200, 0)
      if slowing == 0 { session.change(.speed(0.1)) }
      session.pointer(.down, start, at: 1)
      for step in 1...100 {
        if step == 50, slowing == 0.5 { session.key(.character("["), at: 1.049) }
        session.pointer(.moved, start + way * (Double(step) / 100), at: 1 + 0.001 * Double(step))
      }
      session.pointer(.up, start + way, at: 1.1)
      session.advance(to: Instant(seconds: 120))
      let reading = try #require(session.reading(at: session.now))
      #expect(reading.state == .idle)
      return reading.position
    }
    let plain = try rest(nil)
    #expect(try abs(rest(0) - plain) <= 1e-6)
    #expect(try abs(rest(0.5) - plain) <= 1e-6)
  }

  // MARK: Check 6

  @Test(arguments: [(1, 0.0), (5, 0.02), (10, 0.01)] as [(Int, Double)])
  func `check 6: each wheel notch moves one card, however fast notches come`(
    notches: Int, pause: Double
  ) throws {
    var session = try Session("carousel")
    let place = try session.place(of: "carousel")
    for sign in [1.0, -1] {
      let before = try number("carousel.nearest", session)
      let start = session.now.seconds + 1
      for notch in 0..<notches {
        session.wheel(Vector(0, sign), over: place, at: start + pause * Double(notch))
      }
      session.advance(to: Instant(seconds: start + 5))
      #expect(try number("carousel.nearest", session) == before + sign * Double(notches))
    }
  }

  @Test(arguments: [("progress-slider", "slider"), ("integer-slider", "integer")])
  func `check 6: the wheel over a slider without keyboard focus changes nothing`(
    id: String, control: String
  ) throws {
    var session = try Session(id)
    let place = try session.place(of: control)
    let before = session.state
    func turn() {
      session.wheel(Vector(0, 1), over: place)
    }
    turn()
    #expect(session.state == before)
    session.key(.tab)
    turn()
    #expect(session.state != before)
  }

  // MARK: Check 7

  @Test(arguments: [(5.0, true), (7, false)])
  func `check 7: a drift of 5 points is a click, one of 7 a drag`(way: Double, clicks: Bool) throws
  {
    var session = try Session("carousel")
    // A side card; a click scrolls to it.
    let place = try session.place(of: "carousel") + Vector(300, 0)
    session.flick(from: place, by: Vector(-way, 0), at: 1, lasting: 0.1)
    let clicked = session.takeEffects().contains { $0.name == "clicked" }
    #expect(clicked == clicks)
    session.advance(to: Instant(seconds: 4))
    #expect(try number("carousel.nearest", session) == (clicks ? 2 : 1))
  }

  // MARK: Check 8

  @Test func `check 8: a hold that leaves its button by 20 points unwinds and does not fire`()
    throws
  {
    var session = try Session("long-press")
    let frame = try session.frame(of: "hold.circle")
    session.pointer(.down, frame.center, at: 1)
    session.advance(to: Instant(seconds: 2))
    #expect(try number("hold.circle.progress", session) == 0.5)
    session.pointer(.moved, Vector(frame.maxX + 20, frame.midY), at: 2)
    session.advance(to: Instant(seconds: 2.1))
    let unwound = try number("hold.circle.progress", session)
    #expect(unwound > 0 && unwound < 0.5)
    session.pointer(.moved, frame.center, at: 2.2)
    session.advance(to: Instant(seconds: 9))
    #expect(try number("hold.circle.progress", session) == 0)
    #expect(try number("hold.circle.fired", session) == 0)
  }

  @Test func `check 8: the right button ends a hold at once`() throws {
    var session = try Session("long-press")
    let center = try session.place(of: "hold.circle")
    session.pointer(.down, center, at: 1)
    session.pointer(.down, center, at: 2, button: .secondary)
    #expect(try number("hold.circle.progress", session) == 0)
    #expect(session.takeEffects().contains { $0.name == "cancelled" })
    session.advance(to: Instant(seconds: 9))
    #expect(try number("hold.circle.fired", session) == 0)
  }

  @Test(arguments: [KeySample.Key.space, .return])
  func `check 8: a key that auto-repeats at 30 a second completes a hold once`(key: KeySample.Key)
    throws
  {
    var session = try Session("long-press")
    session.key(.tab, at: 1)
    for press in 0..<180 {
      session.key(key, isRepeat: press > 0, at: 1 + Double(press) / 30)
    }
    session.key(key, phase: .up)
    session.advance(to: Instant(seconds: 12))
    #expect(try number("hold.circle.fired", session) == 1)
  }
}
