import Feel
import FeelTrace
import Foundation
import Observe
import Testing

/// A carousel with springs of its own, which logs itself: a hand, a fling, a bounce, and known
/// flaws.
struct SeamTests {
  private static let rate = 60.0

  /// A critically damped spring to a target, with its frequency per second.
  private struct Spring {
    let frequency, target, start, velocity, begin: Double

    func state(_ time: Double) -> (place: Double, velocity: Double) {
      let (elapsed, way) = (time - begin, start - target)
      let slope = velocity + frequency * way
      let fade = exp(-frequency * elapsed)
      return (
        target + (way + slope * elapsed) * fade,
        (slope - frequency * (way + slope * elapsed)) * fade
      )
    }
  }

  /// A drag of 0.1 s, a fling by a spring of 8 per second, and past 0 a bounce by one of 10.
  ///
  /// - Parameters:
  ///   - jump: the extra displacement of the frame that crosses the edge.
  ///   - start: the position of the release.
  ///   - repeats: which frames repeat the previous one.
  private func motion(
    jump: Double = 0, from start: Double, repeats: (Int) -> Bool = { _ in false }
  ) -> Observation {
    let velocity = -2000.0
    let samples = (0...12).map { index in
      RecordedHand.Sample(
        time: Double(index) * 0.008, phase: index == 0 ? .begin : .update,
        location: Vector(250, 300 - velocity * Double(index) * 0.008))
    }
    let hand = RecordedHand(
      samples + [
        RecordedHand.Sample(time: 0.1, phase: .end, location: Vector(250, 300 - velocity * 0.1))
      ])
    var law = Spring(
      frequency: 8, target: start + velocity / 4, start: start, velocity: velocity, begin: 0.1)
    var isPast = false
    var rows: [Observation.Row] = []
    for frame in 0..<100 {
      let time = Double(frame) / Self.rate + 0.001
      var place = start + velocity * (max(0, time - 0.004) - 0.1)
      if time >= 0.1 {
        let state = law.state(time)
        place = state.place
        if place < 0, !isPast {
          (isPast, place) = (true, place - jump)
          law = Spring(
            frequency: 10, target: 0, start: place, velocity: state.velocity, begin: time)
        }
      }
      let offset = (place * 100).rounded() / 100
      let isSame = repeats(frame) && frame > 0
      rows.append(Observation.Row(time: time, offset: isSame ? rows[frame - 1].offset : offset))
    }
    return Observation(
      rows, hand: hand, source: ObservedSource(minimum: 0, maximum: 7300, viewport: 700))
  }

  /// From 150, only five frames precede the edge, too few to identify a law.
  @Test(arguments: [16.0, 24, 60], [150.0, 200, 300, 400, 450])
  func `a jump between fling and bounce is found with its size`(jump: Double, start: Double) {
    let observation = motion(jump: jump, from: start)
    let found = MotionAnalysis(observation)
    let jumps = found.faults.filter { $0.kind == .jump }
    #expect(found.faults.count == 1 && jumps.count == 1, "\(found.words)")
    guard let first = jumps.first else { return }
    let crossing = observation.rows.first { $0.offset < 0 }?.time ?? 0
    #expect(abs(first.time - crossing) <= 1.01 / Self.rate, "\(found.words)")
    #expect(abs(first.size + jump) <= max(0.5, 1.5 * first.error), "\(found.words)")
    #expect(first.error < 4, "\(found.words)")
  }

  @Test(arguments: [120.0, 150, 200, 300, 400, 450, 3000])
  func `without a jump there is no fault, and the drag ends with the press`(start: Double) {
    let found = MotionAnalysis(motion(from: start))
    #expect(found.isExplained && found.stallPattern == nil, "\(found.words)")
    #expect(found.smoothness.missed == 0)
    for segment in found.segments where segment.kind == .drag {
      #expect(segment.end <= 0.1, "\(found.words)")
    }
  }

  @Test(arguments: [2, 3, 5, 7])
  func `periodically repeated frames are each reported, with their period`(period: Int) {
    let clean = motion(from: 3000)
    let observation = motion(from: 3000) { $0 % period == 0 }
    let found = MotionAnalysis(observation)
    #expect(found.faults.allSatisfy { $0.kind == .stall }, "\(found.words)")
    #expect(found.stallPattern?.period == period, "\(found.words)")
    #expect(found.stallPattern?.isShownAgain == true)
    let rows = clean.rows
    // Where the content moves by more than four per frame; the first frames after a release may
    // still be the hand's.
    let due = rows.indices.filter {
      $0 % period == 0 && rows[$0].time > 0.13 && abs(rows[$0].offset - rows[$0 - 1].offset) > 4
    }
    #expect(due.count >= 3)
    for index in due {
      let way = rows[index].offset - rows[index - 1].offset
      #expect(
        found.faults.contains {
          abs($0.time - rows[index].time) < 0.5 / Self.rate
            && abs($0.size - way) <= max(1, 0.1 * abs(way))
        }, "frame \(index) by \(way): \(found.words)")
    }
    #expect(found.smoothness.missed == found.faults.count && found.smoothness.hitchRatio > 50)
    #expect(!found.isExplained)
  }

  /// Observed from outside: a frame without change is no picture, and times scatter.
  @Test func `periodically missing frames are reported even if times scatter`() {
    let clean = motion(from: 3000)
    let rows = clean.rows.enumerated().filter { $0.offset % 5 != 0 || $0.offset < 7 }.map {
      let late = $0.offset % 13 == 3 ? 0.0045 : 0.0002 * Double($0.offset % 3)
      return Observation.Row(time: $0.element.time + late, offset: $0.element.offset.rounded())
    }
    let found = MotionAnalysis(Observation(rows, hand: clean.hand, source: clean.source))
    #expect(found.stallPattern?.period == 5, "\(found.words)")
    #expect(found.stallPattern?.isShownAgain == false)
    #expect(found.faults.count { $0.kind == .stall } >= 4, "\(found.words)")
    #expect(found.smoothness.unjudged < found.smoothness.missed)
  }

  @Test func `wheel notches are not second pushes, but the same motion without a wheel is`() {
    // Each notch adds 600 per second to a run with a decay of 6 per second.
    let turns = [0.0, 0.25, 0.5]
    let rows = (0..<150).map { frame in
      let time = Double(frame) / Self.rate
      let place = turns.reduce(0.0) { $0 + (time > $1 ? 100 * (1 - exp(-6 * (time - $1))) : 0) }
      return Observation.Row(time: time, offset: place)
    }
    let found = MotionAnalysis(
      Observation(rows, turns: turns.map { Observation.WheelTurn(time: $0, amount: 120) }))
    #expect(found.faults.isEmpty, "\(found.words)")
    let pushed = MotionAnalysis(Observation(rows))
    #expect(pushed.faults.contains { $0.kind == .reacceleration }, "\(pushed.words)")
  }

  /// The end of a spring in whole pixels, with the last rows cut off by the next press.
  @Test(arguments: 0..<12) func `a slow tail gets no law with an undetermined parameter`(phase: Int)
  {
    let law = Spring(
      frequency: 8, target: 500, start: 0, velocity: 2000, begin: -Double(phase) / 800)
    let rows = (0..<48).map { frame in
      let time = Double(frame) / Self.rate
      let place = law.state(time).place
      // A pixel more than due in the last frames, as in programs that round up the remainder.
      return Observation.Row(time: time, offset: frame > 40 ? place + 0.4 : place)
    }
    let found = MotionAnalysis(Observation(rows))
    for number in found.segments.compactMap(\.law).flatMap(\.numbers) {
      let isFree = ["start", "drift", "end"].contains(number.name)
      #expect(isFree || number.fitted.error < abs(number.fitted.value), "\(found.words)")
    }
  }
}
