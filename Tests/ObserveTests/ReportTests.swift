import Feel
import FeelTrace
import Foundation
import Observe
import Testing

/// The kinds of bug reports, rebuilt as closed forms: each with the report's numbers, and with two
/// other sets.
struct ReportTests {
  private static let frame = 1.0 / 60

  private static func rows(
    from start: Double, to end: Double, every interval: Double = frame, _ place: (Double) -> Double
  ) -> [Observation.Row] {
    (0...Int((end - start) / interval)).map {
      let time = start + Double($0) * interval
      return Observation.Row(time: time, offset: place(time))
    }
  }

  /// A hand that moves steadily up from a time, sampled every 8 ms, and released at its last
  /// position.
  private static func hand(
    from start: Double, to end: Double, speed: Double, every gap: Double = 0.008
  ) -> RecordedHand {
    let times = Array(stride(from: start, to: end - 1e-9, by: gap))
    let places = times.map { Vector(300, 700 - speed * ($0 - start)) }
    var samples = zip(times, places).enumerated().map { index, sample in
      RecordedHand.Sample(time: sample.0, phase: index == 0 ? .begin : .update, location: sample.1)
    }
    samples.append(RecordedHand.Sample(time: end, phase: .end, location: places[places.count - 1]))
    return RecordedHand(samples)
  }

  /// A critically damped spring from a position and velocity to a target.
  private static func spring(
    _ time: Double, from start: Double, velocity: Double, to end: Double, frequency: Double
  ) -> Double {
    let way = start - end
    return end + (way + (velocity + frequency * way) * time) * exp(-frequency * time)
  }

  /// Expects a single fault, with its kind, time and size.
  private func expect(
    _ kind: MotionFault.Kind, at time: Double, by size: Double, in found: MotionAnalysis,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let words = found.words
    #expect(found.faults.map(\.kind) == [kind], "\(words)", sourceLocation: sourceLocation)
    guard let fault = found.faults.first else { return }
    let slack = max(1, 0.02 * abs(size))
    #expect(abs(fault.time - time) <= 1.01 * Self.frame, "\(words)", sourceLocation: sourceLocation)
    #expect(abs(fault.size - size) <= slack, "\(words)", sourceLocation: sourceLocation)
    #expect(!found.isExplained, sourceLocation: sourceLocation)
  }

  // MARK: Leaps

  /// A run whose target was moved while its amplitude was kept.
  @Test(arguments: [(300.0, 1000.0), (-48, 800), (120, 1500)])
  func `a leap at the release is one jump`(leap: Double, speed: Double) {
    let hand = Self.hand(from: -0.096, to: 0, speed: speed)
    let held = speed * 0.088
    let rows = Self.rows(from: -0.1, to: 2.3) { time in
      time < 0
        ? speed * min(max(0, time + 0.096), 0.088) : held + leap + speed / 3 * (1 - exp(-3 * time))
    }
    expect(.jump, at: 0, by: leap, in: MotionAnalysis(Observation(rows, hand: hand)))
  }

  @Test(arguments: [(24.0, 0.21), (1630, 0.7), (-90, 0.5)])
  func `a leap under the hand is one jump`(leap: Double, moment: Double) {
    let hand = Self.hand(from: 0.2, to: 1.2, speed: 300, every: 0.01)
    let rows = Self.rows(from: 0.102, to: 1.8) { time in
      100 + 300 * min(max(0, time - 0.202), 0.99) + (time >= moment ? leap : 0)
    }
    let found = MotionAnalysis(Observation(rows, hand: hand))
    let shown = rows.first { $0.time >= moment }?.time ?? 0
    expect(.jump, at: shown, by: leap, in: found)
    guard let lag = found.smoothness.lag, let slop = found.smoothness.slop else {
      Issue.record("no lag: \(found.words)")
      return
    }
    #expect(abs(lag.value - 0.002) <= max(2 * lag.error, 0.0005))
    #expect(abs(slop.value + leap) <= max(2 * slop.error, 0.5))
  }

  // MARK: Frames

  /// Content that moves by a constant step per frame, with some frames held.
  @Test(
    arguments: [(0.02, 0.047, 6.0), (1.0 / 60, 0.041, 6), (0.02, 0.1, 6), (1.0 / 60, 0.06, 11)]
      as [(Double, Double, Double)])
  func `repeated freezes without catching up are stalls with a period`(
    interval: Double, held: Double, step: Double
  ) {
    var (time, rows) = (0.0, [Observation.Row(time: 0, offset: 0)])
    for index in 1...167 {
      time += index % 7 == 0 ? held : interval
      rows.append(Observation.Row(time: time, offset: step * Double(index)))
    }
    let found = MotionAnalysis(Observation(rows))
    #expect(found.faults.count == 23 && found.faults.allSatisfy { $0.kind == .stall && $0.isLost })
    #expect(found.clock == nil && found.stallPattern?.period == 7, "\(found.words)")
    #expect(abs(found.smoothness.hitchRatio - 1000 * 23 * (held - interval) / time) < 1)
    for fault in found.faults {
      #expect(abs(fault.duration - (held - interval)) < 0.001)
      #expect(abs(fault.size - step * (held - interval) / interval) < 0.5)
    }
  }

  @Test(arguments: [(3000.0, 2.0, 12), (1800, 3, 6), (2500, 4.5, 4)] as [(Double, Double, Int)])
  func `a freeze in a fling is one stall, and its law is found`(
    speed: Double, decay: Double, frames: Int
  ) {
    let lost = Double(frames) * Self.frame
    func place(_ time: Double) -> Double { speed / decay * (1 - exp(-decay * time)) }
    let rows = Self.rows(from: 0, to: 1.6, place).map {
      Observation.Row(time: $0.time + ($0.time > 0.32 ? lost : 0), offset: $0.offset)
    }
    let found = MotionAnalysis(Observation(rows))
    let first = rows.first { $0.time > 0.32 + lost }?.time ?? 0
    let behind = place(first) - place(first - lost)
    expect(.stall, at: first, by: behind, in: found)
    #expect(found.smoothness.missed == frames)
    #expect(abs((found.segments.first?.law?["decay"]?.value ?? 0) - decay) < 0.01)
  }

  @Test(
    arguments: [(16.0, 4.0, 0), (16, 4, 120), (22, 11, 40), (9, 4, 0)] as [(Double, Double, Int)])
  func `steady judder is one fault`(long: Double, short: Double, rest: Int) {
    var (place, rows) = (0.0, [Observation.Row(time: 0, offset: 0)])
    for index in 1...60 + rest {
      place += index > 60 ? 0 : index % 2 == 1 ? long : short
      rows.append(Observation.Row(time: Double(index) * Self.frame, offset: place))
    }
    let found = MotionAnalysis(Observation(rows))
    expect(.judder, at: Self.frame, by: long - short, in: found)
    #expect(found.faults.first?.period == 2)
    #expect((55...58).contains(found.smoothness.janks), "\(found.smoothness.janks)")
    #expect(abs(found.smoothness.meanSecondDifference - (long - short)) < 0.01)
  }

  @Test(arguments: [2.0, 3, 1.5])
  func `wobbling frame times cause janks but no fault`(decay: Double) {
    // Positions for times up to 3 ms off the frames, by a hash.
    let wobble = (0..<90).map { index in
      0.003
        * (2 * ((sin(Double(index) * 12.9898) * 43758.5453).truncatingRemainder(dividingBy: 1)) - 0)
        .clamped
    }
    let rows = (0..<90).map { index in
      let time = Double(index) / 120
      return Observation.Row(
        time: time, offset: 3000 / decay * (1 - exp(-decay * (time + wobble[index]))))
    }
    let steps = zip(rows, rows.dropFirst()).map { $1.offset - $0.offset }
    let janks = steps.indices.dropFirst().dropLast().count { index in
      let around = [abs(steps[index - 1]), abs(steps[index + 1])]
      let (least, most) = (around.min() ?? 0, around.max() ?? 0)
      let factor = abs(steps[index]) > 7 || most > 7 ? 1.2 : 1.4
      return abs(steps[index]) > max(factor * most, most + 1)
        || abs(steps[index]) < min(least / factor, least - 1)
    }
    let found = MotionAnalysis(Observation(rows))
    #expect(found.faults.isEmpty, "\(found.words)")
    #expect(abs(found.smoothness.janks - janks) <= 3, "\(found.smoothness.janks), \(janks)")
    let law = found.segments.first?.law?["decay"]
    #expect(abs((law?.value ?? 0) - decay) <= 2 * (law?.error ?? 0), "\(found.words)")
  }

  // MARK: Laws

  @Test(arguments: [1500.0, 900, 2500])
  func `the release velocity is that of the following law`(speed: Double) {
    let hand = Self.hand(from: 0.2, to: 0.288, speed: speed)
    let held = speed * 0.08
    let rows = Self.rows(from: 0.003, to: 2.5) { time in
      time < 0.288
        ? speed * min(max(0, time - 0.2), 0.08)
        : Self.spring(time - 0.288, from: held, velocity: speed, to: 960, frequency: 10)
    }
    let found = MotionAnalysis(Observation(rows, hand: hand))
    let released = found.segments.first { $0.law != nil }?.releaseVelocity
    #expect(abs((released?.value ?? 0) - speed) <= max(0.01 * speed, 2 * (released?.error ?? 0)))
    #expect(found.faults.isEmpty, "\(found.words)")
  }

  @Test func `the one take that lands a card too far is found`() throws {
    let speeds = [600.0, 900, 1300, 1700, 700, 1100, 1500, 2000, 2500, 1900, 800, 1200]
    var start = 0.0
    let releases = speeds.enumerated().map { index, speed -> SnapRule.Release? in
      let due = ((start + speed * 0.088 + 0.5 * speed) / 320).rounded() * 320
      let end = due + (index == 6 ? 320 : 0)
      let hand = Self.hand(from: 0.2, to: 0.296, speed: speed)
      let held = start + speed * 0.088
      let rows = Self.rows(from: 0.003, to: 2.5) { time in
        time < 0.296
          ? start + speed * min(max(0, time - 0.2), 0.088)
          : Self.spring(time - 0.296, from: held, velocity: speed, to: end, frequency: 10)
      }
      start = end
      let observation = Observation(rows, hand: hand)
      return SnapRule.Release(observation, MotionAnalysis(observation))
    }
    let rule = try #require(SnapRule(releases))
    #expect(abs(rule.spacing - 320) < 0.5)
    #expect(rule.strays.map(\.index) == [6] && rule.strays.map(\.places) == [1])
  }

  @Test(arguments: [(-104.0, 0.2), (83, 0.05), (-40, 0.3)], [true, false])
  func `a snap that starts late is reported at its time`(
    snap: (way: Double, pause: Double), isSpring: Bool
  ) {
    let stop = 2.5
    let start = stop + snap.pause
    func run(_ time: Double) -> Double { 1500 / 2.002 * (1 - exp(-2.002 * time)) }
    let rows = Self.rows(from: 0, to: 4) { time in
      guard time > start else { return run(min(time, stop)) }
      let share = min(1, (time - start) / 0.25)
      return run(stop)
        + (isSpring
          ? Self.spring(time - start, from: 0, velocity: 0, to: snap.way, frequency: 12)
          : snap.way * (1 - pow(1 - share, 3)))
    }
    let found = MotionAnalysis(Observation(rows))
    expect(.restart, at: start, by: snap.way, in: found)
    #expect(abs((found.segments.first?.law?["decay"]?.value ?? 0) - 2.002) < 0.01)
  }

  /// Android's viscous fluid: a time constant of 1/16 s for a duration of 0.5 s.
  @Test(arguments: [(100.0, 0.5), (240, 0.4), (-160, 0.6)])
  func `an eased snap is not a drag`(way: Double, duration: Double) {
    func viscous(_ share: Double) -> Double {
      let time = 8 * share
      return time < 1 ? time - (1 - exp(-time)) : exp(-1) + (1 - exp(-1)) * (1 - exp(1 - time))
    }
    let rows = Self.rows(from: 0, to: duration + 0.1) {
      way * viscous(min(1, $0 / duration)) / viscous(1)
    }
    let found = MotionAnalysis(Observation(rows))
    #expect(!found.segments.contains { $0.kind == .drag } && found.faults.isEmpty, "\(found.words)")
    let law = found.segments.first { $0.law?.family == .exponential }
    let decay = law?.law?["decay"]?.value ?? 0
    #expect(abs(decay - 8 / duration) < 0.1, "\(decay), \(found.words)")
    #expect((law?.start ?? 1) <= duration / 8 + 1.01 * Self.frame)
  }

  @Test(arguments: [(1500.0, 2.0), (3000, 4), (800, 6.5)])
  func `an exact law is found from its first row on`(speed: Double, decay: Double) {
    let end = log(speed / 5) / decay
    let rows = Self.rows(from: 0, to: end + 0.5) {
      speed / decay * (1 - exp(-decay * min($0, end)))
    }
    let found = MotionAnalysis(Observation(rows))
    #expect(found.segments.first?.kind == .fling && found.segments.first?.start == 0)
    #expect(abs((found.segments.first?.law?["decay"]?.value ?? 0) - decay) < 0.01)
    #expect(found.faults.isEmpty, "\(found.words)")
  }

  /// An animated picture stores times in hundredths of a second: 30, 30 and 40 ms for 30 frames a
  /// second.
  @Test(arguments: [(1800.0, 2.0, 30.0), (900, 4, 50), (2600, 3, 60)])
  func `times in hundredths of a second do not hide a law`(
    speed: Double, decay: Double, rate: Double
  ) throws {
    let rows = (0..<Int(1.4 * rate)).map { frame in
      let time = Double(frame) / rate
      return Observation.Row(
        time: (time * 100).rounded() / 100,
        offset: (speed / decay * (1 - exp(-decay * time))).rounded())
    }
    let found = MotionAnalysis(Observation(rows))
    #expect(found.isExplained, "\(found.words)")
    let law = try #require(found.segments.compactMap(\.law).first)
    #expect(law.family == .exponential)
    let told = try #require(law["decay"])
    #expect(abs(told.value - decay) <= 2 * told.error + 0.005 * decay)
  }

  // MARK: Hands and wheels

  @Test(arguments: [60.0, 70, 50])
  func `a steady hand gives the sum of lag and slop`(speed: Double) {
    let hand = Self.hand(from: 0, to: 1, speed: speed, every: 1.0 / 120)
    let rows = Self.rows(from: -0.2, to: 1.2) { time in
      let place = speed * min(max(0, time), 1 - 1.0 / 120)
      return 2 * (place / 2).rounded(.down)
    }
    let smooth = MotionAnalysis(Observation(rows, hand: hand)).smoothness
    #expect(smooth.lag == nil && smooth.quantum == 2)
    // Content that moves in whole steps is half a step behind on average.
    let behind = smooth.behind
    #expect(
      abs((behind?.value ?? 9) - 1) <= 2 * (behind?.error ?? 0) + 0.1,
      "\(String(describing: behind))")
  }

  @Test(arguments: [(0.0, 8.0), (0.05, 8), (0.03, 15)])
  func `the wheel's distance per unit and latency are measured`(latency: Double, turn: Double)
    throws
  {
    let turns = (0..<30).map { Observation.WheelTurn(time: 0.5 + Double($0) * 0.016, amount: turn) }
    let rows = Self.rows(from: 0.303, to: 1.6) { time in
      Double(turns.count { $0.time + latency <= time }) * turn
    }
    let found = MotionAnalysis(Observation(rows, turns: turns))
    let wheel = try #require(found.wheel)
    #expect(found.faults.isEmpty && found.segments.contains { $0.kind == .wheel })
    #expect(abs(wheel.perUnit.value - 1) < 0.01 && !wheel.isEased)
    let told = try #require(wheel.latency)
    #expect(abs(told.value - latency) <= max(0.001, 2 * told.error), "\(told)")
  }

  @Test(arguments: [(0.6, 0.075), (0.6, 0.2), (1, 3)])
  func `wheel turns in parts that move less are reported`(whole: Double, part: Double) {
    let turns =
      [Observation.WheelTurn(time: 0.5, amount: 120)]
      + (0..<8).map { Observation.WheelTurn(time: 2.5 + Double($0) * 0.01, amount: 15) }
    let rows = Self.rows(from: 0.303, to: 4) { time in
      turns.reduce(0.0) { place, turn in
        let way = turn.amount * (turn.time < 1 ? whole : part)
        return place + (time > turn.time ? way * (1 - exp(-12 * (time - turn.time))) : 0)
      }
    }
    let found = MotionAnalysis(Observation(rows, turns: turns))
    let fault = found.faults.first { $0.kind == .unevenTurns }
    #expect(found.faults.count == 1, "\(found.words)")
    #expect(abs((fault?.size ?? 0) - max(whole / part, part / whole)) < 0.1)
    #expect(abs((fault?.time ?? 0) - 2.5) < 0.001)
  }

  /// Small turns hidden by scatter: the motion after the last one shows that they are eased.
  @Test(arguments: [0.075, 0.2, 0.6], [15.0, 30])
  func `small eased wheel turns are measured by their whole distance`(perUnit: Double, turn: Double)
    throws
  {
    let turns = (0..<8).map { Observation.WheelTurn(time: 0.5 + Double($0) * 0.01, amount: turn) }
    let rows = Self.rows(from: 0.303, to: 2) { time in
      turns.reduce(0.0) { place, turn in
        place + (time > turn.time ? turn.amount * perUnit * (1 - exp(-12 * (time - turn.time))) : 0)
      }
    }
    let wheel = try #require(MotionAnalysis(Observation(rows, turns: turns)).wheel)
    #expect(wheel.isEased && abs(wheel.perUnit.value - perUnit) < 0.001, "\(wheel)")
    let latency = try #require(wheel.latency)
    #expect(latency.value <= 2 * latency.error, "\(latency)")
  }

  @Test(arguments: [(1200.0, 4.0), (800, 3), (2000, 5)])
  func `content that runs on under still fingers is reported`(speed: Double, decay: Double) {
    let turns =
      [Observation.WheelTurn(time: 0.5, amount: 0, phase: .begin)]
      + (1...20).map {
        Observation.WheelTurn(time: 0.5 + Double($0) * 0.01, amount: 12, phase: .change)
      } + [Observation.WheelTurn(time: 1.6, amount: 0, phase: .end)]
    let rows = Self.rows(from: 0.303, to: 3.6) { time in
      12 * Double(turns.count { $0.amount > 0 && $0.time <= time })
        + (time > 0.7 ? speed / decay * (1 - exp(-decay * (time - 0.7))) : 0)
    }
    let found = MotionAnalysis(Observation(rows, turns: turns))
    expect(.runOn, at: 0.7, by: speed / decay, in: found)
    #expect(abs((found.wheel?.turned ?? 0) - 240) < 0.01)
  }

  // MARK: No faults

  /// A drag whose last frame shows less of it than those before, and a run.
  @Test(arguments: [1500.0, -600, 2900], [0.0, 4000])
  func `an unknown release is not a jump`(velocity: Double, gain: Double) {
    let growth = velocity < 0 ? -gain : gain
    let released = velocity + growth * 0.1
    func drag(_ time: Double) -> Double { velocity * time + growth * time * time / 2 }
    let rows = (0...150).map { index in
      let time = Double(index) * Self.frame - 0.1
      // The hand is sampled every 8 ms, and the first frame shows an older sample.
      let sampled = ((time + 0.1) / 0.008).rounded(.down) * 0.008
      let place =
        time < -1e-6
        ? drag(max(0, sampled - 0.004)) : drag(0.096) + released / 2 * (1 - exp(-2 * time))
      return Observation.Row(time: time, offset: place)
    }
    let found = MotionAnalysis(Observation(rows))
    #expect(found.faults.isEmpty, "\(found.words)")
  }

  /// Rest before or after the rows does not change their faults.
  @Test(arguments: [0, 30, 120])
  func `rest before and after a motion leaves its fault as it is`(rest: Int) {
    var rows = (0...60).map { index in
      let time = Double(index + rest) * Self.frame
      return Observation.Row(
        time: time, offset: 500 * (1 - exp(-3 * Double(index) * Self.frame)) + (index > 20 ? 24 : 0)
      )
    }
    rows =
      (0..<rest).map { Observation.Row(time: Double($0) * Self.frame, offset: 0) } + rows
      + (1...max(1, rest)).map {
        Observation.Row(
          time: Double(60 + rest + $0) * Self.frame, offset: rows[rows.count - 1].offset)
      }
    let found = MotionAnalysis(Observation(rows))
    #expect(found.faults.map(\.kind) == [.jump], "\(found.words)")
    #expect(abs((found.faults.first?.size ?? 0) - 24) < 1)
  }

  /// Number of frames, speed of the hand, and whether the content does not catch up afterwards.
  @Test(arguments: [(3, 900.0, false), (6, 640, false), (4, 1200, true)])
  func `content that stands still while the hand moves is a stall`(
    frames: Int, speed: Double, isLost: Bool
  ) throws {
    let hand = Self.hand(from: 0, to: 0.6, speed: speed)
    let (last, length) = (18 * Self.frame, Double(frames) * Self.frame)
    let rows = Self.rows(from: -0.1, to: 0.6) { time in
      let isHeld = time > last + 1e-9 && time < last + length + 1e-9
      let late = isLost && time > last + length + 1e-9 ? length : 0
      return speed * max(0, (isHeld ? last : time) - late)
    }
    let found = MotionAnalysis(Observation(rows, hand: hand))
    let words = found.words
    let stall = try #require(found.faults.first { $0.kind == .stall }, "\(words)")
    #expect(found.faults.count == 1 && stall.isLost == isLost, "\(words)")
    #expect(abs(stall.time - last - Self.frame) < Self.frame, "\(words)")
    #expect(abs(stall.size - speed * length) <= max(1, 0.02 * speed * length), "\(words)")
    #expect(abs(stall.duration - length) < 0.002, "\(stall.duration)")
  }

  @Test(arguments: [2, 3, 6])
  func `a stall without catching up lasts as long as the content stood still`(frames: Int) throws {
    let (last, length) = (18 * Self.frame, Double(frames) * Self.frame)
    let rows = Self.rows(from: 0, to: 2) { time in
      let shown = time <= last + 1e-9 ? time : max(last, time - length)
      return 700 * (1 - exp(-3.1 * shown))
    }
    let found = MotionAnalysis(Observation(rows))
    let stall = try #require(found.faults.first { $0.kind == .stall }, "\(found.words)")
    #expect(found.faults.count == 1 && stall.isLost, "\(found.words)")
    #expect(abs(stall.duration - length) < 0.002, "\(stall.duration)")
  }

  @Test func `a bounce gives its target before it rests`() throws {
    var physics = ScrollPhysics.uikit
    physics.pixelLanding = .none
    let motion = physics.release(
      from: 20, velocity: 2500, in: ScrollExtent(minimum: -1e6, maximum: 600, viewport: 600))
    let found = MotionAnalysis(Observation(Self.rows(from: 0, to: 1) { motion.value(at: $0) }))
    let bounce = try #require(found.segments.last { $0.kind == .bounce }, "\(found.words)")
    #expect(abs(try #require(bounce.law?.target) - 600) < 0.1)
  }
}

extension Double {
  fileprivate var clamped: Double { Swift.min(Swift.max(self, -1), 1) }
}
