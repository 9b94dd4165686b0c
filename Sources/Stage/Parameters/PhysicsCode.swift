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
    [
      "physics.decay = \(decay(physics.decay))",
      "physics.stop = \(stop(physics.stop))",
      "physics.band = \(band(physics.band))",
      "physics.bounce = \(bounce(physics.bounce))",
      "physics.releaseOutside = \(outside(physics.releaseOutside))",
      "physics.inwardThrow = .\(physics.inwardThrow)",
      "physics.landingSpring = \(spring(physics.landingSpring))",
      "physics.pixelLanding = .\(physics.pixelLanding)",
      "physics.maximumVelocity = \(number(physics.maximumVelocity))",
      "physics.minimumVelocity = \(number(physics.minimumVelocity))",
      "physics.minimumTravel = \(number(physics.minimumTravel))",
      "physics.minimumDuration = \(number(physics.minimumDuration))",
      "physics.accumulation = \(accumulation(physics.accumulation))",
      "physics.velocityGain = \(number(physics.velocityGain))",
      "physics.releasesPointerVelocity = \(physics.releasesPointerVelocity)",
      "physics.drag = \(drag(physics.drag))",
      "physics.paging = \(physics.paging.map(pages) ?? "nil")",
      "physics.glow = \(physics.glow.map(glow) ?? "nil")",
      "physics.wheel = \(wheel(physics.wheel))",
      "physics.restThresholdPixels = \(number(physics.restThresholdPixels))",
      velocity(physics.velocity),
    ]
  }

  /// The settings at once, as to make them anew undoes what was set of them one by one.
  private static func velocity(_ velocity: VelocityTracker.Settings) -> String {
    let usual = VelocityTracker.Settings(
      estimator: velocity.estimator, window: velocity.window, cap: velocity.cap,
      minimumSpacing: velocity.minimumSpacing, gap: velocity.gap)
    func line(_ name: String, _ text: (VelocityTracker.Settings) -> String) -> String? {
      text(velocity) == text(usual) ? nil : "physics.velocity.\(name) = \(text(velocity))"
    }
    let lines = [
      """
      physics.velocity = VelocityTracker.Settings(
        estimator: .\(velocity.estimator), window: \(number(velocity.window)), cap: \(velocity.cap),
        minimumSpacing: \(number(velocity.minimumSpacing)), gap: \(number(velocity.gap)))
      """,
      line("minimumSamples") { "\($0.minimumSamples)" },
      line("windowEndsAtRelease") { "\($0.windowEndsAtRelease)" },
      line("reachesBeforeWindow") { "\($0.reachesBeforeWindow)" },
      line("releaseGap") { number($0.releaseGap) },
      line("countsRelease") { "\($0.countsRelease)" },
      line("press") { ".\($0.press)" },
      line("grouping") { number($0.grouping) },
      line("smoothing") { number($0.smoothing) },
      line("pairLimit") { number($0.pairLimit) },
      line("countsWholePoints") { "\($0.countsWholePoints)" },
    ]
    return lines.compactMap { $0 }.joined(separator: "\n")
  }

  private static func accumulation(_ law: VelocityAccumulation) -> String {
    switch law {
    case .none: ".none"
    case .carried: ".carried"
    case .proportional(let floor, let ceiling, let maximum):
      ".proportional(floor: \(number(floor)), ceiling: \(number(ceiling)), "
        + "maximum: \(number(maximum)))"
    case .sum(let minimum, let pause):
      ".sum(minimum: \(number(minimum)), pause: \(number(pause)))"
    }
  }

  private static func drag(_ drag: DragStart) -> String {
    let slop = drag.slop.map { "Slop(mouse: \(number($0.mouse)), touch: \(number($0.touch)))" }
    return """
      DragStart(
        slop: \(slop ?? "nil"), deduction: .\(drag.deduction),
        minimumFlingTravel: \(number(drag.minimumFlingTravel)),
        countsTravelPastEdge: \(drag.countsTravelPastEdge))
      """
  }

  private static func pages(_ pages: PageTurning) -> String {
    """
    PageTurning(
      threshold: \(number(pages.threshold)), reach: \(number(pages.reach)),
      bend: \(number(pages.bend)), knee: \(number(pages.knee)),
      keepsVelocity: \(pages.keepsVelocity))
    """
  }

  private static func glow(_ glow: EdgeGlow) -> String {
    "EdgeGlow(reach: \(number(glow.reach)), spring: \(spring(glow.spring)))"
  }

  private static func wheel(_ law: WheelScroll) -> String {
    let notch =
      switch law.notch {
      case .points(let notch): ".points(\(number(notch)))"
      case .viewport: ".viewport"
      }
    return switch law.smoothing {
    case .none: "WheelScroll(notch: \(notch), smoothing: .none)"
    case .spring(let duration):
      "WheelScroll(notch: \(notch), smoothing: .spring(duration: \(number(duration))))"
    case .ease(let ease):
      """
      WheelScroll(
        notch: \(notch),
        smoothing: .ease(
          WheelEase(
            duration: \(number(ease.duration)), longDuration: \(number(ease.longDuration)),
            shortWay: \(number(ease.shortWay)), longWay: \(number(ease.longWay)),
            departure: .\(ease.departure), start: \(number(ease.start)),
            arrival: \(number(ease.arrival)))))
      """
    }
  }

  private static func overshoot(_ law: OvershootBraking) -> String {
    """
    OvershootBraking(
      deceleration: \(number(law.deceleration)), limit: \(number(law.limit)),
      limitTime: \(number(law.limitTime)), tick: \(number(law.tick)),
      departureTime: \(number(law.departureTime)), arrivalTime: \(number(law.arrivalTime)))
    """
  }

  private static func entry(_ law: EdgeSpring) -> String {
    """
    EdgeSpring(
        \(spring(law.spring)), velocityGain: \(number(law.velocityGain)),
        maximumVelocity: \(number(law.maximumVelocity)), maximumViewports: \(number(law.maximumViewports)))
    """
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
    case .constant(let braking): ".constant(braking: \(number(braking)))"
    case .bezier(let law):
      """
      .bezier(
        BezierFling(
          timeBraking: \(number(law.timeBraking)), braking: \(number(law.braking)),
          maximumDuration: \(number(law.maximumDuration)), limit: \(number(law.limit)),
          x1: \(number(law.x1)), x2: \(number(law.x2))))
      """
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
    case .fading(let share): ".fading(share: \(number(share)))"
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
    case .spring(let law): ".spring(\n  \(entry(law)))"
    case .ballistic(let deceleration, let limit):
      ".ballistic(deceleration: \(number(deceleration)), limit: \(number(limit)))"
    case .curves(let curves): ".curves(\n  \(self.curves(curves)))"
    case .overshoot(let law): ".overshoot(\n  \(overshoot(law)))"
    case .clamp: ".clamp"
    }
  }

  private static func outside(_ law: ReleaseOutside) -> String {
    switch law {
    case .spring(let spring): ".spring(\(self.spring(spring)))"
    case .exponentialReturn(let spring, let share):
      ".exponentialReturn(\(self.spring(spring)), velocityShare: \(number(share)))"
    case .edgeSpring(let law): ".edgeSpring(\n  \(entry(law)))"
    case .overshoot(let law): ".overshoot(\n  \(overshoot(law)))"
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
