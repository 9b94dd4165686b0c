public import Feel
public import FeelTrace
internal import Glibc

extension MotionNotation {
  /// A sentence on the first reading, and the libraries with other readings.
  ///
  /// - Parameter isEdge: whether a spring is used as the edge spring.
  public func summary(isEdge: Bool = true) -> String {
    let (first, others) = (readings[0], readings.dropFirst().map(\.library))
    let names = ["damping ratio", "response", "overshoot", "settles within 0.1 %", "decay", "in"]
    let facts = names.compactMap { name in first.facts.first { $0.name == name } }
    let said = facts.map { fact in
      "\(translated(fact.name))\(fact.name.hasSuffix("%") ? " in" : "") \(fact.text)"
    }.joined(separator: say(", "))
    return Words.Notation.summary(
      Words.Notation.use(first.motion, isEdge: isEdge), first.library, said, others: others)
  }
}

/// A motion in the terms of every library.
extension MotionNotation.Reading {
  /// A fact: its name, its number if it has one, and its text.
  public struct Fact: Hashable, Sendable {
    /// What it is called.
    public let name: String
    /// Its number in its unit; `nil` if it is words.
    public let number: Double?
    /// Its text.
    public let text: String

    fileprivate init(_ name: String, _ number: Double, _ unit: String) {
      (self.name, self.number) = (name, number)
      text = unit.isEmpty ? Self.text(number) : "\(Self.text(number)) \(unit)"
    }

    fileprivate init(_ name: String, _ text: String) {
      (self.name, number, self.text) = (name, nil, text)
    }

    /// A number with four significant digits.
    static func text(_ number: Double) -> String {
      guard number != 0, number.isFinite else { return "0" }
      let scale = pow(10, 3 - floor(log10(abs(number))))
      return ParameterValue.number((number * scale).rounded() / scale + 0).text
    }
  }

  /// The facts: first those of the motion, then its notation in each library.
  public var facts: [Fact] {
    switch motion {
    case .spring(let spring): Self.facts(of: spring)
    case .ease(let ease, let duration): Self.facts(of: ease, duration)
    case .line(let corners): Self.facts(of: corners)
    case .decay(let rate, let stop): Self.facts(of: rate, stop)
    }
  }

  private static func facts(of spring: Spring) -> [Fact] {
    let (omega, ratio) = (spring.angularFrequency, spring.dampingRatio)
    let motion = SpringMotion(spring, from: 0, to: 1, threshold: 0.001)
    let beyond = motion.peakOvershoot.map { ($0.value - 1) * 100 } ?? 0
    func text(_ number: Double) -> String { Fact.text(number) }
    let (stiffness, damping) = (text(omega * omega), text(2 * ratio * omega))
    return [
      Fact("frequency", omega, "rad/s"), Fact("oscillations", omega / (2 * Double.pi), "/s"),
      Fact("damping ratio", ratio, ""), Fact("response", spring.response, "s"),
      Fact("bounce", spring.bounce, ""), Fact("overshoot", beyond < 0.000_5 ? 0 : beyond, "%"),
      Fact("settles within 0.1 %", motion.duration, "s"),
      Fact("SwiftUI", "duration: \(text(spring.response)), bounce: \(text(spring.bounce))"),
      Fact("SwiftUI before", "response: \(text(spring.response)), dampingFraction: \(text(ratio))"),
      Fact("mass 1", "stiffness: \(stiffness), damping: \(damping)"),
      Fact("react-spring", "tension: \(stiffness), friction: \(damping)"),
      Fact("Compose, Android", "dampingRatio: \(text(ratio)), stiffness: \(stiffness)"),
    ]
  }

  private static func facts(of ease: Ease, _ duration: Double?) -> [Fact] {
    let points = [ease.x1, ease.y1, ease.x2, ease.y2].map(Fact.text).joined(separator: ", ")
    let course = (0...1000).map { ease.progress(at: Double($0) / 1000) }
    return [Fact("cubic-bezier", points), Fact("starts at", ease.slope(at: 0), "× its mean speed")]
      + facts(ofCourse: course) + (duration.map { [Fact("duration", $0, "s")] } ?? [])
  }

  private static func facts(of corners: [CourseCorner]) -> [Fact] {
    let course = (0...1000).map { CourseCorner.value(at: Double($0) / 1000, corners) }
    return [Fact("points", Double(corners.count), "")] + facts(ofCourse: course)
  }

  private static func facts(ofCourse course: [Double]) -> [Fact] {
    let settled = (course.lastIndex { abs($0 - 1) > 0.001 } ?? -1) + 1
    let beyond = ((course.max() ?? 1) - 1) * 100
    return [
      Fact("overshoot", max(0, beyond), "%"),
      Fact("settles within 0.1 %", min(100, Double(settled) / 10), "% of its duration"),
    ]
  }

  private static func facts(of rate: DecelerationRate, _ stop: Double?) -> [Fact] {
    let k = rate.decayPerSecond
    let run = Deceleration(from: 0, velocity: 2000, rate: rate, stopSpeed: max(stop ?? 10, 1e-6))
    func text(_ number: Double) -> String { ParameterValue.number(number.significant).text }
    return [
      Fact("decay", k, "/s"), Fact("time constant", 1 / k, "s"),
      Fact("stops at", stop ?? 10, stop == nil ? "pt/s, as UIKit does" : "pt/s"),
      Fact("from 2000 pt/s it goes", run.restPosition, "pt"), Fact("in", run.duration, "s"),
      Fact("UIKit", "rawValue: \(text(rate.keptPerMillisecond))"),
      Fact("React Native", "deceleration: \(text(1 - k / 1000))"),
      Fact("Flutter", "drag: \(text(rate.keptPerSecond))"),
      Fact("Compose, Android", "friction: \(Fact.text(k / 4.2))"),
      Fact("Motion", "timeConstant: \(Fact.text(1000 / k))"),
    ]
  }

  /// The `--set` arguments that make it the edge spring or the deceleration; `nil` for an easing,
  /// which is not a scroll law.
  public var settings: [ParameterSetting]? {
    switch motion {
    case .spring(let spring):
      return [ParameterSetting("physics.edge", .choice("spring"))]
        + Self.settings(spring, of: "physics.edge.spring", hasChoice: true)
    case .decay(let rate, let stop):
      let measure = rate.measure
      let key = measure == .keptPerMillisecond ? "keptPerMillisecond" : measure.rawValue
      return [
        ParameterSetting("physics.decay", .choice("exponential")),
        ParameterSetting("physics.decay.measure", .choice(measure.rawValue)),
        ParameterSetting("physics.decay.\(key)", .number(rate.given)),
      ]
        + (stop.map { stop in
          [
            ParameterSetting("physics.stop", .choice("speed")),
            ParameterSetting("physics.stop.speed", .number(stop.significant)),
          ]
        } ?? [])
    case .ease, .line: return nil
    }
  }

  /// The reason why it cannot be a scroll law, as a sentence; `nil` if it can.
  public var refusal: String? {
    guard let settings else { return Words.Notation.noLaw }
    var set = ParameterSet(ScrollPhysics.parameters)
    for setting in settings {
      do throws(ParameterError) { try set.set(setting.key, to: setting.value) } catch {
        return Words.Notation.beyond(error.message)
      }
    }
    return nil
  }

  /// The settings of the spring under a key for this motion; `nil` if it is not a spring.
  package func springSettings(of key: String, in set: ParameterSet) -> [ParameterSetting]? {
    guard case .spring(let spring) = motion else { return nil }
    let hasChoice = set.parameters.contains { $0.key == "\(key).damping" }
    return Self.settings(spring, of: key, hasChoice: hasChoice)
  }

  /// A spring as the settings under a key, with mass 1.
  private static func settings(
    _ spring: Spring, of key: String, hasChoice: Bool
  ) -> [ParameterSetting] {
    let omega = spring.angularFrequency
    let choice = hasChoice ? [ParameterSetting("\(key).damping", .choice("ratio"))] : []
    return choice + [
      ParameterSetting("\(key).mass", .number(1)),
      ParameterSetting("\(key).stiffness", .number((omega * omega).significant)),
      ParameterSetting("\(key).ratio", .number(spring.dampingRatio.significant)),
    ]
  }

  /// The motion between two positions, in points, or the fling from a velocity in points per
  /// second.
  public func curve(
    from start: Double, to end: Double, velocity: Double, duration: Double
  ) -> any Projector {
    switch motion {
    case .spring(let spring): SpringMotion(spring, from: start, velocity: velocity, to: end)
    case .ease(let ease, let own):
      EaseMotion(from: start, to: end, duration: own ?? duration, ease: ease)
    case .line(let corners):
      CourseMotion(start: start, end: end, duration: duration, corners: corners)
    case .decay(let rate, let stop):
      Deceleration(from: start, velocity: velocity, rate: rate, stopSpeed: max(stop ?? 10, 1e-6))
    }
  }
}

extension MotionNotation.Reading {
  /// An easing as a track between two positions in points, like a measurement; `nil` for others.
  public func track(from start: Double, to end: Double, lasting duration: Double) -> MotionTrack? {
    let name: String
    switch motion {
    case .ease: name = "cubic-bezier(\(facts[0].text))"
    case .line(let corners): name = Words.Notation.line(corners.count)
    case .spring, .decay: return nil
    }
    let curve = curve(from: start, to: end, velocity: 0, duration: duration)
    let samples = (0...Self.steps).map { step in
      let time = curve.duration * Double(step) / Double(Self.steps)
      return MotionTrack.Sample(
        time: time, position: curve.value(at: time), velocity: curve.velocity(at: time),
        state: .programmatic)
    }
    return MotionTrack(name: name, samples: samples)
  }

  private static let steps = 400
}

extension CourseCorner {
  /// The value of a polyline at a fraction of its time, extrapolated outside 0…1.
  ///
  /// Source: CSS Easing Functions Level 2, "calculate the output of a linear easing function".
  static func value(at time: Double, _ corners: [CourseCorner]) -> Double {
    guard corners.count > 1 else { return corners.first?.value ?? time }
    let last = corners.lastIndex { $0.time <= time } ?? 0
    let first = min(last, corners.count - 2)
    let (from, to) = (corners[first], corners[first + 1])
    guard to.time > from.time else { return to.value }
    return from.value + (to.value - from.value) * (time - from.time) / (to.time - from.time)
  }
}

/// A polyline as a motion.
struct CourseMotion: Projector, Hashable {
  let start: Double
  let end: Double
  let duration: Double
  let corners: [CourseCorner]

  func value(at elapsed: Double) -> Double {
    let time = min(max(0, elapsed / duration), 1)
    return start + (end - start) * CourseCorner.value(at: time, corners)
  }

  func velocity(at elapsed: Double) -> Double {
    guard elapsed >= 0, elapsed < duration else { return 0 }
    let step = duration / 10_000
    return (value(at: elapsed + step) - value(at: elapsed)) / step
  }

  var finalVelocity: Double { 0 }
}
