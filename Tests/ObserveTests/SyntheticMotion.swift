import Feel
import Observe
import TestSupport

/// A motion with a known law and flaw: frames at an even rate, scattered and rounded.
struct SyntheticMotion {
  enum Flaw: String, CaseIterable {
    case none
    /// From some frame on, the content is displaced.
    case jump
    /// From some moment on, it is faster.
    case push
    /// A frame is missing.
    case dropped
    /// A frame repeats the previous one; the next one is right again.
    case doubled
    /// The same, and all later frames are late by one.
    case late
  }

  enum Law: CaseIterable { case exponential, braking, power, spline, bezier, spring }

  let law: Law
  let flaw: Flaw
  let rows: [Observation.Row]
  /// The first frame that shows the flaw, or the moment of a push, in seconds.
  let time: Double
  /// As ``MotionFault/size``.
  let size: Double

  private static let interval = 1.0 / 60

  init(_ flaw: Flaw, seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 17)
    var law = Law.exponential
    var (direction, velocity, number) = (1.0, 0.0, 0.0)
    var run = Self.motion(law, from: 0, velocity: 0, number)
    var moving: [Int] = []
    // The flaw is placed where the content moves by 4 a frame or more, and after some frames.
    while moving.isEmpty {
      law = Law.allCases.randomElement(using: &random) ?? .exponential
      direction = Bool.random(using: &random) ? 1 : -1
      velocity = direction * Double.random(in: 900...5000, using: &random)
      number = Double.random(in: 0...1, using: &random)
      let start = Double.random(in: -3000...3000, using: &random)
      run = Self.motion(law, from: start, velocity: velocity, number)
      let places = (0...600).map { run.value(at: Double($0) * Self.interval) }
      let ways = zip(places, places.dropFirst()).map { abs($1 - $0) }
      moving = (8..<600).filter { min(ways[$0 - 1], ways[$0]) >= 4 }
    }
    let index = moving.randomElement(using: &random) ?? 8
    let share = Double.random(in: 0..<1, using: &random)
    let moment = (Double(index) - 1 + share) * Self.interval
    let before = run.velocity(at: Double(index) * Self.interval)
    let jump = Double.random(in: 3...40, using: &random) * (Bool.random(using: &random) ? 1 : -1)
    let push = direction * Double.random(in: 200...1500, using: &random)
    let pushed = Self.motion(
      law, from: run.value(at: moment), velocity: run.velocity(at: moment) + push, number)
    let duration = flaw == .push ? moment + pushed.duration : run.duration
    let count = Int(min(duration, 6) / Self.interval) + 20
    func place(_ frame: Int) -> Double {
      let time = Double(frame) * Self.interval
      switch flaw {
      case .none, .dropped: return run.value(at: time)
      case .jump: return run.value(at: time) + (frame >= index ? jump : 0)
      case .push: return time > moment ? pushed.value(at: time - moment) : run.value(at: time)
      case .doubled: return run.value(at: frame == index ? time - Self.interval : time)
      case .late: return run.value(at: frame >= index ? time - Self.interval : time)
      }
    }
    var rows: [Observation.Row] = []
    for frame in 0..<count where flaw != .dropped || frame != index {
      // The sum of twelve uniform numbers is nearly normal; a repeated frame is identical to the
      // pixel.
      let scatter = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random)
      }
      let isSame = (flaw == .doubled || flaw == .late) && frame == index
      let offset = isSame ? rows[rows.count - 1].offset : (place(frame) + 0.3 * scatter).rounded()
      rows.append(Observation.Row(time: Double(frame) * Self.interval, offset: offset))
    }
    (self.law, self.flaw, self.rows) = (law, flaw, rows)
    let frameTime = Double(index) * Self.interval
    switch flaw {
    case .none: (time, size) = (0, 0)
    case .jump: (time, size) = (frameTime, jump)
    case .push: (time, size) = (moment, push)
    case .dropped:
      let way = run.value(at: frameTime + Self.interval) - run.value(at: frameTime - Self.interval)
      (time, size) = (frameTime + Self.interval, way / 2)
    case .doubled, .late:
      let way = run.value(at: frameTime) - run.value(at: frameTime - Self.interval)
      (time, size) = (frameTime, before == 0 ? 0 : way)
    }
  }

  /// The kind of fault that an analysis must find.
  var kind: MotionFault.Kind? {
    switch flaw {
    case .none: nil
    case .jump: .jump
    case .push: .reacceleration
    case .dropped, .doubled, .late: .stall
    }
  }

  /// Tolerance of a size: a unit, or for a push a unit per frame.
  var tolerance: Double { flaw == .push ? 60 : 1 }

  private static func motion(
    _ law: Law, from start: Double, velocity: Double, _ number: Double
  ) -> Motion {
    switch law {
    case .exponential:
      let rate = DecelerationRate(decayPerSecond: 1.5 + 5 * number)
      return .deceleration(
        Deceleration(from: start, velocity: velocity, rate: rate, stopSpeed: 1 + 9 * number))
    case .braking:
      return .constant(
        ConstantDeceleration(from: start, velocity: velocity, deceleration: 1000 + 2000 * number))
    case .power: return .power(PowerDeceleration(from: start, velocity: velocity))
    case .spline: return .ease(DecayLaw.androidFling(from: start, velocity: velocity))
    case .bezier: return .ease(BezierFling().motion(from: start, velocity: velocity, viewport: 800))
    case .spring:
      let spring = Spring(angularFrequency: 6 + 12 * number, dampingRatio: 0.7 + 0.6 * number)
      let way = velocity / (8 + 10 * number)
      return .spring(SpringMotion(spring, from: start, velocity: velocity, to: start + way))
    }
  }
}
