extension ScrollPreset {
  /// Flutter's BouncingScrollPhysics on a phone.
  ///
  /// Source: Flutter's scroll_physics.dart, scroll_simulation.dart and
  /// IOSScrollViewFlingVelocityTracker. The limit of the incremental resistance 0.52·(1 − y/d)² for
  /// small steps is the rubber band with c = 0.52, which is used here.
  public static let flutterIOS = ScrollPreset(
    id: "flutter-ios", title: "Flutter on iOS",
    summary: """
      Keeps 0.135 of the velocity per second, stops at 20 device pixels per second, and has a band \
      of 0.52 and a slightly overdamped edge spring that starts with at most 5000 pt/s.
      """,
    knownDefect: """
      Flutter caps the speed at 5000 pt/s at the trailing edge only; here the cap applies at both \
      edges.
      """,
    evidence: PresetEvidence(
      system: "Flutter, BouncingScrollPhysics",
      version: "scroll_physics.dart, scroll_simulation.dart",
      date: "2026-11-21", comparedWith: "a reimplementation of its source code; its tests",
      notModelled: """
        The separate snap-back spring of later versions; resistance that accumulates event by event.
        """,
      largestError: PresetEvidence.rebuilt),
    physics: ScrollPhysics(
      decay: .exponential(DecelerationRate(keptPerSecond: 0.135)), stop: .pixelSpeed(20),
      band: .rubberBand(RubberBand(coefficient: 0.52)),
      bounce: .spring(
        EdgeSpring(Spring(mass: 0.5, stiffness: 100, dampingRatio: 1.1), maximumVelocity: 5000)),
      releaseOutside: .spring(Spring(mass: 0.5, stiffness: 100, dampingRatio: 1.1)),
      inwardThrow: .stopsAtEdge, maximumVelocity: 8000, minimumVelocity: 50, accumulation: .carried,
      restThresholdPixels: 1), turn: .flutter(.rubberBand))

  /// Flutter's BouncingScrollPhysics with the fast deceleration rate, as on a trackpad.
  ///
  /// Source: Flutter's scroll_physics.dart, ScrollDecelerationRate.fast.
  public static let flutterMacOS = ScrollPreset(
    id: "flutter-macos", title: "Flutter on macOS",
    summary: """
      Flutter’s iOS decay plus constant braking of 1400 pt/s², a stiffer band of 0.26 and an \
      overdamped edge spring.
      """,
    evidence: PresetEvidence(
      system: "Flutter, BouncingScrollPhysics with the fast rate",
      version: "scroll_physics.dart, scroll_simulation.dart",
      date: "2026-11-21", comparedWith: "a reimplementation of its source code; its tests",
      notModelled: "The same as for flutter-ios.", largestError: PresetEvidence.rebuilt),
    physics: ScrollPhysics(
      decay: .braked(DecelerationRate(keptPerSecond: 0.135), drift: 0, braking: 1400),
      stop: .pixelSpeed(20), band: .rubberBand(RubberBand(coefficient: 0.26)),
      bounce: .spring(
        EdgeSpring(Spring(mass: 0.3, stiffness: 75, dampingRatio: 1.3), maximumVelocity: 5000)),
      releaseOutside: .spring(Spring(mass: 0.3, stiffness: 75, dampingRatio: 1.3)),
      inwardThrow: .stopsAtEdge, maximumVelocity: 8000, minimumVelocity: 50, accumulation: .carried,
      restThresholdPixels: 1, velocity: .init(estimator: .macOS)), turn: .flutter(.rubberBand))

  /// Flutter's ClampingScrollPhysics: Android's fling in closed form.
  ///
  /// Source: Flutter's ClampingScrollSimulation: friction 0.015, inflexion 0.35, r = ln 0.78/ln
  /// 0.9.
  public static let flutterAndroid = ScrollPreset(
    id: "flutter-android", title: "Flutter on Android",
    summary: "A fling whose speed falls as a power of the time left; content stops at the edges.",
    evidence: PresetEvidence(
      system: "Flutter, ClampingScrollPhysics", version: "scroll_simulation.dart",
      date: "2026-11-21", comparedWith: "its source code and tests",
      notModelled: """
        The stretch effect at the edges. Flutter returns content that is past an edge, such as \
        after a resize, by a spring that starts with min(0, v); here it starts with v, which can \
        overshoot at the leading edge.
        """
    ),
    physics: ScrollPhysics(
      decay: .power(friction: 0.015, inflexion: 0.35), stop: .speed(0), band: .none, bounce: .clamp,
      releaseOutside: .spring(Spring(mass: 0.5, stiffness: 100, dampingRatio: 1.1)),
      inwardThrow: .stopsAtEdge, maximumVelocity: 8000, minimumVelocity: 50, restThresholdPixels: 1,
      velocity: threeAtLeast), turn: .flutter(.none))
}
