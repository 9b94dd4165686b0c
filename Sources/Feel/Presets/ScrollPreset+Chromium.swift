extension ScrollPreset {
  /// The fling curve's greatest velocity, in points per second: α·γ − β of its constants.
  ///
  /// Source: Chromium's fling_curve.cc: α = −5707.62, β = 172, γ = 3.7.
  private static let greatestVelocity = 5707.62 * 3.7 - 172

  private static let decay = DecayLaw.braked(
    DecelerationRate(decayPerSecond: 3.7), drift: 172, braking: 0)

  /// Chromium's fling with the elastic overscroll of macOS.
  ///
  /// Source: Chromium's fling_curve.cc and elastic_overscroll_controller_exponential.cc: stiffness 20, period 1.6,
  /// amplitude 0.31. The stretch is rounded to whole pixels there and is not here.
  public static let chromium = ScrollPreset(
    id: "chromium", title: "Chromium",
    summary: """
      An exponential with a steady drift against it, so that it truly stops; a twentieth of the drag shows past the \
      edge, and it returns as (x0 + 0.31·v·t)·e^(−12.5·t).
      """,
    knownDefect: """
      The bounce takes only 0.31 of the velocity, and a release outside starts with another velocity than it had: \
      both jump.
      """,
    physics: ScrollPhysics(
      decay: decay, stop: .speed(0), band: .linear(share: 0.05, limit: .infinity),
      bounce: .spring(EdgeSpring(Spring(angularFrequency: 12.5), velocityGain: 0.31)),
      releaseOutside: .exponentialReturn(Spring(angularFrequency: 12.5), velocityShare: 0.31),
      inwardThrow: .returns, landingSpring: Spring(angularFrequency: 12.5),
      maximumVelocity: greatestVelocity,
      estimator: .lastPair))

  /// The bounce of `chromiumWindows`.
  private static let curves = BounceCurves(
    minimumVelocity: 200, distance: 35, limit: 0.1,
    out: BounceCurves.Leg(
      Ease(cubicBezier: 0.25, 1, 0.99, 1), durationPerPoint: 0.0025, maximumDuration: 0.15),
    back: BounceCurves.Leg(
      Ease(cubicBezier: 0.05, 0.7, 0.25, 1), durationPerPoint: 0.015, maximumDuration: 0.3))

  /// Chromium's fling with the elastic overscroll of Windows.
  ///
  /// Source: Chromium's fling_curve.cc and elastic_overscroll_controller_bezier.cc. The stretch is cut to whole pixels
  /// there and is not here.
  public static let chromiumWindows = ScrollPreset(
    id: "chromium-windows", title: "Chromium on Windows",
    summary: """
      Chromium's fling; past the edge the content shows a tenth of the viewport at most, dragged or flung, and bounces \
      along two timing curves that set out more steeply the faster it came.
      """,
    knownDefect: """
      The steepness is the speed in points per millisecond, whatever the distance and the time: the velocity jumps at \
      the edge and at release. Thrown back in, the content first jumps out by 35 pt·√(v/1000); here it comes back from \
      where it is.
      """,
    physics: ScrollPhysics(
      decay: decay, stop: .speed(0), band: .hyperbolic(share: 0.1, steepness: 2),
      bounce: .curves(curves), releaseOutside: .curve(curves), inwardThrow: .returns,
      landingSpring: Spring(angularFrequency: 12.5), maximumVelocity: greatestVelocity,
      estimator: .lastPair))
}
