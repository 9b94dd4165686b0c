import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

/// The lab's checks of time: 3 and 5 of twelve.
///
/// Check 5 continues in `TimeTravelTests`; check 9 is in `RestMarkerTests`.
struct LabChecksOfTime {
  private static let ids = Catalog.all.scenes.map { $0.id }

  // MARK: Check 3

  @Test(arguments: ids)
  func `check 3: states at the same times are equal at every frame rate`(id: String) throws {
    let script = Handiwork(try Session(id), seed: UInt64(id.utf8.count)).events(lasting: 28)
    let fonts = try FontBook()
    func states(_ rate: Double) throws -> [[StateField]] {
      var session = try Session(id)
      var states: [[StateField]] = []
      var next = script[...]
      for frame in 0...Int(30 * rate) {
        let time = Instant(seconds: Double(frame) / rate)
        while let event = next.first, event.time <= time { session.handle(next.removeFirst()) }
        session.advance(to: time)
        if frame % 8 == 0 { _ = session.displayList(at: time, fonts: fonts) }
        if frame % Int(rate / 15) == 0 { states.append(session.state) }
      }
      return states
    }
    let slow = try states(15)
    #expect(Set(slow).count > 20)
    for rate in [30.0, 60, 120] { #expect(try states(rate) == slow) }
  }

  @Test func `check 3: the frame cap changes no state`() throws {
    func states(_ cap: String?) throws -> [[StateField]] {
      var session = try Session("carousel")
      session.key(.function(8))
      if let cap {
        session.click(try session.place(of: "timeline.cap"), at: 0.1)
        try session.choose("Cap at \(cap) frames/s", at: 0.3)
      }
      let end = session.flick(from: Vector(700, 260), by: Vector(-300, 0), at: 1, lasting: 0.1)
      return (0...80).map { step in
        session.advance(to: Instant(seconds: end + 0.05 * Double(step)))
        return session.state
      }
    }
    let plain = try states(nil)
    #expect(Set(plain).count > 20)
    for cap in ["120", "60", "30", "15", "5"] { #expect(try states(cap) == plain) }
  }

  @Test(arguments: ids)
  func `check 3: the same recording gives the same pixels twice`(id: String) throws {
    func pixels() throws -> [UInt32] {
      var session = try Session(id)
      for event in Handiwork(session, seed: 5).events(lasting: 4) { session.handle(event) }
      return try Picture(session, at: session.now.advanced(by: 0.01)).pixels
    }
    #expect(try pixels() == pixels())
  }

  // MARK: Check 5

  @Test(arguments: ["carousel", "scroll-view", "pager", "overview", "integer-slider"])
  func `check 5: sixty steps forward and back show the first frame, pixel for pixel`(id: String)
    throws
  {
    var session = try Session(id)
    let start = Vector(560, id == "overview" ? 230 : 410)
    let way = id == "scroll-view" ? Vector(0, -160) : Vector(-160, 0)
    let end = session.flick(from: start, by: way, at: 1, lasting: 0.08)
    session.key(.character("p"), at: end + 0.01)
    // Wait for the chrome's fades, which do not use the stage's clock.
    session.advance(to: Instant(seconds: end + 1))
    let first = try Picture(session)
    for _ in 0..<60 { session.key(.character(".")) }
    #expect(try Picture(session).pixels != first.pixels)
    for _ in 0..<60 { session.key(.character(",")) }
    #expect(try Picture(session).pixels == first.pixels)
  }
}
