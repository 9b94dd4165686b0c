internal import Glibc

extension ScrollPreset {
  private static let rate = DecelerationRate(keptPerMillisecond: 0.998)
  private static let spring = Spring(stiffness: 200, dampingRatio: 1.1)

  /// The factor on a velocity v when its run is summed frame by frame at 60 per second, each frame
  /// with the velocity at its end.
  ///
  /// Σ v·e^(−kn/60)/60 over all n ≥ 1 is v/k times this: k/60/(e^(k/60) − 1).
  private static let frameGain = rate.decayPerSecond / 60 / expm1(rate.decayPerSecond / 60)

  /// Firefox with a finger, on the desktop.
  ///
  /// Source: Firefox's DesktopFlingPhysics.h, SimpleVelocityTracker.cpp, FlingAccelerator.cpp,
  /// Axis.cpp and the prefs apz.*: friction 0.002, stop 0.01, minimum 0.5, stiffness 200, damping
  /// 1.1.
  public static let firefox = ScrollPreset(
    id: "firefox", title: "Firefox",
    summary: """
      UIKit’s decay and stop, with the mean of the last five pairs as velocity; a sixteenth of the \
      drag shows past the edge, and an overdamped spring of 14.1 per second starts with half the \
      velocity.
      """,
    knownDefect: """
      Firefox sums a fling frame by frame with the velocity at each frame’s end, which shortens it \
      by 1.7 % at 60 frames per second and by 0.7 % at 144; here it is always as at 60.
      """,
    evidence: PresetEvidence(
      system: "Firefox ESR with a finger, desktop prefs", version: "153.7.0", date: "2026-11-22",
      comparedWith: "recordings of the running program; Axis.cpp, DesktopFlingPhysics.h",
      notModelled: """
        Firefox timestamps samples on arrival, not with the X server’s whole milliseconds, so the \
        release velocity of a recorded hand is known only to 1 or 2 %. A late first frame; drags \
        that reduce the overscroll point by point on the way back from past an edge; the minimum \
        drag speed for fling acceleration.
        """,
      largestError: """
        const1000 0.7 px rms, 1.9 px; const3000 2.2 px rms, 10.6 px at a frame that the recording \
        dropped; hold60 16 px rms, or 2 px with the times at which its samples were sent; edges \
        0.3 px rms
        """),
    physics: firefoxPhysics,
    turn: Pager.Turn(rule: .free, landing: .spring, resistance: .rubberBand))

  private static var firefoxPhysics: ScrollPhysics {
    var velocity = VelocityTracker.Settings(
      estimator: .meanOfPairs, window: 0.099_999, cap: 6, minimumSpacing: 0.005, gap: .infinity)
    (velocity.windowEndsAtRelease, velocity.press) = (true, .never)
    // Past an edge Firefox itself halves the velocity, before the summation by frames.
    let edge = EdgeSpring(
      spring, velocityGain: 0.5 / frameGain, maximumVelocity: 20_000 * frameGain)
    return ScrollPhysics(
      decay: .exponential(rate), stop: .speed(10), band: .fading(share: 1.0 / 16),
      bounce: .spring(edge), releaseOutside: .edgeSpring(edge), inwardThrow: .stopsAtEdge,
      landingSpring: spring, pixelLanding: .rounds, minimumVelocity: 500 * frameGain,
      accumulation: .sum(minimum: 1500 * frameGain, pause: 0.05), velocityGain: frameGain,
      releasesPointerVelocity: true, drag: DragStart(slop: Slop(9.6)),
      wheel: WheelScroll(
        smoothing: .ease(
          WheelEase(
            duration: 0.2, longDuration: 0.2, departure: .along, start: 0.25, arrival: 0.4))),
      restThresholdPixels: 1, velocity: velocity)
  }
}
