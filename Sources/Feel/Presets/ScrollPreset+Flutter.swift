extension ScrollPreset {
  /// Flutter's BouncingScrollPhysics on a phone.
  ///
  /// Source: Flutter's scroll_physics.dart, scroll_simulation.dart and
  /// IOSScrollViewFlingVelocityTracker. The limit of the incremental resistance 0.52·(1 − y/d)² for
  /// small steps is the rubber band with c = 0.52, which is used here.
  public static let flutterIOS = ScrollPreset(
    id: "flutter-ios", title: "Flutter on iOS",
    summary: """
      0.135 of the velocity kept per second, a stop at 20 device pixels a second, a band of 0.52 and a slightly \
      overdamped edge spring that takes at most 5000 pt/s.
      """,
    knownDefect: """
      Flutter’s cap of 5000 pt/s acts at the trailing edge only; here it acts at both.
      """,
    evidence: PresetEvidence(
      system: "Flutter, BouncingScrollPhysics",
      version: "scroll_physics.dart, scroll_simulation.dart",
      date: "2026-11-21", heldAgainst: "a rebuild from the sources; their tests",
      notModelled:
        "The separate snap-back spring of later versions; the resistance counted event by event.",
      largestError: PresetEvidence.rebuilt),
    physics: ScrollPhysics(
      decay: .exponential(DecelerationRate(keptPerSecond: 0.135)), stop: .pixelSpeed(20),
      band: .rubberBand(RubberBand(coefficient: 0.52)),
      bounce: .spring(
        EdgeSpring(Spring(mass: 0.5, stiffness: 100, dampingRatio: 1.1), maximumVelocity: 5000)),
      releaseOutside: .spring(Spring(mass: 0.5, stiffness: 100, dampingRatio: 1.1)),
      inwardThrow: .returns, maximumVelocity: 8000, minimumVelocity: 50, accumulation: .carried,
      restThresholdPixels: 1), turn: .flutter(.rubberBand))

  /// Flutter's BouncingScrollPhysics with the fast deceleration rate, as on a trackpad.
  ///
  /// Source: Flutter's scroll_physics.dart, ScrollDecelerationRate.fast.
  public static let flutterMacOS = ScrollPreset(
    id: "flutter-macos", title: "Flutter on macOS",
    summary: """
      Flutter’s iOS decay with a constant braking of 1400 pt/s² besides, a stiffer band of 0.26 and an overdamped \
      edge spring.
      """,
    evidence: PresetEvidence(
      system: "Flutter, BouncingScrollPhysics with the fast rate",
      version: "scroll_physics.dart, scroll_simulation.dart",
      date: "2026-11-21", heldAgainst: "a rebuild from the sources; their tests",
      notModelled: "As flutter-ios.", largestError: PresetEvidence.rebuilt),
    physics: ScrollPhysics(
      decay: .braked(DecelerationRate(keptPerSecond: 0.135), drift: 0, braking: 1400),
      stop: .pixelSpeed(20), band: .rubberBand(RubberBand(coefficient: 0.26)),
      bounce: .spring(
        EdgeSpring(Spring(mass: 0.3, stiffness: 75, dampingRatio: 1.3), maximumVelocity: 5000)),
      releaseOutside: .spring(Spring(mass: 0.3, stiffness: 75, dampingRatio: 1.3)),
      inwardThrow: .returns, maximumVelocity: 8000, minimumVelocity: 50, accumulation: .carried,
      restThresholdPixels: 1, velocity: .init(estimator: .macOS)), turn: .flutter(.rubberBand))

  /// Flutter's ClampingScrollPhysics: Android's fling in closed form.
  ///
  /// Source: Flutter's ClampingScrollSimulation: friction 0.015, inflexion 0.35, r = ln 0.78/ln
  /// 0.9.
  public static let flutterAndroid = ScrollPreset(
    id: "flutter-android", title: "Flutter on Android",
    summary:
      "A run whose speed falls as a power of the time left; at the edges the content stands.",
    evidence: PresetEvidence(
      system: "Flutter, ClampingScrollPhysics", version: "scroll_simulation.dart",
      date: "2026-11-21", heldAgainst: "the sources and their tests",
      notModelled:
        "The stretch that shows at the edges. Content past an edge, as after a resize, goes back by a spring with min(0, v); here by one with v, which at the leading edge can carry it past."
    ),
    physics: ScrollPhysics(
      decay: .power(friction: 0.015, inflexion: 0.35), stop: .speed(0), band: .none, bounce: .clamp,
      releaseOutside: .spring(Spring(mass: 0.5, stiffness: 100, dampingRatio: 1.1)),
      inwardThrow: .returns, maximumVelocity: 8000, minimumVelocity: 50, restThresholdPixels: 1,
      velocity: threeAtLeast), turn: .flutter(.none))
}
