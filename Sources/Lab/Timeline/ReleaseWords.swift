public import Feel
internal import Stage

/// A release explained, a line a step: "choice" and "card 3 at 1 280.0 pt, the nearest; …".
public struct ReleaseWords: Sendable {
  /// A step's name and what is said of it.
  public struct Line: Hashable, Sendable {
    /// The step: "samples", "velocity", "release", "run" or a pager's "turn", "choice", "motion" or "rest".
    public let step: String
    /// What is said of it.
    public let text: String
  }

  /// The steps in order; "motion" once a piece.
  public let lines: [Line]

  /// Puts an explanation into words.
  public init(_ explanation: ReleaseExplanation) {
    lines =
      [
        Line(step: "samples", text: Self.samples(explanation)),
        Line(step: "velocity", text: Self.estimate(explanation)),
        Line(step: "release", text: Self.release(explanation)),
        explanation.choice?.turn.map { Line(step: "turn", text: Self.turn($0)) }
          ?? Line(step: "run", text: Self.run(explanation)),
        Line(step: "choice", text: Self.choice(explanation.choice)),
      ] + explanation.pieces.map { Line(step: "motion", text: Self.piece($0)) } + [
        Line(
          step: "rest",
          text: Self.points(explanation.rest)
            + ", \(explanation.duration.text(decimals: 3)) s after the release")
      ]
  }

  private static func points(_ value: Double) -> String { value.grouped(decimals: 1) + " pt" }
  private static func speed(_ value: Double) -> String { value.grouped(decimals: 1) + " pt/s" }

  private static func samples(_ explanation: ReleaseExplanation) -> String {
    let (used, dropped) = (explanation.estimate.used, explanation.estimate.dropped)
    var words = ["\(used.count) of \(used.count + dropped.count) count"]
    if let first = used.first, let last = used.last {
      let ages = [first, last].map { (($0.time - explanation.time) * 1000).text(decimals: 1) }
      words[0] += ", \(ages[0]) to \(ages[1]) ms"
    }
    words += explanation.estimate.reasons.map { "\($0.count) \($0.fate.reason)" }
    return words.joined(separator: "; ")
  }

  private static func estimate(_ explanation: ReleaseExplanation) -> String {
    let settings = explanation.settings
    let window =
      settings.window.isFinite ? " over \((settings.window * 1000).text(decimals: 0)) ms" : ""
    return "\(settings.name)\(window): the pointer goes "
      + "\(speed(explanation.velocity.pointer)) \(explanation.axis == .horizontal ? "across" : "down")"
      + ", counted as the offset grows"
  }

  private static func release(_ explanation: ReleaseExplanation) -> String {
    let velocity = explanation.velocity
    var words: [String] = []
    if velocity.content != velocity.pointer, velocity.limit != .noDrag,
      velocity.limit != .shortTravel
    {
      words.append("the edge's band lets \(speed(velocity.content)) of it through")
    }
    if velocity.gained != velocity.content {
      words.append("the gain makes it \(speed(velocity.gained))")
    }
    if velocity.carried != 0 {
      words.append("\(speed(velocity.carried)) carried over from the run that was caught")
    }
    if let limit = velocity.limit { words.append(limit.reason) }
    words.append("\(speed(velocity.value)) at \(points(explanation.offset))")
    return words.joined(separator: "; ")
  }

  private static func run(_ explanation: ReleaseExplanation) -> String {
    let (tends, stops) = (explanation.projection.tends, explanation.projection.stops)
    let stop = "would stop at \(points(stops))"
    return tends == stops ? stop : "would tend to \(points(tends)) and stop at \(points(stops))"
  }

  /// A pager's rule with its numbers, pages counted from 1.
  private static func turn(_ turn: ReleaseExplanation.Turn) -> String {
    func page(_ place: Double) -> String { "page " + (place + 1).text(decimals: 3) }
    func signed(_ value: Double) -> String {
      (value < 0 ? "−" : "+") + " " + points(value.magnitude)
    }
    guard let rule = turn.rule else { return "\(page(turn.start)), let go without a drag" }
    let travel =
      rule == .predictedEnd ? "2 · \(points(turn.travel / 2))" : points(turn.travel)
    return "\(rule.words): \(page(turn.start)) + (\(travel) \(signed(turn.momentum)))"
      + "/\(points(turn.length)) = \(page(turn.aim))"
  }

  private static func choice(_ choice: ReleaseExplanation.Choice?) -> String {
    guard let choice else { return "none: content that runs free" }
    func title(_ index: Int) -> String { "\(choice.item.rawValue) \(index + 1)" }
    let place = choice.candidates.first { $0.index == choice.index }?.place ?? choice.aim
    var words = [
      "\(title(choice.index)) at \(points(place)), \(choice.rule.reason) for \(points(choice.aim))"
    ]
    if !choice.midpoints.isEmpty {
      words.append("midpoints " + choice.midpoints.map(points).joined(separator: " and "))
    }
    for margin in choice.margins {
      let sign = margin.velocity < 0 ? "" : "+"
      words.append(
        "\(title(margin.index)) at \(sign)\(speed(margin.velocity)), "
          + "\(margin.distance < 0 ? "" : "+")\(points(margin.distance))")
    }
    return words.joined(separator: "; ")
  }

  private static func piece(_ piece: ReleaseExplanation.Piece) -> String {
    let (start, end) = (piece.time.lowerBound, piece.time.upperBound)
    return "\(start.text(decimals: 3)) to \(end.text(decimals: 3)) s \(piece.phase.rawValue): "
      + "\(law(piece.law)) from \(points(piece.start.value)) at \(speed(piece.start.velocity)) "
      + "to \(points(piece.end.value)) at \(speed(piece.end.velocity))"
  }

  private static func law(_ law: Motion) -> String {
    switch law {
    case .rest: return "rest"
    case .deceleration(let law):
      return "exponential, \(law.rate.keptPerMillisecond.text(decimals: 5)) a millisecond, "
        + "stopped at \(speed(law.stopSpeed)),"
    case .braked(let law):
      return "exponential, \(law.rate.keptPerMillisecond.text(decimals: 5)) a millisecond, "
        + "braked by \(law.braking.text(decimals: 1)) pt/s²,"
    case .power: return "power of the time left"
    case .constant(let law):
      return "steady braking of \(law.deceleration.grouped(decimals: 1)) pt/s²"
    case .spring(let law):
      return "spring, response \(law.spring.response.text(decimals: 3)) s, "
        + "damping \(law.spring.dampingRatio.text(decimals: 3)),"
    case .ease(let law):
      return "timing curve of \(law.duration.text(decimals: 3)) s"
    }
  }
}
