import Feel
import FeelTrace
import Observe

/// A hand that drags content: the positions of both over time.
struct ReportedDrag {
  let hand: ClosedHand
  let recorded: RecordedHand
  /// Time of the press, in seconds.
  let press: Double
  /// Delay of the content, in seconds.
  let lag: Double
  /// How far the hand moves before the content follows, in px.
  let slop: Double
  let direction: Double
  /// Reports per second.
  let rate: Double

  var release: Double { press + hand.release }

  /// The content's displacement at a time, signed.
  func way(at time: Double) -> Double {
    direction * max(0, hand.travel(at: min(time - lag, release) - press) - slop)
  }

  /// Its total displacement, signed.
  var all: Double { way(at: .infinity) }

  /// When the content first moves, in seconds.
  var start: Double {
    var (low, high) = (press + lag, press + lag + hand.release)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if way(at: middle) == 0 { low = middle } else { high = middle }
    }
    return high
  }

  var words: String {
    "a hand \(hand.shape) at \(short(hand.speed)) px/s for \(short(hand.release)) s "
      + "reported at \(Int(rate)) Hz, lag \(short(lag)) s, slop \(short(slop)) px"
  }
}

extension MotionMaker {
  mutating func drag(
    shapes: [ClosedHand.Shape], lag: Double, slop: Double, speed: ClosedRange<Double>,
    rests: Bool = false, mayBeRounded: Bool = true
  ) -> ReportedDrag {
    let shape = shapes.randomElement(using: &random) ?? .steady
    let rate = shape == .flick ? choice(125.0, 240, 500, 1000) : choice(60.0, 125, 240, 500, 1000)
    // The exact start and stop of a hand between two reports are unknown, so both coincide with
    // reports.
    func reported(_ time: Double) -> Double { (time * rate).rounded() / rate }
    let rest = rests || shape == .endingAtRest ? number(0.1...0.25) : 0
    // Releases often report the position of the last move again.
    let still = rest == 0 && rate > 100 && chance(0.3) ? 1 / rate : rest
    let least = max(0.35, 14 * interval)
    let hand = ClosedHand(
      shape: shape, hold: reported(chance(0.5) ? 0 : number(0.01...0.12)),
      moving: reported(number(least...least + 0.5)), speed: number(speed), rest: reported(still),
      number: number(1.6...2.6))
    let press = number(0.5...1.5)
    // Screen pointers report whole px.
    let isWhole = mayBeRounded && chance(0.25)
    let first = number(500...700).rounded()
    func sample(_ time: Double, _ phase: RecordedHand.Phase) -> RecordedHand.Sample {
      let along = first - direction * hand.travel(at: time)
      let place = isWhole ? along.rounded() : along
      return RecordedHand.Sample(
        time: press + time, phase: phase,
        location: isVertical ? Vector(300, place) : Vector(place, 300))
    }
    var samples = [sample(0, .begin)]
    let count = Int((hand.release * rate - 1e-6).rounded(.down))
    if count >= 1 {
      for index in 1...count { samples.append(sample(Double(index) / rate, .update)) }
    }
    samples.append(sample(hand.release, .end))
    return ReportedDrag(
      hand: hand, recorded: RecordedHand(samples), press: press, lag: lag, slop: slop,
      direction: direction, rate: rate)
  }

  /// A lag; many programs have none.
  mutating func anyLag(_ most: Double) -> Double { chance(0.4) ? 0 : number(0.002...most) }

  /// A slop; many programs have none.
  mutating func anySlop() -> Double { chance(0.5) ? 0 : number(1...12) }

  /// The frames of a drag and of what follows, with or without rest before and after.
  ///
  /// At least one frame precedes it: if content is first seen under a hand, its original position
  /// is unknown.
  mutating func frames(_ drag: ReportedDrag, then length: Double) -> [Double] {
    frames(drag.press - max(pause(), 1.2 * interval), drag.release + drag.lag + length + pause())
  }

  /// The velocity with which a program continues after a drag.
  mutating func velocity(after drag: ReportedDrag, within share: Double) -> Double {
    direction * drag.hand.finalSpeed * number(1 - share...1 + share)
  }
}

// MARK: Leaps

extension MotionMaker {
  mutating func leapAtRelease(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    let drag = drag(
      shapes: [.steady, .accelerating], lag: anyLag(0.02), slop: anySlop(), speed: 400...1800)
    let run = choice(Run.exponential, .criticalSpring, .underdampedSpring)
    let law = law(run, velocity: velocity(after: drag, within: 0.03))
    // A leap must be larger than the effect of a law starting a frame or a report earlier or later.
    let unknown = 1.5 * drag.hand.finalSpeed * max(interval, 1 / drag.rate)
    let leap = leap(8 + unknown...400 + unknown)
    let seam = drag.release + drag.lag
    let rows = rows(frames(drag, then: law.duration)) {
      $0 < seam ? drag.way(at: $0) : drag.all + leap + law.way(at: $0 - seam)
    }
    var motion = ReportedMotion(
      kind, seed, self, rows, hand: drag.recorded, note: "\(drag.words), then \(law)")
    motion.faults = [ReportedMotion.Fault(kind: .jump, times: [frame(from: seam)], size: leap)]
    return motion
  }

  mutating func leapInDrag(
    _ kind: ReportedMotion.Kind, _ seed: UInt64, atGrab: Bool
  ) -> ReportedMotion {
    let drag = drag(
      shapes: atGrab ? [.steady, .accelerating, .endingAtRest] : ClosedHand.Shape.allCases,
      lag: anyLag(0.02), slop: atGrab ? 0 : anySlop(), speed: 150...1500)
    // With a steady hand, a lag looks like a leap; with any hand, so does a frame or report that is
    // shown late.
    let step = drag.hand.speed * max(interval, 1 / drag.rate)
    let unknown = step * (atGrab && drag.hand.shape != .endingAtRest ? 2 : 1.3)
    let leap = leap(8 + unknown...(atGrab ? 120 + 2 * unknown : 1700))
    let moving = drag.press + drag.lag + drag.hand.hold
    let start = max(moving, drag.start)
    let moment = atGrab ? moving : start + number(0.35...0.65) * (moving + drag.hand.moving - start)
    let shown = frame(from: moment + 1e-6)
    let rows = rows(frames(drag, then: 0.5)) { drag.way(at: $0) + ($0 > moment ? leap : 0) }
    var motion = ReportedMotion(kind, seed, self, rows, hand: drag.recorded, note: drag.words)
    motion.faults = [ReportedMotion.Fault(kind: .jump, times: [shown], size: leap)]
    return motion
  }
}

// MARK: Numbers of a drag

extension MotionMaker {
  mutating func lag(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    let lag = number(0...0.06)
    let drag = drag(
      shapes: ClosedHand.Shape.allCases, lag: lag, slop: anySlop(), speed: 100...1200,
      rests: chance(0.3), mayBeRounded: false)
    let rows = rows(frames(drag, then: 0.3)) { drag.way(at: $0) }
    var motion = ReportedMotion(kind, seed, self, rows, hand: drag.recorded, note: drag.words)
    let error = leastLagError(drag, rows)
    motion.note += ", told to \(short(error)) s at best"
    motion.numbers = [
      ReportedMotion.Number(name: .lag, value: lag, negligible: 1e-4, isRequired: error < 0.0015)
    ]
    if drag.hand.shape == .steady {
      motion.numbers.append(
        ReportedMotion.Number(
          name: .behind, value: drag.hand.speed * lag + drag.slop, negligible: 0.05,
          isRequired: true))
    }
    return motion
  }

  /// The smallest standard error of a lag with an unknown slop: the Cramér–Rao bound.
  private func leastLagError(_ drag: ReportedDrag, _ rows: [Observation.Row]) -> Double {
    let held = rows.map(\.time).filter { $0 > drag.start && $0 <= drag.release }
    guard held.count > 6 else { return .infinity }
    let speeds = held.map { (drag.way(at: $0 + 1e-4) - drag.way(at: $0 - 1e-4)) / 2e-4 }
    let mean = speeds.reduce(0, +) / Double(speeds.count)
    let square = speeds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let variance = max(scatter * scatter + 1.0 / 12, 1e-6)
    return (variance / max(square, 1e-9)).squareRoot()
  }

  mutating func releaseVelocity(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    let drag = drag(shapes: [.steady, .accelerating], lag: 0, slop: anySlop(), speed: 400...2000)
    let velocity = velocity(after: drag, within: 0.3)
    let law = law(run(), velocity: velocity)
    let rows = rows(frames(drag, then: law.duration)) {
      drag.way(at: $0) + law.way(at: $0 - drag.release)
    }
    var motion = ReportedMotion(
      kind, seed, self, rows, hand: drag.recorded, note: "\(drag.words), then \(law)")
    motion.numbers = [
      ReportedMotion.Number(
        name: .releaseVelocity, value: velocity, negligible: 2e-4 * abs(velocity), isRequired: true)
    ]
    // A few scattered rows may also fit another law with another initial velocity.
    if law.duration < 15 * interval { motion.numbers = [] }
    return motion
  }
}
