/// What shows at an edge where the content itself stands still: a glow that swells with the travel
/// past it.
///
/// Its strength is a value of its own, 0…1: the travel past the edge, or after a fling the swing of
/// a spring that takes over the crossing velocity, as a share of `reach`.
///
/// Source: GTK's gtkscrolledwindow.c: 100 pixels, and gtkkineticscrolling.c: a critical spring of
/// 10 per second.
public struct EdgeGlow: Hashable, Sendable {
  /// The travel past the edge that gives the whole glow, in points; positive.
  public var reach: Double
  /// What lets the glow die down.
  public var spring: Spring

  /// Creates a glow.
  public init(reach: Double = 100, spring: Spring = .edge) {
    (self.reach, self.spring) = (reach, spring)
  }

  /// Whether its reach lies in 1e-6…1e12.
  var isValid: Bool { LawRange.positive.contains(reach) }

  /// The strength for a travel past an edge in points, with its sign: −1 at the beginning's edge to
  /// 1 at the end's.
  public func strength(ofTravel travel: Double) -> Double { min(max(travel / reach, -1), 1) }

  /// How the travel dies down from a value with a velocity, in points and points per second.
  func fading(from travel: Double, velocity: Double) -> SpringMotion {
    SpringMotion(
      spring, from: min(max(travel, -reach), reach), velocity: velocity, to: 0, threshold: 0.1)
  }

  private enum Kind: String, CaseIterable { case none, glow }

  /// Walks over whether an edge glows, and how.
  static func walk(_ glow: inout EdgeGlow?, _ walk: inout Walk) {
    var kind = glow == nil ? Kind.none : .glow
    var law = glow ?? EdgeGlow()
    let key = "physics.glow"
    walk.choice(key, "Glow", &kind, doc: "Edges glow where content cannot move past them.")
    walk.when(key, is: Kind.glow)
    walk.number(
      "physics.glow.reach", "Reach", unit: "pt", 1...1000, &law.reach, title: "Glow, reach",
      doc: "Travel past the edge for the full glow.")
    law.spring.walk(&walk, "physics.glow.spring", "Glow")
    walk.condition = nil
    glow = kind == .none ? nil : law
  }
}
