public import Feel

/// A release explained in a line per step: "choice" and "card 3 at 1 280.0 pt, the nearest; …".
public struct ReleaseWords: Sendable {
  /// A step's name and its explanation.
  public struct Line: Hashable, Sendable {
    /// The step: "samples", "velocity", "release", "run" or a pager's "turn", "choice", "motion" or
    /// "rest".
    public let step: String
    /// The explanation.
    public let text: String
  }

  /// The steps in order, with one "motion" per piece.
  public let lines: [Line]

  /// Describes an explanation in words.
  public init(_ explanation: ReleaseExplanation) {
    lines =
      [
        Line(step: "samples", text: Words.Release.samples(explanation)),
        Line(step: "velocity", text: Words.Release.estimate(explanation)),
        Line(step: "release", text: Words.Release.release(explanation)),
        explanation.choice?.turn.map { Line(step: "turn", text: Words.Release.turn($0)) }
          ?? Line(step: "run", text: Words.Release.run(explanation)),
        Line(step: "choice", text: Words.Release.choice(explanation.choice)),
      ] + explanation.pieces.map { Line(step: "motion", text: Words.Release.piece($0)) } + [
        Line(step: "rest", text: Words.Release.rest(explanation))
      ]
  }
}
