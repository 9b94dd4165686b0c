public import Feel
internal import FeelTrace

/// The parameters of a pager's turn, and the laws that they say.
public enum TurnParameters {
  /// The declarations; the defaults are those of the original.
  public static let all = [
    Parameter(
      "pager.turn", "Turning", .choice(Pager.TurnRule.allCases.map(\.rawValue)),
      default: .choice(original.rule.rawValue),
      doc: "How the page to go to is found at a release: by the predicted end, at most one page "
        + "on; where the velocity leads in a quarter of a second; half a page on in its "
        + "direction; wherever the momentum goes."),
    Parameter(
      "pager.landing", "Landing", .choice(Pager.Landing.allCases.map(\.rawValue)),
      default: .choice(original.landing.rawValue),
      doc: "How the pager gets to its page: eased out, or by a spring with the release velocity."),
    Parameter(
      "pager.duration", "Eased in", unit: "s", .number(0.05...2),
      default: .number(original.duration), doc: "How long an eased landing takes."),
    Parameter(
      "pager.frequency", "Spring frequency", unit: "/s", .number(2...60),
      default: .number(original.spring.angularFrequency),
      doc: "The angular frequency of the spring that lands: 2π divided by its duration.",
      form: .duration(ratio: "pager.damping")),
    Parameter(
      "pager.damping", "Spring damping", .number(0.1...3),
      default: .number(original.spring.dampingRatio),
      doc: "The damping ratio of that spring: below 1 it overshoots.",
      form: .bounce(frequency: "pager.frequency")),
    Parameter(
      "pager.resistance", "Past the ends", .choice(Pager.Resistance.allCases.map(\.rawValue)),
      default: .choice(original.resistance.rawValue),
      doc: "How the strip follows a drag past the first and last page: by half, by UIKit's "
        + "rubber band, or not at all."),
    Parameter(
      "pager.rate", "Foreseen at", unit: "/ms", .number(0.9...0.9999), default: .number(0.998),
      doc: "The share of the velocity that is kept each millisecond, where its end is foreseen."),
    Parameter(
      "pager.slop", "Slop across", unit: "pt", .number(0...60),
      default: .number(original.lock.horizontal.mouse),
      doc: "How far across a drag must go before it turns pages."),
    Parameter(
      "pager.lock", "Axis lock", .number(1...10), default: .number(original.lock.ratio),
      doc: "How many times further along one axis than across it a drag must go to be that one's."),
  ]

  private static let original = Pager.Turn()

  /// The Swift that gives a pager these laws.
  public static let code: [CodeLine] = [
    """
    _ = pager.setTurn(
      Pager.Turn(
        rule: .{pager.turn}, landing: .{pager.landing}, duration: {pager.duration},
        spring: Spring(angularFrequency: {pager.frequency}, dampingRatio: {pager.damping}),
        resistance: .{pager.resistance}, rate: DecelerationRate(keptPerMillisecond: {pager.rate}),
        lock: AxisLock(horizontal: Slop({pager.slop}), ratio: {pager.lock})),
      at: .zero)
    """
  ]

  /// What a preset's turn says of a key; `nil` of what it does not speak of.
  static func value(of key: String, in turn: Pager.Turn) -> ParameterValue? {
    switch key {
    case "pager.turn": .choice(turn.rule.rawValue)
    case "pager.landing": .choice(turn.landing.rawValue)
    case "pager.duration": .number(turn.duration)
    case "pager.frequency": .number(turn.spring.angularFrequency)
    case "pager.damping": .number(turn.spring.dampingRatio)
    case "pager.resistance": .choice(turn.resistance.rawValue)
    case "pager.rate": .number(turn.rate.keptPerMillisecond)
    case "pager.slop": .number(turn.lock.horizontal.mouse)
    case "pager.lock": .number(turn.lock.ratio)
    default: nil
    }
  }

  /// The laws that a set of parameters says; what it says as its preset does is the preset's to the last digit.
  public static func turn(of parameters: ParameterSet) -> Pager.Turn {
    var turn = parameters.preset.turn
    let own = turn
    func isSet(_ keys: String...) -> Bool {
      keys.contains { parameters[$0] != value(of: $0, in: own) }
    }
    if let rule = Pager.TurnRule(rawValue: parameters.choice("pager.turn")) { turn.rule = rule }
    if let landing = Pager.Landing(rawValue: parameters.choice("pager.landing")) {
      turn.landing = landing
    }
    turn.duration = parameters.number("pager.duration")
    if isSet("pager.frequency", "pager.damping") {
      turn.spring = Spring(
        angularFrequency: parameters.number("pager.frequency"),
        dampingRatio: parameters.number("pager.damping"))
    }
    if let word = Pager.Resistance(rawValue: parameters.choice("pager.resistance")) {
      turn.resistance = word
    }
    if isSet("pager.rate") {
      turn.rate = DecelerationRate(keptPerMillisecond: parameters.number("pager.rate"))
    }
    if isSet("pager.slop", "pager.lock") {
      turn.lock = AxisLock(
        horizontal: Slop(parameters.number("pager.slop")), vertical: own.lock.vertical,
        ratio: parameters.number("pager.lock"))
    }
    return turn
  }
}
