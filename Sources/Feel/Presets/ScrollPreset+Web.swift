extension ScrollPreset {
  /// The inertia of the Motion library for the web.
  ///
  /// Source: Motion's inertia generator: time constant 325 ms, power 0.8, bounce stiffness 500,
  /// damping 10.
  public static let motion = ScrollPreset(
    id: "motion", title: "Motion (web library)",
    summary: "A short exponential with a time constant of 325 ms, and a bouncy edge spring.",
    knownDefect: """
      The library coasts for 0.8 s times the velocity. With its time constant, that starts at 2.46 \
      times the hand’s velocity: a jump at release. Here the velocity is kept and the distance is \
      shorter.
      """,
    evidence: PresetEvidence(
      system: "Motion for the web, inertia", version: "inertia generator",
      date: "2026-11-21", comparedWith: "a reimplementation of its source code; its tests",
      notModelled: "Its drag elasticity.", largestError: PresetEvidence.rebuilt),
    physics: ScrollPhysics(
      decay: .exponential(DecelerationRate(timeConstant: 0.325)), stop: .remaining(0.5),
      band: .none, bounce: .spring(EdgeSpring(Spring(stiffness: 500, damping: 10))),
      releaseOutside: .spring(Spring(stiffness: 500, damping: 10)), inwardThrow: .stopsAtEdge,
      velocity: .init(estimator: .lastPair)))
}
