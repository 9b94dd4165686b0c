import Feel
import FeelTrace
import Foundation
import Stage
import TestSupport
import Testing

/// Springs, easings and decelerations in the notation of libraries, with values computed by hand.
struct MotionNotationTests {
  /// The springs that a text can mean, as (library, ω0, ζ).
  private func springs(_ text: String) throws -> [(library: String, omega: Double, ratio: Double)] {
    let notation = try #require(try MotionNotation.read(text), "\(text)")
    return notation.readings.compactMap { reading in
      guard case .spring(let spring) = reading.motion else { return nil }
      return (reading.library, spring.angularFrequency, spring.dampingRatio)
    }
  }

  private func expect(
    _ text: String, _ library: String, omega: Double, ratio: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let all = try springs(text)
    let found = try #require(
      all.first { $0.library == library }, "\(text): \(all)", sourceLocation: sourceLocation)
    #expect(abs(found.omega - omega) < 5e-5 * omega, "\(found)", sourceLocation: sourceLocation)
    #expect(abs(found.ratio - ratio) < 5e-5 * ratio, "\(found)", sourceLocation: sourceLocation)
  }

  // ω0 = √(k/m), ζ = c/(2√(km)).
  @Test func `physical constants mean the same everywhere`() throws {
    let all = "everywhere"
    // √170 and 26/(2·√170).
    try expect("{ mass: 1, stiffness: 170, damping: 26 }", all, omega: 13.03840, ratio: 0.997053)
    try expect(
      #"{"mass": 3, "stiffness": 1000, "damping": 500}"#, all, omega: 18.25742, ratio: 4.564355)
    try expect(
      "withSpring(100, { mass: 1, damping: 10, stiffness: 100 })", all, omega: 10, ratio: 0.5)
    try expect(
      ".interpolatingSpring(mass: 1, stiffness: 170, damping: 15)", all, omega: 13.03840,
      ratio: 0.575224)
    try expect("stiffness = 400f, damping = 20f, mass = 1f", all, omega: 20, ratio: 0.5)
  }

  @Test func `missing constants take each library's defaults`() throws {
    try expect("{ stiffness: 400 }", "Motion, React Native, Reanimated 3", omega: 20, ratio: 0.25)
    // Mass 4 and damping 120: ω0 = 10, ζ = 120/(2·√1600).
    try expect("{ stiffness: 400 }", "Reanimated 4", omega: 10, ratio: 1.5)
  }

  @Test func `libraries that treat overdamped springs as critical are named`() throws {
    let found = try springs("{ mass: 3, stiffness: 1000, damping: 500 }")
    #expect(found.map(\.library) == ["everywhere", "Reanimated, Core Animation, SwiftUI"])
    #expect(found.last?.ratio == 1)
  }

  @Test func `tension and friction have two readings`() throws {
    try expect("{ tension: 180, friction: 12 }", "react-spring", omega: 13.41641, ratio: 0.447214)
    // k = 150·3.62 + 194 = 737, c = 4·3 + 25 = 37.
    try expect(
      "{ tension: 180, friction: 12 }", "React Native Animated, Rebound", omega: 27.14774,
      ratio: 0.681456)
    try expect("config.molasses", "react-spring", omega: 16.73320, ratio: 3.585686)
  }

  @Test func `constants of two libraries in one text do not hide each other`() throws {
    for text in ["{ mass: 1, tension: 170, friction: 26 }", "tension: 170, friction: 26, mass: 1"] {
      try expect(text, "react-spring", omega: 13.03840, ratio: 0.997053)
    }
    try expect("stiffness: 100, dampingFraction: 0.5", "Jetpack Compose", omega: 10, ratio: 0.5)
    try expect(
      "SpringDescription.withDampingRatio(mass: 1, stiffness: 100, ratio: 0.8)", "Flutter",
      omega: 10, ratio: 0.8)
    try expect("spring(0.5f, 400f)", "Jetpack Compose", omega: 20, ratio: 0.5)
    try expect("spring()", "SwiftUI", omega: 12.56637, ratio: 1)
  }

  // Bounces of 0, 0.15 and 0.3, and 2π/0.4.
  @Test func `SwiftUI's named springs take a duration and an extra bounce`() throws {
    try expect("Spring.snappy", "SwiftUI", omega: 12.56637, ratio: 0.85)
    try expect(".bouncy(duration: 0.4)", "SwiftUI", omega: 15.70796, ratio: 0.7)
    try expect(
      "withAnimation(.bouncy(duration: 0.4, extraBounce: 0.1)) {", "SwiftUI", omega: 15.70796,
      ratio: 0.6)
  }

  @Test(arguments: [
    ("stiffness: 100, damping: abc", "damping needs a number"),
    ("stiffness: 1000, damping: ", "damping needs a number"),
    ("stiffness: 1e400, damping: 3", "stiffness needs a number"),
    ("response: -1, dampingFraction: 0.8", "response must be above 0"),
    ("response: 0,5, dampingFraction: 0,8", "decimals of response with a point"),
    ("usingSpringWithDamping: 0.6, initialSpringVelocity: 0, duration: 0.5", "UIKit does not say"),
    ("UISpringTimingParameters(dampingRatio: 0.6)", "UIKit does not say"),
  ])
  func `a value that cannot be read is refused`(_ text: String, _ reason: String) {
    let error = #expect(throws: MotionNotationError.self) { try MotionNotation.read(text) }
    #expect(error?.message.contains(reason) ?? false, "\(String(describing: error))")
  }

  @Test func `defaults and names that mean nothing are named`() throws {
    let reading = try #require(
      try MotionNotation.read("{ stiffnes: 1000, damping: 10, toValue: 1 }")?.readings.first)
    #expect(reading.notes.first == "Left out, so by default: mass 1, stiffness 100.")
    #expect(reading.notes.last == "Not used: stiffnes, toValue.")
  }

  @Test func `a response is a period`() throws {
    // 2π/0.5.
    try expect(
      ".spring(response: 0.5, dampingFraction: 0.825)", "SwiftUI", omega: 12.56637, ratio: 0.825)
    try expect("Spring(response: 0.25, dampingRatio: 0.7)", "SwiftUI", omega: 25.13274, ratio: 0.7)
  }

  @Test func `duration and bounce have three readings`() throws {
    let text = "{ duration: 0.5, bounce: 0.3 }"
    try expect(text, "SwiftUI", omega: 12.56637, ratio: 0.7)
    // ζ/√(1 − ζ²) = 0.980196: ln(980.196)/(0.7·0.5).
    try expect(text, "Motion, duration", omega: 19.67922, ratio: 0.7)
    // 2π/(1.2·0.5).
    try expect(
      "{ visualDuration: 0.5, bounce: 0.3 }", "Motion, visualDuration", omega: 10.47198, ratio: 0.7)
    // A negative bounce is overdamped only in SwiftUI: 1/(1 − 0.2); in Motion ζ is at most 1.
    try expect("duration: 1, bounce: -0.2", "SwiftUI", omega: 6.283185, ratio: 1.25)
    try expect("duration: 500ms, bounce: 0.3", "SwiftUI", omega: 12.56637, ratio: 0.7)
    try expect("{ duration: 800, bounce: 0.25 }", "SwiftUI", omega: 7.853982, ratio: 0.75)
  }

  @Test func `a critical spring of Motion solves its envelope`() throws {
    let found = try #require(try springs("{ duration: 0.8, bounce: 0 }").last)
    let shift = found.omega * 0.8
    #expect(abs((1 + shift) * exp(-shift) - 0.001) < 1e-9)
  }

  @Test func `Reanimated's duration is two thirds of its rest time`() throws {
    let found = try #require(try springs("{ duration: 550, dampingRatio: 1 }").first)
    #expect(found.library == "Reanimated 4")
    // Energy of a critical spring from rest: x² + v²/ω², 6e-9 of its start after 0.825 s.
    let (decay, time) = (found.omega, 0.825)
    let (place, speed) = (
      (1 + decay * time) * exp(-decay * time), decay * decay * time * exp(-decay * time)
    )
    #expect(abs(place * place + speed * speed / (decay * decay) - 6e-9) < 1e-13)
  }

  /// Reference values: Motion's search, 12 Newton steps from 5/duration; Reanimated's energy of a
  /// critical spring of ζω0, integrated by Runge–Kutta.
  @Test func `durations match the libraries' own searches`() throws {
    try expect("{ duration: 0.3, bounce: 0.25 }", "Motion, duration", omega: 31.25961, ratio: 0.75)
    try expect("{ duration: 0.8, bounce: 0 }", "Motion, duration", omega: 11.54177, ratio: 1)
    try expect("{ duration: 1000, bounce: 0.9 }", "Motion, duration", omega: 46.10195, ratio: 0.1)
    try expect("{ duration: 550, dampingRatio: 1 }", "Reanimated 4", omega: 14.99128, ratio: 1)
    try expect("{ duration: 550, dampingRatio: 0.5 }", "Reanimated 4", omega: 29.42538, ratio: 0.5)
    try expect("{ duration: 400, dampingRatio: 0.8 }", "Reanimated 4", omega: 25.56131, ratio: 0.8)
  }

  // Source: Motion's springDefaults, React Native's Animated.spring, react-spring's config,
  // Compose's SpringSpec.
  @Test func `rest thresholds and clamps are those given or each library's defaults`() throws {
    func notes(_ text: String, _ library: String) throws -> [String] {
      let readings = try #require(try MotionNotation.read(text), "\(text)").readings
      return try #require(readings.first { $0.library == library }, "\(text)").notes
    }
    let motion = try notes("{ visualDuration: 0.5, bounce: 0.3 }", "Motion, visualDuration")
    #expect(motion == ["It rests within 0.5 of the target and below 2 per second."])
    let animated = try notes("{ tension: 40, friction: 7 }", "React Native Animated, Rebound")
    #expect(animated == ["It rests within 0.001 of the target and below 0.001 per second."])
    let compose = try notes("spring(dampingRatio = 1f, stiffness = 400f)", "Jetpack Compose")
    #expect(compose == ["It rests within 0.01 of the target."])
    let given = try notes(
      "{ stiffness: 100, damping: 10, mass: 1, restDelta: 0.1, restSpeed: 1 }", "everywhere")
    #expect(given == ["It rests within 0.1 of the target and below 1 per second."])
    let clamped = try notes("{ tension: 170, friction: 26, clamp: true }", "react-spring")
    #expect(clamped.first?.contains("no overshoot") ?? false)
    let thrown = try notes("{ tension: 170, friction: 26, velocity: 5 }", "react-spring")
    #expect(thrown.first?.contains("starting velocity, 5") ?? false)
  }

  @Test func `an easing becomes a track between two positions`() throws {
    let reading = try #require(try MotionNotation.read("cubic-bezier(0, 0, 1, 1)")?.readings.first)
    let track = try #require(reading.track(from: 100, to: 300, lasting: 0.5))
    #expect(track.name == "cubic-bezier(0, 0, 1, 1)")
    #expect(track.samples.first?.position == 100 && track.samples.last?.time == 0.5)
    for sample in track.samples {
      #expect(abs(sample.position - (100 + 400 * sample.time)) < 1e-6)
    }
    let line = try #require(try MotionNotation.read("linear(0, 0.5 25%, 1)")?.readings.first)
    let bent = try #require(line.track(from: 0, to: 80, lasting: 1))
    #expect(bent.name == "linear(), 3 points" && bent.samples[100].position == 40)
    let spring = try #require(try MotionNotation.read("config.stiff")?.readings.first)
    #expect(spring.track(from: 0, to: 1, lasting: 1) == nil)
  }

  @Test func `a motion that parameters cannot express says why`() throws {
    func refusal(_ text: String) throws -> String? {
      try #require(try MotionNotation.read(text)).readings[0].refusal
    }
    #expect(try refusal("config.molasses") == nil)
    #expect(try refusal("spring(stiffness = Spring.StiffnessHigh, dampingRatio = 1f)") == nil)
    let stiff = try #require(try refusal("{ stiffness: 1e7, damping: 4000, mass: 1 }"))
    #expect(stiff.contains("physics.edge.spring.stiffness") && stiff.contains("1.0 to 50000.0"))
    #expect(try refusal("{ deceleration: 0.5 }")?.contains("0.9 to 0.9999") ?? false)
    #expect(try refusal("ease")?.contains("no law of scrolling") ?? false)
  }

  @Test func `a ratio and a stiffness are read as Android's`() throws {
    try expect(
      "spring(dampingRatio = Spring.DampingRatioMediumBouncy, stiffness = Spring.StiffnessMediumLow)",
      "Jetpack Compose", omega: 20, ratio: 0.5)
    try expect(
      "spring(dampingRatio = 0.75f, stiffness = 200f)", "Jetpack Compose", omega: 14.14214,
      ratio: 0.75)
    try expect(
      "SpringForce().setStiffness(1500f).setDampingRatio(0.2f)", "Android views", omega: 38.72983,
      ratio: 0.2)
  }

  private func decays(_ text: String) throws -> [(library: String, decay: Double, stop: Double?)] {
    try #require(try MotionNotation.read(text)).readings.compactMap { reading in
      guard case .decay(let rate, let stop) = reading.motion else { return nil }
      return (reading.library, rate.decayPerSecond, stop)
    }
  }

  @Test func `a deceleration is read by its library's rule`() throws {
    let kept = try decays("{ velocity: 1, deceleration: 0.998 }")
    #expect(kept.count == 3)
    // −1000·ln 0.998 and 1000·(1 − 0.998).
    #expect(abs(kept[0].decay - 2.0020027) < 1e-6 && kept[0].stop == 10)
    #expect(abs(kept[1].decay - 2) < 1e-9)
    let compose = try decays("exponentialDecay(frictionMultiplier = 0.5f)")
    #expect(compose.first?.decay == 2.1 && compose.first?.stop == 0.1)
    let android = try decays("fling.setFriction(1.1f)")
    #expect(abs(try #require(android.first).decay - 4.62) < 1e-9)
    #expect(android.first?.stop == 46.875)
    // −ln 0.135.
    let flutter = try decays("FrictionSimulation(0.135, 0, 500)")
    #expect(abs(try #require(flutter.first).decay - 2.002481) < 1e-6)
    let inertia = try decays("{ type: 'inertia', timeConstant: 325, power: 0.8 }")
    #expect(abs(try #require(inertia.first).decay - 3.076923) < 1e-6)
  }

  @Test func `easings are read as curves and lines`() throws {
    func motion(_ text: String) throws -> MotionNotation.Motion? {
      try MotionNotation.read(text)?.readings.first?.motion
    }
    #expect(
      try motion("cubic-bezier(0.16, 1, .3, 1);")
        == .ease(Ease(cubicBezier: 0.16, 1, 0.3, 1), duration: nil))
    #expect(try motion("ease") == .ease(Ease(cubicBezier: 0.25, 0.1, 0.25, 1), duration: nil))
    #expect(try motion("ease-in-out") == .ease(.easeInOut, duration: nil))
    #expect(
      try motion(".timingCurve(0.2, 0, 0, 1, duration: 0.4)")
        == .ease(Ease(cubicBezier: 0.2, 0, 0, 1), duration: 0.4))
    #expect(
      try motion("linear(0, 0.5 25% 75%, 1)")
        == .line([
          CourseCorner(time: 0, value: 0), CourseCorner(time: 0.25, value: 0.5),
          CourseCorner(time: 0.75, value: 0.5), CourseCorner(time: 1, value: 1),
        ]))
    // Two stops without a percentage divide the interval between their neighbours evenly.
    let line = try motion("linear(0, 0.2, 0.9, 1.1 60%, 1)")
    guard case .line(let corners) = line else {
      return #expect(Bool(false), "\(String(describing: line))")
    }
    #expect(zip(corners.map(\.time), [0, 0.2, 0.4, 0.6, 1]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test func `facts use the terms of several libraries`() throws {
    let reading = try #require(try MotionNotation.read("config.wobbly")?.readings.first)
    func number(_ name: String) -> Double? { reading.facts.first { $0.name == name }?.number }
    // e^(−πζ/√(1 − ζ²)) with ζ = 12/(2·√180).
    #expect(abs(try #require(number("overshoot")) - 20.787_96) < 0.001)
    #expect(abs(try #require(number("response")) - 0.468_321) < 1e-6)
    #expect(abs(try #require(number("settles within 0.1 %")) - 1.136) < 0.002)
    let words = reading.facts.map(\.text)
    #expect(words.contains("tension: 180, friction: 12"))
    #expect(words.contains("dampingRatio: 0.4472, stiffness: 180"))
  }

  @Test func `a spring's settings set the edge spring`() throws {
    let reading = try #require(
      try MotionNotation.read("{ mass: 2, stiffness: 340, damping: 52 }")?.readings.first)
    var set = ParameterSet(ScrollPhysics.parameters, preset: .android)
    for setting in try #require(reading.settings) { try set.set(setting.key, to: setting.value) }
    guard case .spring(let edge) = set.physics.bounce else { return #expect(Bool(false)) }
    #expect(abs(edge.spring.angularFrequency - 13.038_405) < 1e-5)
    #expect(abs(edge.spring.dampingRatio - 0.997_054) < 1e-5)
  }

  @Test(arguments: [
    ("{ stiffness: 0, damping: 10 }", "above 0"), ("cubic-bezier(2, 0, 0, 1)", "both x in 0 to 1"),
    ("cubic-bezier(1, 0)", "four numbers"), ("linear(0)", "at least two"),
    ("{ duration: 0.5, bounce: 1 }", "below 1"), ("{ deceleration: 1.2 }", "below 1"),
    ("linear(0, a, 1)", "at least two"), ("linear(0, 1e308 25% 75%, 1)", "within 1000"),
    ("linear(0, 1 1e-310%)", "within 1000"), ("{ mass: -1, stiffness: 10 }", "mass"),
  ])
  func `impossible values are rejected with a sentence`(text: String, words: String) {
    let error = #expect(throws: MotionNotationError.self) { try MotionNotation.read(text) }
    #expect(error?.message.contains(words) ?? false, "\(String(describing: error))")
  }

  @Test(arguments: [
    "", "hello", "--preset gtk4 --set physics.edge.spring.stiffness=100", "physics.stop.speed=10",
    #"{"scene": "carousel", "parameters": {"physics.edge.spring.mass": 2}}"#, "12", "[1, 2]",
    "session.feel",
  ])
  func `text that is not a motion is ignored`(text: String) throws {
    #expect(try MotionNotation.read(text) == nil)
  }

  @Test func `no text crashes the reader`() {
    var random = SeededGenerator(seed: 5)
    let pieces = [
      "stiffness", "mass", ":", "=", "(", ")", "{", "}", ",", "1e308", "-1", "0", "nan", "%", "é",
      "linear", "cubic-bezier", "duration", "ms", " ", "\n", "tension", "friction", ".", "f",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 1...12, using: &random))
        .compactMap { _ in pieces.randomElement(using: &random) }.joined()
      _ = try? MotionNotation.read(text)?.readings.map(\.facts)
    }
  }
}
