internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Stage

/// In JSON, places are in points, times in seconds, velocities in points per second.
extension ExplainedRelease: Report {
  /// The steps, one per line.
  var text: String {
    let rows = ReleaseWords(explanation).lines.map { [$0.step, $0.text] }
    return PlainTable.text([["control", control]] + rows)
  }

  var json: JSON {
    let velocity = explanation.velocity
    return JSON.of([
      "control": control, "time": explanation.time.seconds,
      "axis": explanation.axis == .horizontal ? "horizontal" : "vertical",
      "samples": explanation.estimate.entries.map {
        JSON.of([
          "time": $0.sample.time.seconds, "x": $0.sample.location.x, "y": $0.sample.location.y,
          "fate": $0.fate.rawValue,
        ])
      },
      "estimator": explanation.settings.estimator.rawValue,
      "adjusted": explanation.settings.isAdjusted,
      "velocity": JSON.of([
        "pointer": velocity.pointer, "content": velocity.content, "gained": velocity.gained,
        "carried": velocity.carried, "release": velocity.value, "limit": velocity.limit?.rawValue,
      ]),
      "offset": explanation.offset, "tends": explanation.projection.tends,
      "stops": explanation.projection.stops, "choice": explanation.choice.map(Self.choice),
      "motion": explanation.pieces.map(Self.piece), "rest": explanation.rest,
      "duration": explanation.duration,
    ])
  }

  private static func choice(_ choice: ReleaseExplanation.Choice) -> JSON {
    JSON.of([
      "item": choice.item.rawValue, "index": choice.index, "rule": choice.rule.rawValue,
      "aim": choice.aim, "velocity": choice.velocity, "turn": choice.turn.map(Self.turn),
      "candidates": choice.candidates.map { JSON.of(["index": $0.index, "place": $0.place]) },
      "midpoints": choice.midpoints,
      "margins": choice.margins.map {
        JSON.of(["index": $0.index, "velocity": $0.velocity, "distance": $0.distance])
      },
    ])
  }

  private static func turn(_ turn: ReleaseExplanation.PageTurn) -> JSON {
    JSON.of([
      "rule": turn.rule?.rawValue, "start": turn.start, "travel": turn.travel,
      "momentum": turn.momentum, "length": turn.length, "aim": turn.aim,
    ])
  }

  private static func piece(_ piece: ReleaseExplanation.Piece) -> JSON {
    JSON.of([
      "phase": piece.phase.rawValue, "start": piece.time.lowerBound, "end": piece.time.upperBound,
      "from": piece.start.value, "to": piece.end.value, "startVelocity": piece.start.velocity,
      "endVelocity": piece.end.velocity,
    ])
  }
}
