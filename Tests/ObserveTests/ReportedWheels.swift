import FeelTrace
import Glibc
import Observe

/// Content's response to the turns of a wheel, in closed form.
struct ClosedWheel {
  /// Each turn, and the final displacement it causes, in px.
  var turns: [(turn: Observation.WheelTurn, way: Double)] = []
  /// From a turn to the first motion, in seconds.
  let latency: Double
  /// Decay of the remaining displacement of a turn, per second; `nil` moves at once.
  let decay: Double?

  /// The displacement caused by all turns up to a time.
  func way(at time: Double) -> Double {
    turns.reduce(0) { sum, entry in
      let late = time - entry.turn.time - latency
      guard late >= 0 else { return sum }
      return sum + entry.way * (decay.map { 1 - exp(-$0 * late) } ?? 1)
    }
  }

  /// When all motion has ended.
  var end: Double { (turns.last?.turn.time ?? 0) + latency + (decay.map { 8 / $0 } ?? 0) }

  mutating func add(
    _ time: Double, _ amount: Double, _ phase: ObservedLine.WheelPhase? = nil, perUnit: Double
  ) {
    turns.append(
      (Observation.WheelTurn(time: time, amount: amount, phase: phase), amount * perUnit))
  }

  var words: String {
    "latency \(short(latency)) s, " + (decay.map { "eased by \(short($0)) per s" } ?? "at once")
  }
}

extension MotionMaker {
  private mutating func answer(mayEase: Bool) -> ClosedWheel {
    ClosedWheel(
      latency: chance(0.3) ? 0 : number(0...0.12),
      decay: mayEase && chance(0.5) ? number(8...22) : nil)
  }

  private mutating func motion(
    _ kind: ReportedMotion.Kind, _ seed: UInt64, _ wheel: ClosedWheel, note: String,
    then more: (Double) -> Double = { _ in 0 }, until end: Double = 0
  ) -> ReportedMotion {
    let rows = rows(frames(phase, max(wheel.end, end) + number(0.4...0.6))) {
      wheel.way(at: $0) + more($0)
    }
    return ReportedMotion(
      kind, seed, self, rows, turns: wheel.turns.map(\.turn), note: "\(note), \(wheel.words)")
  }

  /// Turns of a notched wheel; returns the time of the last.
  private mutating func notches(
    _ wheel: inout ClosedWheel, from start: Double, _ count: Int, unit: Double,
    every step: Double, perUnit: Double
  ) -> Double {
    var time = start
    for index in 0..<count {
      if index > 0 { time += step * number(0.8...1.2) }
      wheel.add(time, direction * unit, perUnit: perUnit)
    }
    return time
  }

  /// Turns of a touchpad between its begin and end; returns the time of the last.
  private mutating func fingers(
    _ wheel: inout ClosedWheel, from start: Double, perUnit: Double
  ) -> Double {
    let (step, amount, length) = (number(0.008...0.017), number(4...14), count(15...40))
    wheel.add(start - step, 0, .begin, perUnit: perUnit)
    for index in 0..<length {
      wheel.add(start + Double(index) * step, direction * amount, .change, perUnit: perUnit)
    }
    return start + Double(length - 1) * step
  }

  mutating func wheel(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    let isTouchpad = chance(0.4)
    var wheel = answer(mayEase: !isTouchpad)
    let start = phase + number(0.5...0.8)
    let perUnit: Double
    var motion: ReportedMotion
    if isTouchpad {
      perUnit = number(0.6...2)
      let last = fingers(&wheel, from: start, perUnit: perUnit)
      let lift = last + number(0.004...0.012)
      wheel.add(lift, 0, .end, perUnit: perUnit)
      // Motion after the lift is momentum, and no fault.
      let pace = perUnit * (wheel.turns.last { $0.way != 0 }?.turn.amount ?? 0) / 0.012
      let runs = chance(0.4)
      let law = ClosedForm.exponential(velocity: runs ? pace : 0, decay: number(3...8), stop: 15)
      let seam = lift + wheel.latency
      motion = self.motion(
        kind, seed, wheel, note: runs ? "a touchpad and momentum" : "a touchpad",
        then: { runs ? law.way(at: $0 - seam) : 0 }, until: runs ? seam + law.duration : 0)
    } else {
      let unit = choice(1.0, 15, 120)
      perUnit = number(24...110) / unit
      let step = number(0.06...0.2)
      var last = notches(
        &wheel, from: start, count(4...12), unit: unit, every: step, perUnit: perUnit)
      var words = "notches of \(unit)"
      if chance(0.3) {
        // The same amount in parts.
        last = notches(&wheel, from: last + 1.4, 16, unit: unit / 8, every: 0.01, perUnit: perUnit)
        words += " and of \(unit / 8)"
      }
      motion = self.motion(kind, seed, wheel, note: words)
    }
    motion.numbers = [
      ReportedMotion.Number(
        name: .perUnit, value: perUnit, negligible: 2e-3 * perUnit, isRequired: true),
      ReportedMotion.Number(
        name: .latency, value: wheel.latency, negligible: 5e-4, isRequired: true),
    ]
    motion.isEased = wheel.decay != nil
    return motion
  }

  mutating func wheelInParts(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    var wheel = answer(mayEase: true)
    let start = phase + number(0.5...0.8)
    let unit = 120.0
    let (whole, ratio) = (number(60...140) / unit, number(1.6...8))
    let parts = chance(0.75) ? whole / ratio : whole * min(ratio, 3)
    // One to four notches, then many small turns.
    let last = notches(&wheel, from: start, count(1...4), unit: unit, every: 0.15, perUnit: whole)
    let second = last + number(1.2...2)
    let small = choice(8, 4)
    _ = notches(
      &wheel, from: second, small * count(3...5), unit: unit / Double(small), every: 0.01,
      perUnit: parts)
    var motion = motion(
      kind, seed, wheel, note: "\(short(whole)) px a unit, \(short(parts)) in parts")
    motion.faults = [
      ReportedMotion.Fault(
        kind: .unevenTurns, times: [start, second], size: max(whole, parts) / min(whole, parts))
    ]
    return motion
  }

  mutating func runOn(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    var wheel = ClosedWheel(latency: chance(0.5) ? 0 : number(0...0.03), decay: nil)
    let perUnit = number(0.6...2)
    let last = fingers(&wheel, from: phase + number(0.5...0.8), perUnit: perUnit)
    let own = wheel.turns.last?.way ?? 0
    let pace = own / (last - wheel.turns[wheel.turns.count - 2].turn.time)
    let law = ClosedForm.exponential(
      velocity: pace * number(0.6...1.2), decay: number(4...10), stop: 12)
    let seam = last + wheel.latency
    wheel.add(seam + law.duration + number(0.1...0.4), 0, .end, perUnit: perUnit)
    let way = law.way(at: .infinity)
    var motion = motion(
      kind, seed, wheel, note: "fingers that rest while it runs on by \(short(way))",
      then: { law.way(at: $0 - seam) })
    // With a latency, the last turns still move it after the last one.
    let late = perUnit * abs(wheel.latency) * abs(pace) / perUnit + abs(own)
    motion.faults = [
      ReportedMotion.Fault(kind: .runOn, times: [last], size: way, sizeSlack: late)
    ]
    return motion
  }
}
