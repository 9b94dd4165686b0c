/// A glow at an edge past which the content does not move; it grows with the travel past the edge.
///
/// Its strength, 0…1, is a share of `reach`: of the travel past the edge or, after a fling, of the
/// excursion of a spring that starts with the crossing velocity.
///
/// Source: GTK's gtkscrolledwindow.c: 100 pixels, and gtkkineticscrolling.c: a critical spring of
/// 10 per second.
public struct EdgeGlow: Hashable, Sendable {
  /// The travel past the edge for the full glow, in points; positive.
  public var reach: Double
  /// The spring by which the glow fades.
  public var spring: Spring

  /// Creates a glow.
  public init(reach: Double = 100, spring: Spring = .edge) {
    (self.reach, self.spring) = (reach, spring)
  }

  /// Whether its reach lies in 1e-6…1e12.
  var isValid: Bool { LawRange.positive.contains(reach) }

  /// The signed strength for a signed travel past an edge in points: −1 at the start to 1 at the
  /// end.
  public func strength(ofTravel travel: Double) -> Double { min(max(travel / reach, -1), 1) }

  /// The travel's decay from a value with a velocity, in points and points per second.
  func fading(from travel: Double, velocity: Double) -> SpringMotion {
    SpringMotion(
      spring, from: min(max(travel, -reach), reach), velocity: velocity, to: 0, threshold: 0.1)
  }

  private enum Kind: String, CaseIterable { case none, glow }

  /// Visits the choice of a glow, and its parameters.
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
