public import Feel
internal import FeelTrace
public import Stage

/// The laws of scrolling as parameters: a preset's, with whatever was changed.
public enum PhysicsParameters {
  /// The declarations.
  public static let all = [
    Parameter(
      "physics.rate", "Deceleration", unit: "/ms", .number(0.9...0.9999), default: .number(0.998),
      doc: "The share of its velocity that a fling keeps each millisecond."),
    Parameter(
      "physics.stop", "Stop speed", unit: "pt/s", .number(1...200), default: .number(10),
      doc: "The speed at which a fling ends."),
    Parameter(
      "physics.band", "Rubber band", .number(0.05...2), default: .number(0.55),
      doc: "How easily the content follows a drag past its end."),
    Parameter(
      "physics.bounce", "Edge frequency", unit: "/s", .number(2...60), default: .number(10),
      doc: "The angular frequency of the spring at the edge: 2π divided by its duration.",
      form: .duration(ratio: "physics.damping")),
    Parameter(
      "physics.damping", "Edge damping", .number(0.1...3), default: .number(1),
      doc: "The damping ratio of that spring: below 1 it overshoots.",
      form: .bounce(frequency: "physics.bounce")),
    Parameter(
      "physics.release", "Let go outside", .choice([preset, "spring", "exponential"]),
      default: .choice(preset),
      doc: "What takes back content let go past an edge: a spring with its velocity, or e^(−ωt)."),
    Parameter(
      "physics.return", "Return frequency", unit: "/s", .number(2...60), default: .number(10),
      doc: "The angular frequency ω of that spring, where it is not the preset's own.",
      form: .duration(ratio: nil)),
    Parameter(
      "physics.momentum", "Momentum", .choice([preset, "off", "on"]), default: .choice(preset),
      doc: "Whether a second flick in the same direction adds part of the first one's velocity."),
    Parameter(
      "physics.fastest", "Fastest release", unit: "pt/s", .number(100...100_000),
      default: .number(100_000), doc: "The greatest velocity that a release takes over."),
    Parameter(
      "physics.estimator", "Estimator",
      .choice([preset] + VelocityEstimator.allCases.map(\.rawValue)), default: .choice(preset),
      doc: "How the release velocity is read off the pointer's last samples."),
    Parameter(
      "physics.window", "Window", unit: "ms", .number(10...500), default: .number(100),
      doc: "How far back from the newest sample the estimator looks."),
    Parameter(
      "physics.cap", "Samples", .integer(2...64), default: .number(64),
      doc: "How many samples the estimator takes at most."),
  ]

  /// The word that leaves a choice to the preset.
  private static let preset = "preset"

  /// The Swift that says the laws, and gives them to a control of a name.
  public static func code(for control: String) -> [CodeLine] {
    [
      "{let} physics = ScrollPreset.named(\"{preset}\")?.physics ?? .uikit",
      "physics.decay = .exponential(DecelerationRate(keptPerMillisecond: {physics.rate}))",
      "physics.stop = .speed({physics.stop})",
      "physics.band = .rubberBand(RubberBand(coefficient: {physics.band}))",
      """
      let spring = Spring(angularFrequency: {physics.bounce}, dampingRatio: {physics.damping})
      physics.bounce = .spring(EdgeSpring(spring))
      physics.releaseOutside = .spring(spring)
      """,
      CodeLine(
        where: "physics.release", is: "spring",
        "physics.releaseOutside = .spring(Spring(angularFrequency: {physics.return}))"),
      CodeLine(
        where: "physics.release", is: "exponential",
        """
        let outside = Spring(angularFrequency: {physics.return})
        physics.releaseOutside = .exponentialReturn(outside, velocityShare: 0)
        """),
      CodeLine(where: "physics.momentum", is: "off", "physics.carriesMomentum = false"),
      CodeLine(where: "physics.momentum", is: "on", "physics.carriesMomentum = true"),
      "physics.maximumVelocity = {physics.fastest}",
    ]
      + VelocityEstimator.allCases.map {
        CodeLine(where: "physics.estimator", is: $0.rawValue, "physics.estimator = .\($0)")
      } + [
        "physics.velocity.window = {physics.window} / 1000",
        "physics.velocity.cap = {physics.cap}",
        CodeLine(stringLiteral: "_ = \(control).setPhysics(physics, at: .zero)"),
      ]
  }

  /// The laws that a set of parameters says: those of its preset but for what differs from the defaults.
  public static func physics(of parameters: ParameterSet) -> ScrollPhysics {
    var physics = parameters.preset.physics
    let changed = parameters.changed.map(\.key)
    func isChanged(_ key: String) -> Bool { changed.contains(key) }
    if isChanged("physics.rate") {
      physics.decay = .exponential(
        DecelerationRate(keptPerMillisecond: parameters.number("physics.rate")))
    }
    if isChanged("physics.stop") {
      physics.stop = .speed(parameters.number("physics.stop"))
    }
    if isChanged("physics.band") {
      physics.band = .rubberBand(RubberBand(coefficient: parameters.number("physics.band")))
    }
    if isChanged("physics.bounce") || isChanged("physics.damping") {
      let spring = Spring(
        angularFrequency: parameters.number("physics.bounce"),
        dampingRatio: parameters.number("physics.damping"))
      physics.bounce = .spring(EdgeSpring(spring))
      physics.releaseOutside = .spring(spring)
    }
    setRelease(of: &physics, parameters)
    setVelocity(of: &physics, parameters, isChanged)
    return physics
  }

  private static func setRelease(of physics: inout ScrollPhysics, _ parameters: ParameterSet) {
    let spring = Spring(angularFrequency: parameters.number("physics.return"))
    switch parameters.choice("physics.release") {
    case "spring": physics.releaseOutside = .spring(spring)
    case "exponential": physics.releaseOutside = .exponentialReturn(spring, velocityShare: 0)
    default: break
    }
  }

  private static func setVelocity(
    of physics: inout ScrollPhysics, _ parameters: ParameterSet, _ isChanged: (String) -> Bool
  ) {
    switch parameters.choice("physics.momentum") {
    case "off": physics.carriesMomentum = false
    case "on": physics.carriesMomentum = true
    default: break
    }
    if isChanged("physics.fastest") {
      physics.maximumVelocity = parameters.number("physics.fastest")
    }
    if let estimator = VelocityEstimator(rawValue: parameters.choice("physics.estimator")) {
      physics.estimator = estimator
    }
    if isChanged("physics.window") {
      physics.velocity.window = parameters.number("physics.window") / 1000
    }
    if isChanged("physics.cap") {
      physics.velocity.cap = Int(parameters.number("physics.cap"))
    }
  }
}
