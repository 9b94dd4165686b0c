extension ScrollPreset {
  /// Android's OverScroller.
  ///
  /// Source: AOSP's OverScroller and ViewConfiguration (50 and 8000 dp/s); ViewPager2 turns pages
  /// by PagerSnapHelper: the next page for a fling, otherwise the nearest.
  public static let android = ScrollPreset(
    id: "android", title: "Android",
    summary: """
      The platform’s spline fling. Drags stop at the edge; flings overshoot it by at most half a \
      viewport, decelerating at 2000 pt/s², and glide back.
      """,
    knownDefect: """
      The platform approximates the spline by 100 chords and counts whole milliseconds, so its \
      velocity changes in steps; here the exact curve is used. If content past the edge is flung \
      further out with too little room to stop, it jumps; here the deceleration is high enough \
      from the start.
      """,
    evidence: PresetEvidence(
      system: "Android, OverScroller", version: "AOSP main",
      date: "2026-11-21", comparedWith: "a reimplementation of its source code; published tests",
      notModelled:
        "The glow or stretch effect at the edges; the friction at other screen densities.",
      largestError: PresetEvidence.rebuilt),
    physics: ScrollPhysics(
      decay: .androidSpline(friction: 0.015), stop: .speed(0), band: .none,
      bounce: .ballistic(deceleration: 2000, limit: 0.5),
      releaseOutside: .glide(deceleration: 2000), inwardThrow: .coastsAtOnce, maximumVelocity: 8000,
      minimumVelocity: 50, velocity: .init()),
    turn: Pager.Turn(rule: .direction, leastVelocity: 50, landing: .spring, resistance: .none))
}
