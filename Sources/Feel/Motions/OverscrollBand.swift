internal import Glibc

/// How content follows a drag past its end.
///
/// Travels and offsets are distances past the edge, in points; negative ones are mirrored.
public enum OverscrollBand: Hashable, Sendable {
  /// The rubber band with the viewport's length as its dimension.
  case rubberBand(RubberBand)
  /// The rubber band with a fixed dimension, in points; positive.
  case fixedRubberBand(RubberBand, dimension: Double)
  /// A constant share of the travel, up to a limit in points.
  case linear(share: Double, limit: Double)
  /// d·share·tanh(steepness·x/d), d the viewport's length.
  case hyperbolic(share: Double, steepness: Double)
  /// d·(1 − e^(−share·x/d)), d the viewport's length: a share of the travel that decreases with the
  /// distance.
  ///
  /// Source: Firefox's Axis::ApplyResistance, a share of (1 − y/d)/16 of each small step.
  case fading(share: Double)
  /// None: the content stays at the edge.
  case none

  /// Whether shares and steepness lie in 0…1e12, the dimension in 1e-6…1e12, and the limit is not
  /// negative.
  var isValid: Bool {
    switch self {
    case .rubberBand, .none: true
    case .fixedRubberBand(_, let dimension): LawRange.positive.contains(dimension)
    case .linear(let share, let limit):
      LawRange.notNegative.contains(share) && LawRange.limit.contains(limit)
    case .hyperbolic(let share, let steepness):
      LawRange.notNegative.contains(share) && LawRange.notNegative.contains(steepness)
    case .fading(let share): LawRange.notNegative.contains(share)
    }
  }

  /// The content's distance past its edge for the pointer's travel past it.
  public func offset(forTravel travel: Double, viewport: Double) -> Double {
    switch self {
    case .rubberBand(let band): return band.offset(forTravel: travel, dimension: viewport)
    case .fixedRubberBand(let band, let dimension):
      return band.offset(forTravel: travel, dimension: dimension)
    case .linear(let share, let limit): return min(max(travel * share, -limit), limit)
    case .hyperbolic(let share, let steepness):
      guard viewport > 0 else { return 0 }
      return viewport * share * tanh(steepness * travel / viewport)
    case .fading(let share):
      guard viewport > 0 else { return 0 }
      let shown = -viewport * expm1(-share * abs(travel) / viewport)
      return travel < 0 ? -shown : shown
    case .none: return 0
    }
  }

  /// The travel for a given overscroll, which is first clamped to 99 % of the band's reach.
  public func travel(forOffset offset: Double, viewport: Double) -> Double {
    let reach = reach(viewport: viewport) * RubberBand.invertibleShare
    let held = min(max(offset, -reach), reach)
    switch self {
    case .rubberBand(let band): return band.travel(forOffset: held, dimension: viewport)
    case .fixedRubberBand(let band, let dimension):
      return band.travel(forOffset: held, dimension: dimension)
    case .linear(let share, _): return share > 0 ? held / share : 0
    case .hyperbolic(let share, let steepness):
      // In a tiny viewport the reach may round to 0.
      guard reach > 0, steepness > 0 else { return 0 }
      return atanh(held / (viewport * share)) * viewport / steepness
    case .fading(let share):
      guard viewport > 0, share > 0 else { return 0 }
      let travel = -log1p(-abs(held) / viewport) * viewport / share
      return held < 0 ? -travel : travel
    case .none: return 0
    }
  }

  /// The ratio of the content's velocity to the pointer's at a travel, unitless.
  public func slope(atTravel travel: Double, viewport: Double) -> Double {
    switch self {
    case .rubberBand(let band): return band.slope(atTravel: travel, dimension: viewport)
    case .fixedRubberBand(let band, let dimension):
      return band.slope(atTravel: travel, dimension: dimension)
    case .linear(let share, let limit): return abs(travel * share) < limit ? share : 0
    case .hyperbolic(let share, let steepness):
      guard viewport > 0 else { return 0 }
      let bend = tanh(steepness * travel / viewport)
      return share * steepness * (1 - bend * bend)
    case .fading(let share): return viewport > 0 ? share * exp(-share * abs(travel) / viewport) : 0
    case .none: return 0
    }
  }

  /// The maximum distance of the content past its edge, in points; infinite without a limit.
  public func reach(viewport: Double) -> Double {
    switch self {
    case .rubberBand: viewport
    case .fixedRubberBand(_, let dimension): dimension
    case .linear(_, let limit): limit
    case .hyperbolic(let share, _): viewport * share
    case .fading: viewport
    case .none: 0
    }
  }

  private enum Kind: String, CaseIterable {
    case rubberBand, fixedRubberBand, linear, hyperbolic, fading, none
  }

  mutating func walk(_ walk: inout Walk) {
    var kind = Kind.none
    var (coefficient, length, share, limit) = (0.55, 100.0, 0.5, Double.infinity)
    var (reach, steepness, fading) = (0.1, 2.0, 1.0 / 16)
    switch self {
    case .rubberBand(let band): (kind, coefficient) = (.rubberBand, band.coefficient)
    case .fixedRubberBand(let band, let dimension):
      (kind, coefficient, length) = (.fixedRubberBand, band.coefficient, dimension)
    case .linear(let own, let ownLimit): (kind, share, limit) = (.linear, own, ownLimit)
    case .hyperbolic(let own, let ownSteepness):
      (kind, reach, steepness) = (.hyperbolic, own, ownSteepness)
    case .fading(let own): (kind, fading) = (.fading, own)
    case .none: break
    }
    let key = "physics.band"
    walk.choice(
      key, "Drag", &kind, title: "Drag past the edge",
      doc: "How content follows a drag past the edge.")
    walk.when(key, is: Kind.rubberBand, .fixedRubberBand)
    walk.number(
      "physics.band.coefficient", "Coefficient", 0.05...2, &coefficient, title: "Rubber band",
      doc: "Share of a drag past the edge that content follows at first.")
    walk.when(key, is: Kind.fixedRubberBand)
    walk.number(
      "physics.band.length", "Length", unit: "pt", 1...1000, &length,
      title: "Rubber band, length", doc: "Farthest past the edge.")
    walk.when(key, is: Kind.linear)
    walk.number(
      "physics.band.share", "Share", 0...1, &share, title: "Band, share",
      doc: "Share of a drag past the edge that content follows.")
    walk.limit(
      "physics.band.limit", "Limit", unit: "pt", 0...10_000, &limit, title: "Band, limit",
      doc: "Farthest past the edge.")
    walk.when(key, is: Kind.hyperbolic)
    walk.number(
      "physics.band.reach", "Reach", 0.01...1, &reach, title: "Band, reach",
      doc: "Farthest past the edge, as a share of the viewport.")
    walk.number(
      "physics.band.steepness", "Steepness", 0.1...10, &steepness, title: "Band, steepness",
      doc: "How soon it gets there. At first content follows reach × steepness of a drag.")
    walk.when(key, is: Kind.fading)
    walk.number(
      "physics.band.fadingShare", "Share", 0.01...1, &fading, title: "Band, share at first",
      doc: "Share of a drag past the edge that content follows at first; fades farther out.")
    walk.condition = nil
    switch kind {
    case .rubberBand: self = .rubberBand(RubberBand(coefficient: coefficient))
    case .fixedRubberBand:
      self = .fixedRubberBand(RubberBand(coefficient: coefficient), dimension: length)
    case .linear: self = .linear(share: share, limit: limit)
    case .hyperbolic: self = .hyperbolic(share: reach, steepness: steepness)
    case .fading: self = .fading(share: fading)
    case .none: self = .none
    }
  }
}
