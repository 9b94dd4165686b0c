extension ScrollPreset {
  /// The fling curve's maximum velocity, in points per second: −α·γ − β of its constants.
  ///
  /// Source: Chromium's fling_curve.cc: α = −5707.62, β = 172, γ = 3.7.
  private static let greatestVelocity = 5707.62 * 3.7 - 172

  private static let decay = DecayLaw.braked(
    DecelerationRate(decayPerSecond: 3.7), drift: 172, braking: 0)

  /// Chromium's velocity estimate: a parabola over 100 ms and 20 samples, including the press.
  private static var velocity: VelocityTracker.Settings {
    var velocity = VelocityTracker.Settings(cap: 20, minimumSpacing: 0, gap: 0.039_999)
    (velocity.releaseGap, velocity.press) = (0.079_999, .always)
    return velocity
  }

  private static let drag = DragStart(slop: Slop(15))

  /// Page turns by the web's scroll snap, which goes to the page nearest to the end of a run.
  private static let snap = Pager.Turn(rule: .free, landing: .spring, resistance: .none)

  /// A notch of 120 points in 0.2 s; 480 points and more in 0.1 s.
  ///
  /// Source: Chromium's event.cc (kWheelDelta on Linux and Windows) and
  /// scroll_offset_animation_curve.cc.
  private static let wheel = WheelScroll(notch: .points(120), smoothing: .ease(WheelEase()))

  /// Chromium on Linux with a finger.
  ///
  /// Source: Chromium's physics_based_fling_curve.cc and velocity_tracker.cc: a pause of 40 ms
  /// between samples and of 80 ms before the release; 15 pixels of slop.
  public static let chromium = ScrollPreset(
    id: "chromium", title: "Chromium",
    summary: """
      A timing curve over the distance of constant braking at 2646 pt/s², at most 2 s and three \
      viewports; nothing shows past the edges.
      """,
    evidence: PresetEvidence(
      system: "Chromium on Linux with a finger", version: "156.0.8078.79", date: "2026-11-22",
      comparedWith: "recordings of the running program; physics_based_fling_curve.cc",
      notModelled: """
        The resampling of touches to frames: a fling starts from the last frame’s position plus \
        the samples since, which is where the finger was up to 5 ms before the release or would \
        have been up to 10 ms after it (predictions assume 5 ms after); the boost of a second \
        flick; scroll chaining.
        """,
      largestError: "const1000 2.9 px rms, 5.6 px; const3000 2.9 px rms, 5.3 px"),
    inputLead: 0.005,
    physics: ScrollPhysics(
      decay: .bezier(BezierFling()), stop: .speed(10), band: .none, bounce: .clamp,
      releaseOutside: .spring(Spring(angularFrequency: 12.5)), inwardThrow: .stopsAtEdge,
      landingSpring: Spring(angularFrequency: 12.5), pixelLanding: .rounds, minimumVelocity: 30,
      drag: DragStart(slop: Slop(15), countsTravelPastEdge: false), wheel: wheel, velocity: velocity
    ), turn: snap)

  /// Chromium with its feature ExperimentalFlingAnimation off and the elastic overscroll of macOS.
  ///
  /// Source: Chromium's fling_curve.cc and elastic_overscroll_controller_exponential.cc: stiffness
  /// 20, period 1.6, amplitude 0.31. Chromium rounds the stretch to whole pixels; this does not.
  public static let chromiumOldFling = ScrollPreset(
    id: "chromium-no-experimental-fling", title: "Chromium before 2024",
    summary: """
      Chromium’s curve before 2024: an exponential minus a constant drift, so it comes to a full \
      stop; a twentieth of the drag shows past the edge, and content returns as \
      (x0 + 0.31·v·t)·e^(−12.5·t).
      """,
    knownDefect: """
      A bounce starts with only 0.31 of the velocity, and a release past the edge starts with a \
      different velocity than the drag had: the velocity jumps in both.
      """,
    evidence: PresetEvidence(
      system: """
        Chromium, --disable-features=ExperimentalFlingAnimation \
        --enable-features=ElasticOverscroll
        """,
      version: "156.0.8078.79", date: "2026-11-22",
      comparedWith: "recordings of the running program; fling_curve.cc and its test",
      notModelled: "The same as for chromium.",
      largestError: """
        const1000 3.6 px rms, 6.1 px; const3000 20 px rms, 29 px; 0.4 and 0.6 px rms measured from \
        their actual starting points, which were 10.4 ms ahead of the finger and 4.5 ms behind it; \
        edge 2.8 px rms
        """),
    inputLead: 0.005,
    physics: ScrollPhysics(
      decay: decay, stop: .speed(0), band: .linear(share: 0.05, limit: .infinity),
      bounce: .spring(EdgeSpring(Spring(angularFrequency: 12.5), velocityGain: 0.31)),
      releaseOutside: .exponentialReturn(Spring(angularFrequency: 12.5), velocityShare: 0.31),
      inwardThrow: .stopsAtEdge, landingSpring: Spring(angularFrequency: 12.5),
      maximumVelocity: greatestVelocity, minimumVelocity: 30, drag: drag, wheel: wheel,
      velocity: velocity), turn: snap)

  /// Chromium's fling with the elastic overscroll of Windows.
  ///
  /// Source: Chromium's fling_curve.cc and elastic_overscroll_controller_bezier.cc. Chromium
  /// truncates the stretch to whole pixels; this does not.
  public static let chromiumWindows = ScrollPreset(
    id: "chromium-windows", title: "Chromium on Windows",
    summary: """
      Chromium’s fling. Past the edge, dragged or flung content moves by at most a tenth of the \
      viewport and bounces along two timing curves that start more steeply the faster it arrives.
      """,
    knownDefect: """
      The steepness is the speed in points per millisecond, regardless of distance and duration: \
      the velocity jumps at the edge and at release. Flung back inwards, content first jumps \
      outwards by 35 pt·√(v/1000); here it returns from where it is.
      """,
    evidence: PresetEvidence(
      system: "Chromium on Windows", version: "elastic_overscroll_controller_bezier.cc",
      date: "2026-11-22", comparedWith: "a reimplementation of its source code; its tests",
      notModelled:
        "The same as for chromium, and its current fling: the curve from before 2024 is used.",
      largestError: PresetEvidence.rebuilt),
    physics: ScrollPhysics(
      decay: decay, stop: .speed(0), band: .hyperbolic(share: 0.1, steepness: 2),
      bounce: .curves(.chromium), releaseOutside: .curve(.chromium), inwardThrow: .stopsAtEdge,
      landingSpring: Spring(angularFrequency: 12.5), maximumVelocity: greatestVelocity,
      minimumVelocity: 30, drag: drag, wheel: wheel, velocity: velocity), turn: snap)
}
