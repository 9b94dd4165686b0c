extension ScrollPreset {
  /// The often copied open-source reconstruction of UIScrollView.
  ///
  /// Source: ScrollMechanics by Ilya Lobanov: DecelerationTimingParameters and
  /// SpringTimingParameters.
  public static let scrollMechanics = ScrollPreset(
    id: "scroll-mechanics", title: "ScrollMechanics",
    summary:
      "UIKit’s curves with the stop rule of open-source copies: half a point from the asymptote.",
    knownDefect: """
      Flings last 1.1 to 1.7 s too long: the tail moves less than half a point, so it is \
      invisible, but blocks taps.
      """,
    evidence: PresetEvidence(
      system: "ScrollMechanics", version: "DecelerationTimingParameters.swift",
      date: "2026-11-21", comparedWith: "a reimplementation of its source code",
      notModelled: "How it distinguishes a drag from a tap: only the curves are taken from it.",
      largestError: PresetEvidence.rebuilt),
    physics: ScrollPhysics(
      stop: .remaining(0.5), inwardThrow: .stopsAtEdge, velocity: .init(estimator: .lastPair)),
    turn: .uikit)

  /// The scroll physics of the articles that this project is based on.
  ///
  /// Source: the last of those articles, on a scroll view rebuilt in SwiftUI.
  public static let seed = ScrollPreset(
    id: "seed", title: "The articles (origin)",
    summary: """
      The physics of the articles that FeelLab is based on. Past an edge, content follows half the \
      travel; flings need 100.1 pt/s, which predicts 50 pt; the edge spring starts with twice the \
      velocity, capped at half a viewport per second before doubling.
      """,
    knownDefect:
      "The velocity jumps where a fling meets the edge, and the tail is over a second too long.",
    evidence: PresetEvidence(
      system: "The articles’ scroll view", version: "as published",
      date: "2026-11-26", comparedWith: "the formulas in the article",
      notModelled: """
        Its bugs, such as a jump at the bottom edge. SwiftUI’s predicted end, from which it takes \
        the velocity: its formula is unpublished, so a parabola is used instead.
        """),
    physics: ScrollPhysics(
      stop: .remainingPixels(0.5), band: .linear(share: 0.5, limit: .infinity),
      bounce: .spring(EdgeSpring(.edge, velocityGain: 2, maximumViewports: 0.5)),
      minimumTravel: 50, minimumDuration: 0.1, velocity: .init()),
    turn: Pager.Turn())
}
