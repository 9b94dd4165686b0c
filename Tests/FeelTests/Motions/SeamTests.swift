import Feel
import TestSupport
import Testing

struct SeamTests {
  private func run(_ law: Int, from start: Double, velocity: Double) -> Motion {
    switch law {
    case 0: .deceleration(Deceleration(from: start, velocity: velocity))
    case 1:
      .braked(
        BrakedDeceleration(
          from: start, velocity: velocity, rate: .normal, drift: 3, braking: 900, stopSpeed: 5))
    case 2: .power(PowerDeceleration(from: start, velocity: velocity))
    case 3: .constant(ConstantDeceleration(from: start, velocity: velocity, deceleration: 1500))
    default: .ease(DecayLaw.androidFling(from: start, velocity: velocity))
    }
  }

  private func random(_ seed: Int) -> (SeededGenerator, start: Double, velocity: Double) {
    var random = SeededGenerator(seed: UInt64(seed))
    let start = Double.random(in: -5000...5000, using: &random)
    let speed = Double.random(in: 50...9000, using: &random)
    return (random, start, Bool.random(using: &random) ? speed : -speed)
  }

  private func spring(_ random: inout SeededGenerator) -> Spring {
    Spring(
      angularFrequency: .random(in: 2...40, using: &random),
      dampingRatio: .random(in: 0.2...2, using: &random))
  }

  /// Expects value and velocity to be continuous at the seam, both in the segments and in the
  /// whole.
  private func expectSmooth(
    _ joined: MotionSequence, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(joined.count == 2, sourceLocation: sourceLocation)
    let seam = joined.startTime(of: 1)
    #expect(
      abs(joined.value(before: 1) - joined[1].value(at: 0)) < 1e-9, sourceLocation: sourceLocation)
    #expect(
      abs(joined.velocity(before: 1) - joined[1].velocity(at: 0)) < 1e-6,
      sourceLocation: sourceLocation)
    // Just before the seam, the whole is as close to it as its speed allows.
    let step = 1e-9
    guard seam > step, joined.duration > seam else { return }
    let speed = abs(joined.velocity(at: seam)) + 1
    let way = joined.value(at: seam) - joined.value(at: seam - step)
    #expect(abs(way) < 2 * speed * step + 1e-9, sourceLocation: sourceLocation)
  }

  @Test(arguments: 0..<5, 1...40)
  func `a run cut at the edge continues in a spring with equal value and velocity`(
    law: Int, seed: Int
  ) throws {
    var (random, start, velocity) = random(seed)
    let run = run(law, from: start, velocity: velocity)
    let share = Double.random(in: 0.01...0.98, using: &random)
    let edge = start + share * (run.finalValue - start)
    let spring = spring(&random)
    let joined = try MotionSequence.untilEdge(edge, run, then: spring)
    expectSmooth(joined)
    #expect(abs(joined[1].value(at: 0) - edge) < 1e-6)
    #expect(joined.finalValue == edge)
    // Before the seam it equals the run, to the last digit.
    let early = joined.startTime(of: 1) / 2
    #expect(joined.value(at: early) == run.value(at: early))
    // Mirroring the run and the edge mirrors the motion.
    let mirrored = try MotionSequence.untilEdge(
      -edge, self.run(law, from: -start, velocity: -velocity), then: spring)
    for step in 0...10 {
      let time = joined.duration * Double(step) / 10
      #expect(abs(mirrored.value(at: time) + joined.value(at: time)) < 1e-6)
      #expect(abs(mirrored.velocity(at: time) + joined.velocity(at: time)) < 1e-4)
    }
  }

  @Test(arguments: 0..<5, 1...40)
  func `a run cut at a speed continues in a spring with equal value and velocity`(
    law: Int, seed: Int
  ) throws {
    var (random, start, velocity) = random(seed)
    let run = run(law, from: start, velocity: velocity)
    let (first, last) = (abs(run.velocity(at: 0)), abs(run.finalVelocity))
    let slow = last + .random(in: 0.01...0.99, using: &random) * (first - last)
    let target = start + .random(in: -800...800, using: &random)
    let spring = spring(&random)
    let joined = try MotionSequence.untilSlow(slow, run, then: spring, to: target)
    expectSmooth(joined)
    #expect(abs(abs(joined[1].velocity(at: 0)) - slow) < 1e-6)
    #expect(joined.finalValue == target)
    let mirrored = try MotionSequence.untilSlow(
      slow, self.run(law, from: -start, velocity: -velocity), then: spring, to: -target)
    #expect(mirrored.startTime(of: 1) == joined.startTime(of: 1))
    for step in 0...10 {
      let time = joined.duration * Double(step) / 10
      #expect(abs(mirrored.value(at: time) + joined.value(at: time)) < 1e-6)
    }
  }

  @Test(arguments: 0..<5, 1...20)
  func `any motion cut at a time, even a spring, continues without a jump`(law: Int, seed: Int)
    throws
  {
    var (random, start, velocity) = random(seed)
    let first = run(law, from: start, velocity: velocity)
    let time = Double.random(in: 0...1, using: &random) * first.duration
    let joined = try MotionSequence(first, until: .time(time), then: spring(&random), to: start)
    expectSmooth(joined)
    #expect(joined.startTime(of: 1) == time)
    let bounce = Motion.spring(SpringMotion(.edge, from: start, velocity: velocity, to: 0))
    expectSmooth(
      try MotionSequence(bounce, until: .time(bounce.duration / 3), then: spring(&random), to: 100))
    // A motion cut at its end hands over its final velocity.
    expectSmooth(try MotionSequence(first, until: .time(first.duration), then: .edge, to: start))
  }

  @Test func `seam times match their formulas`() throws {
    let run = Motion.deceleration(Deceleration(from: 0, velocity: 2000))
    let k = DecelerationRate.normal.decayPerSecond
    // v = 2000·e^(−kt), so that t = ln(2000/500)/k and x = (2000 − 500)/k.
    let slow = try run.time(of: .speed(500))
    expectClose(slow, 1.386_294_361_119_890_6 / k, within: 1e-12)
    expectClose(run.value(at: slow), 1500 / k, within: 1e-9)
    // x = 400 at t = −ln(1 − 400k/2000)/k, where v = 2000 − 400k.
    let edge = try run.time(of: .place(400))
    expectClose(run.velocity(at: edge), 2000 - 400 * k, within: 1e-8)
    let braking = Motion.constant(ConstantDeceleration(from: 10, velocity: -300, deceleration: 600))
    // 300t − 300t² = 48 at t = 0.2, the first of 0.2 and 0.8.
    expectClose(try braking.time(of: .place(-38)), 0.2, within: 1e-12)
    expectClose(try braking.time(of: .speed(120)), 0.3, within: 1e-12)
    // A curve that speeds up first: the slow phase is the one after that.
    let ease = Motion.ease(EaseMotion(from: 0, to: 100, duration: 1, ease: .smoothstep))
    // 600t(1 − t) = 54 at t = 0.1 and 0.9.
    expectClose(try ease.time(of: .speed(54)), 0.9, within: 1e-9)
  }

  @Test(
    arguments: Budget.cases(Array(1...60), quick: 15, of: "a spring's seam"))
  func `a spring's seam is its first crossing of a position or its last moment above a speed`(
    seed: Int
  ) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let motion = SpringMotion(
      Spring(
        duration: .random(in: 0.2...1.5, using: &random),
        bounce: .random(in: -0.5...0.9, using: &random)),
      from: .random(in: -300...300, using: &random),
      velocity: .random(in: -5000...5000, using: &random), to: 100, threshold: 0.01)
    let moments = (0...20_000).map { motion.duration * Double($0) / 20_000 }
    let values = moments.map { motion.value(at: $0) }
    let speeds = moments.map { abs(motion.velocity(at: $0)) }
    for _ in 0..<20 {
      let place = Double.random(in: -400...400, using: &random)
      let first = values.indices.dropLast(2).first {
        (values[$0] > place) != (values[$0 + 1] > place)
      }
      let time = try? Motion.spring(motion).time(of: .place(place))
      if let first {
        let time = try #require(time, "\(place)")
        #expect(time >= moments[first] - 1e-12 && time <= moments[first + 1] + 1e-12)
        expectClose(motion.value(at: time), place, within: 1e-8)
      } else if let time {
        // Between two of the samples, around a turning point.
        expectClose(motion.value(at: time), place, within: 1e-8)
      }
      let speed = Double.random(in: 1...3000, using: &random)
      guard let last = speeds.lastIndex(where: { $0 > speed }), last < 19_998 else { continue }
      let slow = try Motion.spring(motion).time(of: .speed(speed))
      expectClose(abs(motion.velocity(at: slow)), speed, within: 1e-6)
      #expect(slow >= moments[last] - 1e-9)
    }
  }

  @Test func `a seam that a motion does not have is refused with its value and the range`() {
    let run = Motion.deceleration(Deceleration(from: 100, velocity: 800))
    let rest = run.finalValue
    func refusal(_ motion: Motion, _ seam: Seam) -> SeamError? {
      do throws(SeamError) {
        _ = try MotionSequence(motion, until: seam, then: .edge, to: 0)
        return nil
      } catch {
        return error
      }
    }
    // Beyond the rest, and behind the start.
    for place in [rest, rest + 1, 99, .infinity, -.infinity] {
      #expect(refusal(run, .place(place)) == .placeNotPassed(place, from: 100, to: rest))
    }
    for speed in [0, -5, 9.9, 801, .infinity] {
      #expect(refusal(run, .speed(speed)) == .speedNotPassed(speed, from: 800, to: 10))
    }
    for time in [-0.001, run.duration + 0.001, .infinity] {
      #expect(refusal(run, .time(time)) == .timeOutside(time, duration: run.duration))
    }
    for seam in [Seam.place(.nan), .speed(.nan), .time(.nan)] { #expect(refusal(run, seam) != nil) }
    #expect(refusal(.rest(at: 0), .place(50)) == .noMotion)
    #expect(refusal(.rest(at: 0), .speed(5)) == .noMotion)
    // A critical spring from rest, which never passes its target.
    let spring = Motion.spring(SpringMotion(.edge, from: 100, to: 0))
    for place in [101.0, 0, -1] {
      #expect(refusal(spring, .place(place)) == .placeNotPassed(place, from: 100, to: 0))
    }
    #expect(
      SeamError.placeNotPassed(900, from: 0, to: 800).message
        == "No seam at 900.0 pt: the motion goes from 0.0 to 800.0 pt.")
    #expect(
      SeamError.timeOutside(2, duration: 1.5).message
        == "No seam after 2.0 s: the motion lasts 1.5 s.")
  }
}
