import Feel
import FeelTrace
import Glibc
import Observe
import Testing

/// Comparing two motions, and a program's motion with its hand, where the truth is known.
struct ComparisonTests {
  /// A fling from a time and an offset, at sixty rows a second.
  private func fling(
    decay: Double = 4, velocity: Double = 2000, at start: Double = 0, from origin: Double = 0,
    hand: RecordedHand? = nil
  ) -> Observation {
    Observation(
      (-6...200).map { frame in
        let time = Double(frame) / 60
        let way = time < 0 ? 0 : velocity / decay * (1 - exp(-decay * time))
        return Observation.Row(time: start + time, offset: origin + way)
      }, hand: hand)
  }

  private func tap(at time: Double) -> RecordedHand {
    RecordedHand(
      zip([-0.1, 0.0], [RecordedHand.Phase.begin, .end]).map {
        RecordedHand.Sample(time: time + $0, phase: $1, location: .zero)
      })
  }

  @Test func `a motion equals itself at another time and position`() throws {
    let found = try #require(ObservationComparison(fling(), fling(at: 1000, from: -250)))
    #expect(!found.isFromRelease && found.parting == nil && abs(found.lag) < 1e-4)
    #expect(found.rms < 1e-6 && found.b.zero == 1000)
    #expect(found.a.rest == found.b.rest && abs(found.a.rest - 500) < 0.01)
  }

  @Test func `a motion shown 12 ms late is reported as a lag of 12 ms`()
    throws
  {
    let found = try #require(
      ObservationComparison(fling(hand: tap(at: 0)), fling(at: 0.012, hand: tap(at: 0))))
    #expect(found.isFromRelease && abs(found.lag - 0.012) < 0.0005, "\(found.lag)")
    // Rows on either side of the start do not show its exact time.
    #expect(found.rms < 1 && abs(found.greatest) < 2000.0 / 60 * 0.5)
    #expect(abs(found.b.duration - found.a.duration - 0.012) < 1.0 / 60)
  }

  @Test func `a different decay is reported by its rest and the time of parting`() throws {
    let found = try #require(
      ObservationComparison(fling(hand: tap(at: 0)), fling(decay: 5, hand: tap(at: 0))))
    #expect(abs(found.b.rest - found.a.rest + 100) < 0.1)
    #expect(abs(found.greatest + 100) < 5 && found.greatestTime > 1)
    let parting = try #require(found.parting)
    #expect(parting >= 0 && parting < 0.2, "\(parting)")
    #expect(found.a.overshoot == 0)
  }

  /// An accelerating hand, and content that follows it late after subtracting a slop.
  private func follower(slop: Double, late: Double, jumps: Bool = false) -> Observation {
    func travel(_ time: Double) -> Double { time <= 0 ? 0 : 1500 * time * time }
    let hand = RecordedHand(
      (0...40).map { index in
        let time = Double(index) * 0.008
        return RecordedHand.Sample(
          time: time, phase: index == 0 ? .begin : index == 40 ? .end : .update,
          location: Vector(300, 700 - travel(min(time, 39 * 0.008))))
      })
    let rows = (-6...30).map { frame in
      let time = Double(frame) / 60
      let way = travel(min(time - late, 39 * 0.008))
      let offset = way <= slop ? 0 : jumps ? way : way - slop
      return Observation.Row(time: time, offset: offset)
    }
    return Observation(rows, hand: hand)
  }

  @Test(arguments: [(8.0, false), (16.0, false), (8.0, true)])
  func `slop and lag of a program are measured separately`(slop: Double, jumps: Bool) throws {
    let seen = follower(slop: slop, late: 0.02, jumps: jumps)
    let smoothness = MotionAnalysis(seen).smoothness
    let lag = try #require(smoothness.lag)
    #expect(abs(lag.value - 0.02) < max(0.002, 2 * lag.error), "\(lag)")
    let response = try #require(HandResponse(seen, smoothness))
    let start = try #require(response.start)
    #expect(start.lowerBound <= slop && slop <= start.upperBound + 1, "\(start)")
    let deduction = try #require(response.deduction)
    let truth = jumps ? 0 : slop
    #expect(abs(deduction.value - truth) < max(1, 3 * deduction.error), "\(deduction)")
    #expect(response.samples == 41 && abs(response.travel - 1500 * 0.312 * 0.312) < 1e-6)
  }

  @Test func `still content has no start of response, a missing hand no response`() {
    let hand = follower(slop: 0, late: 0).hand
    let still = Observation(
      (0...40).map { Observation.Row(time: Double($0) / 60, offset: 5) }, hand: hand)
    let smoothness = MotionAnalysis(still).smoothness
    #expect(HandResponse(still, smoothness)?.start == nil)
    #expect(HandResponse(Observation(still.rows), smoothness) == nil)
    #expect(ObservationComparison(still, Observation([])) == nil)
  }

  @Test func `a hand becomes a motion of its travel, with a stroke per press`() {
    func sample(_ time: Double, _ phase: RecordedHand.Phase, _ x: Double) -> RecordedHand.Sample {
      RecordedHand.Sample(time: time, phase: phase, location: Vector(x, 3))
    }
    let hand = RecordedHand([
      sample(0, .begin, 100), sample(0.01, .update, 80), sample(0.02, .end, 80),
      sample(1, .begin, 500), sample(1.01, .update, 470), sample(1.02, .end, 470),
    ])
    let motion = Observation(travelOf: hand)
    #expect(motion.source.axis == .x)
    #expect(motion.rows.map(\.offset) == [0, 20, 20, 20, 50, 50])
    #expect(motion.strokes.map(\.samples.count) == [3, 3])
    let open = Observation([], hand: RecordedHand(Array(hand.samples.dropLast())))
    #expect(open.strokes.count == 1)
  }

  @Test func `a preset's replay of a hand is its motion, on the hand's clock`() throws {
    let hand = RecordedHand(
      follower(slop: 0, late: 0).hand!.samples.map {
        RecordedHand.Sample(time: $0.time + 70, phase: $0.phase, location: $0.location)
      })
    let rows = (0...60).map { Observation.Row(time: 70 + Double($0) / 60, offset: 40) }
    let seen = Observation(rows, hand: hand)
    let replay = try #require(PresetReplay(seen, by: .gtk4))
    #expect(replay.release == 70.32)
    let motion = replay.observation(like: seen)
    #expect(motion.rows.first?.offset == 40 && motion.rows.first?.time == 70)
    #expect(abs((motion.rows.last?.offset ?? 0) - replay.prediction.rest) < 1e-6)
    let ranking = PresetRanking(seen)
    let place = try #require(ranking.places.first { $0.preset == "gtk4" })
    #expect(place.rest == replay.prediction.rest)
    #expect(PresetReplay(Observation(rows), by: .gtk4) == nil)
  }
}
