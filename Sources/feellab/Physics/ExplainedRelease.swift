internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Stage

/// In JSON places are in points, times in seconds, velocities in points per second.
extension ExplainedRelease: Report {
  /// The steps, a line each.
  var text: String {
    let rows = ReleaseWords(explanation).lines.map { [$0.step, $0.text] }
    return PlainTable.text([["control", control]] + rows)
  }

  var json: JSON {
    let velocity = explanation.velocity
    return .object([
      "control": .text(control),
      "time": .number(explanation.time.seconds),
      "axis": .text(explanation.axis == .horizontal ? "horizontal" : "vertical"),
      "samples": .list(
        explanation.estimate.entries.map {
          .object([
            "time": .number($0.sample.time.seconds), "x": .number($0.sample.location.x),
            "y": .number($0.sample.location.y), "fate": .text($0.fate.rawValue),
          ])
        }),
      "estimator": .text(explanation.settings.estimator.rawValue),
      "adjusted": .flag(explanation.settings.isAdjusted),
      "velocity": .object([
        "pointer": .number(velocity.pointer), "content": .number(velocity.content),
        "gained": .number(velocity.gained), "carried": .number(velocity.carried),
        "release": .number(velocity.value),
        "limit": velocity.limit.map { .text($0.rawValue) } ?? .null,
      ]),
      "offset": .number(explanation.offset),
      "tends": .number(explanation.projection.tends),
      "stops": .number(explanation.projection.stops),
      "choice": explanation.choice.map(Self.choice) ?? .null,
      "motion": .list(explanation.pieces.map(Self.piece)),
      "rest": .number(explanation.rest), "duration": .number(explanation.duration),
    ])
  }

  private static func choice(_ choice: ReleaseExplanation.Choice) -> JSON {
    .object([
      "item": .text(choice.item.rawValue), "index": .integer(choice.index),
      "rule": .text(choice.rule.rawValue), "aim": .number(choice.aim),
      "velocity": .number(choice.velocity),
      "turn": choice.turn.map(Self.turn) ?? .null,
      "candidates": .list(
        choice.candidates.map {
          .object(["index": .integer($0.index), "place": .number($0.place)])
        }),
      "midpoints": .list(choice.midpoints.map { .number($0) }),
      "margins": .list(
        choice.margins.map {
          .object([
            "index": .integer($0.index), "velocity": .number($0.velocity),
            "distance": .number($0.distance),
          ])
        }),
    ])
  }

  private static func turn(_ turn: ReleaseExplanation.Turn) -> JSON {
    .object([
      "rule": turn.rule.map { .text($0.rawValue) } ?? .null, "start": .number(turn.start),
      "travel": .number(turn.travel), "momentum": .number(turn.momentum),
      "length": .number(turn.length), "aim": .number(turn.aim),
    ])
  }

  private static func piece(_ piece: ReleaseExplanation.Piece) -> JSON {
    .object([
      "phase": .text(piece.phase.rawValue), "start": .number(piece.time.lowerBound),
      "end": .number(piece.time.upperBound), "from": .number(piece.start.value),
      "to": .number(piece.end.value), "startVelocity": .number(piece.start.velocity),
      "endVelocity": .number(piece.end.velocity),
    ])
  }
}
