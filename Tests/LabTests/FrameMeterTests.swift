import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

struct FrameMeterTests {
  private func meter(of count: Int, every interval: Double = 1.0 / 60) -> FrameMeter {
    var meter = FrameMeter()
    for index in 0..<count {
      meter.add(
        FrameMeter.Frame(
          sent: Instant(seconds: Double(index) * interval), cost: 0.001 * Double(index % 10 + 1),
          isLate: index % 50 == 49, age: index.isMultiple(of: 2) ? Double(count) / 10_000 : nil))
    }
    return meter
  }

  @Test func `a meter keeps the newest 240 frames`() {
    let meter = meter(of: 1000)
    #expect(meter.frames.count == 240)
    #expect(meter.frames.last?.sent == Instant(seconds: 999.0 / 60))
    #expect(meter.frames.first?.sent == Instant(seconds: 760.0 / 60))
  }

  @Test func `its quantiles are times that frames took`() {
    // A frame each half second: every one of them makes the numbers anew.
    let summary = meter(of: 200, every: 0.5).summary
    #expect(summary.costs.p50 == 0.005)
    #expect(summary.costs.p95 == 0.01)
    #expect(summary.costs.p99 == 0.01)
    #expect(summary.ages.p50 == 0.02)
    #expect(summary.late == 4)
  }

  @Test func `its numbers are made anew five times a second at most`() {
    var meter = FrameMeter()
    var summaries: [FrameMeter.Summary] = []
    for index in 0..<240 {
      let time = Double(index) / 120
      meter.add(
        FrameMeter.Frame(sent: Instant(seconds: time), cost: 0.001 + time / 1000, isLate: false))
      if summaries.last != meter.summary { summaries.append(meter.summary) }
    }
    #expect(summaries.count == 10)
  }

  @Test(arguments: ["f", "i", "fi"])
  func `only a picture with a meter shows frames, and only where they are`(
    letters: String
  ) throws {
    let fonts = try FontBook()
    var session = Session(catalog: .all, scene: Catalog.all.scenes[0], size: Size(1200, 800))
    let plain = session.displayList(at: .zero, fonts: fonts, frames: meter(of: 10))
    #expect(plain == session.displayList(at: .zero, fonts: fonts))
    session.handle(.change(.zero, .overlays(try #require(Set(letters: letters)))))
    let without = session.displayList(at: .zero, fonts: fonts)
    let one = session.displayList(at: .zero, fonts: fonts, frames: meter(of: 10))
    let other = session.displayList(at: .zero, fonts: fonts, frames: meter(of: 100))
    let isDead = one == without || one == other
    #expect(!isDead)
    var difference = ListDifference()
    difference.find(from: one, to: other, width: 1200, height: 800)
    let area = difference.damage.rects.reduce(0) { $0 + ($1.x1 - $1.x0) * ($1.y1 - $1.y0) }
    #expect(area > 0)
    #expect(area <= 256 * 92)
  }

  @Test func `on a low stage its numbers stand alone`() throws {
    let fonts = try FontBook()
    let heights = try [Size(480, 360), Size(1200, 800)].map { size in
      var session = Session(catalog: .all, scene: Catalog.all.scenes[0], size: size)
      session.handle(.change(.zero, .overlays([.frames])))
      let without = session.displayList(at: .zero, fonts: fonts)
      let shown = session.displayList(at: .zero, fonts: fonts, frames: meter(of: 100))
      var difference = ListDifference()
      difference.find(
        from: without, to: shown, width: Int(size.width), height: Int(size.height))
      let rects = difference.damage.rects
      return try #require(rects.map(\.y1).max()) - #require(rects.map(\.y0).min())
    }
    #expect(heights[0] > 16 && heights[0] < 40 && heights[1] > 60)
  }
}
