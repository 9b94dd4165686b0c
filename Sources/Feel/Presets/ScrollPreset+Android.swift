extension ScrollPreset {
  /// Android's OverScroller.
  ///
  /// Source: AOSP's OverScroller and ViewConfiguration (50 and 8000 dp/s); ViewPager2 turns pages
  /// by PagerSnapHelper: the next page for a fling, otherwise the nearest.
  public static let android = ScrollPreset(
    id: "android", title: "Android",
    summary: """
      The platform’s spline fling; no drag past the edge, but a fling shoots over it against 2000 pt/s², at most half \
      a viewport, and glides back.
      """,
    knownDefect: """
      The platform draws the spline as 100 chords and counts whole milliseconds, so its velocity moves in steps; here \
      the curve itself is used. Thrown further out with less room than that takes, its content jumps; here the force \
      is as great as it must be from the start.
      """,
    evidence: PresetEvidence(
      system: "Android, OverScroller", version: "AOSP main",
      date: "2026-11-21", heldAgainst: "a rebuild from the sources; published tests",
      notModelled: "The glow or stretch that shows at the edges; the friction of other densities.",
      largestError: PresetEvidence.rebuilt),
    physics: ScrollPhysics(
      decay: .androidSpline(friction: 0.015), stop: .speed(0), band: .none,
      bounce: .ballistic(deceleration: 2000, limit: 0.5),
      releaseOutside: .glide(deceleration: 2000), inwardThrow: .runs, maximumVelocity: 8000,
      minimumVelocity: 50, velocity: .init()),
    turn: Pager.Turn(rule: .direction, leastVelocity: 50, landing: .spring, resistance: .none))
}
