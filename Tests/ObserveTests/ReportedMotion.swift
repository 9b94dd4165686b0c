import Feel
import FeelTrace
import Glibc
import Observe
import TestSupport

/// A motion as described in bug reports about scrolling, with its known truth.
struct ReportedMotion {
  /// The subject of the report.
  enum Kind: String, CaseIterable {
    /// The content leaps at the release, and continues from there.
    case leapAtRelease
    /// It leaps at the hand's first move.
    case leapAtGrab
    /// It leaps during the drag.
    case leapInDrag
    /// A frame is shown too long, and the content never catches up.
    case freeze
    /// The same during a fling.
    case freezeInFling
    /// Frames are missing, and the next one is at the right position.
    case freezeCatchingUp
    /// Frames repeat the previous position.
    case freezeShownAgain
    /// Content is positioned at one rate and shown at another.
    case judder
    /// It rests after a fling and then starts by itself.
    case lateStart
    /// A wheel or touchpad moves it, without faults.
    case wheel
    /// A turn in small parts moves it further, or less far, than a turn in one piece.
    case wheelInParts
    /// It runs on while the fingers rest on the touchpad.
    case runOn
    /// It follows a hand with a lag or a slop.
    case lag
    /// It runs on with a velocity other than the hand's.
    case releaseVelocity
    /// A curve takes it to a position, without a known hand.
    case easedSnap
    /// Rows that start with the release and follow a law exactly.
    case exactLaw
    /// Frames are up to 3 ms early or late.
    case clockWobble
    case clean
  }

  /// A fault that must be found.
  struct Fault {
    let kind: MotionFault.Kind
    /// Its time; any of these is right.
    let times: [Double]
    /// How many seconds later it may be found, for a start that becomes visible late.
    var slack = 0.0
    let size: Double
    /// Tolerance of the size, where several interpretations are right.
    var sizeSlack = 0.0
    var isLost: Bool?
    var period: Int?
  }

  /// A number that must be reported.
  struct Number {
    enum Name: String {
      case lag, behind, releaseVelocity, perUnit, latency
      case decay, braking, exponent, frequency, duration
    }
    let name: Name
    let value: Double
    /// A difference that does not matter.
    let negligible: Double
    /// Whether the rows determine it, so that it must be reported.
    let isRequired: Bool
  }

  let kind: Kind
  let seed: UInt64
  let observation: Observation
  let interval: Double
  let isScattered: Bool
  var faults: [Fault] = []
  var numbers: [Number] = []
  /// One of these laws must be named or listed as equally likely; empty if that is not tested.
  var families: [LawFamily] = []
  var isEased: Bool?
  /// Whether a segment called a drag is wrong.
  var hasNoDrag = false
  /// How it was made.
  var note = ""

  /// Makes the motion of a kind for a seed, deterministically.
  init(_ kind: Kind, seed: UInt64) {
    let number = UInt64(Kind.allCases.firstIndex(of: kind) ?? 0)
    var maker = MotionMaker(seed: seed &* 0x9E37_79B9 &+ number &* 0x85EB_CA6B &+ 29)
    self =
      switch kind {
      case .leapAtRelease: maker.leapAtRelease(kind, seed)
      case .leapAtGrab: maker.leapInDrag(kind, seed, atGrab: true)
      case .leapInDrag: maker.leapInDrag(kind, seed, atGrab: false)
      case .freeze: maker.steadyFreeze(kind, seed)
      case .freezeInFling: maker.flingFreeze(kind, seed)
      case .freezeCatchingUp: maker.missingFrames(kind, seed)
      case .freezeShownAgain: maker.framesShownAgain(kind, seed)
      case .judder: maker.judder(kind, seed)
      case .lateStart: maker.lateStart(kind, seed)
      case .wheel: maker.wheel(kind, seed)
      case .wheelInParts: maker.wheelInParts(kind, seed)
      case .runOn: maker.runOn(kind, seed)
      case .lag: maker.lag(kind, seed)
      case .releaseVelocity: maker.releaseVelocity(kind, seed)
      case .easedSnap: maker.easedSnap(kind, seed)
      case .exactLaw: maker.exactLaw(kind, seed)
      case .clockWobble: maker.clockWobble(kind, seed)
      case .clean: maker.clean(kind, seed)
      }
  }

  init(
    _ kind: Kind, _ seed: UInt64, _ maker: MotionMaker, _ rows: [Observation.Row],
    hand: RecordedHand? = nil, turns: [Observation.WheelTurn] = [], note: String
  ) {
    (self.kind, self.seed) = (kind, seed)
    (interval, isScattered) = (maker.interval, maker.scatter > 0)
    observation = Observation(
      rows, hand: hand, turns: turns,
      source: ObservedSource(axis: maker.isVertical ? .y : .x, viewport: 800))
    self.note = "\(maker.words), \(note)"
  }
}

extension ReportedMotion {
  /// The same rows with this many frames of rest before or after them.
  func resting(before: Int, after: Int) -> Observation {
    let rows = observation.rows
    guard let first = rows.first, let last = rows.last else { return observation }
    let early = (0..<before).map { index in
      Observation.Row(time: first.time - Double(before - index) * interval, offset: first.offset)
    }
    let late = (0..<after).map { index in
      Observation.Row(time: last.time + Double(index + 1) * interval, offset: last.offset)
    }
    return Observation(
      early + rows + late, hand: observation.hand, turns: observation.turns,
      source: observation.source)
  }
}

/// Properties common to all motions of a seed: frames, scatter, rounding, direction.
struct MotionMaker {
  var random: SeededGenerator
  /// Frames per second.
  var rate: Double
  /// Time of the first frame, in seconds.
  var phase: Double
  /// Whether positions are whole px.
  var isRounded: Bool
  /// Standard deviation of the positions, in px.
  var scatter: Double
  /// 1 or −1.
  let direction: Double
  /// The content's initial position, in px.
  let origin: Double
  let isVertical: Bool

  var interval: Double { 1 / rate }
  var words: String {
    "\(Int(rate)) Hz\(isRounded ? ", rounded" : "")\(scatter > 0 ? ", scattered" : "")"
      + (direction < 0 ? ", backwards" : "")
  }

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    rate = [30, 60, 60, 90, 120, 144].randomElement(using: &random) ?? 60
    phase = Double.random(in: 0..<1, using: &random) / rate
    isRounded = Bool.random(using: &random)
    scatter = Bool.random(using: &random) ? 0.3 : 0
    direction = Bool.random(using: &random) ? 1 : -1
    origin = Double.random(in: 200...3000, using: &random).rounded()
    isVertical = Bool.random(using: &random)
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &random)
  }

  mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// True with this probability.
  mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  mutating func choice<Value>(_ first: Value, _ others: Value...) -> Value {
    ([first] + others).randomElement(using: &random) ?? first
  }

  /// A number with a uniformly distributed logarithm and a random sign.
  mutating func leap(_ range: ClosedRange<Double>) -> Double {
    exp(number(log(range.lowerBound)...log(range.upperBound))) * (chance(0.5) ? 1 : -1)
  }

  /// Duration of a rest: none, or more than a third of a second.
  mutating func pause() -> Double { chance(0.5) ? 0 : number(0.4...0.9) }

  /// A position as observed.
  mutating func seen(_ place: Double) -> Double {
    // The sum of twelve uniform numbers is nearly normal.
    let normal = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    let scattered = place + scatter * normal
    return isRounded ? scattered.rounded() : scattered
  }

  /// The frames between two times.
  func frames(_ start: Double, _ end: Double) -> [Double] {
    let first = Int(((start - phase) / interval).rounded(.up))
    let last = max(first, Int(((end - phase) / interval).rounded(.down)))
    return (first...last).map { phase + Double($0) * interval }
  }

  /// Rows at these times of content displaced by `way`.
  mutating func rows(_ times: [Double], _ way: (Double) -> Double) -> [Observation.Row] {
    times.map { Observation.Row(time: $0, offset: seen(origin + way($0))) }
  }

  /// The first frame at or after a time.
  func frame(from time: Double) -> Double {
    phase + ((time - phase) / interval - 1e-9).rounded(.up) * interval
  }
}

// MARK: Laws

extension MotionMaker {
  /// A law by which content runs out.
  enum Run: String, CaseIterable {
    case exponential, braking, power, criticalSpring, underdampedSpring, overdampedSpring

    var families: [LawFamily] {
      switch self {
      case .exponential: [.exponential]
      case .braking: [.braking]
      case .power: [.power]
      case .criticalSpring, .underdampedSpring, .overdampedSpring:
        [.criticalSpring, .underdampedSpring, .overdampedSpring]
      }
    }
  }

  mutating func run() -> Run { Run.allCases.randomElement(using: &random) ?? .exponential }

  mutating func law(_ run: Run, velocity: Double) -> ClosedForm {
    let frequency = number(7...18)
    // A fast spring would overshoot a target that is too close.
    let way = velocity / frequency * number(0.9...2.5)
    switch run {
    case .exponential:
      return .exponential(velocity: velocity, decay: number(2...7), stop: number(8...40))
    case .braking: return .braking(velocity: velocity, deceleration: number(1000...4000))
    case .power:
      let (duration, exponent) = (number(0.6...1.8), number(2.4...4))
      return .power(way: velocity * duration / exponent, duration: duration, exponent: exponent)
    case .criticalSpring:
      return .spring(way: way, velocity: velocity, frequency: frequency, ratio: 1)
    case .underdampedSpring:
      return .spring(way: way, velocity: velocity, frequency: frequency, ratio: number(0.55...0.9))
    case .overdampedSpring:
      return .spring(way: way, velocity: velocity, frequency: frequency, ratio: number(1.1...1.4))
    }
  }

  /// The characteristic number of a law.
  func number(of law: ClosedForm) -> ReportedMotion.Number {
    func number(_ name: ReportedMotion.Number.Name, _ value: Double) -> ReportedMotion.Number {
      ReportedMotion.Number(name: name, value: value, negligible: 1e-3 * value, isRequired: false)
    }
    switch law {
    case .exponential(_, let decay, _): return number(.decay, decay)
    case .braking(_, let deceleration): return number(.braking, deceleration)
    case .power(_, _, let exponent): return number(.exponent, exponent)
    case .spring(_, _, let frequency, _): return number(.frequency, frequency)
    case .viscous(_, let duration): return number(.decay, 8 / duration)
    case .bezier(_, let duration, _), .cubicOut(_, let duration), .steady(_, let duration):
      return number(.duration, duration)
    }
  }

  /// A curve or spring from rest to rest, with its families.
  mutating func curve(way: Double) -> (law: ClosedForm, families: [LawFamily], name: String) {
    let duration = number(0.2...0.6)
    switch count(0...7) {
    case 0: return (.viscous(way: way, duration: duration), [.exponential], "viscous")
    case 1: return (.cubicOut(way: way, duration: duration), [.cubicOut], "cubic-out")
    case 2: return (.bezier(way: way, duration: duration, .ease), [.cssEase], "ease")
    case 3: return (.bezier(way: way, duration: duration, .easeIn), [.easeIn], "ease-in")
    case 4: return (.bezier(way: way, duration: duration, .easeOut), [.easeOut], "ease-out")
    case 5: return (.bezier(way: way, duration: duration, .easeInOut), [.easeInOut], "ease-in-out")
    default:
      let ratio = choice(1, 1, number(0.6...0.9), number(1.1...1.4))
      let law = ClosedForm.spring(way: way, velocity: 0, frequency: number(9...22), ratio: ratio)
      return (law, Run.criticalSpring.families, "a spring of ratio \(short(ratio))")
    }
  }
}

/// A number with a few digits.
func short(_ number: Double) -> String {
  guard number.isFinite else { return "\(number)" }
  let digits = abs(number) >= 100 ? 10.0 : abs(number) >= 1 ? 1000 : 100_000
  return "\((number * digits).rounded() / digits)"
}
