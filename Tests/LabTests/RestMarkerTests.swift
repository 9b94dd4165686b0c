import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import TestSupport
import Testing

/// The rest predicted while a control is held is where it comes to rest after the release.
struct RestMarkerTests {
  private static let ids = Catalog.all.scenes.map { $0.id }.filter { $0 != "overview" }

  @Test(arguments: ids, ScrollPreset.all.map(\.id))
  func `check 9: a control rests within half a point of its predicted rest`(
    id: String, preset: String
  ) throws {
    var random = SeededGenerator(seed: UInt64(id.utf8.count * 31 + preset.utf8.count))
    var session = try Session(id)
    session.change(.preset(try #require(ScrollPreset.named(preset))))
    var moved = 0
    for round in 0..<12 {
      let start = Double(round) * 40 + 1
      let place = Vector(.random(in: 300...800, using: &random), middle(of: id))
      let way = Vector(
        .random(in: -300...300, using: &random), .random(in: -260...260, using: &random))
      let lasting = Double.random(in: 0.04...0.4, using: &random)
      let end = session.drag(from: place, by: way, at: start, lasting: lasting)
      let pause = Double.random(in: 0...0.12, using: &random)
      session.advance(to: Instant(seconds: end + pause))
      let told = try #require(session.reading(at: session.now))
      session.pointer(.up, place + way, at: end + pause)
      let after = try #require(session.reading(at: session.now))
      let point = told.direction == .zero ? 1 : told.direction.length
      #expect(abs(after.rest - told.rest) * point <= 0.5)
      if let restTime = told.restTime {
        moved += 1
        session.advance(to: restTime)
        #expect(session.reading(at: restTime)?.state == .idle)
      }
      session.advance(to: Instant(seconds: start + 39))
      let actual = try #require(session.reading(at: session.now))
      #expect(abs(actual.position - after.rest) * point <= 0.5)
      #expect(
        abs(actual.position - told.rest) * point <= 0.5,
        "told \(told.rest), came to \(actual.position), \(actual.state)")
      #expect(actual.restTime == nil)
    }
    // A slider stays where it is released, and a ring only unwinds if it was held. Where overscroll
    // is not shown, a pull past the edge moves nothing.
    if ["carousel", "scroll-view", "pager", "integer-slider"].contains(id) { #expect(moved > 0) }
  }

  /// Where a press hits the scene's control, in a window of 1200 × 800 points.
  private func middle(of id: String) -> Double {
    switch id {
    case "progress-slider": 600
    case "integer-slider": 410
    default: 380
    }
  }

  @Test func `the reading of a free fling follows the carousel's motion`() throws {
    var session = try Session("carousel")
    let end = session.flick(from: Vector(700, 350), by: Vector(-200, 0), at: 1, lasting: 0.1)
    var last = try #require(session.reading(at: session.now))
    let velocity = try #require(last.velocity)
    #expect(velocity > 1000)
    for frame in 1...120 {
      let time = Instant(seconds: end + Double(frame) / 120)
      session.advance(to: time)
      let reading = try #require(session.reading(at: time))
      #expect(reading.rest == last.rest)
      let step = (reading.position - last.position) * 120
      let mean = ((reading.velocity ?? 0) + (last.velocity ?? 0)) / 2
      #expect(abs(step - mean) <= max(20, abs(mean) * 0.05))
      last = reading
    }
  }

  @Test func `the part touched last is the one watched`() throws {
    var session = try Session("overview")
    #expect(session.reading(at: .zero)?.control == "carousel")
    var touched: Set<String> = []
    for y in stride(from: 80.0, to: 760, by: 20) {
      for x in stride(from: 60.0, to: 1160, by: 100) {
        session.click(Vector(x, y), at: session.now.seconds + 1)
        touched.insert(session.reading(at: session.now)?.control ?? "")
      }
    }
    #expect(touched.isSuperset(of: ["slider", "carousel"]))
    #expect(touched.count >= 4, "\(touched)")
  }
}
