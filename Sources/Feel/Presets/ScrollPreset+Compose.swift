extension ScrollPreset {
  /// Compose Multiplatform on iOS.
  ///
  /// Source: Compose Multiplatform's CupertinoOverscrollEffect and CupertinoFlingBehavior;
  /// PagerDefaults turns to the next page at 400 dp/s and above.
  public static let composeIOS = ScrollPreset(
    id: "compose-ios", title: "Compose on iOS",
    summary: """
      UIKit’s decay and band with stiffer, critically damped springs: one for flings, and an even \
      stiffer one for releases past the edge.
      """,
    knownDefect:
      "Flings stop half a device pixel from the asymptote, over a second later than UIKit’s.",
    evidence: PresetEvidence(
      system: "Compose Multiplatform on iOS", version: "CupertinoOverscrollEffect",
      date: "2026-11-21", comparedWith: "a reimplementation of its source code",
      notModelled: """
        Its velocity tracker, except for the parabola over at least three samples; its pager, \
        except for the choice of page.
        """,
      largestError: PresetEvidence.rebuilt),
    physics: ScrollPhysics(
      stop: .remainingPixels(0.5),
      bounce: .spring(EdgeSpring(Spring(stiffness: 200, dampingRatio: 1))),
      releaseOutside: .spring(Spring(stiffness: 400, dampingRatio: 1)), velocity: threeAtLeast),
    turn: Pager.Turn(
      rule: .direction, leastVelocity: 400, landing: .spring, resistance: .rubberBand))

  /// A parabola over at least three samples.
  ///
  /// Source: Compose's VelocityTracker1D and Flutter's VelocityTracker, which report no velocity
  /// for fewer.
  static var threeAtLeast: VelocityTracker.Settings {
    var velocity = VelocityTracker.Settings()
    velocity.minimumSamples = 3
    return velocity
  }
}
