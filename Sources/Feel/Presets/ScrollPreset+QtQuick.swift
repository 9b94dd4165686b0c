extension ScrollPreset {
  /// Qt Quick 5's Flickable with a finger.
  ///
  /// Source: Qt's qquickflickable.cpp 5.15 and qquickflickablebehavior_p.h.
  public static let qt5 = ScrollPreset(
    id: "qt5", title: "Qt Quick 5",
    summary: """
      Constant braking of 1500 pt/s² from at most 2500 pt/s, with the mean of the last three pairs \
      of samples as velocity; half the drag shows past the edge, and content eases back in 0.4 s.
      """,
    evidence: evidence(
      "Qt Quick 5, ListView with a finger", "5.15.8",
      "const flicks 0.7 to 2.0 px rms, 7.1 px where a frame was painted late; edges 1.2 px rms"),
    physics: qt(grouping: 0.005), turn: listView)

  /// Qt Quick 5's Flickable with a mouse.
  ///
  /// Source: as `qt5`; a mouse's samples are not grouped.
  public static let qt5Mouse = ScrollPreset(
    id: "qt5-mouse", title: "Qt Quick 5, mouse",
    summary: "Qt Quick 5 dragged with a mouse: every sample counts, even those close together.",
    evidence: evidence(
      "Qt Quick 5, ListView with a mouse", "5.15.8",
      """
      const flicks 1.4 to 2.2 px rms, 11.8 px where a frame was painted 5 ms early; edges 0.4 px \
      rms
      """),
    physics: qt(grouping: 0), turn: listView)

  /// Qt Quick 6's Flickable with a finger.
  ///
  /// Source: Qt's qquickflickable.cpp and qeventpoint.cpp of Qt 6; the filter loses a finger's
  /// previous velocity, so only 0.7 of each pair's remains.
  public static let qt6 = ScrollPreset(
    id: "qt6", title: "Qt Quick 6",
    summary: "Qt Quick’s braking and edges; a finger’s velocity is multiplied by 0.7.",
    knownDefect: """
      The velocity filter should weight a finger’s new velocity by 0.7 and the previous one by \
      0.3, but always uses 0 as the previous one.
      """,
    evidence: evidence(
      "Qt Quick 6, ListView with a finger", "6.12.0",
      "const flicks 0.5 px rms, 1.5 px; edges 0.9 px rms"),
    physics: qt(grouping: 0.005, gain: 0.7), turn: listView)

  /// Qt Quick 6's Flickable with a mouse.
  ///
  /// Source: as `qt6`; a mouse's velocity is filtered as intended.
  public static let qt6Mouse = ScrollPreset(
    id: "qt6-mouse", title: "Qt Quick 6, mouse",
    summary: """
      Qt Quick’s braking and edges; each pair’s velocity is weighted by 0.7, the result of the \
      earlier pairs by 0.3.
      """,
    evidence: evidence(
      "Qt Quick 6, ListView with a mouse", "6.12.0",
      "const flicks 0.7 px rms, 2.9 px; edges 0.3 px rms"),
    physics: qt(grouping: 0, smoothing: 0.7), turn: listView)

  /// Page turns: to the next page in a flick's direction, as in a ListView that snaps to one item.
  private static let listView = Pager.Turn(
    rule: .direction, leastVelocity: 75, landing: .spring, resistance: .half)

  private static func evidence(
    _ system: String, _ version: String, _ error: String
  ) -> PresetEvidence {
    PresetEvidence(
      system: system, version: version, date: "2026-11-22",
      comparedWith: "recordings of the running program; qquickflickable.cpp",
      notModelled: """
        The boost of repeated flicks in long content; the moment within a 16 ms tick at which Qt \
        detects the edge; drags that start after 200 ms of pressing, however small the movement.
        """,
      largestError: error)
  }

  private static func qt(
    grouping: Double, gain: Double = 1, smoothing: Double = 1
  ) -> ScrollPhysics {
    var velocity = VelocityTracker.Settings(
      estimator: .meanOfPairs, window: 1, minimumSpacing: 0, gap: .infinity)
    (velocity.releaseGap, velocity.press) = (0.099_999, .always)
    (velocity.grouping, velocity.smoothing) = (grouping, smoothing)
    // The limit applies after the gain.
    velocity.pairLimit = 2500 / gain
    return ScrollPhysics(
      decay: .constant(braking: 1500), stop: .speed(10),
      band: .linear(share: 0.5, limit: .infinity),
      bounce: .overshoot(OvershootBraking()), releaseOutside: .overshoot(OvershootBraking()),
      inwardThrow: .stopsAtEdge, maximumVelocity: 2500, minimumVelocity: 75, velocityGain: gain,
      drag: DragStart(slop: Slop(10), deduction: .travelAfter, minimumFlingTravel: 15),
      velocity: velocity)
  }
}
