/// What happens when a run reaches the edge.
public enum EdgeBounce: Hashable, Sendable {
  /// A spring about the edge, starting with the crossing velocity.
  case spring(EdgeSpring)
  /// A constant force stops the content past the edge, then it glides back in
  /// √(2·distance/deceleration) seconds.
  ///
  /// The deceleration is in points per second squared; it is raised where the content would go
  /// further than the share `limit` of the viewport.
  ///
  /// Source: AOSP's OverScroller, states BALLISTIC and CUBIC.
  case ballistic(deceleration: Double, limit: Double)
  /// Two timing curves: out, to a distance that grows with the velocity's square root, and back.
  case curves(BounceCurves)
  /// A stronger braking, then an ease back.
  case overshoot(OvershootBraking)
  /// The content stops dead.
  case clamp

  /// Whether the deceleration lies in 1e-6…1e12, the share of the viewport in 0…1e12, and the other
  /// laws are valid.
  var isValid: Bool {
    switch self {
    case .spring(let law): law.isValid
    case .ballistic(let deceleration, let limit):
      LawRange.positive.contains(deceleration) && LawRange.notNegative.contains(limit)
    case .curves(let curves): curves.isValid
    case .overshoot(let law): law.isValid
    case .clamp: true
    }
  }

  private enum Kind: String, CaseIterable { case spring, ballistic, curves, overshoot, clamp }

  mutating func walk(_ walk: inout Walk) {
    var kind = Kind.clamp
    var (spring, deceleration, reach) = (EdgeSpring(), 2000.0, 0.5)
    var (curves, overshoot) = (BounceCurves.chromium, OvershootBraking())
    switch self {
    case .spring(let own): (kind, spring) = (.spring, own)
    case .ballistic(let own, let limit): (kind, deceleration, reach) = (.ballistic, own, limit)
    case .curves(let own): (kind, curves) = (.curves, own)
    case .overshoot(let own): (kind, overshoot) = (.overshoot, own)
    case .clamp: break
    }
    let key = "physics.edge"
    walk.choice(
      key, "Response", &kind, title: "Coasting into the edge",
      doc: "What happens when coasting content reaches the edge.")
    walk.when(key, is: Kind.spring)
    spring.spring.walk(&walk, "physics.edge.spring", "Edge spring")
    spring.walk(&walk, key, "Edge spring")
    walk.when(key, is: Kind.ballistic)
    walk.number(
      "physics.edge.deceleration", "Deceleration", unit: "pt/s²", 100...20_000, &deceleration,
      title: "Edge, deceleration", doc: "Minimum deceleration past the edge.")
    walk.number(
      "physics.edge.reach", "Reach", 0...2, &reach, title: "Edge, reach",
      doc: "Farthest past the edge, as a share of the viewport.")
    walk.when(key, is: Kind.curves)
    curves.walk(&walk, "physics.edge.curves", "Edge")
    walk.when(key, is: Kind.overshoot)
    overshoot.walk(&walk, "physics.edge.overshoot", "Edge")
    walk.condition = nil
    switch kind {
    case .spring: self = .spring(spring)
    case .ballistic: self = .ballistic(deceleration: deceleration, limit: reach)
    case .curves: self = .curves(curves)
    case .overshoot: self = .overshoot(overshoot)
    case .clamp: self = .clamp
    }
  }
}

/// A spring at the edge, with limits and a gain that some systems apply to the entering velocity.
public struct EdgeSpring: Hashable, Sendable {
  /// The spring.
  public var spring: Spring
  /// The factor on the crossing velocity, after the limits; 1 keeps it.
  public var velocityGain: Double
  /// The limit of the crossing speed before the gain, in points per second.
  public var maximumVelocity: Double
  /// The limit of the crossing speed before the gain, in viewport lengths per second.
  public var maximumViewports: Double

  /// Creates an edge spring; by default the velocity is unchanged.
  public init(
    _ spring: Spring = .edge, velocityGain: Double = 1, maximumVelocity: Double = .infinity,
    maximumViewports: Double = .infinity
  ) {
    (self.spring, self.velocityGain) = (spring, velocityGain)
    (self.maximumVelocity, self.maximumViewports) = (maximumVelocity, maximumViewports)
  }

  /// Whether the gain lies in 0…1e12 and no limit is negative.
  var isValid: Bool {
    LawRange.notNegative.contains(velocityGain) && LawRange.limit.contains(maximumVelocity)
      && LawRange.limit.contains(maximumViewports)
  }

  /// The velocity entering the spring for a crossing velocity, both in points per second:
  /// gain·clamp(v).
  public func velocity(entering velocity: Double, viewport: Double) -> Double {
    let limit = min(
      maximumVelocity, maximumViewports == .infinity ? .infinity : maximumViewports * viewport)
    return min(max(velocity, -limit), limit) * velocityGain
  }

  /// Visits the parameters except the spring's; `key` and `title` prefix theirs.
  fileprivate mutating func walk(_ walk: inout Walk, _ key: String, _ title: String) {
    walk.number(
      "\(key).gain", "Gain", 0.05...5, &velocityGain, title: "\(title), gain",
      doc: "Factor on the velocity that enters the spring.")
    walk.limit(
      "\(key).maximumVelocity", "Maximum", unit: "pt/s", 0...100_000, &maximumVelocity,
      title: "\(title), maximum", doc: "Highest velocity that enters the spring, before the gain.")
    walk.limit(
      "\(key).maximumViewports", "Viewports", unit: "vp/s", 0...100, &maximumViewports,
      title: "\(title), maximum in viewports/s",
      doc: "Highest velocity that enters the spring, in viewports per second, before the gain.")
  }
}

/// A bounce made of two timing curves, out and back.
///
/// The velocity jumps at the start of the way out and at the turn, by design.
///
/// Source: Chromium's elastic_overscroll_controller_bezier.cc.
public struct BounceCurves: Hashable, Sendable {
  /// One leg of the bounce.
  public struct Leg: Hashable, Sendable {
    /// Its timing at high speed; at lower speeds the first control point is scaled.
    public var ease: Ease
    /// Its duration per point of distance, in seconds.
    public var durationPerPoint: Double
    /// Its maximum duration, in seconds.
    public var maximumDuration: Double

    /// Creates a leg; durations in seconds.
    public init(_ ease: Ease, durationPerPoint: Double, maximumDuration: Double) {
      (self.ease, self.durationPerPoint) = (ease, durationPerPoint)
      self.maximumDuration = maximumDuration
    }

    /// Whether both durations lie in 0…1e12 and y1 is not negative.
    var isValid: Bool {
      LawRange.notNegative.contains(durationPerPoint)
        && LawRange.notNegative.contains(maximumDuration) && ease.y1 >= 0
    }

    /// The timing at a velocity in points per second.
    ///
    /// With s the speed in points per millisecond, the first control point (x, y) becomes (x, x·s),
    /// or (y/s, y) where x·s would exceed y.
    public func ease(at velocity: Double) -> Ease {
      let speed = abs(velocity) / 1000
      return ease.x1 * speed <= ease.y1
        ? Ease(cubicBezier: ease.x1, ease.x1 * speed, ease.x2, ease.y2)
        : Ease(cubicBezier: ease.y1 / speed, ease.y1, ease.x2, ease.y2)
    }

    /// The motion between two offsets at a velocity, in points and points per second.
    ///
    /// `length` is the distance for the duration, in points; `nil` for that between the offsets.
    public func motion(
      from start: Double, to end: Double, velocity: Double, length: Double? = nil
    ) -> EaseMotion {
      let duration = min((length ?? abs(end - start)) * durationPerPoint, maximumDuration)
      return EaseMotion(from: start, to: end, duration: duration, ease: ease(at: velocity))
    }

    fileprivate mutating func walk(
      _ walk: inout Walk, _ key: String, _ title: String, _ label: String, _ word: String
    ) {
      var points = [ease.x1, ease.y1, ease.x2, ease.y2]
      // The first y over the speed becomes the first x, so keep it positive.
      let ranges: [ClosedRange<Double>] = [0...1, 0.01...3, 0...1, -2...3]
      for (index, point) in ["x1", "y1", "x2", "y2"].enumerated() {
        walk.number(
          "\(key).\(point)", "\(label) \(point)", ranges[index], &points[index],
          title: "\(title), \(word) \(point)", doc: "Control point of this timing curve.")
      }
      ease = Ease(cubicBezier: points[0], points[1], points[2], points[3])
      walk.number(
        "\(key).durationPerPoint", label, unit: "s/pt", 0...0.1, &durationPerPoint,
        title: "\(title), \(word) per point", doc: "Duration per point of distance.")
      walk.number(
        "\(key).maximumDuration", label, unit: "s", 0.01...2, &maximumDuration,
        title: "\(title), \(word) at most", doc: "Longest duration.")
    }
  }

  /// The speed up to which there is no leg out, in points per second.
  public var minimumVelocity: Double
  /// The distance out at 1000 points per second, in points; grows with the speed's square root.
  public var distance: Double
  /// The maximum distance past the edge, as a share of the viewport.
  public var limit: Double
  /// The leg out.
  public var out: Leg
  /// The leg back.
  public var back: Leg

  /// Creates a bounce.
  public init(minimumVelocity: Double, distance: Double, limit: Double, out: Leg, back: Leg) {
    (self.minimumVelocity, self.distance, self.limit) = (minimumVelocity, distance, limit)
    (self.out, self.back) = (out, back)
  }

  /// Whether all numbers lie in 0…1e12 and both legs are valid.
  var isValid: Bool {
    [minimumVelocity, distance, limit].allSatisfy(LawRange.notNegative.contains) && out.isValid
      && back.isValid
  }

  /// The velocity used by the curves, in points per second: 0 up to `minimumVelocity`.
  public func effective(_ velocity: Double) -> Double {
    abs(velocity) > minimumVelocity ? velocity : 0
  }

  /// The signed distance out without a limit, in points: distance·√(|v|/1000), 0 up to
  /// `minimumVelocity`.
  public func reach(of velocity: Double) -> Double {
    let velocity = effective(velocity)
    let reach = distance * (abs(velocity) / 1000).squareRoot()
    return velocity < 0 ? -reach : reach
  }

  /// Chromium's on Windows; also the initial values for a manually chosen law.
  static let chromium = BounceCurves(
    minimumVelocity: 200, distance: 35, limit: 0.1,
    out: Leg(Ease(cubicBezier: 0.25, 1, 0.99, 1), durationPerPoint: 0.0025, maximumDuration: 0.15),
    back: Leg(Ease(cubicBezier: 0.05, 0.7, 0.25, 1), durationPerPoint: 0.015, maximumDuration: 0.3))

  /// Visits the parameters; `key` and `title` prefix theirs.
  fileprivate mutating func walk(_ walk: inout Walk, _ key: String, _ title: String) {
    walk.number(
      "\(key).minimumVelocity", "Minimum", unit: "pt/s", 0...5000, &minimumVelocity,
      title: "\(title), minimum to go out", doc: "Slower content stops at the edge.")
    walk.number(
      "\(key).distance", "Distance", unit: "pt", 0...500, &distance, title: "\(title), distance",
      doc: "How far out 1000 pt/s go; grows with the square root of the speed.")
    walk.number(
      "\(key).limit", "Limit", 0.01...1, &limit, title: "\(title), limit",
      doc: "Farthest past the edge, as a share of the viewport.")
    out.walk(&walk, "\(key).out", title, "Out", "out")
    back.walk(&walk, "\(key).back", title, "Back", "back")
  }
}

/// How content returns when released past its edge.
public enum ReleaseOutside: Hashable, Sendable {
  /// A spring that starts with the release velocity.
  case spring(Spring)
  /// A spring with initial velocity share·v − ω0·x; with share 0 and a critical spring x =
  /// d·e^(−ω0·t).
  ///
  /// The velocity jumps at the release, by design.
  case exponentialReturn(Spring, velocityShare: Double)
  /// A spring with a gain and limits on the entering velocity.
  case edgeSpring(EdgeSpring)
  /// A stronger braking if thrown outwards, then an ease back.
  case overshoot(OvershootBraking)
  /// Two timing curves: further out if thrown outwards, and back.
  case curve(BounceCurves)
  /// A smooth glide with the duration √(2·distance/deceleration), in points and points per second
  /// squared.
  ///
  /// The release velocity is ignored, except outwards under a ballistic bounce, which continues
  /// with it.
  ///
  /// Source: AOSP's OverScroller, startSpringback and startAfterEdge.
  case glide(deceleration: Double)

  /// Whether the deceleration lies in 1e-6…1e12, the share of the velocity in 0…1e12, and the other
  /// laws are valid.
  var isValid: Bool {
    switch self {
    case .spring: true
    case .exponentialReturn(_, let share): LawRange.notNegative.contains(share)
    case .edgeSpring(let law): law.isValid
    case .overshoot(let law): law.isValid
    case .curve(let curves): curves.isValid
    case .glide(let deceleration): LawRange.positive.contains(deceleration)
    }
  }

  private enum Kind: String, CaseIterable {
    case spring, exponentialReturn, edgeSpring, overshoot, curves, glide
  }

  mutating func walk(_ walk: inout Walk) {
    var kind = Kind.spring
    var (spring, share, entry, deceleration) = (Spring.edge, 0.0, EdgeSpring(), 2000.0)
    var (curves, overshoot) = (BounceCurves.chromium, OvershootBraking())
    switch self {
    case .spring(let own): spring = own
    case .exponentialReturn(let own, let ownShare):
      (kind, spring, share) = (.exponentialReturn, own, ownShare)
    case .edgeSpring(let own): (kind, spring, entry) = (.edgeSpring, own.spring, own)
    case .overshoot(let own): (kind, overshoot) = (.overshoot, own)
    case .curve(let own): (kind, curves) = (.curves, own)
    case .glide(let own): (kind, deceleration) = (.glide, own)
    }
    let key = "physics.outside"
    walk.choice(
      key, "Return", &kind, title: "Released past the edge",
      doc: "How content released past an edge returns; exponential is e^(−ωt).")
    walk.when(key, is: Kind.spring, .exponentialReturn, .edgeSpring)
    spring.walk(&walk, "physics.outside.spring", "Return spring")
    walk.when(key, is: Kind.exponentialReturn)
    walk.number(
      "physics.outside.velocityShare", "Velocity share", 0...1, &share,
      title: "Return, velocity share",
      doc: "Share of the release velocity that the return starts with.")
    walk.when(key, is: Kind.edgeSpring)
    entry.walk(&walk, key, "Return")
    walk.when(key, is: Kind.glide)
    walk.number(
      "physics.outside.deceleration", "Deceleration", unit: "pt/s²", 100...20_000, &deceleration,
      title: "Return, deceleration", doc: "Deceleration that pulls the content back.")
    walk.when(key, is: Kind.curves)
    curves.walk(&walk, "physics.outside.curves", "Return")
    walk.when(key, is: Kind.overshoot)
    overshoot.walk(&walk, "physics.outside.overshoot", "Return")
    walk.condition = nil
    entry.spring = spring
    switch kind {
    case .spring: self = .spring(spring)
    case .exponentialReturn: self = .exponentialReturn(spring, velocityShare: share)
    case .edgeSpring: self = .edgeSpring(entry)
    case .overshoot: self = .overshoot(overshoot)
    case .curves: self = .curve(curves)
    case .glide: self = .glide(deceleration: deceleration)
    }
  }
}

/// The behaviour of content thrown back inwards from past its edge.
public enum InwardThrow: String, Hashable, Sendable, CaseIterable {
  /// A spring takes it to the edge; if it arrives with a velocity, a run continues inside.
  ///
  /// Source: UIScrollView; Compose Multiplatform's CupertinoOverscrollEffect plays its spring first
  /// and then flings.
  case coastsOn
  /// Only the return acts, and the content comes to rest at the edge.
  ///
  /// Source: Flutter's BouncingScrollSimulation, GTK's gtkkineticscrolling.c, ScrollMechanics,
  /// Motion's inertia.
  case stopsAtEdge
  /// A run starts at once if it would lead back past the edge; otherwise the return acts.
  ///
  /// Source: AOSP's OverScroller, startAfterEdge; libadwaita's carousel, whose spring goes straight
  /// to its page.
  case coastsAtOnce
}
