import Feel
import FeelTrace
import Glibc
import Observe
import TestSupport
import Testing

/// Finding the take that rests elsewhere than the others, where it is known which one does.
struct SnapRuleTests {
  /// Releases of cards 320 units apart, with a velocity that counts for 0.25 s; some go a card too
  /// far.
  private func releases(
    _ random: inout SeededGenerator, count: Int, skipping: Set<Int> = []
  ) -> [SnapRule.Release] {
    (0..<count).map { index in
      let start = (Double.random(in: 4...10, using: &random)).rounded() * 320
      let velocity =
        Double.random(in: 300...3500, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      let place = start + velocity * 0.08
      var card = ((place + 0.25 * velocity) / 320).rounded()
      if skipping.contains(index) { card += velocity > 0 ? 1 : -1 }
      // Pictures show a rest to a fraction of a unit.
      let rest = card * 320 + Double.random(in: -0.4...0.4, using: &random)
      return SnapRule.Release(start: start, place: place, velocity: velocity, rest: rest)
    }
  }

  @Test func `the take that skips a card is found among those that do not`() throws {
    var random = SeededGenerator(seed: 11)
    var (found, asked) = (0, 0)
    for _ in 0..<400 {
      // At the extremes of what was seen, it is unknown how far it would have gone.
      let takes = releases(&random, count: 9, skipping: [4])
      let rests = takes.map(\.rest)
      guard takes[4].rest < (rests.max() ?? 0) - 320, takes[4].rest > (rests.min() ?? 0) + 320
      else { continue }
      asked += 1
      guard let rule = SnapRule(takes), !rule.strays.isEmpty else { continue }
      #expect(rule.strays.map(\.index) == [4] && rule.strays[0].places == 1)
      #expect(abs(rule.spacing - 320) < 1)
      #expect(rule.reach.lowerBound < 0.27 && rule.reach.upperBound > 0.23)
      found += 1
    }
    #expect(2 * found > asked, "\(found) of \(asked)")
  }

  @Test func `no stray is reported if every take follows the rule`() {
    var random = SeededGenerator(seed: 12)
    var known = 0
    for _ in 0..<300 {
      guard let rule = SnapRule(releases(&random, count: 8)) else { continue }
      #expect(rule.strays.isEmpty)
      known += 1
    }
    #expect(known > 200)
  }

  @Test func `a list, a pager or too few takes have no snap rule`() {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<200 {
      let list = (0..<8).map { _ in
        let start = Double.random(in: 0...4000, using: &random)
        let velocity = Double.random(in: -3500...3500, using: &random)
        return SnapRule.Release(
          start: start, place: start + velocity * 0.08, velocity: velocity,
          rest: start + velocity * 0.33)
      }
      #expect(SnapRule(list) == nil)
      // Never more than a page, however fast.
      let pager = (0..<8).map { _ in
        let start = Double.random(in: 2...6, using: &random).rounded() * 800
        let velocity = Double.random(in: -3500...3500, using: &random)
        return SnapRule.Release(
          start: start, place: start + velocity * 0.05, velocity: velocity,
          rest: start + (velocity > 0 ? 800 : -800))
      }
      #expect(SnapRule(pager) == nil)
      #expect(SnapRule(releases(&random, count: 2)) == nil)
    }
  }

  @Test func `a release is read from a rested motion, not from an unfinished one`() throws {
    let hand = RecordedHand(
      zip([0.0, 0.1], [RecordedHand.Phase.begin, .end]).map {
        RecordedHand.Sample(time: $0, phase: $1, location: .zero)
      })
    // A critically damped spring of 8 per second that leaves 100 at 1500 per second towards 640.
    func seen(until end: Int) -> Observation {
      Observation(
        (-6...end).map { frame in
          let time = Double(frame) / 60
          let since = time - 0.1
          let run = 640 + (-540 + (1500 - 8 * 540) * since) * exp(-8 * since)
          return Observation.Row(time: time, offset: since >= 0 ? run : max(0, time) * 1000)
        }, hand: hand)
    }
    let whole = seen(until: 160)
    let release = try #require(SnapRule.Release(whole, MotionAnalysis(whole)))
    #expect(release.start == 0 && abs(release.rest - 640) < 1)
    #expect(abs(release.place - 100) < 30 && abs(release.velocity - 1500) < 150)
    let part = seen(until: 26)
    #expect(SnapRule.Release(part, MotionAnalysis(part)) == nil)
  }
}
