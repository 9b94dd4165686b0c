import Feel
import FeelTrace
import Lab
import RandomSessions
import Scenes
import Stage
import TestSupport
import Testing

/// The parameter layer checks all input from outside: it rejects invalid values by name, and
/// accepts only harmless ones.
struct ParameterTests {
  static let declarations = Dictionary(
    Catalog.all.scenes.flatMap { $0.parameters }.map { ($0.key, $0) }, uniquingKeysWith: { $1 }
  ).values.sorted { $0.key < $1.key }

  private func refused(_ parameter: Parameter) -> [ParameterValue] {
    let numbers: [Double]
    switch parameter.domain {
    case .number(let range), .limit(let range):
      numbers = [range.lowerBound.nextDown, range.upperBound.nextUp]
    case .integer(let range):
      numbers = [range.lowerBound - 1, range.upperBound + 1, range.lowerBound + 0.5]
    case .choice: return [.choice(""), .choice("sideways"), .number(1), .flag(true), .unlimited]
    case .flag: return [.choice("on"), .number(1), .unlimited]
    }
    var refused = (numbers + [.nan, .infinity, -.infinity, 1e308]).map { ParameterValue.number($0) }
    if case .limit = parameter.domain {} else { refused.append(.unlimited) }
    return refused + [.choice("1"), .flag(false)]
  }

  @Test(arguments: declarations)
  func `an invalid value is rejected by name, value and range and changes nothing`(
    parameter: Parameter
  ) throws {
    var set = ParameterSet([parameter])
    for value in refused(parameter) {
      let error = #expect(throws: ParameterError.self) { try set.set(parameter.key, to: value) }
      let message = try #require(error).message
      #expect(message.contains(parameter.key) && message.contains(parameter.domainText))
      #expect(message.contains(value.text))
    }
    #expect(set.changed.isEmpty)
    let missing = #expect(throws: ParameterError.self) { try parameter.value(parsing: "") }
    #expect(missing == ParameterError.noValue(key: parameter.key, domain: parameter.domainText))
    for word in ["NaN", "inf", "1e999", "-1e308", "0x", "½", "1,5"] {
      #expect(throws: ParameterError.self) { try parameter.value(parsing: word) }
    }
    #expect(throws: ParameterError.unknownKey("nothing", known: [parameter.key])) {
      try set.set("nothing", to: .number(1))
    }
  }

  private func any(of parameter: Parameter, _ random: inout SeededGenerator) -> ParameterValue {
    switch parameter.domain {
    case .number(let range), .limit(let range):
      let ends = [range.lowerBound, range.upperBound, Double.random(in: range, using: &random)]
      return .number(ends.randomElement(using: &random) ?? range.lowerBound)
    case .integer(let range):
      let ends = [range.lowerBound, range.upperBound, Double.random(in: range, using: &random)]
      return .number((ends.randomElement(using: &random) ?? range.lowerBound).rounded())
    case .choice(let words): return .choice(words.randomElement(using: &random) ?? "")
    case .flag: return .flag(Bool.random(using: &random))
    }
  }

  @Test(arguments: Catalog.all.scenes.map { $0.id })
  func `valid changes in mid-gesture keep a scene's numbers finite and let it come to rest`(
    id: String
  ) throws {
    let scene = try #require(Catalog.all.scene(id))
    let name = "valid changes in mid-gesture keep a scene's numbers finite and let it come to rest"
    for seed in Budget.seeds(20, quick: 6, of: name) {
      var random = SeededGenerator(seed: seed)
      var gestures = Gestures(seed: seed)
      var session = Session(catalog: Catalog([scene]), scene: scene, size: Size(1200, 800))
      for _ in 0..<300 {
        let event = gestures.next()
        if Int.random(in: 0..<4, using: &random) == 0,
          let parameter = scene.parameters.randomElement(using: &random)
        {
          let value = any(of: parameter, &random)
          session.handle(.change(event.time, .parameter(parameter.key, value)))
        }
        if Int.random(in: 0..<30, using: &random) == 0,
          let preset = ScrollPreset.all.randomElement(using: &random)
        {
          session.handle(.change(event.time, .preset(preset)))
        }
        session.handle(event)
        expectNumbers(session)
      }
      session.cancel(.closing)
      session.change(.pause(false))
      session.change(.speed(1))
      session.advance(to: session.now.advanced(by: 40_000))
      expectNumbers(session)
      // The stopwatch runs until stopped.
      let isRunning = session.state.value("curves.state") == .text("running")
      #expect(session.isSettled != isRunning, "seed \(seed)")
    }
  }

  private func expectNumbers(
    _ session: Session, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for field in session.state {
      guard case .number(let number) = field.value else { continue }
      #expect(number.isFinite, "\(field.name)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [ScrollPreset.uikit, .android, .chromium])
  func `each law can be set without changing the preset's others`(preset: ScrollPreset) throws {
    func physics(_ settings: KeyValuePairs<String, ParameterValue>) throws -> ScrollPhysics {
      var set = ParameterSet(ScrollPhysics.parameters, preset: preset)
      for (key, value) in settings { try set.set(key, to: value) }
      return set.physics
    }
    func changed(_ change: (inout ScrollPhysics) -> Void) -> ScrollPhysics {
      var physics = preset.physics
      change(&physics)
      return physics
    }
    #expect(
      try physics([
        "physics.momentum": .choice("carried"), "physics.velocity.maximum": .number(900),
      ])
        == changed { ($0.accumulation, $0.maximumVelocity) = (.carried, 900) })
    #expect(
      try physics([
        "physics.outside": .choice("exponentialReturn"),
        "physics.outside.spring.mass": .number(1),
        "physics.outside.spring.stiffness": .number(196),
        "physics.outside.spring.damping": .choice("ratio"),
        "physics.outside.spring.ratio": .number(1),
        "physics.outside.velocityShare": .number(0.25),
      ])
        == changed {
          $0.releaseOutside = .exponentialReturn(Spring(angularFrequency: 14), velocityShare: 0.25)
        })
    #expect(
      try physics([
        "physics.edge": .choice("ballistic"), "physics.edge.deceleration": .number(900),
        "physics.edge.reach": .number(0.25),
      ])
        == changed { $0.bounce = .ballistic(deceleration: 900, limit: 0.25) })
    #expect(
      try physics([
        "physics.decay": .choice("braked"), "physics.decay.measure": .choice("timeConstant"),
        "physics.decay.timeConstant": .number(0.3), "physics.decay.drift": .number(100),
        "physics.decay.braking": .number(0),
      ])
        == changed {
          $0.decay = .braked(DecelerationRate(timeConstant: 0.3), drift: 100, braking: 0)
        })
    // This estimator has no window of its own, so it uses the one shown.
    #expect(
      try physics(["physics.estimator": .choice("first-last"), "physics.estimator.cap": .number(9)])
        == changed { ($0.velocity.estimator, $0.velocity.cap) = (.firstToLast, 9) })
    #expect(
      try physics(["physics.estimator.window": .number(0.06)])
        == changed { $0.velocity.window = 0.06 })
  }

  @Test(arguments: ScrollPreset.all.map(\.id))
  func `no settable laws make a fling endless or infinite`(id: String) throws {
    let preset = try #require(ScrollPreset.named(id))
    var random = SeededGenerator(seed: 99)
    for _ in 0..<40 {
      var set = ParameterSet(ScrollPhysics.parameters, preset: preset)
      for parameter in set.parameters where Bool.random(using: &random) {
        try set.set(parameter.key, to: any(of: parameter, &random))
      }
      let physics = set.physics
      let extent = ScrollExtent(
        maximum: Double.random(in: 0...5000, using: &random), viewport: 600,
        scale: Double.random(in: 1...4, using: &random))
      let offset = Double.random(in: -500...extent.maximum + 500, using: &random)
      let motion = physics.release(
        from: offset, velocity: Double.random(in: -20_000...20_000, using: &random), in: extent)
      #expect(motion.duration >= 0 && motion.duration < 600, "\(set.changed)")
      #expect(extent.overscroll(of: motion.restPosition) == 0)
      for _ in 0..<10 {
        let time = Double.random(in: 0...1, using: &random) * motion.duration
        #expect(motion.value(at: time).isFinite && motion.velocity(at: time).isFinite)
      }
    }
  }
}
