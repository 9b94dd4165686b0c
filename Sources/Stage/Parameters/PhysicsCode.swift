internal import Feel
internal import FeelTrace

/// The laws of scrolling as Swift that makes them again, to the last digit.
///
/// Numbers are written with the fewest digits that read back to the same bits.
enum PhysicsCode {
  /// The lines that make `physics`: from a preset and the fields that differ from it, or from every field.
  static func text(_ parameters: ParameterSet, isWhole: Bool) -> String {
    let (preset, physics) = (parameters.preset, parameters.physics)
    guard !isWhole else {
      return (["var physics = ScrollPhysics()"] + fields(physics)).joined(separator: "\n")
    }
    let lines = zip(fields(physics), fields(preset.physics)).filter { $0 != $1 }.map(\.0)
    let start = "physics = ScrollPreset.named(\"\(preset.id)\")?.physics ?? .uikit"
    return (["\(lines.isEmpty ? "let" : "var") \(start)"] + lines).joined(separator: "\n")
  }

  private static func fields(_ physics: ScrollPhysics) -> [String] {
    let velocity = physics.velocity
    return [
      "physics.decay = \(decay(physics.decay))",
      "physics.stop = \(stop(physics.stop))",
      "physics.band = \(band(physics.band))",
      "physics.bounce = \(bounce(physics.bounce))",
      "physics.releaseOutside = \(outside(physics.releaseOutside))",
      "physics.inwardThrow = .\(physics.inwardThrow)",
      "physics.landingSpring = \(spring(physics.landingSpring))",
      "physics.landsOnPixels = \(physics.landsOnPixels)",
      "physics.maximumVelocity = \(number(physics.maximumVelocity))",
      "physics.minimumVelocity = \(number(physics.minimumVelocity))",
      "physics.minimumTravel = \(number(physics.minimumTravel))",
      "physics.minimumDuration = \(number(physics.minimumDuration))",
      "physics.carriesMomentum = \(physics.carriesMomentum)",
      "physics.restThresholdPixels = \(number(physics.restThresholdPixels))",
      """
      physics.velocity = VelocityTracker.Settings(
        estimator: .\(velocity.estimator), window: \(number(velocity.window)), cap: \(velocity.cap),
        minimumSpacing: \(number(velocity.minimumSpacing)), gap: \(number(velocity.gap)))
      """,
    ]
  }

  private static func number(_ number: Double) -> String {
    number == .infinity ? ".infinity" : ParameterValue.number(number).text
  }

  private static func decay(_ law: DecayLaw) -> String {
    switch law {
    case .exponential(let rate): ".exponential(\(self.rate(rate)))"
    case .braked(let rate, let drift, let braking):
      ".braked(\(self.rate(rate)), drift: \(number(drift)), braking: \(number(braking)))"
    case .power(let friction, let inflexion):
      ".power(friction: \(number(friction)), inflexion: \(number(inflexion)))"
    case .androidSpline(let friction): ".androidSpline(friction: \(number(friction)))"
    case .projection(let rate): ".projection(\(self.rate(rate)))"
    }
  }

  private static func rate(_ rate: DecelerationRate) -> String {
    "DecelerationRate(\(rate.measure): \(number(rate.given)))"
  }

  private static func stop(_ rule: StopRule) -> String {
    switch rule {
    case .speed(let speed): ".speed(\(number(speed)))"
    case .pixelSpeed(let speed): ".pixelSpeed(\(number(speed)))"
    case .remaining(let distance): ".remaining(\(number(distance)))"
    case .remainingPixels(let distance): ".remainingPixels(\(number(distance)))"
    }
  }

  private static func band(_ law: OverscrollBand) -> String {
    func rubber(_ band: RubberBand) -> String {
      "RubberBand(coefficient: \(number(band.coefficient)))"
    }
    return switch law {
    case .rubberBand(let band): ".rubberBand(\(rubber(band)))"
    case .fixedRubberBand(let band, let dimension):
      ".fixedRubberBand(\(rubber(band)), dimension: \(number(dimension)))"
    case .linear(let share, let limit):
      ".linear(share: \(number(share)), limit: \(number(limit)))"
    case .hyperbolic(let share, let steepness):
      ".hyperbolic(share: \(number(share)), steepness: \(number(steepness)))"
    case .none: ".none"
    }
  }

  private static func spring(_ spring: Spring) -> String {
    let damping =
      switch spring.givenDamping {
      case .ratio(let ratio): "dampingRatio: \(number(ratio))"
      case .coefficient(let damping): "damping: \(number(damping))"
      }
    return
      "Spring(mass: \(number(spring.mass)), stiffness: \(number(spring.stiffness)), \(damping))"
  }

  private static func bounce(_ law: EdgeBounce) -> String {
    switch law {
    case .spring(let law):
      """
      .spring(
        EdgeSpring(
          \(spring(law.spring)), velocityGain: \(number(law.velocityGain)),
          maximumVelocity: \(number(law.maximumVelocity)), maximumViewports: \(number(law.maximumViewports))))
      """
    case .ballistic(let deceleration, let limit):
      ".ballistic(deceleration: \(number(deceleration)), limit: \(number(limit)))"
    case .curves(let curves): ".curves(\n  \(self.curves(curves)))"
    case .clamp: ".clamp"
    }
  }

  private static func outside(_ law: ReleaseOutside) -> String {
    switch law {
    case .spring(let spring): ".spring(\(self.spring(spring)))"
    case .exponentialReturn(let spring, let share):
      ".exponentialReturn(\(self.spring(spring)), velocityShare: \(number(share)))"
    case .curve(let curves): ".curve(\n  \(self.curves(curves)))"
    case .glide(let deceleration): ".glide(deceleration: \(number(deceleration)))"
    }
  }

  private static func curves(_ curves: BounceCurves) -> String {
    func leg(_ leg: BounceCurves.Leg) -> String {
      let ease = [leg.ease.x1, leg.ease.y1, leg.ease.x2, leg.ease.y2].map(number)
      return "BounceCurves.Leg(\n      Ease(cubicBezier: \(ease.joined(separator: ", "))), "
        + "durationPerPoint: \(number(leg.durationPerPoint)), "
        + "maximumDuration: \(number(leg.maximumDuration)))"
    }
    return "BounceCurves(\n    minimumVelocity: \(number(curves.minimumVelocity)), "
      + "distance: \(number(curves.distance)), limit: \(number(curves.limit)),\n    out: \(leg(curves.out)),\n"
      + "    back: \(leg(curves.back)))"
  }
}
