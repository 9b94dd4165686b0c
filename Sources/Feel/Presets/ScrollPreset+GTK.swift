extension ScrollPreset {
  /// GTK 4's ScrolledWindow.
  ///
  /// Source: GTK's gtkscrolledwindow.c, gtkkineticscrolling.c and gtkgestureswipe.c: friction 4, a
  /// stop at 0.1, overshoot up to 100 pixels and friction 20.
  public static let gtk4 = ScrollPreset(
    id: "gtk4", title: "GTK 4",
    summary: """
      A decay of 4 per second down to 0.1 pt/s; at an edge, content stops and a glow shows; a \
      second flick adds up to six times the velocity that the first would have left.
      """,
    evidence: PresetEvidence(
      system: "GTK, GtkScrolledWindow with a finger", version: "4.8.3", date: "2026-11-22",
      comparedWith: "recordings of the running program; gtkscrolledwindow.c",
      notModelled: """
        Its frame clock: a second flick adds the velocity that the first has left at the frame \
        before the release, which is up to 17 ms and 7 % off. A press during the glow, which \
        resumes from the travel that the glow represents.
        """,
      largestError:
        "0.4 px rms and 1.6 px on 5 flicks; 24 px of 1300 after two flicks (see Not modelled)"),
    physics: gtk(stop: 0.1), turn: carouselTurn)

  /// GTK 4's ScrolledWindow with its previous stop, at 1 pt/s.
  ///
  /// Source: the history of gtkkineticscrolling.c.
  public static let gtk4Stop1 = ScrollPreset(
    id: "gtk4-stop-1", title: "GTK 4, stop at 1",
    summary: "GTK 4 with an older stop rule: slower than 1 pt/s.",
    evidence: olderGTK("|v| < 1"), physics: gtk(stop: 1), turn: carouselTurn)

  /// GTK's ScrolledWindow with its first stop, at less than a pixel per frame.
  ///
  /// Source: the history of gtkkineticscrolling.c.
  public static let gtkStopFrame = ScrollPreset(
    id: "gtk-stop-frame", title: "GTK, stop at a pixel a frame",
    summary: "GTK with its first stop rule: less than a pixel per frame, at 60 frames per second.",
    evidence: olderGTK("|v| < 1 or less than a pixel per frame"), physics: gtk(stop: 60),
    turn: carouselTurn)

  private static func olderGTK(_ rule: String) -> PresetEvidence {
    PresetEvidence(
      system: "GTK, GtkScrolledWindow with a finger", version: "gtkkineticscrolling.c with \(rule)",
      date: "2026-11-22", comparedWith: "its source code",
      notModelled: """
        The same as for gtk4; frame rates other than 60, at which a pixel per frame is a different \
        speed.
        """)
  }

  private static func gtk(stop: Double) -> ScrollPhysics {
    var velocity = VelocityTracker.Settings(estimator: .firstToLast, gap: .infinity)
    (velocity.windowEndsAtRelease, velocity.reachesBeforeWindow) = (true, true)
    (velocity.countsRelease, velocity.countsWholePoints) = (true, true)
    velocity.press = .never
    return ScrollPhysics(
      decay: .exponential(DecelerationRate(decayPerSecond: 4)), stop: .speed(stop), band: .none,
      bounce: .clamp, inwardThrow: .stopsAtEdge, pixelLanding: .rounds, accumulation: .gtk,
      drag: DragStart(slop: Slop(8), deduction: .nothing), glow: EdgeGlow(),
      wheel: WheelScroll(notch: .viewport, smoothing: .none), velocity: velocity)
  }

  /// libadwaita's carousel: a release turns a page, by a spring.
  ///
  /// Source: libadwaita's adw-swipe-tracker.c and adw-carousel.c: spring of mass 0.5 and stiffness
  /// 500, a drag past 16 pixels.
  public static let adwaitaCarousel = ScrollPreset(
    id: "adwaita-carousel", title: "Adwaita carousel",
    summary: """
      No coasting: a release above 300 pt/s turns a page, a slower one goes to the nearest page, \
      by a critically damped spring of 31.6 per second; nothing shows past the ends.
      """,
    knownDefect: """
      The release velocity reaches the spring in pages per millisecond, a thousandth of the \
      correct value, so content starts from rest.
      """,
    evidence: PresetEvidence(
      system: "libadwaita, AdwCarousel with a finger", version: "1.2.2", date: "2026-11-22",
      comparedWith: "recordings of the running program; adw-swipe-tracker.c at 1.2.2",
      notModelled: """
        Drags outwards from an end page, which never start there; animation in whole milliseconds; \
        pages that are not as long as the viewport.
        """,
      largestError: "0.9 px rms and 2.5 px on 2 flicks"),
    physics: carousel, turn: carouselTurn)

  /// Page turns in GTK programs: by libadwaita's carousel.
  private static let carouselTurn = Pager.Turn(
    rule: .swipe, landing: .spring, spring: Spring(mass: 0.5, stiffness: 500, dampingRatio: 1),
    resistance: .none)

  private static var carousel: ScrollPhysics {
    var velocity = VelocityTracker.Settings(estimator: .firstToLast, gap: .infinity)
    (velocity.windowEndsAtRelease, velocity.press) = (true, .never)
    let spring = Spring(mass: 0.5, stiffness: 500, dampingRatio: 1)
    return ScrollPhysics(
      decay: .projection(.normal), band: .none, bounce: .clamp, releaseOutside: .spring(spring),
      inwardThrow: .coastsAtOnce, landingSpring: spring,
      drag: DragStart(slop: Slop(16), deduction: .travelBefore, countsTravelPastEdge: false),
      paging: PageTurning(), restThresholdPixels: 0.8, velocity: velocity)
  }
}
