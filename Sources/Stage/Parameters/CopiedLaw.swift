internal import Feel

/// A scroll law prepared for copying to another platform: its kind, its numbers under every
/// platform's names, and its course if that can be sampled.
struct CopiedLaw {
  /// The kind of law, which a platform may or may not support.
  enum Kind: Hashable {
    // Flings, for any velocity.
    case exponential, braked, power, spline, constant
    // Springs, for any distance and velocity.
    case underdamped, critical, overdamped
    // Bands, for any travel.
    case rubberBand, fixedRubberBand, linear, limited, hyperbolic, fading
    /// A timing curve of a known duration.
    case ease
    /// A law that no platform has, by its name.
    case other(String)
    /// A case that needs no law, in a word.
    case nothing(String)

    static let springs: [Kind] = [.underdamped, .critical, .overdamped]
    static let bands: [Kind] = [
      .rubberBand, .fixedRubberBand, .linear, .limited, .hyperbolic, .fading,
    ]
  }

  /// The velocity at which a fling is sampled, and the distance of a spring, in points and seconds.
  static let (velocity, distance) = (2000.0, 1000.0)
  /// How far past the edge a return that is not a spring starts, in points.
  private static let outside = 100.0

  /// The name in the copy: `fling`, `edgeSpring`.
  let name: String
  let kind: Kind
  /// The numbers, by their names in the platform table.
  var numbers: [String: Double] = [:]
  /// What the numbers do not cover, one sentence each.
  var notes: [String] = []
  /// The course from 0 to 1, and its duration.
  var course: (duration: Double, progress: (Double) -> Double)?
  /// A timing curve that matches the course exactly.
  var ease: Ease?

  /// The laws of a parameter set that are worth copying.
  static func all(_ parameters: ParameterSet) -> [CopiedLaw] {
    let physics = parameters.physics
    let spring = spring(physics.landingSpring, "landingSpring")
    return [fling(physics)] + edge(physics) + [outside(physics), spring, band(physics.band)]
  }

  // MARK: Flings

  private static func fling(_ physics: ScrollPhysics) -> CopiedLaw {
    var law = CopiedLaw(name: "fling", kind: kind(of: physics.decay))
    if let rate = physics.decay.rate {
      law.numbers = [
        "keptPerMillisecond": rate.keptPerMillisecond, "k": rate.decayPerSecond,
        "keptPerSecond": rate.keptPerSecond, "frictionMultiplier": rate.decayPerSecond / 4.2,
      ]
    }
    let stop = physics.stopSpeed(scale: 1)
    law.numbers["stop"] = stop
    // visibleChange = stop / (62.5 · 0.75): the threshold is 62.5 per second of 0.75 of the change.
    law.numbers["visibleChange"] = max(stop / 62.5 / 0.75, 1e-6)
    switch physics.decay {
    case .braked(_, _, let braking): law.numbers["braking"] = braking
    case .power(let friction, _), .androidSpline(let friction): law.numbers["friction"] = friction
    case .constant(let braking): law.numbers["braking"] = braking
    case .exponential, .bezier, .projection: break
    }
    sample(&law, physics)
    return law
  }

  /// Samples a fling from one velocity, for platforms without its kind.
  private static func sample(_ law: inout CopiedLaw, _ physics: ScrollPhysics) {
    let velocity = min(velocity, physics.maximumVelocity)
    let extent = extent(upTo: 1e13)
    let motion = free(physics).release(from: 0, velocity: velocity, in: extent)
    law.sample(motion, from: 0, to: motion.duration, velocity)
    guard law.course != nil else { return }
    switch physics.decay {
    case .androidSpline: law.ease = DecayLaw.androidCurve
    case .bezier(let curve):
      law.ease = curve.motion(from: 0, velocity: velocity, viewport: extent.viewport).ease
    case .exponential, .braked, .power, .constant, .projection: break
    }
  }

  /// The laws without any step that changes a release before they act on it.
  private static func free(_ physics: ScrollPhysics) -> ScrollPhysics {
    var free = physics
    (free.pixelLanding, free.paging, free.minimumVelocity) = (.none, nil, 0)
    (free.minimumTravel, free.minimumDuration) = (0, 0)
    return free
  }

  private static func extent(upTo maximum: Double) -> ScrollExtent {
    ScrollExtent(minimum: -1e13, maximum: maximum, viewport: 600)
  }

  /// Sets the course to a section of a motion that starts at a velocity; no course if it does not
  /// move.
  private mutating func sample(
    _ motion: ScrollMotion, from start: Double, to end: Double, _ velocity: Double
  ) {
    let place = motion.value(at: start)
    let way = motion.value(at: end) - place
    guard way != 0, end > start else { return }
    course = (end - start, { (motion.value(at: min(start + $0, end)) - place) / way })
    (numbers["velocity"], numbers["distance"]) = (velocity, abs(way))
  }

  private static func kind(of decay: DecayLaw) -> Kind {
    switch decay {
    case .exponential: .exponential
    case .braked(_, let drift, _): drift == 0 ? .braked : .other("exponential with a drift")
    case .power(_, let inflexion): inflexion == 0.35 ? .power : .other("power of the time left")
    case .androidSpline: .spline
    case .constant: .constant
    case .bezier: .other("timing curve over a braking’s distance")
    case .projection: .other("spring to a projected place")
    }
  }

  // MARK: Edges

  private static func edge(_ physics: ScrollPhysics) -> [CopiedLaw] {
    switch physics.bounce {
    case .spring(let law): [spring(law, "edgeSpring")]
    case .ballistic: bounce(physics, "ballistic bounce")
    case .curves: bounce(physics, "bounce of two timing curves")
    case .overshoot: bounce(physics, "braking past the edge")
    case .clamp: [CopiedLaw(name: "edge", kind: .nothing(Words.Copies.stopsDead))]
    }
  }

  /// A bounce that is not a spring, from one velocity: the way out and the way back.
  private static func bounce(_ physics: ScrollPhysics, _ title: String) -> [CopiedLaw] {
    let velocity = min(velocity, physics.maximumVelocity)
    let motion = free(physics).release(from: 0, velocity: velocity, in: extent(upTo: 0))
    // Ternary search: the bounce has one peak.
    var (low, high) = (0.0, motion.duration)
    for _ in 0..<200 {
      let (first, second) = (low + (high - low) / 3, high - (high - low) / 3)
      if motion.value(at: first) < motion.value(at: second) { low = first } else { high = second }
    }
    var out = CopiedLaw(name: "edgeOut", kind: .other(title))
    out.sample(motion, from: 0, to: high, velocity)
    var back = CopiedLaw(name: "edgeBack", kind: .other(title))
    back.sample(motion, from: high, to: motion.duration, 0)
    return [out, back]
  }

  private static func outside(_ physics: ScrollPhysics) -> CopiedLaw {
    let name = "returnSpring"
    switch physics.releaseOutside {
    case .spring(let own): return spring(own, name)
    case .edgeSpring(let own): return spring(own, name)
    case .exponentialReturn(let own, let share):
      var law = spring(own, name)
      let omega = Words.value(own.angularFrequency, "/s")
      law.notes.append(Words.Copies.exponentialReturn(omega, share: share))
      return law
    case .overshoot: return glide(physics, "easing back")
    case .curve: return glide(physics, "return along timing curves")
    case .glide: return glide(physics, "glide of a constant force")
    }
  }

  /// A return that is not a spring, from rest at one distance.
  private static func glide(_ physics: ScrollPhysics, _ title: String) -> CopiedLaw {
    var law = CopiedLaw(name: "returnGlide", kind: .other(title))
    let motion = free(physics).release(from: outside, velocity: 0, in: extent(upTo: 0))
    law.sample(motion, from: 0, to: motion.duration, 0)
    return law
  }

  // MARK: Springs

  private static func spring(_ law: EdgeSpring, _ name: String) -> CopiedLaw {
    var copy = spring(law.spring, name)
    if law.velocityGain != 1 { copy.notes.append(Words.Copies.gain(law.velocityGain)) }
    if law.maximumVelocity < .infinity {
      copy.notes.append(Words.Copies.maximum(Words.value(law.maximumVelocity, "pt/s")))
    }
    if law.maximumViewports < .infinity {
      copy.notes.append(Words.Copies.maximum(Words.value(law.maximumViewports, "viewports/s")))
    }
    return copy
  }

  private static func spring(_ spring: Spring, _ name: String) -> CopiedLaw {
    let kind: Kind =
      switch spring.regime {
      case .underdamped: .underdamped
      case .criticallyDamped: .critical
      case .overdamped: .overdamped
      }
    let (omega, ratio) = (spring.angularFrequency, spring.dampingRatio)
    let split = omega * abs(ratio * ratio - 1).squareRoot()
    var law = CopiedLaw(name: name, kind: kind)
    // The mass only scales the other two: this is the equal motion of mass 1.
    law.numbers = [
      "stiffness": omega * omega, "damping": 2 * ratio * omega, "ratio": ratio,
      "response": spring.response, "bounce": spring.bounce, "w0": omega, "b": ratio * omega,
      "w": split, "slow": omega / (ratio + (split / omega)), "fast": ratio * omega + split,
    ]
    let motion = SpringMotion(spring, from: 0, to: distance, threshold: 0.25)
    law.course = (motion.duration, { motion.value(at: $0) / distance })
    return law
  }

  // MARK: Bands

  private static func band(_ band: OverscrollBand) -> CopiedLaw {
    func law(_ kind: Kind, _ numbers: [String: Double]) -> CopiedLaw {
      CopiedLaw(name: "band", kind: kind, numbers: numbers)
    }
    return switch band {
    case .rubberBand(let band): law(.rubberBand, ["c": band.coefficient])
    case .fixedRubberBand(let band, let length):
      law(.fixedRubberBand, ["c": band.coefficient, "length": length])
    case .linear(let share, .infinity): law(.linear, ["share": share])
    case .linear(let share, let limit): law(.limited, ["share": share, "limit": limit])
    case .hyperbolic(let share, let steepness):
      law(.hyperbolic, ["share": share, "twice": 2 * steepness])
    case .fading(let share): law(.fading, ["share": share])
    case .none: law(.nothing(Words.Copies.none), [:])
    }
  }
}
