internal import Feel
internal import FeelTrace

/// The laws of scrolling as parameters: every field of `ScrollPhysics`, law by law, each constant in its law's own unit.
///
/// One table of rows does it all: a row declares a parameter and says where in the laws it stands, by a key path that reads it off a preset and writes it into the laws that are used.
/// A new field is one more row. A new law is a case of its parts in `PhysicsParts.swift`, which the compiler asks for, and a row for each of its constants, under the condition that it is chosen. What has no row fails the test that looks through a preset's laws leaf by leaf.
public enum PhysicsParameters {
  /// The declarations, a choice before what depends on it.
  public static let all = rows.map(\.parameter)

  static let rows =
    motion + pastTheEdge + edge + outside + release + landing + velocity

  private static let rowsByKey = Dictionary(
    uniqueKeysWithValues: rows.map { ($0.parameter.key, $0) })

  /// What laws say of a key, or `nil` for a key of something else.
  static func value(of key: String, in physics: ScrollPhysics) -> ParameterValue? {
    rowsByKey[key]?.read(physics)
  }

  /// The laws that values say, and a preset's where there is none for a key.
  static func physics(
    over preset: ScrollPhysics, _ value: (String) -> ParameterValue?
  ) -> ScrollPhysics {
    // Every field is written: what it starts as does not show.
    var physics = ScrollPhysics()
    for row in rows {
      // Of the constants of a law that is not chosen nothing is left, which is as it should be.
      row.write(&physics, value(row.parameter.key) ?? row.read(preset))
    }
    return physics
  }

  // MARK: The table

  private static func at<Value>(
    _ path: any WritableKeyPath<ScrollPhysics, Value> & Sendable
  ) -> PhysicsPlace<Value> {
    PhysicsPlace {
      $0[keyPath: path]
    } write: {
      $0[keyPath: path] = $1
    }
  }

  private static let motion: [PhysicsRow] = {
    let group = "Motion"
    let isExponential = Parameter.Condition(
      "physics.decay", words([DecayParts.Law.exponential, .braked, .projection]))
    func measured(_ measure: DecelerationRate.Measure) -> Parameter.Condition {
      .init("physics.decay.measure", words([measure]))
    }
    func law(_ laws: DecayParts.Law...) -> Parameter.Condition {
      .init("physics.decay", words(laws))
    }
    func rule(_ rule: StopParts.Law) -> Parameter.Condition { .init("physics.stop", words([rule])) }
    return [
      .choice(
        "physics.decay", "Deceleration", at(\.decayParts.law), group: group,
        doc: "How a run loses its velocity."),
      .choice(
        "physics.decay.measure", "Given as", at(\.decayParts.rate.measure), group: group,
        title: "Deceleration, given as", where: isExponential,
        doc: "What the rate of deceleration is given by."),
      .number(
        "physics.decay.keptPerMillisecond", "Velocity kept", unit: "/ms", 0.9...0.9999,
        at(\.decayParts.rate.keptPerMillisecond), group: group,
        where: measured(.keptPerMillisecond),
        doc: "The share of its velocity that a run keeps each millisecond."),
      .number(
        "physics.decay.keptPerSecond", "Velocity kept", unit: "/s", 1e-6...0.905,
        at(\.decayParts.rate.keptPerSecond), group: group, where: measured(.keptPerSecond),
        doc: "The share of its velocity that a run keeps each second."),
      .number(
        "physics.decay.decayPerSecond", "Decay", unit: "/s", 0.1...110,
        at(\.decayParts.rate.decayPerSecond), group: group, where: measured(.decayPerSecond),
        doc: "k in e^(−kt), by which a run loses its velocity."),
      .number(
        "physics.decay.timeConstant", "Time constant", unit: "s", 0.009...10,
        at(\.decayParts.rate.timeConstant), group: group, where: measured(.timeConstant),
        doc: "The time in which a run's velocity falls to 37 %."),
      .number(
        "physics.decay.drift", "Drift", unit: "pt/s", 0...10_000, at(\.decayParts.drift),
        group: group, where: law(.braked), doc: "A steady velocity against the run."),
      .number(
        "physics.decay.braking", "Braking", unit: "pt/s²", 0...20_000, at(\.decayParts.braking),
        group: group, where: law(.braked), doc: "A steady deceleration besides the exponential."),
      .number(
        "physics.decay.friction", "Friction", 0.001...0.1, at(\.decayParts.friction), group: group,
        where: law(.power, .androidSpline), doc: "Android's friction of a fling."),
      .number(
        "physics.decay.inflexion", "Inflexion", 0.05...1, at(\.decayParts.inflexion), group: group,
        where: law(.power), doc: "Android's share of a fling at which its two tensions meet."),
      .choice(
        "physics.stop", "Stops", at(\.stopParts.law), group: group,
        doc: "When a run has ended: at a speed, or when so little remains to where it tends."),
      .number(
        "physics.stop.speed", "Stop speed", unit: "pt/s", 0...200, at(\.stopParts.speed),
        group: group, where: rule(.speed), doc: "The speed at which a run ends."),
      .number(
        "physics.stop.pixelSpeed", "Stop speed", unit: "px/s", 0...200, at(\.stopParts.pixelSpeed),
        group: group, where: rule(.pixelSpeed),
        doc: "The speed in device pixels at which a run ends."),
      .number(
        "physics.stop.remaining", "Remaining", unit: "pt", 0...100, at(\.stopParts.remaining),
        group: group, where: rule(.remaining), doc: "What may be left of the way at its end."),
      .number(
        "physics.stop.remainingPixels", "Remaining", unit: "px", 0...100,
        at(\.stopParts.remainingPixels), group: group, where: rule(.remainingPixels),
        doc: "What may be left of the way at its end, in device pixels."),
    ]
  }()

  private static let pastTheEdge: [PhysicsRow] = {
    let group = "Past the edge"
    func law(_ laws: BandParts.Law...) -> Parameter.Condition { .init("physics.band", words(laws)) }
    return [
      .choice(
        "physics.band", "Drag", at(\.bandParts.law), group: group, title: "Drag past the edge",
        doc: "How the content follows a drag past its end."),
      .number(
        "physics.band.coefficient", "Coefficient", 0.05...2, at(\.bandParts.coefficient),
        group: group, title: "Rubber band", where: law(.rubberBand, .fixedRubberBand),
        doc: "The share of a drag past the edge that is followed at first."),
      .number(
        "physics.band.length", "Length", unit: "pt", 1...1000, at(\.bandParts.length), group: group,
        title: "Rubber band, length", where: law(.fixedRubberBand),
        doc: "What shows past the edge at most."),
      .number(
        "physics.band.share", "Share", 0...1, at(\.bandParts.share), group: group,
        title: "Band, share", where: law(.linear),
        doc: "The share of a drag past the edge that is followed."),
      .limit(
        "physics.band.limit", "Limit", unit: "pt", 0...10_000, at(\.bandParts.limit), group: group,
        title: "Band, limit", where: law(.linear), doc: "What shows past the edge at most."),
      .number(
        "physics.band.reach", "Reach", 0.01...1, at(\.bandParts.reach), group: group,
        title: "Band, reach", where: law(.hyperbolic),
        doc: "What shows past the edge at most, as a share of the viewport."),
      .number(
        "physics.band.steepness", "Steepness", 0.1...10, at(\.bandParts.steepness), group: group,
        title: "Band, steepness", where: law(.hyperbolic),
        doc: "How soon it gets there: the share followed at first is the reach times this."),
    ]
  }()

  private static let edge: [PhysicsRow] = {
    let group = "At the edge"
    func law(_ law: EdgeParts.Law) -> Parameter.Condition { .init("physics.edge", words([law])) }
    return [
      .choice(
        "physics.edge", "Run", at(\.edgeParts.law), group: group, title: "Run into the edge",
        doc: "What happens when a run reaches the edge.")
    ]
      + spring(
        "physics.edge.spring", "Edge spring", at(\.edgeParts.spring.spring), group, law(.spring))
      + [
        .number(
          "physics.edge.gain", "Gain", 0.05...5, at(\.edgeParts.spring.velocityGain), group: group,
          title: "Edge spring, gain", where: law(.spring),
          doc: "What the velocity is multiplied by that goes into the spring."),
        .limit(
          "physics.edge.maximumVelocity", "Fastest", unit: "pt/s", 0...100_000,
          at(\.edgeParts.spring.maximumVelocity), group: group, title: "Edge spring, fastest",
          where: law(.spring), doc: "The greatest velocity that goes into the spring."),
        .limit(
          "physics.edge.maximumViewports", "Fastest", unit: "vp/s", 0...100,
          at(\.edgeParts.spring.maximumViewports), group: group,
          title: "Edge spring, fastest in viewports", where: law(.spring),
          doc: "The greatest velocity that goes into the spring, in viewport lengths a second."),
        .number(
          "physics.edge.deceleration", "Deceleration", unit: "pt/s²", 100...20_000,
          at(\.edgeParts.deceleration), group: group, title: "Edge, deceleration",
          where: law(.ballistic), doc: "What stops the content past the edge, at least."),
        .number(
          "physics.edge.reach", "Reach", 0...2, at(\.edgeParts.reach), group: group,
          title: "Edge, reach", where: law(.ballistic),
          doc: "How far past the edge a run gets at most, as a share of the viewport."),
      ] + curves("physics.edge.curves", "Edge", at(\.edgeParts.curves), group, law(.curves))
  }()

  private static let outside: [PhysicsRow] = {
    let group = "Let go outside"
    func law(_ laws: OutsideParts.Law...) -> Parameter.Condition {
      .init("physics.outside", words(laws))
    }
    return [
      .choice(
        "physics.outside", "Way back", at(\.outsideParts.law), group: group,
        title: "Let go outside",
        doc: "What takes back content let go past an edge; exponential is e^(−ωt).")
    ]
      + spring(
        "physics.outside.spring", "Return spring", at(\.outsideParts.spring), group,
        law(.spring, .exponentialReturn))
      + [
        .number(
          "physics.outside.velocityShare", "Velocity share", 0...1,
          at(\.outsideParts.velocityShare),
          group: group, title: "Return, velocity share", where: law(.exponentialReturn),
          doc: "The share of the release velocity that the way back takes over."),
        .number(
          "physics.outside.deceleration", "Deceleration", unit: "pt/s²", 100...20_000,
          at(\.outsideParts.deceleration), group: group, title: "Return, deceleration",
          where: law(.glide), doc: "How hard the content is pulled back."),
      ] + curves("physics.outside.curves", "Return", at(\.outsideParts.curves), group, law(.curves))
      + [
        .choice(
          "physics.inward", "Thrown in", at(\.inwardThrow), group: group,
          title: "Thrown back in",
          doc:
            "Content thrown back in runs on from the edge, returns and rests there, or runs at once."
        )
      ]
  }()

  private static let release: [PhysicsRow] = {
    let group = "Release"
    return [
      .limit(
        "physics.velocity.maximum", "Fastest", unit: "pt/s", 0...100_000, at(\.maximumVelocity),
        group: group, title: "Fastest release",
        doc: "The greatest velocity that a release takes over."),
      .number(
        "physics.velocity.minimum", "Slowest", unit: "pt/s", 0...2000, at(\.minimumVelocity),
        group: group, title: "Slowest release", doc: "The least velocity that counts as any."),
      .number(
        "physics.travel.minimum", "Least travel", unit: "pt", 0...500, at(\.minimumTravel),
        group: group, doc: "A run that would be shorter is none."),
      .number(
        "physics.duration.minimum", "Least time", unit: "s", 0...2, at(\.minimumDuration),
        group: group, doc: "A run that would end sooner is none."),
      .flag(
        "physics.momentum", "Momentum", at(\.carriesMomentum), group: group,
        doc: "Whether a second flick in the same direction adds part of the first one's velocity."),
    ]
  }()

  private static let landing: [PhysicsRow] = {
    let group = "Landing"
    return spring("physics.landing.spring", "Landing spring", at(\.landingSpring), group, nil) + [
      .flag(
        "physics.landing.pixels", "On pixels", at(\.landsOnPixels), group: group,
        title: "Landing on pixels", doc: "Whether a run's rest is put on a whole device pixel."),
      .number(
        "physics.landing.threshold", "At rest", unit: "px", 0.01...10, at(\.restThresholdPixels),
        group: group, title: "Landing, at rest",
        doc: "How near its rest the content counts as there, in device pixels."),
    ]
  }()

  private static let velocity: [PhysicsRow] = {
    let group = "Release velocity"
    return [
      .choice(
        "physics.estimator", "Estimator", at(\.velocity.estimator), group: group,
        doc: "How the release velocity is read off the pointer's last samples."),
      .number(
        "physics.estimator.window", "Window", unit: "s", 0.01...0.5, at(\.velocity.window),
        group: group,
        doc: "How far back from the newest sample the estimator looks."),
      .integer(
        "physics.estimator.cap", "Samples", 2...64, at(\.velocity.cap), group: group,
        doc: "How many samples the estimator takes at most."),
      .number(
        "physics.estimator.spacing", "Spacing", unit: "s", 0...0.02, at(\.velocity.minimumSpacing),
        group: group,
        doc: "How far apart samples are to count both, where more than four are taken."),
      .number(
        "physics.estimator.gap", "Gap", unit: "s", 0.001...0.5, at(\.velocity.gap), group: group,
        doc: "A rest so long cuts off what was before it; before a release it leaves no velocity."),
    ]
  }()

  private static func spring(
    _ key: String, _ title: String, _ place: PhysicsPlace<Spring>, _ group: String,
    _ condition: Parameter.Condition?
  ) -> [PhysicsRow] {
    func measured(_ measure: SpringParts.Damping) -> Parameter.Condition {
      .init("\(key).damping", words([measure]))
    }
    let (mass, stiffness) = ("\(key).mass", "\(key).stiffness")
    return [
      .number(
        mass, "Mass", 0.1...10, place.part(\.parts.mass), group: group,
        title: "\(title), mass", form: .constant, where: condition, doc: "The spring's mass."),
      .number(
        stiffness, "Stiffness", unit: "/s²", 4...5000, place.part(\.parts.stiffness),
        group: group, title: "\(title), stiffness", form: .duration(mass: mass),
        where: condition, doc: "The spring's stiffness, for a mass of 1."),
      .choice(
        "\(key).damping", "Damped by", place.part(\.parts.damping), group: group,
        title: "\(title), damped by", form: .constant, where: condition,
        doc: "What the spring's damping is given by."),
      .number(
        "\(key).ratio", "Damping ratio", 0.1...3, place.part(\.parts.ratio), group: group,
        title: "\(title), damping ratio", form: .bounce, where: measured(.ratio),
        doc: "The spring's damping ratio: below 1 it overshoots."),
      .number(
        "\(key).coefficient", "Damping", unit: "/s", 1...100,
        place.part(\.parts.coefficient), group: group, title: "\(title), damping",
        form: .damping(mass: mass, stiffness: stiffness), where: measured(.coefficient),
        doc: "The spring's damping coefficient, for a mass of 1."),
    ]
  }

  private static func curves(
    _ key: String, _ title: String, _ place: PhysicsPlace<BounceCurves>, _ group: String,
    _ condition: Parameter.Condition
  ) -> [PhysicsRow] {
    func leg(_ name: String, _ place: PhysicsPlace<BounceCurves.Leg>) -> [PhysicsRow] {
      let word = name == "out" ? "Way out" : "Way back"
      // The engine divides the first control point's y by the speed: it is above 0.
      let ranges: [ClosedRange<Double>] = [0...1, 0.01...3, 0...1, -2...3]
      let points = ["x1", "y1", "x2", "y2"].enumerated().map { index, point in
        PhysicsRow.number(
          "\(key).\(name).\(point)", "\(word) \(point)", ranges[index],
          place.part(\.ease.points[index]), group: group,
          title: "\(title), \(word.lowercased()) \(point)", where: condition,
          doc: "A control point of that way's timing curve.")
      }
      return points + [
        .number(
          "\(key).\(name).durationPerPoint", word, unit: "s/pt", 0...0.1,
          place.part(\.durationPerPoint), group: group,
          title: "\(title), \(word.lowercased()) a point", where: condition,
          doc: "How long that way takes a point."),
        .number(
          "\(key).\(name).maximumDuration", word, unit: "s", 0.01...2,
          place.part(\.maximumDuration), group: group,
          title: "\(title), \(word.lowercased()) at most", where: condition,
          doc: "How long that way takes at most."),
      ]
    }
    return [
      .number(
        "\(key).minimumVelocity", "Slowest", unit: "pt/s", 0...5000,
        place.part(\.minimumVelocity), group: group, title: "\(title), slowest way out",
        where: condition, doc: "Up to this speed there is no way out."),
      .number(
        "\(key).distance", "Distance", unit: "pt", 0...500, place.part(\.distance),
        group: group, title: "\(title), distance", where: condition,
        doc: "How far out 1000 pt/s go; it grows with the root of the speed."),
      .number(
        "\(key).limit", "Limit", 0.01...1, place.part(\.limit), group: group,
        title: "\(title), limit", where: condition,
        doc: "How far past the edge the way out leads at most, as a share of the viewport."),
    ] + leg("out", place.part(\.out)) + leg("back", place.part(\.back))
  }

  private static func words<Word: RawRepresentable>(_ words: [Word]) -> [String]
  where Word.RawValue == String {
    words.map(\.rawValue)
  }
}
