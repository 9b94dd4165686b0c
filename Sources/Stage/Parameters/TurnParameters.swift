public import Feel
internal import FeelTrace

/// The parameters of a pager's turn, and the laws that they say.
public enum TurnParameters {
  /// The declarations; the defaults are those of the original.
  public static let all = [
    Parameter(
      "pager.turn", "Turning", .choice(Pager.TurnRule.allCases.map(\.rawValue)),
      default: .choice(original.rule.rawValue), names: ["predictedEnd": "doubled end"],
      doc: "How the page to go to is found at a release: by the articles' doubled predicted end, "
        + "at most one page on; where the velocity leads in a quarter of a second; half a page on "
        + "in its direction; where a run of the pages would rest; by libadwaita's swipe."),
    Parameter(
      "pager.leastVelocity", "Turns from", unit: "pt/s", .number(0...2000),
      default: .number(original.leastVelocity),
      doc: "A slower release has no direction: it goes to the nearest page.",
      title: "Pager, turned from", where: turns(.direction)),
    Parameter(
      "pager.landing", "Landing", .choice(Pager.Landing.allCases.map(\.rawValue)),
      default: .choice(original.landing.rawValue),
      doc: "How the pager gets to its page: eased out, or by a spring with the release velocity."),
    Parameter(
      "pager.duration", "Eased in", unit: "s", .number(0.05...2),
      default: .number(original.duration), doc: "How long an eased landing takes.",
      where: lands(.easeOut)),
    Parameter(
      "pager.spring.mass", "Mass", .number(0.1...10), default: .number(original.spring.mass),
      doc: "The mass of the spring that lands.", form: .constant, title: "Pager spring, mass",
      where: lands(.spring)),
    Parameter(
      "pager.spring.stiffness", "Stiffness", unit: "/s²", .number(4...5000),
      default: .number(original.spring.stiffness),
      doc: "The stiffness of the spring that lands, for a mass of 1.",
      form: .duration(mass: "pager.spring.mass"), title: "Pager spring, stiffness",
      where: lands(.spring)),
    Parameter(
      "pager.spring.ratio", "Damping ratio", .number(0.1...3),
      default: .number(original.spring.dampingRatio),
      doc: "The damping ratio of the spring that lands: below 1 it overshoots.", form: .bounce,
      title: "Pager spring, damping ratio", where: lands(.spring)),
    Parameter(
      "pager.resistance", "Past the ends", .choice(Pager.Resistance.allCases.map(\.rawValue)),
      default: .choice(original.resistance.rawValue),
      doc: "How the strip follows a drag past the first and last page: by half, by UIKit's "
        + "rubber band, or not at all."),
    Parameter(
      "pager.rate", "Foreseen at", unit: "/ms", .number(0.9...0.9999), default: .number(0.998),
      doc: "The share of the velocity that is kept each millisecond, where its end is foreseen.",
      where: turns(.predictedEnd)),
    Parameter(
      "pager.slop", "Slop across", unit: "pt", .number(0...60),
      default: .number(original.lock.horizontal.mouse),
      doc: "How far across a drag must go before it turns pages."),
    Parameter(
      "pager.lock", "Axis lock", .number(1...10), default: .number(original.lock.ratio),
      doc: "How many times further along one axis than across it a drag must go to be that one's."),
  ]

  private static let original = Pager.Turn()

  private static func turns(_ rule: Pager.TurnRule) -> Parameter.Condition {
    Parameter.Condition("pager.turn", [rule.rawValue])
  }

  private static func lands(_ landing: Pager.Landing) -> Parameter.Condition {
    Parameter.Condition("pager.landing", [landing.rawValue])
  }

  /// The Swift that gives a pager these laws.
  public static let code: [CodeLine] = [
    """
    _ = pager.setTurn(
      Pager.Turn(
        rule: .{pager.turn}, leastVelocity: {pager.leastVelocity}, landing: .{pager.landing},
        duration: {pager.duration},
        spring: Spring(
          mass: {pager.spring.mass}, stiffness: {pager.spring.stiffness},
          dampingRatio: {pager.spring.ratio}),
        resistance: .{pager.resistance}, rate: DecelerationRate(keptPerMillisecond: {pager.rate}),
        lock: AxisLock(horizontal: Slop({pager.slop}), ratio: {pager.lock})),
      at: .zero)
    """
  ]

  /// What a preset's turn says of a key; `nil` of what it does not speak of.
  static func value(of key: String, in turn: Pager.Turn) -> ParameterValue? {
    switch key {
    case "pager.turn": .choice(turn.rule.rawValue)
    case "pager.leastVelocity": .number(turn.leastVelocity)
    case "pager.landing": .choice(turn.landing.rawValue)
    case "pager.duration": .number(turn.duration)
    case "pager.spring.mass": .number(turn.spring.mass)
    case "pager.spring.stiffness": .number(turn.spring.stiffness)
    case "pager.spring.ratio": .number(turn.spring.dampingRatio)
    case "pager.resistance": .choice(turn.resistance.rawValue)
    case "pager.rate": .number(turn.rate.keptPerMillisecond)
    case "pager.slop": .number(turn.lock.horizontal.mouse)
    case "pager.lock": .number(turn.lock.ratio)
    default: nil
    }
  }

  /// The laws that a set of parameters says, made of its values alone.
  public static func turn(of parameters: ParameterSet) -> Pager.Turn {
    Pager.Turn(
      rule: Pager.TurnRule(rawValue: parameters.choice("pager.turn")) ?? original.rule,
      leastVelocity: parameters.number("pager.leastVelocity"),
      landing: Pager.Landing(rawValue: parameters.choice("pager.landing")) ?? original.landing,
      duration: parameters.number("pager.duration"),
      spring: Spring(
        mass: parameters.number("pager.spring.mass"),
        stiffness: parameters.number("pager.spring.stiffness"),
        dampingRatio: parameters.number("pager.spring.ratio")),
      resistance: Pager.Resistance(rawValue: parameters.choice("pager.resistance"))
        ?? original.resistance,
      rate: DecelerationRate(keptPerMillisecond: parameters.number("pager.rate")),
      lock: AxisLock(
        horizontal: Slop(parameters.number("pager.slop")), ratio: parameters.number("pager.lock")))
  }
}
