extension ScrollPreset {
  /// GTK 4's kinetic scrolling.
  ///
  /// Source: GTK's gtkscrolledwindow.c and gtkkineticscrolling.c: friction 4, overshoot friction 20, overshoot up to
  /// 100 pixels.
  public static let gtk4 = ScrollPreset(
    id: "gtk4", title: "GTK 4",
    summary: """
      A decay of 4 per second until 1 pt/s; past the edge the content follows freely for 100 pt, and a critical \
      spring of 10 per second brings it back.
      """,
    physics: ScrollPhysics(
      decay: .exponential(DecelerationRate(decayPerSecond: 4)), stop: .speed(1),
      band: .linear(share: 1, limit: 100), inwardThrow: .returns, estimator: .firstToLast))

  /// libadwaita's carousel: the release is projected, and a spring goes there.
  ///
  /// Source: libadwaita's adw-swipe-tracker.c and adw-carousel.c. Its overshoot (1 − 1/(1 + 0.1·x))·10 pixels is the
  /// rubber band with c = 1 over 10 points.
  public static let adwaitaCarousel = ScrollPreset(
    id: "adwaita-carousel", title: "Adwaita carousel",
    summary: """
      No run of its own: a spring takes the content where 0.998 per millisecond would tend; at most 10 pt show past \
      an edge.
      """,
    physics: ScrollPhysics(
      decay: .projection(.normal),
      band: .fixedRubberBand(RubberBand(coefficient: 1), dimension: 10),
      bounce: .spring(EdgeSpring(Spring(mass: 0.5, stiffness: 500, dampingRatio: 1))),
      releaseOutside: .spring(Spring(mass: 0.5, stiffness: 500, dampingRatio: 1)),
      inwardThrow: .runs,
      landingSpring: Spring(mass: 0.5, stiffness: 500, dampingRatio: 1), estimator: .firstToLast))
}
