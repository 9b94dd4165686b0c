internal import Feel
internal import FeelTrace

/// A table of other projects' tests, run on the engine.
public struct ConformanceTable: Sendable {
  /// The cases, in order.
  public let cases: [PublishedCase]

  /// Creates a table.
  public init(_ cases: [PublishedCase]) { self.cases = cases }

  /// Runs a case; a case of an unknown kind is skipped with its name.
  public func verdict(of published: PublishedCase) -> Verdict {
    do throws(CaseError) {
      var findings = Findings()
      let reason = try run(published, &findings)
      return reason.map(Verdict.skipped) ?? findings.verdict
    } catch {
      return .failed([error.mismatch])
    }
  }

  /// Runs a case's checks; returns why it is skipped, or `nil`.
  private func run(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) -> String? {
    switch published.kind {
    case "spring": try findings.spring(published)
    case "spring_type": try findings.type(published)
    case "spring_description": try findings.description(published)
    case "spring_description_inverse": try findings.inverse(published)
    case "spring_sampled":
      if published.source.contains("rebound") { return "its springs are integrated in steps" }
      try findings.sampled(published)
    case "spring_duration": try findings.duration(published)
    case "friction": try findings.friction(published)
    case "friction_through": try findings.frictionThrough(published)
    case "bounded_friction": try findings.boundedFriction(published)
    case "clamping_scroll": try findings.power(published)
    case "clamping_scroll_property": try findings.powerProperty(published)
    case "fling_curve": try findings.flingCurve(published)
    case "inertia":
      if published.params["min"]?.number != nil || published.params["max"]?.number != nil {
        return "its spring takes over a velocity that is measured between frames"
      }
      try findings.inertia(published)
    case "inertia_legacy": return "it is stepped frame by frame"
    case "decay": try findings.decay(published)
    case "decay_projection": try findings.projection(published)
    case "decay_rounding": try findings.rounding(published)
    case "android_fling": try findings.androidFling(published)
    case "uiscrollview_fling": try findings.measuredFling(published)
    case "bouncing_scroll": try findings.bouncing(published)
    case "rubber_band": try findings.rubberBand(published)
    case "rubber_band_factor": try findings.rubberBandFactor(published)
    case "rubber_band_drag": try findings.rubberBandDrag(published)
    case "elastic_bezier_stretch": try findings.stretch(published)
    case "elastic_bezier_threshold": try findings.bounceThreshold(published)
    case "elastic_bezier_animation": try findings.bounceAnimation(published)
    case "elastic_exponential": try findings.exponentialReturn(published)
    case "invariant": try findings.invariant(published)
    case "end_to_end_fling": try findings.endToEnd(published)
    case "carried_momentum": try findings.carriedMomentum(published)
    case "carousel_projection": try findings.pageProjection(published)
    case "carousel_snaps": try findings.snaps(published)
    case "velocity_lsq2": try findings.estimate(published, .leastSquares)
    case "velocity_impulse", "velocity_impulse_differential":
      try findings.estimate(published, .impulse)
    case "velocity_derived": return try findings.derived(published, in: cases)
    case "velocity_ios": try findings.steady(published)
    case "velocity_stale": try findings.stale(published)
    case "lsq_fit": return try findings.fit(published)
    case "lsq_predictor": try findings.prediction(published)
    case "snap_fling": try findings.snapFling(published)
    case "linear_resampling": try findings.resampling(published)
    case "linear_resampling_state": try findings.resamplingState(published)
    case "gravity", "clamped_gravity": return "nothing in the engine falls"
    case "constants": return "it asks nothing of a motion"
    case "elastic_reconcile", "elastic_threshold": return "it is stepped event by event"
    case "snap_fling_finish", "snap_fling_projection": return "it is stepped frame by frame"
    default: return "the kind \(published.kind) is not known"
    }
    return nil
  }
}
