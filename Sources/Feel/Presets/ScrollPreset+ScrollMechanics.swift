extension ScrollPreset {
  /// The often copied open-source reconstruction of UIScrollView.
  ///
  /// Source: ScrollMechanics by Ilya Lobanov: DecelerationTimingParameters and
  /// SpringTimingParameters.
  public static let scrollMechanics = ScrollPreset(
    id: "scroll-mechanics", title: "ScrollMechanics",
    summary:
      "UIKit’s curves with the stop rule of its open-source copies: half a point from the asymptote.",
    knownDefect: """
      A fling lasts 1.1 to 1.7 s too long: the tail moves less than half a point, cannot be seen, and blocks taps.
      """,
    evidence: PresetEvidence(
      system: "ScrollMechanics", version: "DecelerationTimingParameters.swift",
      date: "2026-11-21", heldAgainst: "a rebuild from the sources",
      notModelled: "How it tells a drag from a tap: only the curves are its own.",
      largestError: PresetEvidence.rebuilt),
    physics: ScrollPhysics(
      stop: .remaining(0.5), inwardThrow: .returns, velocity: .init(estimator: .lastPair)),
    turn: .uikit)

  /// The scroll physics of the articles that this project is based on.
  ///
  /// Source: the last of those articles, on a scroll view rebuilt in SwiftUI.
  public static let seed = ScrollPreset(
    id: "seed", title: "The articles (origin)",
    summary: """
      The physics of the articles that FeelLab is built on: half the travel past an edge; a fling only from 100.1 pt/s, \
      where 50 pt are predicted; and an edge spring that is fed the velocity up to half a viewport a second, twice over.
      """,
    knownDefect:
      "The velocity jumps where a fling meets the edge, and the tail is over a second too long.",
    evidence: PresetEvidence(
      system: "The articles’ scroll view", version: "as published",
      date: "2026-11-26", heldAgainst: "the formulas in the article",
      notModelled: """
        Its mistakes: the bottom edge jumps there. Its velocity is SwiftUI’s predicted end, which is not published: a \
        parabola stands in for it.
        """),
    physics: ScrollPhysics(
      stop: .remainingPixels(0.5), band: .linear(share: 0.5, limit: .infinity),
      bounce: .spring(EdgeSpring(.edge, velocityGain: 2, maximumViewports: 0.5)),
      minimumTravel: 50, minimumDuration: 0.1, velocity: .init()),
    turn: Pager.Turn())
}
