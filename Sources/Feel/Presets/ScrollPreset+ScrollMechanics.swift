extension ScrollPreset {
  /// The often copied open-source reconstruction of UIScrollView.
  ///
  /// Source: ScrollMechanics by Ilya Lobanov: DecelerationTimingParameters and SpringTimingParameters.
  public static let scrollMechanics = ScrollPreset(
    id: "scroll-mechanics", title: "ScrollMechanics",
    summary:
      "UIKit's curves with the stop rule of its open-source copies: half a point from the asymptote.",
    knownDefect: """
      A fling lasts 1.1 to 1.7 s too long: the tail moves less than half a point, cannot be seen, and blocks taps.
      """,
    evidence: PresetEvidence(
      system: "ScrollMechanics", version: "DecelerationTimingParameters.swift",
      date: "2026-11-21", heldAgainst: "a rebuild from the sources",
      notModelled: "How it tells a drag from a tap: only the curves are its own.",
      largestError: PresetEvidence.rebuilt),
    physics: ScrollPhysics(
      stop: .remaining(0.5), inwardThrow: .returns, velocity: .init(estimator: .lastPair)))

  /// The scroll physics that this project began with.
  ///
  /// Source: this project's own first version.
  public static let seed = ScrollPreset(
    id: "seed", title: "Seed",
    summary: """
      Half the travel past an edge, flings only when worth more than 50 pt and 0.1 s, and an edge spring that is fed \
      twice the velocity, at most half a viewport a second.
      """,
    knownDefect:
      "The velocity jumps where a fling meets the edge, and the tail is over a second too long.",
    evidence: PresetEvidence(
      system: "This project", version: "its first version",
      date: "2026-11-21", heldAgainst: "its first version",
      notModelled: "Nothing known."),
    physics: ScrollPhysics(
      stop: .remainingPixels(0.5), band: .linear(share: 0.5, limit: .infinity),
      bounce: .spring(EdgeSpring(.edge, velocityGain: 2, maximumViewports: 0.5)),
      minimumTravel: 50, minimumDuration: 0.1))
}
