public import Feel
internal import FeelTrace
public import Lab

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
      "physics.bounce", "Bounce", unit: "/s", .number(2...60), default: .number(10),
      doc: "The angular frequency of the spring at the edge."),
    Parameter(
      "physics.damping", "Bounce damping", .number(0.1...3), default: .number(1),
      doc: "The damping ratio of that spring: below 1 it overshoots."),
  ]

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
    return physics
  }
}
