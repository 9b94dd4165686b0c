internal import Feel
internal import FeelTrace

/// Tables of other projects' tests, run on the engine.
public struct ConformanceTable: Sendable {
  /// The cases, in order.
  public let cases: [PublishedCase]

  /// Creates a table.
  public init(_ cases: [PublishedCase]) { self.cases = cases }

  /// Runs a case; one of a kind that is not known is skipped with its name.
  public func verdict(of published: PublishedCase) -> Verdict {
    do throws(CaseError) {
      var findings = Findings()
      let reason = try run(published, &findings)
      return reason.map(Verdict.skipped) ?? findings.verdict
    } catch {
      return .failed([
        .init(what: "the case", expected: "\(error.member) as its kind has it", got: "another")
      ])
    }
  }

  /// Asks what a case asks; the answer is why it is skipped, or `nil`.
  private func run(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) -> String? {
    switch published.kind {
    case "spring": try SpringKinds.spring(published, &findings)
    case "spring_type": try SpringKinds.type(published, &findings)
    case "spring_description": try SpringKinds.description(published, &findings)
    case "spring_description_inverse": try SpringKinds.inverse(published, &findings)
    case "spring_sampled":
      if published.source.contains("rebound") { return "its springs are integrated in steps" }
      try SpringKinds.sampled(published, &findings)
    case "spring_duration": try SpringKinds.duration(published, &findings)
    case "friction": try DecayKinds.friction(published, &findings)
    case "friction_through": try DecayKinds.frictionThrough(published, &findings)
    case "bounded_friction": try DecayKinds.boundedFriction(published, &findings)
    case "clamping_scroll": try DecayKinds.power(published, &findings)
    case "clamping_scroll_property": try DecayKinds.powerProperty(published, &findings)
    case "fling_curve": try DecayKinds.flingCurve(published, &findings)
    case "inertia":
      if published.params["min"]?.number != nil || published.params["max"]?.number != nil {
        return "its spring takes over a velocity that is measured between frames"
      }
      try DecayKinds.inertia(published, &findings)
    case "inertia_legacy": return "it is stepped frame by frame"
    case "decay": try DecayKinds.decay(published, &findings)
    case "decay_projection": try DecayKinds.projection(published, &findings)
    case "decay_rounding": try DecayKinds.rounding(published, &findings)
    case "android_fling": try DecayKinds.androidFling(published, &findings)
    case "uiscrollview_fling": try DecayKinds.measuredFling(published, &findings)
    case "bouncing_scroll": try ScrollKinds.bouncing(published, &findings)
    case "rubber_band": try ScrollKinds.rubberBand(published, &findings)
    case "rubber_band_factor": try ScrollKinds.rubberBandFactor(published, &findings)
    case "rubber_band_drag": try ScrollKinds.rubberBandDrag(published, &findings)
    case "elastic_bezier_stretch": try ScrollKinds.stretch(published, &findings)
    case "elastic_bezier_threshold": try ScrollKinds.bounceThreshold(published, &findings)
    case "elastic_bezier_animation": try ScrollKinds.bounceAnimation(published, &findings)
    case "elastic_exponential": try ScrollKinds.exponentialReturn(published, &findings)
    case "invariant": try ScrollKinds.invariant(published, &findings)
    case "end_to_end_fling": try ScrollKinds.endToEnd(published, &findings)
    case "carried_momentum": try ScrollKinds.carriedMomentum(published, &findings)
    case "carousel_projection": try ScrollKinds.pageProjection(published, &findings)
    case "carousel_snaps": try ScrollKinds.snaps(published, &findings)
    case "velocity_lsq2": try VelocityKinds.estimate(published, .leastSquares, &findings)
    case "velocity_impulse", "velocity_impulse_differential":
      try VelocityKinds.estimate(published, .impulse, &findings)
    case "velocity_derived": return try VelocityKinds.derived(published, in: cases, &findings)
    case "velocity_ios": try VelocityKinds.steady(published, &findings)
    case "velocity_stale": try VelocityKinds.stale(published, &findings)
    case "lsq_fit": return try VelocityKinds.fit(published, &findings)
    case "lsq_predictor": try VelocityKinds.prediction(published, &findings)
    case "snap_fling": try DecayKinds.snapFling(published, &findings)
    case "linear_resampling": try VelocityKinds.resampling(published, &findings)
    case "linear_resampling_state": try VelocityKinds.resamplingState(published, &findings)
    case "gravity", "clamped_gravity": return "nothing in the engine falls"
    case "constants": return "it asks nothing of a motion"
    case "elastic_reconcile", "elastic_threshold": return "it is stepped event by event"
    case "snap_fling_finish", "snap_fling_projection": return "it is stepped frame by frame"
    default: return "the kind \(published.kind) is not known"
    }
    return nil
  }
}
