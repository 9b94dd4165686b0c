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

  @Test func `a meter's quantiles are measured frame times`() {
    // A frame every half second recomputes the numbers each time.
    let summary = meter(of: 200, every: 0.5).summary
    #expect(summary.costs.p50 == 0.005)
    #expect(summary.costs.p95 == 0.01)
    #expect(summary.costs.p99 == 0.01)
    #expect(summary.ages.p50 == 0.02)
    #expect(summary.late == 4)
  }

  @Test func `a meter updates its numbers at most five times a second`() {
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
  func `frames are drawn only with a meter, and only in their area`(letters: String) throws {
    let fonts = try FontBook()
    var session = try Session("overview")
    let plain = session.displayList(at: .zero, fonts: fonts, frames: meter(of: 10))
    #expect(plain == session.displayList(at: .zero, fonts: fonts))
    session.change(.overlays(try #require(Set(letters: letters))))
    let without = session.displayList(at: .zero, fonts: fonts)
    let one = session.displayList(at: .zero, fonts: fonts, frames: meter(of: 10))
    let other = session.displayList(at: .zero, fonts: fonts, frames: meter(of: 100))
    let isDead = one == without || one == other
    #expect(!isDead)
    var difference = ListDifference()
    difference.find(from: one, to: other, width: 1200, height: 800)
    let area = difference.damage.rects.reduce(0) { $0 + ($1.x1 - $1.x0) * ($1.y1 - $1.y0) }
    #expect(area > 0)
    #expect(area <= 1200 * 32)
  }

  @Test func `a narrow window has fewer bars`() throws {
    let fonts = try FontBook()
    let widths = try [480.0, 1200].map { width in
      var session = try Session("overview", size: Size(width, 600))
      session.change(.overlays([.frames, .age]))
      let list = session.displayList(at: .zero, fonts: fonts, frames: meter(of: 240))
      let ground = Theme.light.track.opacity(0.5)
      return list.commands.compactMap { command -> Double? in
        guard case .roundedRect(let box, _, .solid(ground)) = command else { return nil }
        return box.width
      }.max() ?? 0
    }
    #expect(widths[0] < widths[1] && widths[1] == 240)
  }
}
